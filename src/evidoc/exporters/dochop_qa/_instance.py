"""One instance in the paper's schema. Source: DHQ-04, DHQ-65, DHQ-69, DHQ-72."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidoc.exporters.dochop_qa._labels import Lists
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.geometry import THOUSAND
from evidoc.records.item import Evidence, Item, Verdict
from evidoc.records.licences import may_pass_on
from evidoc.records.record import Record

_NOT_ANSWERABLE = 1  # the lowest mark of completeness: DHQ-72 [D]
_WRITTEN = re.compile(r"^question: written \((?P<model>.+), [^,]+, (?P<prompt>[^,]+)\)$")


class InstanceDocument(Record, frozen=True, kw_only=True):
    """A document of an instance: its id in PubMed Central where it has one, ours, its part, and its licence."""

    pmc_id: str
    id: str
    role: str
    licence: str


class InstanceSnippet(Record, frozen=True, kw_only=True):
    """A snippet: its place in the chain, what it is for, how it was found, where it stands, what it says.

    `boxes` are document and page, from 1, and four edges in thousandths of the page. `section` and `text` are None where the
    document's licence does not let them be passed on; `length` is the text's length in characters all the same.
    """

    hop_index: int
    doc: str
    role: str
    route: str
    score: float | None
    section: tuple[str, ...] | None
    block: int
    boxes: tuple[tuple[int, int, int, int, int, int], ...]
    text: str | None
    length: int


class Generator(Record, frozen=True, kw_only=True):
    """What wrote the question: a model with the hash of its prompt, or this recipe's templates."""

    model: str
    prompt_hash: str


class Passed(Record, frozen=True, kw_only=True):
    """A check that the item went through; `reason` is why it did not pass, or what was noted though it did."""

    gate: str
    passed: bool
    reason: str = ""


class Instance(Record, frozen=True, kw_only=True):
    """A row of `instances.jsonl`.

    `question` and `gold_answer` are made of words of all the documents, so that both are None where one of these may not be
    passed on. `answerable` is what a judge says of the snippets' completeness, None where none was asked (DHQ-72).
    """

    id: str
    concept: str
    type: str
    subtype: str
    pattern: str
    question: str | None
    documents: tuple[InstanceDocument, ...]
    snippets: tuple[InstanceSnippet, ...]
    gold_answer: str | None
    entity_labels: tuple[int, ...]
    bbox_labels: tuple[int, ...]
    single_or_multi: str
    pairing_mode: str
    scores: tuple[float, ...]
    generator: Generator
    gates: tuple[Passed, ...]
    split: str | None = None
    answerable: bool | None = None


def instance_of(item: Item, corpus: Corpus, lists: Lists, *, split: str | None, paper: bool) -> Instance:
    """Give the instance of an item; where any of its documents cannot be passed on, question and answer cannot either."""
    slots = {slot.name: slot.value for slot in item.construction.slots}
    evidence = [entry for entry in item.evidence if entry.role == "crucial"]
    documents = {link.id: corpus[link.id] for link in item.documents}
    snippets = tuple(_snippet(entry, documents[entry.document], slots, item=item) for entry in evidence)
    value = item.answer.value if isinstance(item.answer.value, str) else " ".join(item.answer.value)
    is_free = all(may_pass_on(document) for document in documents.values())
    return Instance(
        id=item.id,
        concept=item.task.concept,
        type=item.task.group,
        subtype=item.task.subtask,
        pattern=item.task.category,
        question=item.question if is_free else None,
        documents=tuple(_document(document, item) for document in documents.values()),
        snippets=snippets,
        gold_answer=value if is_free else None,
        entity_labels=lists.entity_labels(evidence),
        bbox_labels=lists.box_labels(evidence, paper=paper),
        single_or_multi=slots.get("single_or_multi", ""),
        pairing_mode=slots.get("pairing_mode", ""),
        scores=tuple(snippet.score for snippet in snippets if snippet.score is not None),
        generator=_generator(item),
        gates=tuple(Passed(gate=verdict.check, passed=verdict.kept, reason=verdict.reason) for verdict in item.verdicts),
        split=split,
        answerable=_answerable(item.verdicts),
    )


def _answerable(verdicts: Sequence[Verdict]) -> bool | None:
    """Say whether more than nothing of the answer is in the snippets, by the last check; of several judges the first decides."""
    asked = [[mark.value for mark in verdict.marks if mark.name == "completeness"] for verdict in verdicts]
    decided = [marks[0] for marks in asked if marks]
    return decided[-1] > _NOT_ANSWERABLE if decided else None


def _snippet(evidence: Evidence, document: Document, slots: dict[str, str], *, item: Item) -> InstanceSnippet:
    number = next(number for number, link in enumerate(item.documents, 1) if link.id == document.id)
    score = slots.get(f"hop.{evidence.hop}.score")
    is_free = may_pass_on(document)
    return InstanceSnippet(
        hop_index=evidence.hop,
        doc=document.id,
        role=evidence.function,
        route=slots.get(f"hop.{evidence.hop}.route", ""),
        score=None if score is None else float(score),
        section=document.block(evidence.block).section if is_free else None,
        block=evidence.block,
        boxes=tuple(_boxes(evidence, document, number)),
        text=evidence.text if is_free else None,
        length=len(evidence.text),
    )


def _boxes(evidence: Evidence, document: Document, number: int) -> Iterator[tuple[int, int, int, int, int, int]]:
    for box in evidence.boxes:
        x0, y0, x1, y1 = (round(edge) for edge in THOUSAND.write(box, document.pages[box.page]))
        yield number, box.page + 1, x0, y0, x1, y1


def _document(document: Document, item: Item) -> InstanceDocument:
    slots = {slot.value: slot.name for slot in item.construction.slots if slot.name.endswith("_document")}
    role = slots.get(document.id, "")
    if not role and item.task.subtask == "refer_table":
        role = "source" if document.id == item.documents[0].id else "cited"
    return InstanceDocument(
        pmc_id=next((name.split(":", 1)[1] for name in document.identifiers if name.startswith("pmcid:")), ""),
        id=document.id,
        role=role.removesuffix("_document"),
        licence=document.source.licence,
    )


def _generator(item: Item) -> Generator:
    written = next(filter(None, map(_WRITTEN.match, item.construction.trace)), None)
    if written is None:
        return Generator(model=item.construction.recipe, prompt_hash="")
    return Generator(model=written["model"], prompt_hash=written["prompt"])
