"""Ask about the numbers of tables and the definitions in texts, by rule, with evidence down to the cell.

Suits: documents in English with tables whose headings tell all numbers apart, and texts that spell out abbreviations.
Tests: value look-up, comparison, sum and difference, yes or no, count, definition.
Answer: a number as printed or computed in exact decimals, yes or no, the name of a row or period, or the words of a definition.
Source: pdfQA (PQ-01 to PQ-36), its language model replaced by templates (U-30).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from evidoc.errors import Reject, UnknownName, UsageError
from evidoc.kit import Kit
from evidoc.recipes import LeftOut
from evidoc.recipes._rewording import reworded
from evidoc.recipes.pdfqa import _arithmetic, _comparison, _count, _definition, _lookup, _yes_no
from evidoc.recipes.pdfqa._draft import Draft
from evidoc.recipes.pdfqa._evidence import definition_evidence, table_evidence
from evidoc.recipes.pdfqa._facts import Fact
from evidoc.recipes.pdfqa._measures import measures_of
from evidoc.recipes.pdfqa._plan import KINDS, sheet_of, suits, units_of
from evidoc.recipes.pdfqa._terms import clear_definitions
from evidoc.recipes.pdfqa._unit import Unit
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.item import Construction, ContextDocument, Evidence, Item, Slot, Task
from evidoc.records.record import content_id

RECIPE = "pdfqa@2"
_DRAFTS = {
    "lookup": _lookup.draft,
    "comparison": _comparison.draft,
    "sum": _arithmetic.draft_sum,
    "difference": _arithmetic.draft_difference,
    "yes_no": _yes_no.draft,
    "count": _count.draft,
}
_KEPT_SLOTS = (
    *("measure", "entity", "period", "unit", "first", "second", "third"),
    *("names", "limit", "threshold", "term", "document"),
)


def plan(corpus: Corpus, *, kinds: Sequence[str] = KINDS, per_document: int = 50, per_block: int = 3) -> Iterator[Unit | LeftOut]:
    """Give the questions that could be asked, document by document, and what gives none; the same corpus gives the same plan.

    `per_block` limits the questions of one kind over one table or paragraph; 50 a document is PQ-15.

    Raises:
        UnknownName: A kind is none of this recipe's.
        UsageError: A limit is negative.
    """
    for name, limit in (("per_document", per_document), ("per_block", per_block)):
        if limit < 0:
            raise UsageError(f"option {name} of recipes.pdfqa is {limit}; give 0 or more")
    for kind in kinds:
        if kind not in KINDS:
            raise UnknownName(kind, kind="kind of question", known=KINDS)
    for document in corpus:
        yield from units_of(document, kinds=kinds, per_document=per_document, per_block=per_block)


def make(unit: Unit, corpus: Corpus, kit: Kit) -> Item:
    """Ask one planned question.

    Raises:
        Reject: `no_box` where a cell is not drawn on a page, `no_fact` where the document has changed since planning.
    """
    document = corpus[unit.document]
    if not suits(document):
        raise Reject("unfit_document")
    item = _of_text(unit, document, kit) if unit.kind == "definition" else _of_table(unit, document, kit)
    return _worded(item, kit)


def _worded(item: Item, kit: Kit) -> Item:
    """Let the writer reword the question, where there is one; the item stays the same item."""
    locked = [slot.value for slot in item.construction.slots if slot.name not in ("operation", "limit", "names")]
    wording = reworded(item.question, locked=locked, kit=kit)
    if not wording.step:
        return item
    construction = replace(item.construction, trace=(*item.construction.trace, wording.step))
    return replace(item, question=wording.question, construction=construction)


def _of_table(unit: Unit, document: Document, kit: Kit) -> Item:
    block = document.block(unit.block)
    sheet = sheet_of(document, block)
    facts = [sheet.at(*cell) for cell in unit.cells]
    draft = _DRAFTS[unit.kind](facts, sheet, along=unit.along, rng=kit.rng)
    evidence = table_evidence(document, block, facts, context=sheet.context, as_one=unit.kind == "count")
    slots = [slot for fact, number in zip(facts, range(1, 4), strict=False) for slot in _fact_slots(fact, number)]
    return _item(unit, document, draft, evidence, slots=slots, reading=[_reading(fact) for fact in facts])


def _of_text(unit: Unit, document: Document, kit: Kit) -> Item:
    if unit.span is None:
        raise Reject("no_span")
    definition = clear_definitions(document).get((unit.block, *unit.span))
    if definition is None:
        raise Reject("no_definition")
    block = document.block(unit.block)
    draft = _definition.draft(definition, document, block, rng=kit.rng)
    evidence = definition_evidence(document, block, unit.span)
    return _item(unit, document, draft, evidence, slots=(), reading=[f"read: {evidence[0].text}"])


def _item(  # noqa: PLR0913
    unit: Unit, document: Document, draft: Draft, evidence: Sequence[Evidence], *, slots: Sequence[Slot], reading: Sequence[str]
) -> Item:
    kept = [Slot(name=name, value=draft.slots[name]) for name in _KEPT_SLOTS if draft.slots.get(name)]
    return Item(
        id=content_id("i", draft.question, draft.answer, tuple(evidence)),
        question=draft.question,
        answer=draft.answer,
        evidence=tuple(evidence),
        documents=(ContextDocument(id=document.id),),
        task=Task(family="pdfqa", category=unit.kind, group=unit.modality, subtask=unit.along),
        measures=measures_of(unit, draft, evidence, document),
        scorer=draft.scorer,
        contract=draft.contract,
        construction=Construction(
            recipe=RECIPE,
            unit=unit.id,
            template=draft.template,
            slots=(Slot(name="operation", value=draft.operation), *kept, *slots),
            trace=(*reading, *draft.steps),
        ),
    )


def _fact_slots(fact: Fact, number: int) -> Iterator[Slot]:
    yield Slot(name=f"row.{number}", value=fact.row_heading)
    yield Slot(name=f"column.{number}", value=fact.column_heading)


def _reading(fact: Fact) -> str:
    return f"row {fact.row}, column {fact.column}, “{fact.row_heading}” by “{fact.column_heading}”: {fact.printed}"
