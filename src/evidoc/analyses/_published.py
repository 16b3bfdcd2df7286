"""What a paper says of its own questions and of other benchmarks: reference data, read from `published/` and never recomputed.

Source: DHQ-102; tables 1, 2, 4 and 15 of DocHop-QA.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import cast

from evidoc.records.analysis import Cell, StatsTable
from evidoc.records.record import Record


class Concept(Record, frozen=True, kw_only=True):
    """A kind of question of DocHop-QA: how many the paper has, the snippets of each, and the parts of its reasoning."""

    code: str
    type: str
    subtype: str
    items: int
    snippets: int
    depth: int


@lru_cache(maxsize=1)
def concepts() -> tuple[Concept, ...]:
    """Give the concepts, in the paper's order."""
    rows = cast("list[dict[str, object]]", _read("dochop_qa")["concepts"])
    return tuple(Concept(**row) for row in rows)  # type: ignore[arg-type]  # a file of ours; a test reads every row


@lru_cache(maxsize=1)
def table_origins() -> dict[str, tuple[int, ...]]:
    """Give the tables of each table concept by the eight tags, in the order of the tags."""
    columns = cast("dict[str, list[int]]", _read("dochop_qa")["table_origins"])
    return {code: tuple(counts) for code, counts in columns.items()}


def beside(name: str, own: tuple[Cell, ...]) -> StatsTable:
    """Give a table of benchmarks, `kinds` or `reasoning`, with the row of this one at its end."""
    read = cast("dict[str, str | list[str] | list[list[Cell]]]", _read("benchmarks")[name])
    rows = cast("list[list[Cell]]", read["rows"])
    return StatsTable(
        name=f"benchmarks_{name}",
        title=str(read["title"]),
        header=tuple(cast("list[str]", read["header"])),
        rows=(*map(tuple, rows), own),
    )


def in_order(kinds: Iterable[str]) -> list[str]:
    """Put kinds of questions in order, each once: the paper's concepts as it has them, then the others by name."""
    places = {concept.code: place for place, concept in enumerate(concepts())}
    return sorted(set(kinds), key=lambda kind: (places.get(kind, len(places)), kind))


@lru_cache(maxsize=4)
def _read(name: str) -> dict[str, object]:
    return tomllib.loads(files("evidoc.analyses").joinpath(f"published/{name}.toml").read_text(encoding="utf-8"))
