"""Ask about entities that a text names by conditions on charts: one page, a narrative, two to six charts, one label.

Suits: no corpus; it writes its own documents, from bundled pools of names in English and Chinese.
Tests: conditions in a text, reading of charts, both combined over two to five steps, in six categories of questions.
Answer: names, a number in exact decimals, a period or group, yes or no; by execution of a symbolic trace.
Source: DocHop (DH-01 to DH-62, without DH-44, people's part), its models replaced by repair of tables and a narrator (U-30).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from evidoc.compose.one_page import page_document, page_picture
from evidoc.errors import Reject, UnknownName, UsageError
from evidoc.kit import Kit
from evidoc.recipes import Brought
from evidoc.recipes.dochop._drawing import Drawn, draw
from evidoc.recipes.dochop._evidence import Sources
from evidoc.recipes.dochop._ground import Category
from evidoc.recipes.dochop._instance import Instance, build_instance
from evidoc.recipes.dochop._item import item_of, origin_of
from evidoc.recipes.dochop._mistakes import mistake_in as mistake_in
from evidoc.recipes.dochop._mistakes import reply_with_mistakes as reply_with_mistakes
from evidoc.recipes.dochop._pools import pools
from evidoc.recipes.dochop._pools_model import Written, write_pools
from evidoc.recipes.dochop._question_read import question_fault as question_fault
from evidoc.recipes.dochop._questions import CATEGORIES
from evidoc.recipes.dochop._records import CHART_COUNTS, DEPTHS, Pool
from evidoc.recipes.dochop._unit import Unit, cells_of, units_of
from evidoc.records.corpus import Corpus
from evidoc.records.remembered import Remembered

BRINGS_DOCUMENTS = True
RECIPE = "dochop@2"
_INSTANCES = 4  # built for a unit before it is given up as one that cannot be drawn
_SPARE = 2  # instances planned for a cell beyond its share, in the place of those that fail
_DOMAINS = (
    "museums", "ferry lines", "orchards", "language schools", "bicycle sharing", "fish markets", "observatories", "theatres",
    "sawmills", "ambulance stations", "cable cars", "botanical gardens", "printing houses", "ski resorts", "beekeeping",
    "youth hostels",
)  # fmt: skip
_LEAST_DPI, _MOST_DPI = 36, 600  # below, no word can be read; above, a page has more pixels than pictures may have
_POOLS: Remembered[dict[tuple[str, tuple[str, ...]], tuple[Written, ...]]] = Remembered(most=2)  # by the model that wrote them


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
    dpi: int = 300,
) -> Iterator[Unit]:
    """Plan instances evenly over category × depth × charts (DH-50); `wanted` is how many are to be kept.

    Names come from the bundled pools, or from pools that the writer writes: one of each of the `domains`, or of so many
    domains as `written_pools` says. More are planned then, because a pool that is refused gives no instance.

    Raises:
        UnknownName: A category is none of DocHop's.
        UsageError: A depth or number of charts that instances do not have, a language without pools, too many pools, or pages
            at a `dpi` that none can be drawn or read at.
    """
    for category in categories:
        if category not in CATEGORIES:
            raise UnknownName(category, kind="question category", known=CATEGORIES)
    _refuse(depths, DEPTHS, what="depth")
    _refuse(charts, CHART_COUNTS, what="number of charts")
    _pools_in(language)
    if dpi and not _LEAST_DPI <= dpi <= _MOST_DPI:
        raise UsageError(f"dpi={dpi} is none that pages are drawn at; give {_LEAST_DPI} to {_MOST_DPI}, or 0 for no pictures")
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
    instance, drawn = _drawn(unit, kit, written=written)
    page = drawn.page
    document = page_document(page, name=f"{unit.id}.pdf", licence="CC0-1.0", with_data=data)
    picture = page_picture(page, dpi=dpi).png if dpi else None
    origin = origin_of(unit, kit, written=written, picture=picture)
    item = item_of(unit, Sources(instance, drawn, document), recipe=RECIPE, origin=origin)
    assert document.pages_source is not None, "a drawn page has a source"
    files = {document.pages_source.sha256: page.pdf}
    return Brought(item, (document,), files=files, pictures={f"{document.id}.png": picture} if picture else {})


def needs(*, written_pools: int = 0, domains: Sequence[str] = ()) -> dict[str, str]:
    """Say that pools are written by a model."""
    return {"writer": "to write pools of names"} if _topics(written_pools, domains) else {}


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


def _drawn(unit: Unit, kit: Kit, *, written: Written | None) -> tuple[Instance, Drawn]:
    """Build and draw an instance, another one where it cannot be drawn so that it can be read (DH-61)."""
    last = Reject("undrawable")
    among = _pools_in(unit.language) if written is None or written.pool is None else (written.pool,)
    given_up: list[str] = []
    for _ in range(_INSTANCES):
        instance = build_instance(unit, among, kit)
        given_up += instance.given_up
        try:
            return replace(instance, given_up=tuple(given_up)), draw(instance, kit.rng)
        except Reject as reject:
            last = reject
            given_up.append(reject.reason)
    raise last


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
