"""What a question asks for, element by element, and how scaffolds that are alike or rare become few concepts.

Source: DHQ-23, steps 3 and 5; section 3.1 of DocHop-QA, which names the elements Problem, Solution and Effect and says neither
how they were told nor from which number on a scaffold was too rare.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from evidoc.records.record import Record

Scaffold = tuple[str, ...]

_ELEMENTS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(rf"\b(?:{words})", re.IGNORECASE)
    for name, words in {
        "Problem": "challenge|problem|barrier|obstacle|difficult(?:y|ies)|burden|bottleneck|shortage|threat",
        "Solution": "solution|strateg|address(?:es|ed|ing)?\\b|overcom|remed|interven|mitigat|solv|tackl",
        "Mechanism": "mechanism|contribut|pathway|mediat|by what means|how do(?:es)? (?:\\S+ ){1,8}?work\\b",
        "Effect": "effect(?!ive)|impact|outcome|consequence|influenc|result(?:s|ed)?\\b",
        "Advantage": "advantage|benefit|strength",
        "Limitation": "limitation|drawback|weakness|shortcoming|constrain|disadvantage",
        "Comparison": "compar|differ|similarit|in contrast|versus|more effective|better than",
        "Table": "tables?\\b",
    }.items()
}


class Merge(Record, frozen=True, kw_only=True):
    """One row of the merge log: a scaffold of so many questions, what it became (empty where it was dropped), and why."""

    scaffold: Scaffold
    questions: int
    into: Scaffold = ()
    reason: str


def code(question: str) -> Scaffold:
    """Give the elements that a question asks for, in the order of their first word; empty where it has none."""
    found = ((match.start(), name) for name, pattern in _ELEMENTS.items() if (match := pattern.search(question)))
    return tuple(name for _, name in sorted(found))


def consolidate(counts: Mapping[Scaffold, int], *, rare: int) -> tuple[dict[Scaffold, int], tuple[Merge, ...]]:
    """Merge scaffolds of the same elements, then those with fewer than `rare` questions into the one most like them.

    Two are like each other where they share at least half of all their elements; a rare scaffold without such a one is
    dropped, and so are questions without any element. The counts kept and those dropped add up to the counts given.
    """
    kept, merges = dict(counts), list[Merge]()
    for scaffold in _rarest_first(counts):
        same = [other for other in kept if other != scaffold and set(other) == set(scaffold)]
        if same:
            merges.append(_merged(kept, scaffold, into=_most(same, kept), reason="the same elements in another order"))
    for scaffold in _rarest_first(kept):
        if scaffold and kept[scaffold] >= rare:
            continue
        likely = [other for other in kept if other != scaffold and kept[other] >= rare and _likeness(scaffold, other) >= 0.5]
        if likely:
            near = max(_likeness(scaffold, other) for other in likely)
            into = _most([other for other in likely if _likeness(scaffold, other) == near], kept)
            merges.append(_merged(kept, scaffold, into=into, reason=f"fewer than {rare} questions"))
        else:
            reason = f"fewer than {rare} questions and unlike all others" if scaffold else "no element was recognised"
            merges.append(Merge(scaffold=scaffold, questions=kept.pop(scaffold), reason=reason))
    return kept, tuple(merges)


def final_of(scaffold: Scaffold, merges: Iterable[Merge]) -> Scaffold:
    """Give what a scaffold became in the end; empty where it was dropped."""
    for merge in merges:
        if merge.scaffold == scaffold:
            scaffold = merge.into
    return scaffold


def _merged(kept: dict[Scaffold, int], scaffold: Scaffold, *, into: Scaffold, reason: str) -> Merge:
    questions = kept.pop(scaffold)
    kept[into] += questions
    return Merge(scaffold=scaffold, questions=questions, into=into, reason=reason)


def _rarest_first(counts: Mapping[Scaffold, int]) -> list[Scaffold]:
    return sorted(counts, key=lambda scaffold: (counts[scaffold], scaffold))


def _most(scaffolds: Sequence[Scaffold], counts: Mapping[Scaffold, int]) -> Scaffold:
    return min(scaffolds, key=lambda scaffold: (-counts[scaffold], scaffold))


def _likeness(first: Scaffold, second: Scaffold) -> float:
    return len(set(first) & set(second)) / len(set(first) | set(second))
