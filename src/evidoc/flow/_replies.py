"""The replies of a run by item: found by offset, so that no text is kept in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from evidoc.errors import InvalidRecord
from evidoc.records.bench import RunFolder
from evidoc.records.item import Item
from evidoc.records.record import from_json
from evidoc.records.score import Run

_SHOWN_FAULTS = 20  # of a file with very many faults, the first are enough to see what is wrong


@dataclass(frozen=True, slots=True)
class Line:
    """One row of `replies.jsonl`, and where it stands."""

    number: int
    offset: int
    run: Run


class Replies:
    """The rows of `replies.jsonl` by item; about 100 bytes an item are kept, whatever the size of the replies."""

    def __init__(self, path: Path, offsets: dict[str, int]) -> None:
        """Take the file and where each item's row starts; `replies_of` finds that."""
        self._path, self._offsets = path, offsets

    def __len__(self) -> int:
        """Count the items that have a row."""
        return len(self._offsets)

    def beside(self, items: Iterable[Item]) -> Iterator[tuple[Item, Run | None]]:
        """Give each item with its row, or None where it has none, in the order of the items."""
        with self._path.open("rb") as file:
            for item in items:
                offset = self._offsets.get(item.id)
                if offset is None:
                    yield item, None
                    continue
                file.seek(offset)
                yield item, from_json(file.readline(), Run, place=f"{self._path}, byte {offset}")


def replies_of(run: RunFolder) -> Replies:
    """Index a run's replies and check them against the bench.

    Raises:
        InvalidRecord: A row is unreadable, of an unknown item, or an item has two; all faults are named at once.
    """
    path = run.folder / "replies.jsonl"
    known = {item.id for item in run.bench.items()}
    faults: list[str] = []
    offsets: dict[str, int] = {}
    numbers: dict[str, int] = {}
    for line in _lines(path, faults):
        item = line.run.item
        if item not in known:
            faults.append(f"line {line.number}: item {item!r} is not in the bench")
        elif item in numbers:
            faults.append(f"line {line.number}: item {item!r} has a reply in line {numbers[item]} already")
        else:
            numbers[item], offsets[item] = line.number, line.offset
    if faults:
        raise InvalidRecord(f"{path}: {_listed(faults)}; give one row an item of {run.bench.folder}, or ask again")
    return Replies(path, offsets)


def _lines(path: Path, faults: list[str]) -> Iterator[Line]:
    """Read the rows; what is not one is added to the faults."""
    if not path.is_file():
        raise InvalidRecord(f"{path}: no such file; run evidoc ask first")
    offset = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                try:
                    yield Line(number, offset, from_json(line, Run, place=f"line {number}"))
                except InvalidRecord as error:
                    faults.append(str(error).replace("; see docs/reference/formats", ""))
            offset += len(line)


def _listed(faults: list[str]) -> str:
    more = len(faults) - _SHOWN_FAULTS
    return "; ".join(faults[:_SHOWN_FAULTS]) + (f"; and {more} more faults" if more > 0 else "")
