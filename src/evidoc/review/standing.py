"""How far a rater is, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from evidoc.review.desk import Desk

State = Literal["rated", "skipped", "open"]


@dataclass(frozen=True, slots=True)
class Step:
    """One item in a rater's order, numbered from 1."""

    number: int
    item: str
    state: State


@dataclass(frozen=True, slots=True)
class Standing:
    """A rater's items in order, and how many are in which state."""

    steps: tuple[Step, ...]

    def count(self, state: State) -> int:
        """Count the items in a state."""
        return sum(step.state == state for step in self.steps)

    @property
    def is_done(self) -> bool:
        """Whether every item is rated."""
        return all(step.state == "rated" for step in self.steps)

    def step(self, number: int) -> Step | None:
        """Give the step of a number; None where there is none."""
        return self.steps[number - 1] if 0 < number <= len(self.steps) else None

    def beside(self, step: Step, by: int) -> Step | None:
        """Give the step so many places further on; None beyond the ends."""
        return self.step(step.number + by)

    def next(self, after: int = 0) -> Step | None:
        """Give what is to be done: the next open item after one and around, then the first other one that was skipped."""
        around = (*self.steps[after:], *self.steps[:after])
        opened = next((step for step in around if step.state == "open"), None)
        return opened or next((step for step in around if step.state == "skipped" and step.number != after), None)


def standing_of(desk: Desk, rater: str) -> Standing:
    """Give how far a rater is."""
    steps = (Step(number, item, _state(desk, rater, item)) for number, item in enumerate(desk.order(rater), 1))
    return Standing(steps=tuple(steps))


def is_complete(desk: Desk) -> bool:
    """Say whether everybody who began has rated every item, which is when a blind form may show what was found."""
    return bool(desk.raters) and all(standing_of(desk, rater.id).is_done for rater in desk.raters)


def _state(desk: Desk, rater: str, item: str) -> State:
    rating = desk.latest(rater, item)
    return "open" if rating is None else "skipped" if rating.skipped else "rated"
