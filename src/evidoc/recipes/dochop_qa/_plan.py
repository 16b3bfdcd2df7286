"""Which questions can be asked over a corpus: concepts over pairs that are alike, and over documents that cite one another.

What cannot be asked over is planned too, with the reason, so that the ledger has it. Source: DHQ-48, X-25.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import get_args

from evidoc.errors import UnknownName, UsageError
from evidoc.linking import Job, citations, has_results_table, keywords, systematic_review
from evidoc.recipes import LeftOut
from evidoc.recipes.dochop_qa._concepts import Concept
from evidoc.recipes.dochop_qa._unit import Unit
from evidoc.records.corpus import Corpus
from evidoc.records.groups import Anchor, LinkedGroup, Tie
from evidoc.records.store import read_rows

ANCHORS: tuple[Anchor, ...] = get_args(Anchor)  # strongest first
_CITATIONS = frozenset({"table_citation", "text_citation"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be planned: concepts, a file of groups or none, how many questions of each, and over which citations."""

    concepts: tuple[Concept, ...]
    groups: str = ""
    per_pair: int = 1
    anchor: Anchor = "cell"
    reviews_only: bool = True

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if self.anchor not in ANCHORS:
            raise UnknownName(str(self.anchor), kind="anchor", known=ANCHORS)
        if self.per_pair < 1:
            raise UsageError(f"per_pair={self.per_pair}; at least one question of each concept over a pair")

    @property
    def anchors(self) -> tuple[Anchor, ...]:
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


def units_of(corpus: Corpus, wanted: Wanted) -> Iterator[Unit | LeftOut]:
    """Give the units of a corpus: over pairs by their order, then over citations; and what is left out, with the reason.

    A pair that several groups have, as those of sections or of two strategies do, is asked over as the first of them has it.
    """
    paired: set[frozenset[str]] = set()
    for group in _linked(corpus, wanted):
        if isinstance(group, LeftOut):
            yield group
            continue
        ties = [tie for tie in group.rationale if tie.kind in _CITATIONS]
        if not ties:
            fresh = [pair for pair in combinations(group.documents, 2) if frozenset(pair) not in paired]
            paired.update(map(frozenset, fresh))
            yield from _of_pairs(corpus, fresh, group.score, wanted)
        elif wanted.refer:
            yield from _of_citations(corpus, group, ties, wanted)


def _linked(corpus: Corpus, wanted: Wanted) -> Iterator[LinkedGroup | LeftOut]:
    """Give the groups of a file, or link now; a group with documents that the corpus has not is left out."""
    if not wanted.groups:
        yield from _linked_now(corpus, wanted)
        return
    path = Path(wanted.groups)
    if not path.is_file():
        raise UsageError(f"no file of groups at {path}; make one with evidoc link, or leave groups out to link now")
    for group in read_rows(path, LinkedGroup):
        strangers = [document for document in group.documents if document not in corpus]
        if strangers:
            said = f"the corpus has no {', '.join(strangers)}"
            yield LeftOut(kind=group.by, documents=group.documents, reason="not_in_corpus", detail=said)
        else:
            yield group


def _linked_now(corpus: Corpus, wanted: Wanted) -> Iterator[LinkedGroup | LeftOut]:
    if wanted.similar:
        job = Job(name="keywords")
        yield from _noted(corpus, job, keywords.link(corpus, job))
    if wanted.refer:
        job = Job(name="citations")
        yield from _noted(corpus, job, citations.link(corpus, job, anchors=wanted.anchors))


def _noted(corpus: Corpus, job: Job, groups: Iterable[LinkedGroup]) -> Iterator[LinkedGroup | LeftOut]:
    """Give groups, and then what the strategy could not use and the documents that it found no partner for."""
    grouped: set[str] = set()
    for group in groups:
        grouped.update(group.documents)
        yield group
    job.leave_out_rest(corpus.ids, grouped=grouped)
    for row in job.unlinked:
        yield LeftOut(kind=row.by, documents=(row.document,), reason=row.reason, detail=row.detail)


def _of_pairs(corpus: Corpus, pairs: Sequence[tuple[str, str]], score: float, wanted: Wanted) -> Iterator[Unit | LeftOut]:
    for pair in pairs:
        with_table = any(has_results_table(corpus[document]) for document in pair)
        for concept in wanted.similar:
            if concept.generator == "pst" and not with_table:
                yield LeftOut(kind=concept.code, documents=pair, reason="no_results_table")
                continue
            for variant in range(wanted.per_pair):
                to_table = concept.generator == "pst"
                yield Unit(kind=concept.code, documents=pair, score=score, variant=variant, to_table=to_table)


def _of_citations(corpus: Corpus, group: LinkedGroup, ties: Sequence[Tie], wanted: Wanted) -> Iterator[Unit | LeftOut]:
    """Give one unit for each table and document cited.

    It is TSL where that is wanted, which becomes TS where no limitation is found.
    """
    kind = max(wanted.refer, key=lambda concept: concept.snippets).code
    claim = systematic_review(corpus[group.documents[0]])
    units = list(_of_ties(group, ties, wanted, kind=kind))
    if wanted.reviews_only and not claim.is_systematic:
        yield LeftOut(kind=kind, documents=group.documents, reason="not_a_systematic_review", detail=claim.reason)
    elif not units:
        found = ", ".join(sorted({str(tie.anchor) for tie in ties}))
        yield LeftOut(kind=kind, documents=group.documents, reason="anchor_too_weak", detail=f"{found}; not {wanted.anchor}")
    else:
        yield from units


def _of_ties(group: LinkedGroup, ties: Sequence[Tie], wanted: Wanted, *, kind: str) -> Iterator[Unit]:
    seen: set[tuple[str, int | None]] = set()
    for tie in sorted(ties, key=lambda tie: -(tie.value or 0.0)):
        if tie.anchor is None:
            raise UsageError(f"{wanted.groups}: a citation there does not say what it stands in; link anew with evidoc link")
        table = None if tie.anchor == "text" else tie.block
        is_weaker = table is None and any(target == tie.target for target, _ in seen)
        if tie.anchor not in wanted.anchors or (tie.target, table) in seen or is_weaker:
            continue
        seen.add((tie.target, table))
        yield Unit(
            kind=kind,
            documents=(tie.document or group.documents[0], tie.target),
            score=group.score,
            anchor=tie.anchor,
            table=table,
            block=tie.block,
            row=tie.row,
            column=tie.column,
            reference=tie.reference,
        )
