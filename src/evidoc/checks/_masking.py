"""Which pieces of evidence an answer rests on: mask each, and the smallest sets without which it is lost.

The algorithm alone: it is told by a function whether the answer is still right with some pieces masked, so that it can
be shown right on made-up dependencies. Source: CV-39, CV-40, CV-41, X-29.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

Role = Literal["crucial", "supplemental"]
Right = Callable[[frozenset[int]], bool | None]


@dataclass(frozen=True, slots=True)
class Ablated:
    """What masking showed: a role for each piece, and how many times it was asked.

    `outcome` is `labelled`, or why there are no roles: `control_wrong` (wrong with nothing masked), `unknown` (a call
    could not be judged), `nothing_crucial` (right with everything masked).
    """

    outcome: Literal["labelled", "control_wrong", "unknown", "nothing_crucial"]
    roles: tuple[Role, ...] = ()
    calls: int = 0


def ablate(pieces: int, is_right: Right) -> Ablated:
    """Label each piece crucial whose masking alone loses the answer.

    Where no single masking does, as with two tables that say the same, pieces are masked one after the other in order
    until the answer is lost; of these, those are crucial that cannot be shown again without it coming back.
    """
    asked: dict[frozenset[int], bool | None] = {}

    def right(masked: frozenset[int]) -> bool | None:
        if masked not in asked:
            asked[masked] = is_right(masked)
        return asked[masked]

    outcome, crucial = _crucial(pieces, right)
    if outcome != "labelled":
        return Ablated(outcome=outcome, calls=len(asked))
    roles: tuple[Role, ...] = tuple("crucial" if piece in crucial else "supplemental" for piece in range(pieces))
    return Ablated(outcome="labelled", roles=roles, calls=len(asked))


def _crucial(
    pieces: int, right: Right
) -> tuple[Literal["labelled", "control_wrong", "unknown", "nothing_crucial"], frozenset[int]]:
    control = right(frozenset())
    if control is not True:
        return ("unknown" if control is None else "control_wrong"), frozenset()
    alone = [right(frozenset((piece,))) for piece in range(pieces)]
    if None in alone:
        return "unknown", frozenset()
    single = frozenset(piece for piece, still in enumerate(alone) if not still)
    if single:
        return "labelled", single
    return _cumulative(pieces, right)


def _cumulative(pieces: int, right: Right) -> tuple[Literal["labelled", "unknown", "nothing_crucial"], frozenset[int]]:
    masked: frozenset[int] = frozenset()
    for piece in range(pieces):
        masked |= {piece}
        still = right(masked)
        if still is None:
            return "unknown", frozenset()
        if not still:
            return _least(sorted(masked), right)
    return "nothing_crucial", frozenset()


def _least(masked: Sequence[int], right: Right) -> tuple[Literal["labelled", "unknown"], frozenset[int]]:
    """Show again, in order, whatever need not be masked for the answer to stay lost."""
    kept = frozenset(masked)
    for piece in masked:
        still = right(kept - {piece}) if len(kept) > 1 else True
        if still is None:
            return "unknown", frozenset()
        if not still:
            kept -= {piece}
    return "labelled", kept
