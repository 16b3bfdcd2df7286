"""The scale that ratings are on: what kind it is, its categories, and each rating's place on it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from evidoc.errors import UsageError

Kind = Literal["nominal", "ordinal", "interval"]
YES = frozenset({"yes", "y", "true", "1", "ja", "是"})  # how people write yes on any sheet, in any case
NO = frozenset({"no", "n", "false", "0", "nein", "否"})
KINDS: tuple[Kind, ...] = ("nominal", "ordinal", "interval")
_MOST_STEPS = 11  # 0 to 10 is the longest rating scale in use; more different numbers are a measurement
_RANGE = re.compile(r"(-?\d+)\s*(?:-|–|\.\.)\s*(-?\d+)")


@dataclass(frozen=True, slots=True)
class Scale:
    """A kind, and the categories in order with the number of each; a measurement has none.

    `kind_given` and `categories_given` say what the user told and what the ratings tell.
    """

    kind: Kind
    categories: tuple[float, ...] = ()
    labels: tuple[str, ...] = ()
    kind_given: bool = False
    categories_given: bool = False

    def number(self, rating: str) -> float | None:
        """Give the number of a rating as written; None where it is not on the scale."""
        if rating in self.labels:
            return self.categories[self.labels.index(rating)]
        found = _number(rating)
        if found is None or (self.categories and (not self._is_numeric or found not in self.categories)):
            return None
        return found

    @property
    def _is_numeric(self) -> bool:
        return all(_number(label) == category for label, category in zip(self.labels, self.categories, strict=True))


def scale_of(ratings: Iterable[str], *, kind: Kind | None = None, categories: Sequence[str] | None = None) -> Scale:
    """Give the scale that was named, and for what was not, what the ratings look like.

    Words are nominal; up to 11 different numbers are ordinal, whole ones with those between them; more are interval.

    Raises:
        UsageError: Words are to be interval, or ordinal without the order of their categories.
    """
    written = sorted(set(ratings))
    numbers = [_number(rating) for rating in written]
    known = [number for number in numbers if number is not None]
    if categories is not None:
        return _named(categories, kind)
    words = [rating for rating, number in zip(written, numbers, strict=True) if number is None]
    if words and kind in ("ordinal", "interval"):
        raise UsageError(
            f"{', '.join(map(repr, words[:5]))} on the {kind} scale are no numbers; give --categories in their order"
        )
    if words or kind == "nominal":
        return Scale(
            kind="nominal",
            categories=tuple(map(float, range(len(written)))),
            labels=tuple(written),
            kind_given=kind is not None,
        )
    steps = sorted(set(known))
    found = kind or ("ordinal" if len(steps) <= _MOST_STEPS else "interval")
    if found == "interval":
        return Scale(kind="interval", kind_given=kind is not None)
    filled = _filled(steps)
    return Scale(kind="ordinal", categories=filled, labels=tuple(map(plain, filled)), kind_given=kind is not None)


def on_scale(written: str, scale: str) -> str | None:
    """Give a cell as its column's scale has it ("1-5", "no,yes"), or None where it is not on it; any word for yes is "yes".

    Raises:
        UsageError: The scale is none.
    """
    categories = read_categories(scale)
    found = _named(categories, None)
    number = found.number(written)
    if number is not None:
        return found.labels[found.categories.index(number)]
    if {"yes", "no"} <= set(categories):
        return "yes" if written.casefold() in YES else "no" if written.casefold() in NO else None
    return None


def is_scale(text: str) -> bool:
    """Say whether a text is a scale, as the heading of a column has it in brackets."""
    try:
        read_categories(text)
    except UsageError:
        return False
    return True


def read_categories(text: str) -> tuple[str, ...]:
    """Read "1-5" or "wrong,partly,right" as the categories of a scale, in order.

    Raises:
        UsageError: There are fewer than two, or one comes twice.
    """
    whole = _RANGE.fullmatch(text.strip())
    names = (
        tuple(str(number) for number in range(int(whole[1]), int(whole[2]) + 1))
        if whole
        else tuple(name.strip() for name in text.split(",") if name.strip())
    )
    if len(names) < 2 or len(set(names)) < len(names):
        raise UsageError(f"--categories {text!r} is no scale; give its ends, 1-5, or all of its categories: wrong,partly,right")
    return names


def plain(number: float) -> str:
    """Write a number without needless decimals."""
    return f"{number:g}"


def _named(categories: Sequence[str], kind: Kind | None) -> Scale:
    numbers = [_number(category) for category in categories]
    known = [number for number in numbers if number is not None]
    if len(known) == len(numbers):
        known.sort()
        return Scale(
            kind=kind or "ordinal",
            categories=tuple(known),
            labels=tuple(map(plain, known)),
            kind_given=kind is not None,
            categories_given=True,
        )
    return Scale(
        kind=kind or "nominal",
        categories=tuple(map(float, range(len(categories)))),
        labels=tuple(categories),
        kind_given=kind is not None,
        categories_given=True,
    )


def _filled(steps: Sequence[float]) -> tuple[float, ...]:
    """A 1–5 rubric of which nobody used 3 still has a 3."""
    if steps and all(step.is_integer() for step in steps) and steps[-1] - steps[0] < _MOST_STEPS:
        return tuple(float(step) for step in range(int(steps[0]), int(steps[-1]) + 1))
    return tuple(steps)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and "_" not in text else None
