"""What is to be known before the figures are read: who rated how much, how high, and what makes figures unreliable."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from evidoc.flow._agreement_rows import Board
from evidoc.flow._scales import Scale, plain
from evidoc.records.record import Record

CEILING = 0.9  # DHQ-85


class RaterSummary(Record, frozen=True, kw_only=True):
    """One rater: how many items it rated, how many it did not, and its mean (null where categories have no numbers)."""

    rater: str
    rated: int
    missing: int
    mean: float | None


def rater_summaries(board: Board) -> tuple[RaterSummary, ...]:
    """Summarise each rater of a board."""
    found = []
    for rater in board.raters:
        given = [rating for rating in board.column(rater) if rating is not None]
        means = board.scale.kind != "nominal" and given
        found.append(
            RaterSummary(
                rater=rater,
                rated=len(given),
                missing=len(board.items) - len(given),
                mean=math.fsum(given) / len(given) if means else None,
            )
        )
    return tuple(found)


def notes_of(board: Board, *, left_out: int = 0) -> tuple[str, ...]:
    """Say what makes the figures of a board unreliable: a guessed scale, a ceiling, pairs that are not shown."""
    notes = []
    scale = board.scale
    if scale.categories and not scale.categories_given:
        notes.append(
            f"categories as found: {', '.join(scale.labels)}; AC1, AC2 and weights depend on the whole scale, "
            "so give --categories if it has more"
        )
    notes.extend(_ceilings(board))
    if left_out:
        notes.append(
            f"{len(board.raters)} raters are {len(board.raters) * (len(board.raters) - 1) // 2} pairs; name some with --raters"
        )
    return tuple(notes)


def _ceilings(board: Board) -> list[str]:
    together = _crowd([rating for unit in board.units for rating in unit if rating is not None])
    if together:
        category, share = together
        return [
            f"{share:.0%} of all ratings are {_label(board.scale, category)}: κ, α and ρ are unreliable so near the ceiling; "
            "read percent agreement and AC2 beside"
        ]
    crowded = [(rater, _crowd([one for one in board.column(rater) if one is not None])) for rater in board.raters]
    return [
        f"{found[1]:.0%} of the ratings by {rater} are {_label(board.scale, found[0])}: κ, α and ρ with {rater} are unreliable"
        for rater, found in crowded
        if found
    ]


def _crowd(ratings: Sequence[float]) -> tuple[float, float] | None:
    if len(ratings) < 2:
        return None
    category, times = Counter(ratings).most_common(1)[0]
    return (category, times / len(ratings)) if times >= round(CEILING * len(ratings), 9) else None


def _label(scale: Scale, category: float) -> str:
    return scale.labels[scale.categories.index(category)] if scale.categories else plain(category)
