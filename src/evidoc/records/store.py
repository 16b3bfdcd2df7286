"""Files of records: one header a folder, rows as JSON lines, written whole or not at all.

A folder's header (`corpus.json`, `bench.json`, `run.json`) carries the schema number of all
its row files, so that a row file stays plain JSON lines that any tool reads.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from evidoc.errors import InvalidRecord, UsageError
from evidoc.records.record import Record, content_id, from_json, to_json

R = TypeVar("R")
Migration = Callable[[dict[str, object]], dict[str, object]]

VERSIONS: dict[str, int] = {"evidoc.corpus": 1, "evidoc.bench": 1, "evidoc.run": 1}
_FOLDERS = {  # what a folder's header, journal, maker and making are called
    "evidoc.corpus": ("corpus.json", "reading.jsonl", "evidoc read", "reading"),
    "evidoc.bench": ("bench.json", "making.jsonl", "evidoc make", "making"),
    "evidoc.run": ("run.json", "asking.jsonl", "evidoc ask", "asking"),
}
_PARTIAL = ".partial"  # the end of the name of a file that is being written
MIGRATIONS: dict[tuple[str, int], Migration] = {}  # (schema, version it starts from) → one step up


class Header(Record, frozen=True, kw_only=True):
    """What a folder is, what it was made with, and the settings that decide its content.

    `settings` hold all that changes a result and nothing else (no workers, keys, endpoints):
    `digest` over them decides whether work can be resumed. `counts` are for people;
    `links` are relative paths to the folders this one stands on.
    """

    schema: str
    version: int
    made_with: str = ""
    settings: dict[str, str] = {}
    counts: dict[str, int] = {}
    links: dict[str, str] = {}

    @property
    def digest(self) -> str:
        """The settings by content."""
        return content_id("s", self.schema, self.version, self.settings)


def new_header(
    schema: str,
    *,
    settings: Mapping[str, str],
    counts: Mapping[str, int] | None = None,
    links: Mapping[str, str] | None = None,
) -> Header:
    """Give a header of the current version of a schema."""
    from evidoc import __version__

    return Header(
        schema=schema,
        version=VERSIONS[schema],
        made_with=f"evidoc {__version__}",
        settings=dict(settings),
        counts=dict(counts or {}),
        links=dict(links or {}),
    )


def write_header(path: Path, header: Header) -> None:
    """Write a header, indented for people, replacing the file at once."""
    write_bytes(path, msgspec.json.format(to_json(header), indent=2) + b"\n")


def read_header(path: Path, *, schema: str) -> Header:
    """Read a folder's header, migrated to the current version.

    Raises:
        InvalidRecord: There is no such file, it is of another schema, or newer than this evidoc.
        UsageError: The folder is of another kind, or the work on it was stopped before the end.
    """
    if not path.is_file():
        raise _missing(path, schema=schema)
    raw = from_json(path.read_bytes(), dict[str, object], place=str(path)) if path.stat().st_size else {}
    if raw.get("schema") != schema:
        raise InvalidRecord(f"{path}: schema {raw.get('schema')!r}; {schema!r} was expected")
    return msgspec.convert(migrate(raw, schema=schema, version=_version(raw, path)), Header)


def migrate(payload: dict[str, object], *, schema: str, version: int) -> dict[str, object]:
    """Bring one JSON object of an older version step by step to the current one."""
    for step in range(version, VERSIONS[schema]):
        payload = MIGRATIONS[schema, step](payload) | {"version": step + 1}
    return payload


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all, whoever else writes it (case H02)."""
    with whole_file(path) as file:
        file.write(content)


def write_rows(path: Path, rows: Iterable[object]) -> int:
    """Write records (or ready lines as bytes) as JSON lines, whole or not at all; give how many."""
    count = 0
    with whole_file(path) as file:
        for count, row in enumerate(rows, 1):  # noqa: B007  (the last count is the result)
            file.write((row if isinstance(row, bytes) else to_json(row)) + b"\n")
    return count


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that takes its name only when all of it is written; a temporary name is never shared."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=_PARTIAL)
    partial = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        partial.chmod(0o644)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def file_digest(path: Path) -> str:
    """Give the sha256 of a file's bytes as 64 hex digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sweep_partials(folder: Path) -> None:
    """Delete what writings that were killed left in a folder and below; only for who alone writes there."""
    for partial in folder.rglob(f".*{_PARTIAL}"):
        partial.unlink(missing_ok=True)


def read_rows(path: Path, kind: type[R]) -> Iterator[R]:
    """Give the records of a JSON-lines file one by one; memory does not grow with the file.

    Raises:
        InvalidRecord: A line is not of that kind; the message has the file and the line number.
    """
    if not path.is_file():
        raise InvalidRecord(f"{path}: no such file; run the stage that writes it first")
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield from_json(line, kind, place=f"{path}:{number}")


def _missing(path: Path, *, schema: str) -> InvalidRecord | UsageError:
    """Say what a folder without its header is: unfinished, of another kind, or nothing of ours."""
    folder, wanted = path.parent, schema.removeprefix("evidoc.")
    _, journal, command, work = _FOLDERS.get(schema, ("", "", "", ""))
    if journal and (folder / journal).is_file():
        return UsageError(f"{folder}: the {work} was stopped before the end; go on with the same {command} command and --resume")
    for other, (header, *_) in _FOLDERS.items():
        if (folder / header).is_file():
            kind = other.removeprefix("evidoc.")
            inside = folder / "corpus" if (kind, wanted) == ("bench", "corpus") else None
            advice = f"its corpus is {inside}" if inside is not None else f"give a {wanted} folder, as {command} writes it"
            return UsageError(f"{folder} is a {kind} and no {wanted}; {advice}")
    if wanted == "bench" and (folder / "ledger.jsonl").is_file():
        return InvalidRecord(f"{folder}: no item was kept when it was made; {folder / 'ledger.jsonl'} says why")
    return InvalidRecord(f"{path}: no such file; give a folder that evidoc wrote ({wanted})")


def _version(raw: dict[str, object], path: Path) -> int:
    version = raw.get("version")
    schema = str(raw["schema"])
    newest = VERSIONS[schema]
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise InvalidRecord(f"{path}: version {version!r} is none that evidoc wrote (1 to {newest}); write the folder anew")
    if version > newest:
        raise InvalidRecord(f"{path}: version {version}; this evidoc reads 1 to {newest}, so update evidoc")
    return version
