"""Which questions can be asked over a corpus: concepts over pairs that are alike, and over documents that cite one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import get_args

from evidoc.errors import UnknownName, UsageError
from evidoc.linking import citations, has_results_table, keywords, systematic_review
from evidoc.recipes.dochop_qa._concepts import Concept
from evidoc.recipes.dochop_qa._unit import Unit
from evidoc.records.corpus import Corpus
from evidoc.records.groups import LinkedGroup, Tie
from evidoc.records.store import read_rows

ANCHORS: tuple[citations.Anchor, ...] = get_args(citations.Anchor)  # strongest first
_CITATIONS = frozenset({"table_citation", "text_citation"})
_OF_CAPTION = 0.81  # value of a tie by a caption found by title alone; a paragraph's is 0.8 at most


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be planned: concepts, a file of groups or none, how many questions of each, and over which citations."""

    concepts: tuple[Concept, ...]
    groups: str = ""
    per_pair: int = 1
    anchor: citations.Anchor = "cell"
    reviews_only: bool = True

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if self.anchor not in ANCHORS:
            raise UnknownName(str(self.anchor), kind="anchor", known=ANCHORS)
        if self.per_pair < 1:
            raise UsageError(f"per_pair={self.per_pair}; at least one question of each concept over a pair")

    @property
    def anchors(self) -> tuple[citations.Anchor, ...]:
        """The places of citations that will do, strongest first."""
        return ANCHORS[: ANCHORS.index(self.anchor) + 1]

    @property
    def similar(self) -> tuple[Concept, ...]:
        """The concepts over pairs that are alike."""
        return tuple(concept for concept in self.concepts if concept.generator != "deterministic")

    @property
    def refer(self) -> tuple[Concept, ...]:
        """The concepts over citations."""
        return tuple(concept for concept in self.concepts if concept.generator == "deterministic")


def units_of(corpus: Corpus, wanted: Wanted) -> Iterator[Unit]:
    """Give the units of a corpus: over pairs by their order, then over citations."""
    for group in _linked(corpus, wanted):
        ties = [tie for tie in group.rationale if tie.kind in _CITATIONS]
        if not ties:
            yield from _of_pairs(corpus, group, wanted)
        elif not wanted.reviews_only or systematic_review(corpus[group.documents[0]]).is_systematic:
            yield from _of_citations(group, ties, wanted)


def _linked(corpus: Corpus, wanted: Wanted) -> Iterator[LinkedGroup]:
    """Give the groups of a file that the corpus has, or link now."""
    if wanted.groups:
        path = Path(wanted.groups)
        if not path.is_file():
            raise UsageError(f"no file of groups at {path}; make one with evidoc link, or leave groups out to link now")
        yield from (group for group in read_rows(path, LinkedGroup) if all(known in corpus for known in group.documents))
        return
    if wanted.similar:
        yield from keywords.link(corpus)
    if wanted.refer:
        yield from citations.link(corpus, anchors=wanted.anchors)


def _of_pairs(corpus: Corpus, group: LinkedGroup, wanted: Wanted) -> Iterator[Unit]:
    for pair in combinations(group.documents, 2):
        with_table = any(has_results_table(corpus[document]) for document in pair)
        for concept in wanted.similar:
            if concept.generator == "pst" and not with_table:
                continue
            for variant in range(wanted.per_pair):
                yield Unit(kind=concept.code, documents=pair, score=group.score, variant=variant)


def _of_citations(group: LinkedGroup, ties: Sequence[Tie], wanted: Wanted) -> Iterator[Unit]:
    """Give one unit for each table and document cited.

    It is TSL where that is wanted, which becomes TS where no limitation is found.
    """
    if not wanted.refer:
        return
    kind = max((concept.code for concept in wanted.refer), key=len)
    seen: set[tuple[str, int | None]] = set()
    for tie in sorted(ties, key=lambda tie: -(tie.value or 0.0)):
        anchor = anchor_of(tie)
        table = None if anchor == "text" else tie.block
        is_weaker = table is None and any(target == tie.target for target, _ in seen)
        if anchor not in wanted.anchors or (tie.target, table) in seen or is_weaker:
            continue
        seen.add((tie.target, table))
        yield Unit(
            kind=kind,
            documents=(tie.document or group.documents[0], tie.target),
            score=group.score,
            anchor=anchor,
            table=table,
            block=tie.block,
            row=tie.row,
            column=tie.column,
            reference=tie.reference,
        )


def anchor_of(tie: Tie) -> citations.Anchor:
    """Say in what a citation stands, by how its tie was written."""
    if tie.kind == "text_citation":
        return "text"
    if tie.row is not None:
        return "cell"
    return "caption" if (tie.value or 0.0) >= _OF_CAPTION else "paragraph"
