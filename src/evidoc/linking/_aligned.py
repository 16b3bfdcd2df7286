"""Linked groups out of a model's associations: each anchor asked about with its candidates, each group once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from evidoc.engines import Outcome
from evidoc.errors import UsageError, Waiting
from evidoc.linking._associations import MOST_CANDIDATES, AlignTask, Association, Associations, Section, align
from evidoc.linking._chunks import chunks_of
from evidoc.linking._job import Job
from evidoc.records.corpus import Corpus
from evidoc.records.groups import LinkedGroup, Tie
from evidoc.records.record import from_json


@dataclass(frozen=True, slots=True)
class Aligning:
    """How many candidates an anchor has at most, and from which score on an association is reliable."""

    candidates: int
    reliable: float

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if not (1 <= self.candidates <= MOST_CANDIDATES and 0 <= self.reliable <= 1):
            said = f"candidates={self.candidates}, reliable={self.reliable}"
            raise UsageError(f"cannot ask with {said}; candidates are 1 to {MOST_CANDIDATES}, reliable is in [0, 1]")


@dataclass(frozen=True, slots=True)
class Pool:
    """An anchor with its candidates, nearest first, each with the cosine of both profiles; `how` says of what."""

    anchor: str
    candidates: tuple[tuple[str, float], ...]
    how: str

    @property
    def documents(self) -> tuple[str, ...]:
        """The anchor and its candidates."""
        return (self.anchor, *(document for document, _ in self.candidates))


def aligned(corpus: Corpus, pools: Iterable[Pool], job: Job, *, reliable: float) -> Iterator[LinkedGroup]:
    """Give the groups of sections that the job's writer finds, anchor by anchor, surest first.

    What two anchors find alike is given for the first. A reply that cannot be read, or none at all, is noted with its anchor
    and stops nothing.

    Raises:
        BudgetSpent: The job has used what it may.
    """
    assert job.writer is not None
    asked = [pool for pool in pools if pool.candidates]
    opened = job.writer.open
    chunks = chunks_of(corpus, (pool.documents for pool in asked))
    tasks = ((pool.anchor, AlignTask(chunk, opened, reliable)) for pool, chunk in zip(asked, chunks, strict=True))
    seen: set[frozenset[Section]] = set()
    grouped: set[str] = set()
    empty: list[str] = []
    for pool, outcome in zip(asked, job.ask(align, tasks), strict=True):
        found = _noted(pool.anchor, outcome, job)
        if found is None:
            continue
        if not found.found:
            empty.append(pool.anchor)
        for association in found.found:
            if frozenset(association.sections) in seen:
                job.counts["found_from_both_sides"] += 1
                continue
            seen.add(frozenset(association.sections))
            group = _group(association, found, pool, by=job.name or "profiles")
            grouped.update(group.documents)
            yield group
    for anchor in empty:
        if anchor not in grouped:
            job.leave_out(anchor, "no_reliable_match")


def _noted(anchor: str, outcome: Outcome[bytes], job: Job) -> Associations | None:
    """Give what was found for an anchor; None, noted with the reason, where nothing is known of it."""
    if outcome.failure is not None:
        if outcome.failure.error != Waiting.__name__:
            job.leave_out(anchor, "failed", f"{outcome.failure.error}: {outcome.failure.message}")
        return None
    found = from_json(outcome.value or b"", Associations, place=f"what was found for {anchor}")
    if not found.asked:
        job.leave_out(anchor, "no_sections", found.fault)
        return None
    job.counts["anchors_asked_about"] += 1
    job.counts.update(found.left_out)
    if not found.is_read:
        job.leave_out(anchor, f"reply_{found.how}", found.fault)
        return None
    return found


def _group(association: Association, found: Associations, pool: Pool, *, by: str) -> LinkedGroup:
    documents = tuple(dict.fromkeys(section.document for section in association.sections))
    why = Tie(kind="association", text=association.rationale, value=association.score, model=found.model, prompt=found.prompt)
    sections = (Tie(kind="section", text=one.title, document=one.document, block=one.block) for one in association.sections)
    return LinkedGroup(
        documents=documents,
        score=association.score,
        by=by,
        rationale=(why, *sections, *_likenesses(pool, documents)),
    )


def _likenesses(pool: Pool, documents: Sequence[str]) -> Iterator[Tie]:
    for document, likeness in pool.candidates:
        if document in documents:
            yield Tie(kind="similarity", text=pool.how, value=likeness, document=document)
