"""Predictions made elsewhere, one a line of a file: `predictions:file.jsonl`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from evidoc.errors import EvidocError, InvalidRecord
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.record import Record, from_json
from evidoc.records.reply import Reply, Response
from evidoc.systems._citations import GivenCitation, check_citations, with_tags
from evidoc.systems._settings import SystemSettings

_MOST_FAULTS = 20  # faults that a message names one by one
_OF_CITATIONS = f" with {', '.join(GivenCitation.__struct_fields__)}"


class Prediction(Record, frozen=True, kw_only=True):
    """One line of the file: the item, its text, and regions where there are some."""

    item: str
    text: str
    citations: tuple[GivenCitation, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Predictions:
    """A file of predictions, by the place of each item in it."""

    name: str
    path: Path
    places: Mapping[str, int]
    inputs: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def respond(self, item: Item, corpus: Corpus) -> Response:
        """Give the prediction of an item; without one the reply is empty."""
        place = self.places.get(item.id)
        if place is None:
            return Response(reply=Reply(status="empty", detail=f"{self.path.name} has no line for this item"))
        prediction = _at(self.path, place)
        text = with_tags(prediction.text, prediction.citations, item=item, corpus=corpus)
        return Response(reply=Reply(text=text, status="answered" if text.strip() else "empty"))


def connect(name: str, *, settings: SystemSettings) -> Predictions:
    """Give the system that a file of predictions is, after reading all of it.

    Raises:
        InvalidRecord: The file is missing, lines are malformed, or an item is predicted twice; all such
            faults are named at once, with their line numbers.
    """
    path = Path(name)
    if not path.is_file():
        raise InvalidRecord(f"{path}: no such file; give a JSON-lines file with the fields item, text and citations")
    places = _places(path)
    return Predictions(
        name=f"predictions:{path.name}",
        path=path,
        places=places,
        inputs={"predictions": _digest(path)},
        remarks=tuple(_remarks(path, places, settings)),
    )


def _places(path: Path) -> dict[str, int]:
    places: dict[str, int] = {}
    lines: dict[str, int] = {}
    faults: list[str] = []
    for number, place, line in _lines(path):
        try:
            prediction = from_json(line, Prediction, place=f"line {number}")
            check_citations(prediction.citations)
        except EvidocError as error:
            faults.append(_fault(number, error))
            continue
        if prediction.item in lines:
            faults.append(f"line {number}: item {prediction.item!r} was predicted on line {lines[prediction.item]} already")
            continue
        lines[prediction.item] = number
        places[prediction.item] = place
    _refuse(path, faults)
    return places


def _lines(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """Give each line that has something: its number, its place in bytes, and itself."""
    place = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, place, line.removeprefix(b"\xef\xbb\xbf")
            place += len(line)


def _fault(number: int, error: EvidocError) -> str:
    said = str(error)
    if "unknown field" in said:
        return f"{said.split('; see docs')[0]}; the fields are item, text and citations{_OF_CITATIONS}"
    return said.split("; see docs")[0] if said.startswith("line ") else f"line {number}: {said}"


def _refuse(path: Path, faults: list[str]) -> None:
    if not faults:
        return
    named = "\n  ".join(faults[:_MOST_FAULTS])
    more = f"\n  and {len(faults) - _MOST_FAULTS} more" if len(faults) > _MOST_FAULTS else ""
    count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    raise InvalidRecord(f"{path}: {count}; correct these lines:\n  {named}{more}")


def _at(path: Path, place: int) -> Prediction:
    with path.open("rb") as file:
        file.seek(place)
        return from_json(file.readline().removeprefix(b"\xef\xbb\xbf"), Prediction, place=f"{path}: byte {place}")


def _remarks(path: Path, places: Mapping[str, int], settings: SystemSettings) -> Iterator[str]:
    """List the items that the bench has not, and count those of the bench that are not predicted."""
    if settings.bench is None:
        return
    known = {item.id for item in settings.bench.items()}
    unknown = [item for item in places if item not in known]
    if unknown:
        named = ", ".join(unknown[:_MOST_FAULTS]) + (f" and {len(unknown) - _MOST_FAULTS} more" if unknown[_MOST_FAULTS:] else "")
        yield f"{path.name}: {len(unknown)} items are not in the bench and were left out: {named}"
    missing = len(known) - (len(places) - len(unknown))
    if missing:
        yield f"{path.name}: {missing} of {len(known)} items have no line and count as empty"
    given = (item for item in settings.bench.items() if item.id in places)
    lost = [said for item in given for said in _lost(item, _at(path, places[item.id]), settings)]
    if lost:
        yield f"{path.name}: {len(lost)} citations are of no page of their item and hit nothing, the first: {lost[0]}"


def _lost(item: Item, prediction: Prediction, settings: SystemSettings) -> Iterator[str]:
    """Say which citations are of a document that the item has not, or of a page that the document has not."""
    assert settings.bench is not None  # as the caller has seen
    ids = [link.id for link in item.documents]
    for citation in prediction.citations:
        number = citation.document if isinstance(citation.document, int) else _place_of(citation.document, ids)
        if number > len(ids):
            yield f"item {item.id} has {len(ids)} documents, and document {citation.document} is cited"
        elif citation.page > (pages := len(settings.bench.corpus.pages(ids[number - 1]))):
            yield f"item {item.id}: document {citation.document} has {pages} pages, and page {citation.page} is cited"


def _place_of(document: str, ids: list[str]) -> int:
    return ids.index(document) + 1 if document in ids else len(ids) + 1


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
