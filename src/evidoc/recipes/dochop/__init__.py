"""Ask about entities that a text names by conditions on charts: one page, a narrative, two to six charts, one label.

Suits: no corpus; it writes its own documents, from bundled pools of names in English and Chinese.
Tests: conditions in a text, reading of charts, both combined over two to five steps, in six categories of questions.
Answer: names, a number in exact decimals, a period or group, yes or no; by execution of a symbolic trace.
Source: DocHop (DH-01 to DH-75), its models replaced by a constraint solver and a template narrator (U-30).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from evidoc.compose.one_page import OnePage, page_document, page_picture
from evidoc.errors import Reject, UnknownName, UsageError
from evidoc.kit import Kit
from evidoc.recipes import Brought
from evidoc.recipes.dochop._drawing import Drawn, draw
from evidoc.recipes.dochop._evidence import Sources, evidence_of
from evidoc.recipes.dochop._ground import Category, Question
from evidoc.recipes.dochop._instance import Instance, build_instance
from evidoc.recipes.dochop._mistakes import mistake_in as mistake_in
from evidoc.recipes.dochop._mistakes import reply_with_mistakes as reply_with_mistakes
from evidoc.recipes.dochop._pools import pools
from evidoc.recipes.dochop._prompts import contract
from evidoc.recipes.dochop._questions import CATEGORIES
from evidoc.recipes.dochop._records import CHART_COUNTS, DEPTHS, Pool
from evidoc.recipes.dochop._unit import Unit, cells_of, units_of
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.item import Answer, AnswerKind, Construction, ContextDocument, Evidence, Item, Measures, Slot, Task, Tolerance
from evidoc.records.record import content_id, to_json

BRINGS_DOCUMENTS = True
RECIPE = "dochop@1"
_INSTANCES = 4  # built for a unit before it is given up as one that cannot be drawn
_SPARE = 2  # instances planned for a cell beyond its share, in the place of those that fail
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
_TOLERANCE = Tolerance(absolute=0.001, relative=0.01)  # DH-65: of decimals; whole numbers are exact


def plan(  # noqa: PLR0913  (the grid and its size are what a spec string binds)
    corpus: Corpus,
    *,
    wanted: int = 100,
    categories: Sequence[Category] = CATEGORIES,
    depths: Sequence[int] = DEPTHS,
    charts: Sequence[int] = CHART_COUNTS,
    language: str = "en",
) -> Iterator[Unit]:
    """Plan instances evenly over category × depth × charts (DH-50); `wanted` is how many are to be kept.

    Raises:
        UnknownName: A category is none of DocHop's.
        UsageError: A depth or number of charts that instances do not have, or a language without pools.
    """
    for category in categories:
        if category not in CATEGORIES:
            raise UnknownName(category, kind="question category", known=CATEGORIES)
    _refuse(depths, DEPTHS, what="depth")
    _refuse(charts, CHART_COUNTS, what="number of charts")
    _pools_in(language)
    cells = cells_of(categories, depths, charts)
    each = math.ceil(wanted / max(1, len(cells))) + _SPARE
    yield from units_of(cells, each=each, language=language)


def make(unit: Unit, corpus: Corpus, kit: Kit, *, dpi: int = 300, data: bool = False) -> Brought:
    """Make one instance with its page.

    The page is drawn as PNG at `dpi` into the bench's `images`; 0 leaves that out. `data` puts the charts' values into
    the document, so that systems that read text can answer; the task is then another.

    Raises:
        Reject: `no_question`, `undrawable`, or the reason of a pool or gate, after many tries.
    """
    instance, drawn = _instance(unit, kit)
    document = _document(unit, drawn_page=drawn.page, data=data)
    item = _item(unit, instance, document, evidence_of(Sources(instance, drawn, document)), size=drawn.page.size)
    assert document.pages_source is not None, "a drawn page has a source"
    files = {document.pages_source.sha256: drawn.page.pdf}
    return Brought(item, (document,), files=files, pictures=_pictures(drawn.page, document, dpi=dpi) if dpi else {})


def _instance(unit: Unit, kit: Kit) -> tuple[Instance, Drawn]:
    """Build and draw an instance, another one where it cannot be drawn so that it can be read (DH-61)."""
    last = Reject("undrawable")
    for _ in range(_INSTANCES):
        instance = build_instance(unit, _pools_in(unit.language), kit)
        try:
            return instance, draw(instance, kit.rng)
        except Reject as reject:
            last = reject
    raise last


def _document(unit: Unit, *, drawn_page: OnePage, data: bool) -> Document:
    return page_document(drawn_page, name=f"{unit.id}.pdf", licence="CC0-1.0", with_data=data)


def _pictures(page: OnePage, document: Document, *, dpi: int) -> dict[str, bytes]:
    return {f"{document.id}.png": page_picture(page, dpi=dpi).png}


def _item(unit: Unit, instance: Instance, document: Document, evidence: tuple[Evidence, ...], *, size: float) -> Item:
    question = instance.question
    kind, scorer = _KINDS[question.answer_type]
    answer = _answer(question, kind)
    return Item(
        id=content_id("i", question.text, answer, document.id),
        question=question.text,
        answer=answer,
        evidence=evidence,
        documents=(ContextDocument(id=document.id),),
        task=Task(family="dochop", group=question.sort, subtask=question.template, category=question.category),
        measures=_measures(unit, instance, evidence),
        scorer=scorer,
        contract=contract(instance.pool.language),
        language=instance.pool.language,
        construction=_construction(unit, instance, size=size),
    )


def _answer(question: Question, kind: AnswerKind) -> Answer:
    exact = question.answer_type != "number" or "." not in str(question.answer)
    return Answer(
        kind=kind,
        value=question.answer,
        unit=question.unit if kind == "number" else "",
        decimals=None if kind != "number" or question.answer_type == "integer" else 2,
        tolerance=_TOLERANCE if kind == "number" and not exact else None,
    )


def _measures(unit: Unit, instance: Instance, evidence: Sequence[Evidence]) -> Measures:
    return Measures(
        hops=max(entry.hop for entry in evidence) + 1,
        depth=unit.depth,
        charts=unit.charts,
        entities=len(instance.trace.schemas[0].entities),
        sources=len({entry.block for entry in evidence}),
        modality="multimodal",
        file_type="pdf",
        answer_type=instance.question.answer_type,
        reasoning="reasoning",
        scenario="Single-Doc",
        pages_spanned=1,
    )


def _construction(unit: Unit, instance: Instance, *, size: float) -> Construction:
    """Keep all that the instance follows from, so that anybody can derive its answer anew (DH-62)."""
    question, trace = instance.question, instance.trace
    return Construction(
        recipe=RECIPE,
        unit=unit.id,
        template=question.template,
        slots=(
            Slot(name="pool", value=instance.pool.id),
            Slot(name="genre", value=instance.narrative.genre),
            Slot(name="label", value=instance.label.name),
            Slot(name="narrator", value=instance.narrator),
            Slot(name="tables_by", value="; ".join(trace.table_sources)),
            Slot(name="members", value="; ".join(trace.final)),
            Slot(name="text_size", value=f"{size:g}"),
            Slot(name="question", value=to_json(question.slots).decode()),
            Slot(name="schemas", value=to_json(trace.schemas).decode()),
            Slot(name="tree", value=to_json(trace.tree).decode()),
            Slot(name="tables", value=to_json(trace.tables).decode()),
        ),
        trace=tuple(f"node {number}: {', '.join(names) or '(none)'}" for number, names in enumerate(trace.satisfied)),
    )


def _refuse(given: Sequence[int], known: Sequence[int], *, what: str) -> None:
    odd = [number for number in given if number not in known]
    if odd:
        raise UsageError(f"{what} {odd[0]} is none that instances have; give some of {', '.join(map(str, known))}")


@lru_cache(maxsize=8)
def _pools_in(language: str) -> tuple[Pool, ...]:
    found = pools(language)
    if not found:
        known = sorted({pool.language for pool in pools()})
        raise UsageError(f"no pool of names is in {language!r}; there are some in {', '.join(known)}")
    return found
