"""Link documents whose tables have the same columns, so that rows of one can be set against rows of the other.

Two tables go together if their column headings, without numbers, units in brackets and case, have `threshold` or more in
common (shared ÷ all) and at least `least` are shared. A pair of documents has its best pair of tables as tie; each
document keeps its `top` best partners after it in the corpus. Source: X-13, SD-108.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from evidoc.errors import UsageError
from evidoc.linking._chunks import Chunk, chunks
from evidoc.linking._job import Job
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.groups import LinkedGroup, Tie

_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Schema:
    """The columns of one table: its document and block, and its headings folded."""

    document: str
    block: int
    columns: frozenset[str]


def link(
    corpus: Corpus, job: Job | None = None, *, threshold: float = 0.5, least: int = 3, top: int = 3
) -> Iterator[LinkedGroup]:
    """Give pairs of documents with tables of the same columns, by the first one's place in the corpus, best partner first.

    Raises:
        UsageError: An option is outside what it can mean.
    """
    if not (0 < threshold <= 1 and least >= 1 and top >= 1):
        said = f"threshold={threshold}, least={least}, top={top}"
        raise UsageError(f"cannot compare columns with {said}; threshold is in (0, 1], the others are at least 1")
    job = job or Job()
    schemas: list[Schema] = []
    for chunk in job.run(_read_chunk, chunks(corpus)):
        for document, found in chunk:
            wide = [schema for schema in found if len(schema.columns) >= least]
            schemas += wide
            if not wide:
                job.leave_out(document, "no_table_with_enough_columns" if found else "no_table")
    job.counts["tables_compared"] += len(schemas)
    best = _best_tables(schemas, threshold=threshold, least=least)
    yield from _top(best, list(corpus.ids), top=top, by=job.name or "schemas")


def schemas_of(document: Document) -> tuple[Schema, ...]:
    """Give the columns of each table of a document; the column of row headings counts as one if it has a heading."""
    return tuple(
        Schema(document.id, block.id, columns_of([block.table.column_header(at) for at in range(block.table.columns)]))
        for block in document.blocks
        if block.kind == "table" and block.table is not None
    )


def columns_of(headings: list[str]) -> frozenset[str]:
    """Give column headings as a set: case, numbers and what stands in brackets folded away; those without words left out."""
    folded = (" ".join(_WORD.findall(_BRACKETS.sub(" ", heading).casefold())) for heading in headings)
    return frozenset(heading for heading in folded if heading)


def _read_chunk(chunk: Chunk) -> list[tuple[str, tuple[Schema, ...]]]:
    return [(document.id, schemas_of(document)) for document in chunk.documents()]


_Best = dict[tuple[str, str], tuple[float, Schema, Schema]]


def _best_tables(schemas: list[Schema], *, threshold: float, least: int) -> _Best:
    """Give the best pair of tables for each pair of documents.

    Tables that go together share one of their rarest headings, so that only those are looked up: of n headings, the
    n - ⌈threshold · n⌉ + 1 rarest (Chaudhuri et al., ICDE 2006).
    """
    often = Counter(column for schema in schemas for column in schema.columns)
    having: dict[str, list[Schema]] = defaultdict(list)
    best: _Best = {}
    for schema in schemas:
        rarest = sorted(schema.columns, key=lambda column: (often[column], column))
        rarest = rarest[: len(rarest) - math.ceil(threshold * len(rarest) - 1e-9) + 1]
        near = {(other.document, other.block): other for column in rarest for other in having[column]}
        for _, other in sorted(near.items()):
            _compare(other, schema, best, threshold=threshold, least=least)
        for column in rarest:
            having[column].append(schema)
    return best


def _compare(first: Schema, second: Schema, best: _Best, *, threshold: float, least: int) -> None:
    shared = len(first.columns & second.columns)
    score = shared / len(first.columns | second.columns)
    if first.document == second.document or shared < least or score < threshold:
        return
    known = best.get((first.document, second.document))
    if known is None or (score, -first.block, -second.block) > (known[0], -known[1].block, -known[2].block):
        best[first.document, second.document] = (score, first, second)


def _top(best: _Best, ids: list[str], *, top: int, by: str) -> Iterator[LinkedGroup]:
    place = {document: at for at, document in enumerate(ids)}
    ordered = sorted(best.items(), key=lambda found: (place[found[0][0]], -found[1][0], place[found[0][1]]))
    used: Counter[str] = Counter()
    for documents, (score, first, second) in ordered:
        used[documents[0]] += 1
        if used[documents[0]] <= top:
            shared = "; ".join(sorted(first.columns & second.columns))
            ties = (Tie(kind="schema", text=shared, document=schema.document, block=schema.block) for schema in (first, second))
            yield LinkedGroup(documents=documents, score=round(score, 9), by=by, rationale=tuple(ties))
