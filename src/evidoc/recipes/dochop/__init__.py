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
from evidoc.kit import Kit, Remembered
from evidoc.recipes import Brought
from evidoc.recipes.dochop._drawing import Drawn, draw
from evidoc.recipes.dochop._evidence import Sources, evidence_of
from evidoc.recipes.dochop._ground import Category, Question
from evidoc.recipes.dochop._instance import Instance, build_instance
from evidoc.recipes.dochop._kept import WRITTEN_POOL
from evidoc.recipes.dochop._mistakes import mistake_in as mistake_in
from evidoc.recipes.dochop._mistakes import reply_with_mistakes as reply_with_mistakes
from evidoc.recipes.dochop._pools import pools
from evidoc.recipes.dochop._pools_model import Written, write_pools
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
_DOMAINS = (
    "museums", "ferry lines", "orchards", "language schools", "bicycle sharing", "fish markets", "observatories", "theatres",
    "sawmills", "ambulance stations", "cable cars", "botanical gardens", "printing houses", "ski resorts", "beekeeping",
    "youth hostels",
)  # fmt: skip
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
_POOLS: Remembered[dict[tuple[str, tuple[str, ...]], tuple[Written, ...]]] = Remembered(most=2)  # by the model that wrote them
_TOLERANCE = Tolerance(absolute=0.001, relative=0.01)  # DH-65: of decimals; whole numbers are exact


def plan(  # noqa: PLR0913  (the grid and its size are what a spec string binds)
    corpus: Corpus,
    *,
    wanted: int = 100,
    categories: Sequence[Category] = CATEGORIES,
    depths: Sequence[int] = DEPTHS,
    charts: Sequence[int] = CHART_COUNTS,
    language: str = "en",
    written_pools: int = 0,
    domains: Sequence[str] = (),
) -> Iterator[Unit]:
    """Plan instances evenly over category × depth × charts (DH-50); `wanted` is how many are to be kept.

    Names come from the bundled pools, or from pools that the writer writes: one of each of the `domains`, or of so many
    domains as `written_pools` says. More are planned then, because a pool that is refused gives no instance.

    Raises:
        UnknownName: A category is none of DocHop's.
        UsageError: A depth or number of charts that instances do not have, a language without pools, or too many pools.
    """
    for category in categories:
        if category not in CATEGORIES:
            raise UnknownName(category, kind="question category", known=CATEGORIES)
    _refuse(depths, DEPTHS, what="depth")
    _refuse(charts, CHART_COUNTS, what="number of charts")
    _pools_in(language)
    cells = cells_of(categories, depths, charts)
    topics = _topics(written_pools, domains)
    each = math.ceil(wanted / max(1, len(cells))) * max(1, len(topics)) + _SPARE
    yield from units_of(cells, each=each, language=language, domains=topics)


def make(  # noqa: PLR0913  (a unit, what it is made with, and how)
    unit: Unit,
    corpus: Corpus,
    kit: Kit,
    *,
    dpi: int = 300,
    data: bool = False,
    written_pools: int = 0,
    domains: Sequence[str] = (),
) -> Brought:
    """Make one instance with its page.

    The page is drawn as PNG at `dpi` into the bench's `images`; 0 leaves that out. `data` puts the charts' values into
    the document, so that systems that read text can answer; the task is then another.

    Raises:
        Reject: `no_question`, `undrawable`, `pool_refused` where the writer's pool has faults, or the reason of a pool or
            gate, after many tries.
        UsageError: Pools are to be written, and there is no writer.
    """
    written = _written(unit, kit, domains=_topics(written_pools, domains)) if unit.domain else None
    instance, drawn = _instance(unit, kit, written=written)
    document = _document(unit, drawn_page=drawn.page, data=data)
    item = _item(unit, Sources(instance, drawn, document), written=written)
    assert document.pages_source is not None, "a drawn page has a source"
    files = {document.pages_source.sha256: drawn.page.pdf}
    return Brought(item, (document,), files=files, pictures=_pictures(drawn.page, document, dpi=dpi) if dpi else {})


