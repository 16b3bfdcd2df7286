"""Making and checking one candidate, in whatever process: what comes back is one line of JSON."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

from msgspec.structs import replace

from evidoc.checks import Checks
from evidoc.errors import Reject
from evidoc.flow._candidates import Candidate, maker
from evidoc.flow._kits import kit_of
from evidoc.flow._paged import keep_brought, paged_corpus
from evidoc.flow._roles import NO_ROLES, Roles
from evidoc.kit import Kit, rng_for
from evidoc.recipes import Brought
from evidoc.records.item import Item, Verdict
from evidoc.records.record import Record, to_json
from evidoc.shelf import Part, part

PAGES = "making-pages"


@dataclass(frozen=True, slots=True)
class MakeTask:
    """One candidate to be made: where its documents are, the seed, the checks to put it through, the models for both."""

    candidate: Candidate
    corpus: Path | None
    out: Path
    seed: int
    checks: tuple[str, ...]
    roles: Roles = NO_ROLES

    @property
    def pages(self) -> Path:
        """Where documents are laid out."""
        return self.out / PAGES


class Made(Record, frozen=True, kw_only=True):
    """What became of a candidate: an item with its verdicts, or the check (none for the recipe itself), reason and detail."""

    item: Item | None = None
    check: str = ""
    reason: str = ""
    detail: str = ""


def make_task(task: MakeTask) -> bytes:
    """Make and check one candidate."""
    corpus = paged_corpus(task.corpus, task.pages)
    unseeded = kit_of(corpus, roles=task.roles, folder=task.out, rng=rng_for(task.seed, task.candidate.key))
    kit = dataclasses.replace(unseeded, seed=task.seed)
    try:
        made = maker(task.candidate.recipe)(task.candidate.unit, corpus, kit)
    except Reject as reject:
        return to_json(Made(reason=reject.reason, detail=reject.detail))
    item = keep_brought(made, task.pages) if isinstance(made, Brought) else made
    return to_json(judged(item, task.checks, kit))


def judged(item: Item, checks: Sequence[str], kit: Kit) -> Made:
    """Put an item through checks, in order, until one rejects it."""
    for spec in checks:
        verdict = verdict_of(item, spec, kit)
        if not verdict.kept:
            return Made(check=verdict.check, reason=verdict.reason, detail=verdict.detail)
        item = replace(item, verdicts=(*item.verdicts, verdict))
    return Made(item=item)


def verdict_of(item: Item, spec: str, kit: Kit) -> Verdict:
    """Ask one check; a check that says nothing keeps."""
    check = _check(spec)
    verdict = cast(Checks, check.function())(item, kit.corpus, kit)
    return verdict if verdict is not None else Verdict(check=check.name, kept=True)


def compares(spec: str) -> bool:
    """Say whether a check compares an item with those kept before it, so that it must run where these are known."""
    return bool(getattr(_check(spec).module, "COMPARES", False))


@lru_cache(maxsize=64)
def _check(spec: str) -> Part:
    """Find a check once a process: looking through other packages' parts takes longer than most checks."""
    return part("checks", spec)
