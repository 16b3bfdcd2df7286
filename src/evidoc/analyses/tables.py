"""From which sections the tables are that answers rest on, and whether a chain ends with its table or goes on from it.

Source: DHQ-89, DHQ-98; table 15 and section 5.2 of DocHop-QA.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import get_args

from evidoc.analyses._counts import Counted, Counts, share
from evidoc.analyses._published import in_order, table_origins
from evidoc.analyses._snippets import Asked, Survey, stated, survey
from evidoc.linking import SuperSection
from evidoc.records.analysis import Analysis, Cell, StatsTable
from evidoc.records.bench import Bench

_TAGS: tuple[str, ...] = get_args(SuperSection)
_ALL = "all"
_NOTE = (
    "A table counts once for each item that rests on it. Its section is that in which it stands, or for a table in none that of "
    "the first text that refers to it. A chain's table is terminal where the last hop is one, and intermediate where the chain "
    "goes on from it; one that the chain begins with is intermediate too, and counted beside."
)


def analyse(bench: Bench) -> Analysis:
    """Count the tables that items rest on by section, and where in their chains tables stand."""
    found = survey(bench)
    origins = origins_of(found)
    if not origins.rows:
        return Analysis(name="tables", title="Tables", note=_NOTE, left_out=(*found.left_out(), "no item rests on a table"))
    return Analysis(
        name="tables",
        title="Tables that the evidence is from",
        note=_NOTE,
        tables=tuple(_tables(found, origins)),
        figures=(origins.matrix("origins", "Tables by concept and section"),),
        left_out=(*found.left_out(), *_left_out(found)),
    )


def origins_of(found: Survey) -> Counted:
    """Count tables by concept and tag, each once an item."""
    counts: Counts = Counter()
    for asked in found.asked:
        for table in dict.fromkeys(part for snippet in asked.snippets for part in snippet.parts if found.places[part].is_table):
            counts[asked.concept, found.places[table].tag] += 1
    return Counted(counts, in_order(concept for concept, _ in counts), _TAGS, "tables")


def chain_tables(found: Survey) -> Iterator[tuple[str, int, int, int, int]]:
    """Give by concept how many chains have a table, end with one, go on from it, and begin with one; then all together."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for asked in found.asked:
        tables = [found.has_table(snippet) for snippet in asked.snippets]
        if asked.pattern == "chain" and any(tables):
            counts[asked.concept].update({"chains": 1, "ends": int(tables[-1]), "begins": int(tables[0])})
    for concept in in_order(counts):
        yield _row(concept, counts[concept])
    if counts:
        yield _row(_ALL, sum(counts.values(), Counter()))


def _row(name: str, counts: Counter[str]) -> tuple[str, int, int, int, int]:
    return name, counts["chains"], counts["ends"], counts["chains"] - counts["ends"], counts["begins"]


def _tables(found: Survey, origins: Counted) -> Iterator[StatsTable]:
    yield _by_tag("origins", "Sections that tables are from", {concept: origins.row(concept) for concept in origins.rows})
    yield _shares({concept: origins.row(concept) for concept in origins.rows})
    if set(table_origins()) & set(origins.rows):
        yield _by_tag("published_origins", "The same in DocHop-QA (its table 15)", table_origins())
    chains = tuple(chain_tables(found))
    if chains:
        header = ("concept", "chains with a table", "terminal", "intermediate", "of these first")
        yield StatsTable(name="chains", title="Where in their chains tables stand", header=header, rows=chains)


def _by_tag(name: str, title: str, columns: dict[str, tuple[int, ...]]) -> StatsTable:
    """Give counts with a row a tag and a column a concept, and the sums of both."""
    lines = [(tag, [counts[place] for counts in columns.values()]) for place, tag in enumerate(_TAGS)]
    rows: list[tuple[Cell, ...]] = [(tag, *counts, sum(counts)) for tag, counts in lines]
    sums = [sum(counts) for counts in columns.values()]
    return StatsTable(name=name, title=title, header=("section", *columns, _ALL), rows=(*rows, (_ALL, *sums, sum(sums))))


def _shares(columns: dict[str, tuple[int, ...]]) -> StatsTable:
    sums = [sum(counts) for counts in columns.values()]
    rows: list[tuple[Cell, ...]] = []
    for place, tag in enumerate(_TAGS):
        counts = [column[place] for column in columns.values()]
        shares = (share(count, total) for count, total in zip(counts, sums, strict=True))
        rows.append((tag, *shares, share(sum(counts), sum(sums))))
    return StatsTable(
        name="origin_shares", title="The same as shares of each concept", header=("section", *columns, _ALL), rows=tuple(rows)
    )


def _left_out(found: Survey) -> tuple[str, ...]:
    no_table = Counter(asked.family for asked in found.asked if not _rests_on_a_table(asked, found))
    return stated(no_table, "no table among the evidence")


def _rests_on_a_table(asked: Asked, found: Survey) -> bool:
    return any(found.has_table(snippet) for snippet in asked.snippets)