def _topics(written_pools: int, domains: Sequence[str]) -> tuple[str, ...]:
    """Give the domains of which pools are to be written."""
    if domains:
        return tuple(dict.fromkeys(domains))
    if not 0 <= written_pools <= len(_DOMAINS):
        raise UsageError(f"{written_pools} written pools; it may be 0 to {len(_DOMAINS)}, or name their domains")
    return _DOMAINS[:written_pools]


def _written(unit: Unit, kit: Kit, *, domains: tuple[str, ...]) -> Written:
    """Have the writer write the pool of a unit, after those of the domains before it, which it must not be like."""
    writer = kit.model("writer")
    if writer is None:
        raise UsageError(f"a pool of names about {unit.domain} is to be written, and there is no writer; give --writer MODEL")
    upto = domains[: domains.index(unit.domain) + 1]
    known = _POOLS.of(writer, dict)
    asked = (unit.language, upto)
    if asked not in known:
        known[asked] = write_pools(writer, upto, language=unit.language)
    found = known[asked][-1]
    if found.pool is None:
        raise Reject("pool_refused", f"{unit.domain}: {'; '.join(found.reasons)} ({found.by})")
    return found


def _instance(unit: Unit, kit: Kit, *, written: Written | None) -> tuple[Instance, Drawn]:
    """Build and draw an instance, another one where it cannot be drawn so that it can be read (DH-61)."""
    last = Reject("undrawable")
    among = _pools_in(unit.language) if written is None or written.pool is None else (written.pool,)
    for _ in range(_INSTANCES):
        instance = build_instance(unit, among, kit)
        try:
            return instance, draw(instance, kit.rng)
        except Reject as reject:
            last = reject
    raise last


def _document(unit: Unit, *, drawn_page: OnePage, data: bool) -> Document:
    return page_document(drawn_page, name=f"{unit.id}.pdf", licence="CC0-1.0", with_data=data)


def _pictures(page: OnePage, document: Document, *, dpi: int) -> dict[str, bytes]:
    return {f"{document.id}.png": page_picture(page, dpi=dpi).png}


def _item(unit: Unit, sources: Sources, *, written: Written | None) -> Item:
    instance, document = sources.instance, sources.document
    question, evidence = instance.question, evidence_of(sources)
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
        construction=_construction(unit, sources, written=written),
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


def _construction(unit: Unit, sources: Sources, *, written: Written | None) -> Construction:
    """Keep all that the instance follows from, so that anybody can derive its answer anew (DH-62)."""
    instance, drawn = sources.instance, sources.drawn
    question, trace = instance.question, instance.trace
    return Construction(
        recipe=RECIPE,
        unit=unit.id,
        template=question.template,
        slots=(
            Slot(name="pool", value=instance.pool.id),
            *_pool_slots(written),
            Slot(name="genre", value=instance.narrative.genre),
            Slot(name="label", value=instance.label.name),
            Slot(name="narrator", value=instance.narrator),
            Slot(name="tables_by", value="; ".join(trace.table_sources)),
            Slot(name="members", value="; ".join(trace.final)),
            Slot(name="text_size", value=f"{drawn.page.size:g}"),
            Slot(name="page", value=drawn.page.template),
            Slot(name="chart_types", value=drawn.types),
            Slot(name="question", value=to_json(question.slots).decode()),
            Slot(name="schemas", value=to_json(trace.schemas).decode()),
            Slot(name="tree", value=to_json(trace.tree).decode()),
            Slot(name="tables", value=to_json(trace.tables).decode()),
        ),
        trace=tuple(f"node {number}: {', '.join(names) or '(none)'}" for number, names in enumerate(trace.satisfied)),
    )


def _pool_slots(written: Written | None) -> tuple[Slot, ...]:
    """Keep a pool that a model wrote, and what was wrong with one that it wrote before."""
    if written is None:
        return ()
    refused = f", after one with faults: {'; '.join(written.refused)}" if written.refused else ""
    by = Slot(name="pool_by", value=f"{written.by}{refused}")
    return (Slot(name=WRITTEN_POOL, value=to_json(written.pool).decode()), by)


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
