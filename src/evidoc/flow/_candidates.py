"""Planning with recipes, and the order in which candidates are tried: documents, kinds and modalities take turns."""

from __future__ import annotations

import heapq
import inspect
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from evidoc.errors import UsageError
from evidoc.kit import rng_for
from evidoc.recipes import Makes, Planned, Plans
from evidoc.records.corpus import Corpus
from evidoc.shelf import Part, part

_MODALITY_WEIGHT = 0.25  # a kind counts whole, its modality a quarter: text, which has one kind of seven, gets a fourth


@dataclass(frozen=True, slots=True)
class Candidate:
    """One planned unit and the recipe, as a spec string, that is to make it."""

    recipe: str
    unit: Planned

    @property
    def key(self) -> str:
        """The unit's id; the same for the same question of the same recipe and corpus."""
        return self.unit.id


def brings_documents(spec: str) -> bool:
    """Say whether a recipe writes its own documents, so that it needs no corpus."""
    return bool(getattr(part("recipes", spec).module, "BRINGS_DOCUMENTS", False))


def refuse_missing(recipes: Sequence[str], roles: Collection[str]) -> None:
    """Refuse recipes whose options need a model in a role that nobody plays, before anything is planned.

    Raises:
        UsageError: There is one; the message has the option to be given.
    """
    for spec in recipes:
        recipe = part("recipes", spec)
        needs = cast(Callable[..., Mapping[str, str]], _bound(recipe, "needs"))() if hasattr(recipe.module, "needs") else {}
        for role, purpose in needs.items():
            if role not in roles:
                raise UsageError(f"{spec} needs a {role} {purpose}, and none is named; give --{role} MODEL, such as openai/NAME")


def planned(corpus: Corpus, recipes: Sequence[str], *, wanted: int) -> list[Candidate]:
    """Plan a corpus with recipes; a unit that comes twice counts once.

    A recipe that writes its own documents plans as many units as are `wanted`, if it does not say otherwise.
    """
    found: dict[str, Candidate] = {}
    for spec in recipes:
        recipe = part("recipes", spec)
        if brings_documents(spec) and "wanted" not in recipe.options:
            recipe = replace(recipe, options={**recipe.options, "wanted": wanted})
        for unit in cast(Plans, _bound(recipe, "plan"))(corpus):
            found.setdefault(unit.id, Candidate(spec, unit))
    return list(found.values())


@lru_cache(maxsize=16)
def maker(recipe: str) -> Makes:
    """Give the function of a recipe that makes one planned unit."""
    return cast(Makes, _bound(part("recipes", recipe), "make"))


def in_turns(candidates: Sequence[Candidate], *, seed: int) -> Iterator[Candidate]:
    """Give all candidates, at each step of the kind, and of that kind of the document, that came least so far.

    Ties, and the order within a document and kind, are decided by chance of the seed.
    """
    rng = rng_for(seed, "order of candidates")
    shuffled = sorted(candidates, key=lambda candidate: candidate.key)
    rng.shuffle(shuffled)
    strata: dict[tuple[str, str], _Stratum] = {}
    for candidate in shuffled:
        strata.setdefault((candidate.unit.kind, candidate.unit.modality), _Stratum()).put(candidate)
    kinds: Counter[str] = Counter()
    modalities: Counter[str] = Counter()
    documents: Counter[str] = Counter()
    while strata:
        kind, modality = min(strata, key=lambda name: kinds[name[0]] + _MODALITY_WEIGHT * modalities[name[1]])
        taken = strata[kind, modality].take(documents)
        if taken is None:
            del strata[kind, modality]
            continue
        kinds[kind] += 1
        modalities[modality] += 1
        documents[taken.unit.document] += 1
        yield taken


class _Stratum:
    """The candidates of one kind, by document; gives one of the document that came least so far."""

    def __init__(self) -> None:
        self._queues: dict[str, list[Candidate]] = {}
        self._heap: list[tuple[int, int, str]] = []

    def put(self, candidate: Candidate) -> None:
        document = candidate.unit.document
        if document not in self._queues:
            heapq.heappush(self._heap, (0, len(self._queues), document))
        self._queues.setdefault(document, []).append(candidate)

    def take(self, documents: Counter[str]) -> Candidate | None:
        while self._heap:
            used, rank, document = heapq.heappop(self._heap)
            if used != documents[document]:
                heapq.heappush(self._heap, (documents[document], rank, document))
                continue
            candidate = self._queues[document].pop()
            if self._queues[document]:
                heapq.heappush(self._heap, (used, rank, document))
            return candidate
        return None


def _bound(recipe: Part, verb: str) -> Callable[..., object]:
    """Bind those of a part's options that the verb knows; `shelf.part` has refused what neither does."""
    function = cast(Callable[..., object], getattr(recipe.module, verb))
    known = inspect.signature(function).parameters
    options = {name: value for name, value in recipe.options.items() if name in known}

    def call(*arguments: object) -> object:
        return function(*arguments, **options)

    return call
