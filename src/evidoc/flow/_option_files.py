"""Files that a part's options name and that decide what it gives: their contents belong to what resuming compares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from evidoc.records.store import file_digest
from evidoc.shelf import part


def option_files(room: str, specs: Sequence[str]) -> dict[str, str]:
    """Give the digest of each file that the options of some parts name, by part and option: `dochop_qa.groups`.

    A part says which of its options name files by `FILES`. A file that is not there has the digest ""; the part refuses it.
    """
    return dict(entry for spec in specs for entry in _files_of(room, spec))


def _files_of(room: str, spec: str) -> Iterator[tuple[str, str]]:
    found = part(room, spec)
    for option in getattr(found.module, "FILES", ()):
        named = str(found.options.get(option) or "")
        if named:
            yield f"{found.name}.{option}", file_digest(Path(named)) if Path(named).is_file() else ""
