"""The sheet by which a judge is audited against people: three levels, two sides, distance (SD-55, SD-56)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from evidoc.errors import UsageError
from evidoc.statistics.agreement import cohen_kappa, mean_absolute_error, percent_agreement
from evidoc.statistics.krippendorff import krippendorff_alpha
from evidoc.statistics.ratings import Coefficient, Unit
from evidoc.statistics.resampling import Draw, Estimate, Measure, interval_of

LEVELS = (0.0, 0.5, 1.0)  # wrong, partly right, right
_SLACK = 1e-9  # of floating point, as for every threshold (docs/reference/metrics.md)
_DRAW = Draw()


@dataclass(frozen=True, slots=True)
class Rubric:
    """The ends of a scale, and the score from which (or above which) an answer counts as right; None: the middle."""

    lowest: float = 0.0
    highest: float = 1.0
    threshold: float | None = None

    @property
    def bar(self) -> float:
        """The threshold that is used."""
        return (self.lowest + self.highest) / 2 if self.threshold is None else self.threshold


_RUBRIC = Rubric()


def level_of(score: float, *, rubric: Rubric = _RUBRIC) -> float:
    """Give the level of a score: 0 at the lowest, 1 at the highest, 0.5 anywhere between (formats.md, Table 14).

    Raises:
        UsageError: The score is outside the scale.
    """
    if not rubric.lowest <= score <= rubric.highest:
        raise UsageError(f"score {score:g} is outside {rubric.lowest:g} to {rubric.highest:g}; give the scale's ends")
    if score == rubric.lowest:
        return 0.0
    return 1.0 if score == rubric.highest else 0.5


def audit_pair(
    units: Sequence[Unit], *, rubric: Rubric = _RUBRIC, clusters: Sequence[Hashable] | None = None, draw: Draw = _DRAW
) -> Mapping[str, Estimate]:
    """Compare two raters: three-level exact agreement and QWK, both binary conventions with their κ, mean distance.

    "binary" counts a score at the threshold as right, "binary_above" as wrong; the paper does not say which it used.

    Raises:
        UsageError: A score is outside the scale, the scale has no extent, or a unit is not of two raters.
    """
    _check(rubric)
    measures: dict[str, Measure] = {
        "exact": lambda units, counts: percent_agreement(units, counts=counts),
        "qwk": lambda units, counts: cohen_kappa(units, counts=counts, weights="quadratic", categories=LEVELS),
    }
    readings: dict[str, tuple[Callable[[float], float], Measure]] = {
        name: (partial(level_of, rubric=rubric), measure) for name, measure in measures.items()
    }
    for name, side in (("binary", _from), ("binary_above", _above)):
        readings[name] = (partial(side, bar=rubric.bar), measures["exact"])
        readings[f"{name}_kappa"] = (partial(side, bar=rubric.bar), _kappa)
    readings["mae"] = (float, lambda units, counts: mean_absolute_error(units, counts=counts))
    return {
        name: interval_of(measure, _read(units, reading), clusters=clusters, draw=draw)
        for name, (reading, measure) in readings.items()
    }


def audit_alpha(
    units: Sequence[Unit], *, rubric: Rubric = _RUBRIC, clusters: Sequence[Hashable] | None = None, draw: Draw = _DRAW
) -> Estimate:
    """Give ordinal α of all raters over the three levels, with its interval (SD-56).

    Raises:
        UsageError: A score is outside the scale, or the scale has no extent.
    """
    _check(rubric)
    levels = _read(units, partial(level_of, rubric=rubric))
    return interval_of(
        lambda units, counts: krippendorff_alpha(units, counts=counts, level="ordinal"), levels, clusters=clusters, draw=draw
    )


def _kappa(units: Sequence[Unit], counts: Sequence[int]) -> Coefficient:
    return cohen_kappa(units, counts=counts)


def _from(score: float, *, bar: float) -> float:
    return float(score >= bar - _SLACK)


def _above(score: float, *, bar: float) -> float:
    return float(score > bar + _SLACK)


def _read(units: Sequence[Unit], reading: Callable[[float], float]) -> list[Unit]:
    return [tuple(None if score is None else reading(score) for score in unit) for unit in units]


def _check(rubric: Rubric) -> None:
    if not rubric.lowest < rubric.highest:
        raise UsageError(f"a scale from {rubric.lowest:g} to {rubric.highest:g} has no extent; give its two ends")
