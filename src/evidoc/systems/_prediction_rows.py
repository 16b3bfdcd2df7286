"""The lines of a file of predictions: read, checked all at once, and found again by their place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.errors import EvidocError, InvalidRecord
from evidoc.records.record import Record, from_json
from evidoc.systems._citations import GivenCitation, check_citations
from evidoc.systems._scores import EntityScores

MOST_NAMED = 20  # faults or items that a message names one by one
_FIELDS = "item, text, citations and scores"
_OF_CITATIONS = f" with {', '.join(GivenCitation.__struct_fields__)}"
_NO_NUMBER = re.compile(rb"(?<![\w\"])-?(?:NaN|Infinity|inf|nan)\b(?!\")")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Prediction(Record, frozen=True, kw_only=True):
    """One line of the file: the item, and its text with regions where there are some, or the scores of its entities."""

    item: str
    text: str | None = None
    citations: tuple[GivenCitation, ...] = ()
    scores: EntityScores | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Where an item's prediction stands: the number of its line, its place in bytes, and whether it has scores."""

    number: int
    place: int
    has_scores: bool


def lines_of(path: Path) -> dict[str, Line]:
    """Read all lines of a file and give where each item's is.

    Raises:
        InvalidRecord: Lines are malformed or an item is predicted twice; all are named at once.
    """
    found: dict[str, Line] = {}
    faults: list[str] = []
    for number, place, line in _lines(path):
        try:
            prediction = from_json(line, Prediction, place=f"line {number}")
            _check(prediction)
        except EvidocError as error:
            faults.append(_fault(number, line, error))
            continue
        known = found.get(prediction.item)
        if known is not None:
            faults.append(f"line {number}: item {prediction.item!r} was predicted on line {known.number} already; leave one out")
            continue
        found[prediction.item] = Line(number, place, prediction.scores is not None)
    refuse(path, faults)
    return found


def prediction_at(path: Path, line: Line) -> Prediction:
    """Read one line again."""
    with path.open("rb") as file:
        file.seek(line.place)
        return from_json(file.readline().removeprefix(_BYTE_ORDER_MARK), Prediction, place=f"{path}: line {line.number}")


def refuse(path: Path, faults: Sequence[str]) -> None:
    """Name the faults of a file, if it has any; those of one kind are named once, with the first of their lines.

    Raises:
        InvalidRecord: It has some.
    """
    if not faults:
        return
    alike: dict[str, list[str]] = {}
    for fault in faults:
        where, _, what = fault.partition(": ")
        alike.setdefault(what, []).append(where)
    lines = [f"{where}{f' and {len(others)} others' if others else ''}: {what}" for what, (where, *others) in alike.items()]
    named = "\n  ".join(lines[:MOST_NAMED])
    more = f"\n  and {len(lines) - MOST_NAMED} more" if len(lines) > MOST_NAMED else ""
    count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    raise InvalidRecord(f"{path}: {count}; correct these lines:\n  {named}{more}")


def _lines(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """Give each line that has something: its number, its place in bytes, and itself."""
    place = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, place, line.removeprefix(_BYTE_ORDER_MARK)
            place += len(line)


def _check(prediction: Prediction) -> None:
    if prediction.text is None and prediction.scores is None:
        raise InvalidRecord("neither text nor scores; give the answer as text, or scores of the entities")
    if prediction.text is not None and prediction.scores is not None:
        raise InvalidRecord("both text and scores; leave the text out, as the indices follow from the scores")
    if prediction.citations and prediction.scores is not None:
        raise InvalidRecord("both citations and scores; regions go with text, scores name entities")
    check_citations(prediction.citations)


def _fault(number: int, line: bytes, error: EvidocError) -> str:
    said = str(error).split("; see docs")[0]
    no_number = _NO_NUMBER.search(line) if "JSON is malformed" in said else None
    if no_number is not None:
        wrong = no_number[0].decode()
        return f"line {number}: {wrong} is no number in JSON; give finite numbers, and null as the score of what was not shown"
    if "unknown field `indices`" in said:
        return f'{said}; give indices as text, such as "[3, 7]", or the scores that they follow from, not both'
    if "unknown field" in said:
        return f"{said}; the fields are {_FIELDS}, a citation's{_OF_CITATIONS.removeprefix(' with')}"
    return said if said.startswith("line ") else f"line {number}: {said}"
