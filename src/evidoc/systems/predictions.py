"""Predictions made elsewhere, one a line of a file: `predictions:file.jsonl`.

A line has a text, or the scores that a classifier gave the item's entities; `predictions:file.jsonl(threshold=0.3)` says from
which probability on an entity is named, and `force_nonempty=True` that one always is (DHQ-113, DHQ-116).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from evidoc.errors import InvalidRecord, UsageError
from evidoc.records.corpus import Corpus
from evidoc.records.entities import Entity, entities_of, entity_index
from evidoc.records.item import Item
from evidoc.records.reply import Reply, Response, Truncation
from evidoc.records.store import file_digest
from evidoc.systems._citations import with_tags
from evidoc.systems._prediction_rows import MOST_NAMED, Line, Prediction, lines_of, prediction_at, refuse
from evidoc.systems._scores import Cut, are_probabilities, named_by, read_cut, scores_by_index
from evidoc.systems._settings import SystemSettings

_OPTIONS = re.compile(r"(?P<path>.+)\((?P<options>\s*\w+\s*=.*)\)", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Predictions:
    """A file of predictions, by the line of each item in it, and how scores become indices."""

    name: str
    path: Path
    lines: Mapping[str, Line]
    cut: Cut = Cut()
    inputs: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def respond(self, item: Item, corpus: Corpus) -> Response:
        """Give the prediction of an item; without one the reply is empty.

        Raises:
            InvalidRecord: Its scores do not fit the item's entities, in a file that was opened without a bench.
        """
        line = self.lines.get(item.id)
        if line is None:
            return Response(reply=Reply(status="empty", detail=f"{self.path.name} has no line for this item"))
        prediction = prediction_at(self.path, line)
        if prediction.scores is not None:
            entities = entities_of([corpus[link.id] for link in item.documents])
            return _classified(item, entities, scores_by_index(prediction.scores, entities), self.cut)
        text = with_tags(prediction.text or "", prediction.citations, item=item, corpus=corpus)
        return Response(reply=Reply(text=text, status="answered" if text.strip() else "empty"))

    def scores_of(self, item: Item, entities: Sequence[Entity]) -> dict[int, float] | None:
        """Give an item's scores by index of the entity, or None where it has none."""
        line = self.lines.get(item.id)
        if line is None or not line.has_scores:
            return None
        return scores_by_index(prediction_at(self.path, line).scores or (), entities)


def connect(name: str, *, settings: SystemSettings) -> Predictions:
    """Give the system that a file of predictions is, after reading all of it.

    Raises:
        InvalidRecord: The file is missing, lines are malformed, an item is predicted twice, or scores do not fit the entities
            of their item; all such faults are named at once, with their line numbers.
        UsageError: There are options, and no line has scores.
    """
    path, written = _parted(name)
    cut = read_cut(written)
    if not path.is_file():
        raise InvalidRecord(f"{path}: no such file; give a JSON-lines file with the fields item and text, or item and scores")
    lines = lines_of(path)
    if not lines:
        raise InvalidRecord(
            f"{path}: the file has no line; give one for each item, with the fields item and text, or item and scores"
        )
    has_scores = any(line.has_scores for line in lines.values())
    if written and not has_scores:
        raise UsageError(f"{path}: no line has scores, which ({written}) is for; leave it out")
    inputs = {"threshold": repr(cut.threshold), "force_nonempty": str(cut.force_nonempty).lower()} if has_scores else {}
    return Predictions(
        name=f"predictions:{path.name}{f'({written})' if written else ''}",
        path=path,
        lines=lines,
        cut=cut,
        inputs={"predictions": file_digest(path), **inputs},
        remarks=tuple(_remarks(path, lines, settings)),
    )


def _parted(name: str) -> tuple[Path, str]:
    """Part a file's path from the options behind it; a file that is called so has none."""
    found = None if Path(name).is_file() else _OPTIONS.fullmatch(name)
    return (Path(found["path"]), found["options"].strip()) if found else (Path(name), "")


def _classified(item: Item, entities: Sequence[Entity], scores: Mapping[int, float], cut: Cut) -> Response:
    named = named_by(scores, cut)
    index = entity_index(entities)
    places = (index.get((evidence.document, evidence.block)) for evidence in item.needed)
    lost = sum(place is not None and place not in scores for place in places)
    truncated = Truncation(blocks=len(entities) - len(scores), gold_lost=lost)
    return Response(reply=Reply(text=f"[{', '.join(map(str, named))}]"), truncated=truncated)


