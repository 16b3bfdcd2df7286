"""Which files are to be read: all that the given paths mean, each with why it cannot be read where that shows at once.

Nothing is passed over: what is no file, hidden, empty, too large or there twice is listed as such (case H10).
"""

from __future__ import annotations

import errno
import glob
import os
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evidoc.errors import UsageError
from evidoc.records.ledger import ReadStatus
from evidoc.records.printable import printable
from evidoc.records.store import file_digest

DOCUMENT_SUFFIXES = (".xml", ".nxml", ".html", ".htm", ".xhtml", ".tex", ".xlsx", ".csv", ".txt", ".pdf")

_OF_LATEX = {".bib", ".bst", ".sty", ".cls", ".bbl", ".clo", ".cfg", ".def", ".aux", ".log", ".out", ".toc"}
_NO_FILE: dict[int, tuple[ReadStatus, str]] = {
    errno.ELOOP: ("loop", "a link that leads to itself"),
    errno.ENOENT: ("not_a_file", "a link to nothing"),
    errno.ENAMETOOLONG: ("unreadable_name", "its name is longer than this disk allows"),
}


@dataclass(frozen=True, slots=True)
class Input:
    """One entry of the manifest to be: `status` is "ok" where it may be read; `first` is the entry with the same bytes."""

    path: Path
    status: ReadStatus = "ok"
    reason: str = ""
    sha256: str = ""
    first: Path | None = None

    @property
    def shown(self) -> str:
        """The path as manifests print it."""
        return printable(self.path.as_posix())

    @property
    def name(self) -> str:
        """The file's name in composed form, as documents keep it (case I04)."""
        return printable(unicodedata.normalize("NFC", self.path.name))


def find_inputs(paths: Sequence[Path], *, leave_out: Path, max_bytes: int) -> list[Input]:
    """List what files, folders and globs mean, each once, sorted by path, with digests.

    Folders are walked to the bottom, without following links to folders; `leave_out` is the
    folder that is written. Of files with the same bytes the first is read.

    Raises:
        UsageError: Some paths do not exist; all of them are named.
    """
    found: dict[str, Input] = {}
    for path in _existing(paths):
        for entry in _listed(path, leave_out=leave_out):
            known = found.setdefault(os.path.abspath(entry.path), entry)  # noqa: PTH100  (resolve() would follow links)
            if _key(entry) < _key(known):
                found[os.path.abspath(entry.path)] = entry  # noqa: PTH100
    ordered = sorted(found.values(), key=_key)
    return _with_name_clashes(_with_duplicates(_weighed(entry, max_bytes=max_bytes) for entry in ordered))


def _key(entry: Input) -> bytes:
    return os.fsencode(entry.path)


def _existing(paths: Sequence[Path]) -> list[Path]:
    given = [(path, [path] if _is_there(path) else sorted(map(Path, glob.glob(str(path), recursive=True)))) for path in paths]  # noqa: PTH207  (takes whole patterns)
    missing = [printable(str(path)) for path, matches in given if not matches]
    if missing:
        raise UsageError(f"nothing is there: {', '.join(missing)}; give files, folders or globs that exist")
    return [match for _, matches in given for match in matches]


def _is_there(path: Path) -> bool:
    try:
        path.lstat()
    except OSError as error:
        return error.errno == errno.ENAMETOOLONG  # which is an entry with a status, not a slip of the caller
    return True


def _listed(path: Path, *, leave_out: Path) -> Iterator[Input]:
    entry = _seen(path)
    if entry is None:
        yield from _walk(path, leave_out=leave_out)
    else:
        yield entry


def _walk(top: Path, *, leave_out: Path) -> Iterator[Input]:
    written = leave_out.resolve()
    folders = [top]
    while folders:
        folder = folders.pop()
        try:
            children = [folder / child.name for child in os.scandir(folder)]
        except OSError as error:
            yield Input(folder, "damaged", f"the folder cannot be listed: {error.strerror}")
            continue
        for child in children:
            entry = _met(child)
            if entry is not None:
                yield entry
            elif child.resolve() != written:
                folders.append(child)
                if child.suffix.lower() in DOCUMENT_SUFFIXES:
                    yield Input(child, "not_a_file", "a folder; the files in it are listed by themselves")


def _met(path: Path) -> Input | None:
    """Judge what a walk comes by; None for a folder to walk on."""
    if path.name.startswith("."):
        return Input(path, "unsupported", "hidden; give it by name to read it")
    entry = _seen(path)
    if entry is not None or not path.is_symlink():
        return entry
    target, here = path.resolve(), path.parent.resolve()
    if target == here or target in here.parents:
        return Input(path, "loop", "a link to a folder that it lies in")
    return Input(path, "not_a_file", "a link to a folder; give that folder itself")


def _seen(path: Path) -> Input | None:
    """Judge a path by what it is; None for a folder."""
    if any("\udc80" <= sign <= "\udcff" for sign in path.name):
        return Input(path, "unreadable_name", "its name is not UTF-8; rename it")
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return Input(path, *_NO_FILE.get(error.errno or 0, ("damaged", f"cannot be opened: {error.strerror}")))
    if stat.S_ISDIR(mode):
        return None
    return Input(path) if stat.S_ISREG(mode) else Input(path, "not_a_file", "a pipe, socket or device")


def _weighed(entry: Input, *, max_bytes: int) -> Input:
    if entry.status != "ok":
        return entry
    if entry.path.suffix.lower() in _OF_LATEX and any(entry.path.parent.glob("*.tex")):
        return replace(entry, status="unsupported", reason="of LaTeX; it is read only where a .tex file takes it in")
    try:
        size = entry.path.stat().st_size
        if size > max_bytes:
            return replace(entry, status="too_large", reason=f"{size >> 20} MB; the limit is {max_bytes >> 20} MB (max_file_mb)")
        digest = file_digest(entry.path)
    except OSError as error:
        return replace(entry, status="damaged", reason=f"cannot be opened: {error.strerror}")
    return replace(entry, sha256=digest) if size else replace(entry, sha256=digest, status="empty", reason="0 bytes")


def _with_duplicates(entries: Iterable[Input]) -> list[Input]:
    firsts: dict[str, Input] = {}
    out = []
    for entry in entries:
        first = firsts.setdefault(entry.sha256, entry) if entry.status == "ok" else entry
        if first is not entry:
            entry = replace(entry, status="duplicate", reason=f"same bytes as {first.shown}", first=first.path)
        out.append(entry)
    return out


def _with_name_clashes(entries: list[Input]) -> list[Input]:
    """Report names that a disk without case or with composed names would take for one (case I04)."""
    firsts: dict[tuple[Path, str], Input] = {}
    out = []
    for entry in entries:
        name = unicodedata.normalize("NFC", entry.path.name).casefold()
        first = firsts.setdefault((entry.path.parent, name), entry) if entry.status == "ok" else entry
        if first is not entry:
            entry = replace(entry, reason=f"another file than {first.shown}, whose name differs only in case or form")
        out.append(entry)
    return out
