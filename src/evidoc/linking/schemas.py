"""Link documents whose tables have the same columns, so that rows of one can be set against rows of the other.

Two tables go together if their column headings, without numbers, units in brackets and case, have `threshold` or more in
common (shared ÷ all) and at least `least` are shared. A pair of documents has its best pair of tables as tie; each
document keeps its `top` best partners after it in the corpus. Source: X-13, SD-108.
"""

from __future__ import annotations

import heapq
import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    forms = _forms(schemas, {document: at for at, document in enumerate(corpus.ids)})
    partners = _partners(forms, threshold=threshold, least=least, top=top)
    for _, pairs in sorted(partners.items()):
        for pair in sorted(pairs.values(), key=lambda pair: pair.rank):
            yield _group(pair, by=job.name or "schemas")


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


@dataclass(frozen=True, slots=True)
class _Form:
    """One set of columns: the places of the documents that have a table of it, in order, and the first such table of each."""

    columns: frozenset[str]
    places: tuple[int, ...]
    tables: Mapping[int, Schema]


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two tables that go together, the second one's document by its place in the corpus."""

    score: float
    place: int
    first: Schema
    second: Schema

    @property
    def rank(self) -> tuple[float, int, int, int]:
        """What a lower one goes before: the score first, then places and blocks in their order."""
        return -self.score, self.place, self.first.block, self.second.block


_Partners = dict[int, dict[int, _Pair]]  # of a document's place: its partners' places, each with the best pair of tables


def _forms(schemas: Sequence[Schema], place: Mapping[str, int]) -> list[_Form]:
    """Gather tables of equal columns, so that a form that a thousand documents fill in is compared once."""
    having: dict[frozenset[str], dict[int, Schema]] = defaultdict(dict)
    for schema in sorted(schemas, key=lambda schema: (place[schema.document], schema.block)):
        having[schema.columns].setdefault(place[schema.document], schema)
    return [_Form(columns, tuple(tables), tables) for columns, tables in having.items()]


def _partners(forms: Sequence[_Form], *, threshold: float, least: int, top: int) -> _Partners:
    """Give the `top` best partners of each document among those after it; of no document more are kept at any time."""
    likeness = _Likeness(forms, threshold=threshold, least=least)
    partners: _Partners = defaultdict(dict)
    for form in forms:
        alike = likeness.of(form)
        for at in form.places:
            _keep(partners[at], _best_after(at, form, alike, top=top), top=top)
    return partners


class _Likeness:
    """Forms looked up by the columns that they share.

    Forms that go together share one of their rarest columns, so that only those are looked up: of n columns, the
    n - ⌈threshold · n⌉ + 1 rarest (Chaudhuri et al., ICDE 2006).
    """

    def __init__(self, forms: Sequence[_Form], *, threshold: float, least: int) -> None:
        """Index the forms."""
        self._threshold, self._least = threshold, least
        self._often = Counter(column for form in forms for column in form.columns)
        self._having: dict[str, list[_Form]] = defaultdict(list)
        for form in forms:
            for column in self._rarest(form):
                self._having[column].append(form)

    def of(self, form: _Form) -> list[tuple[float, list[_Form]]]:
        """Give the forms that go together with one, itself among them, by their score, best first."""
        near = {other.columns: other for column in self._rarest(form) for other in self._having[column]}
        by_score: dict[float, list[_Form]] = defaultdict(list)
        for other in near.values():
            by_score[self._score(form, other)].append(other)
        return sorted((level for level in by_score.items() if level[0]), key=lambda level: -level[0])

    def _rarest(self, form: _Form) -> list[str]:
        rarest = sorted(form.columns, key=lambda column: (self._often[column], column))
        return rarest[: len(rarest) - math.ceil(self._threshold * len(rarest) - 1e-9) + 1]

    def _score(self, form: _Form, other: _Form) -> float:
        """Give the share of columns in common; 0 where it is too small."""
        shared = len(form.columns & other.columns)
        score = shared / (len(form.columns) + len(other.columns) - shared)
        return score if shared >= self._least and score >= self._threshold else 0.0


def _best_after(at: int, form: _Form, alike: Iterable[tuple[float, list[_Form]]], *, top: int) -> Iterator[_Pair]:
    """Give the best pairs of a document's table of one form with tables of the `top` best documents after it."""
    seen: set[int] = set()
    for score, others in alike:
        after = (_tables_after(other, at) for other in others)
        for place, _, second in heapq.merge(*after, key=lambda table: table[:2]):
            if place in seen:
                continue
            seen.add(place)
            yield _Pair(score, place, form.tables[at], second)
            if len(seen) == top:
                return


def _tables_after(form: _Form, at: int) -> Iterator[tuple[int, int, Schema]]:
    for number in range(bisect_right(form.places, at), len(form.places)):
        table = form.tables[form.places[number]]
        yield form.places[number], table.block, table


def _keep(kept: dict[int, _Pair], found: Iterable[_Pair], *, top: int) -> None:
    """Add pairs to those of a document, each partner with its best, and let go of what is not among the best partners."""
    for pair in found:
        if pair.place not in kept or pair.rank < kept[pair.place].rank:
            kept[pair.place] = pair
    for pair in sorted(kept.values(), key=lambda pair: pair.rank)[top:]:
        del kept[pair.place]


def _group(pair: _Pair, *, by: str) -> LinkedGroup:
    shared = "; ".join(sorted(pair.first.columns & pair.second.columns))
    tables = (pair.first, pair.second)
    ties = (Tie(kind="schema", text=shared, document=table.document, block=table.block) for table in tables)
    documents = (pair.first.document, pair.second.document)
    return LinkedGroup(documents=documents, score=round(pair.score, 9), by=by, rationale=tuple(ties))
