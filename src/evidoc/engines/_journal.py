"""An append-only file of what became of each task, which survives being killed at any moment.

The first line names the settings of the work; each further line is one task's key with its value
or its failure. A record is one write, a torn last line is cut off on opening, and a lock keeps a
second writer out (case H02). Only the place of each key is held in memory.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, TypeVar

import msgspec

from evidoc.engines._outcome import Failure, Outcome
from evidoc.errors import EvidocError, InvalidRecord, ResumeMismatch, UsageError

S = TypeVar("S")

_FORMAT = 1
_NO_VALUE = msgspec.Raw()


class _Heading(msgspec.Struct, forbid_unknown_fields=True):
    journal: int
    digest: str
    settings: dict[str, str]


class _Row(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    key: str
    seconds: float = 0.0
    value: msgspec.Raw = _NO_VALUE
    failure: Failure | None = None


class Journal:
    """The journal at a path, open for one writer: this one."""

    def __init__(self, path: Path, *, settings: Mapping[str, str] | None = None, anew: bool = False) -> None:
        """Open a journal, or begin one; what an earlier run of the same settings finished is there, unless begun `anew`.

        Raises:
            EvidocError: The file cannot be opened for writing.
            UsageError: Another process, or another Journal here, has it open.
            ResumeMismatch: It was begun with other settings; the message names them.
            InvalidRecord: A line before the last is no record of a journal.
        """
        self.path = path
        self._places: dict[str, int] = {}
        self._failed: set[str] = set()
        with contextlib.ExitStack() as undo:
            self._descriptor = _opened(path)
            undo.callback(os.close, self._descriptor)
            self._lock()
            if anew:
                os.ftruncate(self._descriptor, 0)
            self._file = undo.enter_context(path.open("rb"))
            self._end = self._load(dict(settings or {}))
            os.ftruncate(self._descriptor, self._end)
            if self._end == 0:
                self._append(_heading(dict(settings or {})))
            self._closing = undo.pop_all()

    def __enter__(self) -> Journal:
        """Give the journal itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close the journal."""
        self.close()

    def __contains__(self, key: str) -> bool:
        """Say whether a task is finished, well or badly."""
        return key in self._places

    def __iter__(self) -> Iterator[str]:
        """Give the keys of the finished tasks, in the order in which each was first written."""
        return iter(tuple(self._places))

    def __len__(self) -> int:
        """Count the finished tasks."""
        return len(self._places)

    def has_failed(self, key: str) -> bool:
        """Say whether a task is finished and failed."""
        return key in self._failed

    def put(self, key: str, outcome: Outcome[bytes]) -> None:
        """Write what became of a task; its value is one line of JSON. The latest record of a key counts.

        Raises:
            UsageError: The value is not one line of JSON.
            EvidocError: The record could not be written, for instance because the disk is full.
        """
        place = self._end
        self._append(_row(key, outcome))
        self._note(key, place=place, failed=outcome.failure is not None)

    def get(self, key: str) -> Outcome[bytes]:
        """Read what became of a task; its index is 0.

        Raises:
            KeyError: The task is not finished.
        """
        self._file.seek(self._places[key])
        row = msgspec.json.decode(self._file.readline(), type=_Row)
        value = None if row.value is _NO_VALUE else bytes(row.value)
        return Outcome(index=0, value=value, failure=row.failure, seconds=row.seconds)

    def close(self) -> None:
        """Let go of the file; safe to repeat."""
        self._closing.close()

    def remove(self) -> None:
        """Delete the file, now that its work is done, and close it."""
        self.path.unlink()
        self.close()

    def _lock(self) -> None:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise UsageError(
                f"{self.path}: somebody else is writing it; wait until they are done, or give another folder"
            ) from error

    def _load(self, settings: dict[str, str]) -> int:
        """Index the whole records and give where they end."""
        lines = _whole_lines(self._file)
        end, heading = next(lines, (0, b""))
        if not heading:
            return 0
        self._check(_decoded(heading, _Heading, place=f"{self.path}:1"), settings)
        torn: InvalidRecord | None = None
        for number, (line_end, line) in enumerate(lines, 2):
            if torn is not None:
                raise torn
            try:
                row = _decoded(line, _Row, place=f"{self.path}:{number}")
            except InvalidRecord as error:  # as the last line it is a write that the machine's end tore
                torn = error
                continue
            self._note(row.key, place=end, failed=row.failure is not None)
            end = line_end
        return end

    def _check(self, heading: _Heading, settings: dict[str, str]) -> None:
        if heading.journal != _FORMAT:
            raise ResumeMismatch(f"{self.path}: journal format {heading.journal}; this evidoc writes {_FORMAT}, so begin anew")
        names = sorted(heading.settings.keys() | settings.keys())
        differ = [name for name in names if heading.settings.get(name) != settings.get(name)]
        if differ:
            said = ", ".join(f"{name} was {heading.settings.get(name)!r} and is {settings.get(name)!r}" for name in differ)
            raise ResumeMismatch(
                f"{self.path}: begun with other settings ({said}); give the same, or begin anew in another folder"
            )

    def _note(self, key: str, *, place: int, failed: bool) -> None:
        self._places[key] = place
        if failed:
            self._failed.add(key)
        else:
            self._failed.discard(key)

    def _append(self, line: bytes) -> None:
        try:
            written = os.write(self._descriptor, line)
        except OSError as error:
            raise EvidocError(f"{self.path}: cannot be written ({error.strerror}); make room and resume") from error
        if written != len(line):
            os.ftruncate(self._descriptor, self._end)
            raise EvidocError(f"{self.path}: only {written} of {len(line)} bytes could be written; make room and resume")
        self._end += written


def _opened(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    except OSError as error:
        raise EvidocError(
            f"{path}: cannot be opened for writing ({error.strerror}); give a folder that can be written"
        ) from error


def _heading(settings: dict[str, str]) -> bytes:
    ordered = msgspec.json.encode(settings, order="sorted")
    return msgspec.json.encode(_Heading(journal=_FORMAT, digest=sha256(ordered).hexdigest(), settings=settings)) + b"\n"


def _row(key: str, outcome: Outcome[bytes]) -> bytes:
    value = _NO_VALUE if outcome.value is None else msgspec.Raw(outcome.value)
    line = msgspec.json.encode(_Row(key=key, seconds=outcome.seconds, value=value, failure=outcome.failure))
    try:
        msgspec.json.decode(line.decode(), type=_Row)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"the value of {key!r} is no JSON; a journaled function gives one line of JSON as bytes") from error
    if b"\n" in line:
        raise UsageError(f"the value of {key!r} has a line break; a journaled function gives one line of JSON as bytes")
    return line + b"\n"


def _whole_lines(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Give each line that has its end, with the offset behind it."""
    offset = 0
    for line in file:
        if not line.endswith(b"\n"):
            return
        offset += len(line)
        yield offset, line


def _decoded(line: bytes, kind: type[S], *, place: str) -> S:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidRecord(f"{place}: no record of a journal ({error}); keep the file aside and begin anew") from error