def _remarks(path: Path, lines: Mapping[str, Line], settings: SystemSettings) -> Iterator[str]:
    """List the items that the bench has not, count those of the bench that are not predicted, and check the others."""
    if settings.bench is None:
        return
    known = {item.id for item in settings.bench.items()}
    unknown = [item for item in lines if item not in known]
    if unknown:
        named = ", ".join(unknown[:MOST_NAMED]) + (f" and {len(unknown) - MOST_NAMED} more" if unknown[MOST_NAMED:] else "")
        yield f"{path.name}: {len(unknown)} items are not in the bench and were left out: {named}"
    missing = len(known) - (len(lines) - len(unknown))
    if missing:
        yield f"{path.name}: {missing} of {len(known)} items have no line and count as empty"
    given = ((item, lines[item.id]) for item in settings.bench.items() if item.id in lines)
    checked = _Checked()
    for item, line in given:
        checked.take(item, prediction_at(path, line), line, settings.bench.corpus)
    refuse(path, checked.faults)
    yield from checked.remarks(path.name)


class _Checked:
    """What reading every prediction beside its item finds: citations of no page, scores of no entity, entities not shown."""

    def __init__(self) -> None:
        """Find nothing yet."""
        self.faults: list[str] = []
        self._lost: list[str] = []
        self._reversed: list[str] = []
        self._counts: Counter[str] = Counter()
        self._entities = lru_cache(maxsize=64)(_entities)
        self._may_be_logits = False

    def take(self, item: Item, prediction: Prediction, line: Line, corpus: Corpus) -> None:
        """Check one prediction."""
        if prediction.scores is None:
            self._lost += _lost(item, prediction, corpus)
            self._reversed += (f"line {line.number}, {edges}" for edges in _reversed(prediction))
            return
        entities = self._entities(tuple(link.id for link in item.documents), corpus)
        try:
            scores = scores_by_index(prediction.scores, entities)
        except InvalidRecord as error:
            self.faults.append(f"line {line.number}, item {item.id}: {error}")
            return
        not_shown = len(entities) - len(scores)
        self._counts.update(
            items=1, entities=len(entities), not_shown=not_shown, cut_items=int(not_shown > 0), scores=len(scores)
        )
        self._may_be_logits = self._may_be_logits or not are_probabilities(scores.values())

    def remarks(self, name: str) -> Iterator[str]:
        """Say what of it matters."""
        if self._lost:
            yield f"{name}: {len(self._lost)} citations are of no page of their item and hit nothing, the first: {self._lost[0]}"
        if self._reversed:
            yield (
                f"{name}: {len(self._reversed)} citations are reversed or empty boxes and hit nothing, the first: "
                f"{self._reversed[0]}; x0 is the left edge, x1 the right one, y0 the upper one, y1 the lower one"
            )
        count = self._counts
        if count["not_shown"]:
            yield (
                f"{name}: {count['not_shown']} of {count['entities']} entities, in {count['cut_items']} of {count['items']} "
                "items, have no score: the model was never shown them, and they cannot be named"
            )
        if count["scores"] and not self._may_be_logits:
            yield f"{name}: all scores lie between 0 and 1, and are read as logits; give ln(p / (1 - p)) of probabilities p"


def _entities(ids: tuple[str, ...], corpus: Corpus) -> tuple[Entity, ...]:
    return entities_of([corpus[document] for document in ids])


def _lost(item: Item, prediction: Prediction, corpus: Corpus) -> Iterable[str]:
    """Say which citations are of a document that the item has not, or of a page that the document has not."""
    ids = [link.id for link in item.documents]
    for citation in prediction.citations:
        number = citation.document if isinstance(citation.document, int) else _place_of(citation.document, ids)
        if number > len(ids):
            yield f"item {item.id} has {len(ids)} documents, and document {citation.document} is cited"
        elif citation.page > (pages := len(corpus.pages(ids[number - 1]))):
            yield f"item {item.id}: document {citation.document} has {pages} pages, and page {citation.page} is cited"


def _reversed(prediction: Prediction) -> Iterator[str]:
    """Give the edges of citations that make no box."""
    for one in prediction.citations:
        if one.is_reversed:
            yield f"item {prediction.item}: x0={one.x0:g}, y0={one.y0:g}, x1={one.x1:g}, y1={one.y1:g}"


def _place_of(document: str, ids: list[str]) -> int:
    return ids.index(document) + 1 if document in ids else len(ids) + 1
