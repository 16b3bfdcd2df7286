"""Saying which checks could not be put to items, so that nobody takes silence for a pass."""

from __future__ import annotations

from collections.abc import Mapping

from evidoc.cli._print import say

_NEEDED = (("no solver", "name one with --solver or --model"), ("no judge", "name one with --judge or --model"))

_ANY = "name one with --solver, --judge or --model"


def say_not_checked(counts: Mapping[str, int], *, total: int, noun: str) -> None:
    """Print for each "check: why", or bare check, how many of all were not checked, and what would be needed."""
    for said, count in counts.items():
        check, _, why = said.partition(": ")
        needed = next((advice for start, advice in _NEEDED if why.startswith(start)), _ANY)
        say(f"not checked: {check}, {count} of {total} {noun}, because {why or 'no model is configured for it'}; {needed}")
