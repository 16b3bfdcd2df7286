"""An item of what was asked, found and answered. Source: DHQ-53, DHQ-65, DHQ-69, DHQ-99, DHQ-100."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from evidoc.recipes.dochop_qa._concepts import Concept
from evidoc.recipes.dochop_qa._failures import Failure
from evidoc.recipes.dochop_qa._fan import single_or_multi
from evidoc.recipes.dochop_qa._gold import Gold
from evidoc.recipes.dochop_qa._question import Question
from evidoc.recipes.dochop_qa._snippets import Snippet, evidence_of
from evidoc.recipes.dochop_qa._unit import Unit
from evidoc.records.corpus import Corpus
from evidoc.records.entities import entities_of
from evidoc.records.item import Answer, Construction, ContextDocument, Evidence, Item, Measures, Slot, Task
from evidoc.records.record import content_id

RECIPE = "dochop_qa@2"
SCORER = "rouge_bleu"
_SLOTS = ("first", "second", "third")  # names by which the check `duplicate` tells questions apart
_CONTRACT = "Answer in one paragraph of about 100 words, from the documents alone; answer every part of the question."


@dataclass(frozen=True, slots=True)
class Chosen:
    """All that makes an item of a unit: the concept as it turned out, question, snippets, answer, notes and failures."""

    concept: Concept
    question: Question
    snippets: tuple[Snippet, ...]
    gold: Gold
    notes: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    failures: tuple[Failure, ...] = ()


def item_of(unit: Unit, chosen: Chosen, corpus: Corpus) -> Item:
    """Give the item.

    Raises:
        Reject: `no_box` where a snippet stands on no page.
    """
    concept, snippets = chosen.concept, chosen.snippets
    evidence = evidence_of(snippets, corpus)
    answer = Answer(kind="text", value=chosen.gold.text)
    return Item(
        id=content_id("i", chosen.question.text, answer, evidence),
        question=chosen.question.text,
        answer=answer,
        evidence=evidence,
        documents=tuple(ContextDocument(id=document) for document in unit.documents),
        task=Task(
            family="dochop_qa", group=concept.type, subtask=concept.subtype, category=concept.pattern, concept=concept.code
        ),
        measures=_measures(unit, chosen, evidence, corpus),
        scorer=SCORER,
        contract=_CONTRACT,
        authority=chosen.gold.authority,
        construction=Construction(
            recipe=RECIPE,
            unit=unit.id,
            template=concept.form,
            slots=(*_filled(chosen.question), *_facts(unit, chosen), *chosen.slots),
            trace=(*chosen.notes, *_hops(snippets), chosen.gold.step),
        ),
        verdicts=tuple(failure.verdict for failure in chosen.failures),
    )


def _measures(unit: Unit, chosen: Chosen, evidence: Sequence[Evidence], corpus: Corpus) -> Measures:
    crucial = [entry for entry in evidence if entry.role == "crucial"]
    documents = {entry.document for entry in crucial}
    scenario: Literal["Multi (1-Gold)", "Multi (N-Gold)"] = "Multi (1-Gold)" if len(documents) == 1 else "Multi (N-Gold)"
    return Measures(
        hops=len(chosen.snippets),
        depth=chosen.concept.depth,
        entities=len(entities_of([corpus[document] for document in unit.documents])),
        sources=len({(entry.document, entry.block) for entry in crucial}),
        modality=unit.modality,
        answer_length=len(chosen.gold.text),
        reasoning="reasoning",
        scenario=scenario,
        pages_spanned=len({(entry.document, box.page) for entry in crucial for box in entry.boxes}),
    )


def _filled(question: Question) -> Iterator[Slot]:
    return (Slot(name=name, value=value) for name, value in zip(_SLOTS, question.slots, strict=False))


def _facts(unit: Unit, chosen: Chosen) -> Iterator[Slot]:
    yield Slot(name="pairing_mode", value="citation_table" if unit.anchor else "similarity")
    yield Slot(name="pairing_score", value=f"{unit.score:.6f}")
    yield Slot(name="single_or_multi", value=single_or_multi(chosen.snippets))
    if unit.anchor:
        yield Slot(name="anchor", value=unit.anchor)
        yield Slot(name="reference", value=unit.reference)
    if unit.anchor == "text":
        yield Slot(name="citing_block", value=str(unit.block))
    if unit.row is not None:
        yield Slot(name="marker", value=f"row {unit.row}, column {unit.column}")
    for hop, snippet in enumerate(chosen.snippets):
        yield Slot(name=f"hop.{hop}.route", value=snippet.route)
        if snippet.score is not None:
            yield Slot(name=f"hop.{hop}.score", value=f"{snippet.score:.6f}")


def _hops(snippets: Iterable[Snippet]) -> Iterator[str]:
    for hop, snippet in enumerate(snippets):
        score = "" if snippet.score is None else f" at {snippet.score:.4f}"
        function = f"{snippet.function}, " if snippet.function else ""
        yield f"hop {hop}: {function}{snippet.route}{score}, {snippet.segment.name}"
