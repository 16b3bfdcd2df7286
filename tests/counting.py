"""How much work something does, counted instead of timed: the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType


def calls_of(act: Callable[[], object]) -> int:
    """Count the calls of functions, built in or not, that an act makes; what is cached is cached by a first act."""
    act()
    counted = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(before)
    return counted


def is_linear(work: Callable[[int], Callable[[], object]], *, size: int) -> bool:
    """Say whether twice as much to do takes twice as many calls more, for an act on `size`, twice and four times as much."""
    once, twice, four_times = (calls_of(work(size * times)) for times in (1, 2, 4))
    return four_times - twice < 2.5 * (twice - once)
