"""The item of a drawn instance: its answer, its evidence, its measures, and the record that its answer can be derived from.

Source: DH-20, DH-54, DH-62, DH-65.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

from evidoc.answers.counted import tolerance_of
from evidoc.kit import Kit
from evidoc.recipes.dochop._evidence import Sources, evidence_of
from evidoc.recipes.dochop._ground import DECIMALS, Question
from evidoc.recipes.dochop._instance import Instance, unused_panels
from evidoc.recipes.dochop._kept import WRITTEN_POOL
from evidoc.recipes.dochop._panels import panels_of
from evidoc.recipes.dochop._pools_model import Written
from evidoc.recipes.dochop._prompts import contract
from evidoc.recipes.dochop._trees import depth_of
from evidoc.recipes.dochop._unit import Unit
from evidoc.records.item import Answer, AnswerKind, Construction, ContextDocument, Evidence, Item, Measures, Slot, Task
from evidoc.records.record import content_id, to_json

_VERIFIED = (  # of every instance that is given; the reasons of those that fail are in `given_up`
    "executed on the tables, every node has its target",
    "every entity off every border by the reading margin",
    "the text leaks nothing and reads back to the tree",
    "the label is defined once and shares no word with a name",
    "the answer depends on the label",
    "the page is drawn so that every value can be read",
)
_KINDS: dict[str, tuple[AnswerKind, str]] = {
    "entity": ("text", "exact"),
    "timestamp": ("text", "exact"),
    "group": ("text", "exact"),
    "entity_list": ("set", "list"),
    "ordered_list": ("list", "list(mode='sequence')"),
    "number": ("number", "number"),
    "integer": ("number", "number"),
    "yes_no": ("yes_no", "yes_no"),
}


def item_of(unit: Unit, sources: Sources, *, recipe: str, origin: Sequence[Slot]) -> Item:
    """Give the item of a drawn instance; `origin` has the slots of `origin_of`."""
    instance, document = sources.instance, sources.document
    question, evidence, unused = instance.question, evidence_of(sources), unused_panels(instance)
    kind, scorer = _KINDS[question.answer_type]
    answer = _answer(question, kind)
    return Item(
        id=content_id("i", question.text, answer, document.id),
        question=question.text,
        answer=answer,
        evidence=evidence,
        documents=(ContextDocument(id=document.id),),
        task=Task(family="dochop", group=question.sort, subtask=question.template, category=question.category),
        measures=_measures(instance, evidence, unused=len(unused)),
        scorer=scorer,
        contract=contract(instance.pool.language),
        language=instance.pool.language,
        construction=Construction(
            recipe=recipe,
            unit=unit.id,
            template=question.template,
            slots=_slots(sources, origin=origin, unused=unused),
            trace=tuple(
                f"node {number}: {', '.join(names) or '(none)'}" for number, names in enumerate(instance.trace.satisfied)
            ),
        ),
    )


def origin_of(unit: Unit, kit: Kit, *, written: Written | None, picture: bytes | None) -> tuple[Slot, ...]:
    """Keep from what an item can be made anew, and the hash of its picture where one was drawn; its PDF's is the document's."""
    seed = () if kit.seed is None else (Slot(name="seed", value=str(kit.seed)),)
    hashed = () if picture is None else (Slot(name="picture", value=hashlib.sha256(picture).hexdigest()),)
    return (*seed, Slot(name="unit", value=to_json(unit).decode()), *_written_slots(written), *hashed)


def _answer(question: Question, kind: AnswerKind) -> Answer:
    counted = question.answer_type == "integer"
    return Answer(
        kind=kind,
        value=question.answer,
        unit=question.unit if kind == "number" else "",
        decimals=None if kind != "number" or counted else DECIMALS,
        tolerance=tolerance_of("count" if counted else "measure") if kind == "number" else None,
    )


def _measures(instance: Instance, evidence: Sequence[Evidence], *, unused: int) -> Measures:
    return Measures(
        hops=max(entry.hop for entry in evidence) + 1,
        depth=depth_of(instance.trace.tree),
        charts=len(panels_of(instance.trace.schemas)),
        charts_unused=unused,
        entities=len(instance.trace.schemas[0].entities),
        sources=len({entry.block for entry in evidence}),
        modality="multimodal",
        file_type="pdf",
        answer_type=instance.question.answer_type,
        reasoning="reasoning",
        scenario="Single-Doc",
        pages_spanned=1,
    )


def _slots(sources: Sources, *, origin: Sequence[Slot], unused: Sequence[str]) -> tuple[Slot, ...]:
    """Keep all that the instance follows from, so that anybody can derive its answer anew (DH-62)."""
    instance, drawn = sources.instance, sources.drawn
    question, trace = instance.question, instance.trace
    given_up = Counter(instance.given_up)
    return (
        Slot(name="pool", value=instance.pool.id),
        *origin,
        Slot(name="genre", value=instance.narrative.genre),
        Slot(name="label", value=instance.label.name),
        Slot(name="narrator", value=instance.narrator),
        Slot(name="tables_by", value="; ".join(trace.table_sources)),
        Slot(name="members", value="; ".join(trace.final)),
        Slot(name="text_size", value=f"{drawn.page.size:g}"),
        Slot(name="page", value=drawn.page.template),
        Slot(name="chart_types", value=drawn.types),
        Slot(name="charts_unused", value="; ".join(unused)),
        Slot(name="verified", value="; ".join(_VERIFIED)),
        Slot(name="given_up", value="; ".join(f"{reason} {count}" for reason, count in sorted(given_up.items()))),
        Slot(name="question", value=to_json(question.slots).decode()),
        Slot(name="schemas", value=to_json(trace.schemas).decode()),
        Slot(name="tree", value=to_json(trace.tree).decode()),
        Slot(name="tables", value=to_json(trace.tables).decode()),
    )


def _written_slots(written: Written | None) -> tuple[Slot, ...]:
    """Keep a pool that a model wrote, and what was wrong with one that it wrote before."""
    if written is None:
        return ()
    refused = f", after one with faults: {'; '.join(written.refused)}" if written.refused else ""
    by = Slot(name="pool_by", value=f"{written.by}{refused}")
    return (Slot(name=WRITTEN_POOL, value=to_json(written.pool).decode()), by)
