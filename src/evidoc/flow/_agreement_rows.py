"""One criterion's ratings as a board of items and raters, and what the statistics say of its raters."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from evidoc.flow._ratings import Rated
from evidoc.flow._scales import Scale
from evidoc.statistics.agreement import (
    Weights,
    cohen_kappa,
    gwet_ac,
    mean_absolute_error,
    percent_agreement,
    within_one,
)
from evidoc.statistics.krippendorff import krippendorff_alpha
from evidoc.statistics.ranks import spearman
from evidoc.statistics.ratings import Coefficient, Unit
from evidoc.statistics.resampling import Draw, Estimate, Measure, interval_of

PEOPLE_MEDIAN, PEOPLE_MEAN, PEOPLE_MAJORITY = "people (median)", "people (mean)", "people (majority)"


@dataclass(frozen=True, slots=True)
class Board:
    """Ratings of one criterion: a row an item, a column a rater; clusters are documents where they are named."""

    criterion: str
    scale: Scale
    raters: tuple[str, ...]
    items: tuple[str, ...]
    units: tuple[tuple[float | None, ...], ...]
    clusters: tuple[Hashable, ...]
    by_document: bool

    def of(self, *raters: str) -> list[Unit]:
        """Give the units with these raters alone."""
        places = [self.raters.index(rater) for rater in raters]
        return [tuple(unit[place] for place in places) for unit in self.units]

    def column(self, rater: str) -> list[float | None]:
        """Give one rater's ratings, one an item."""
        place = self.raters.index(rater)
        return [unit[place] for unit in self.units]


def board_of(criterion: str, rated: Sequence[Rated], *, scale: Scale) -> Board:
    """Set ratings out as a board, items and raters in the order in which they come."""
    raters = tuple(dict.fromkeys(one.rater for one in rated))
    items = tuple(dict.fromkeys(one.item for one in rated))
    documents = {one.item: one.document for one in rated if one.document}
    numbers = {(one.item, one.rater): scale.number(one.rating) for one in rated if one.rating}
    return Board(
        criterion=criterion,
        scale=scale,
        raters=raters,
        items=items,
        units=tuple(tuple(numbers.get((item, rater)) for rater in raters) for item in items),
        clusters=tuple(("document", documents[item]) if item in documents else ("item", item) for item in items),
        by_document=bool(documents),
    )


def people_column(board: Board, judge: str, *, how: str) -> list[float | None]:
    """Give one value an item for all raters but the judge: median, mean or majority.

    A median between two categories goes to the nearer one, to the lower where both are as near; a majority that is tied
    gives no value. Source: DHQ-84.
    """
    places = [place for place, rater in enumerate(board.raters) if rater != judge]
    given = [[rating for place in places if (rating := unit[place]) is not None] for unit in board.units]
    return [_AGGREGATES[how](ratings, board.scale) if ratings else None for ratings in given]


def pair_figures(
    board: Board, units: Sequence[Unit], *, weights: Weights, draw: Draw, measured: bool = False
) -> dict[str, Estimate]:
    """Give all that the scale allows for two raters; `measured` where one side is a mean and so on no category."""
    pair = _pair_measures(board.scale, _categories(board.scale, units))
    if measured:
        pair = {name: pair[name] for name in ("spearman", "mae", "within_one") if name in pair}
        return _estimates(pair, units, board=board, draw=draw)
    return {**group_figures(board, units, weights=weights, draw=draw), **_estimates(pair, units, board=board, draw=draw)}


def group_figures(board: Board, units: Sequence[Unit], *, weights: Weights, draw: Draw) -> dict[str, Estimate]:
    """Give what is defined for any number of raters.

    These figures do not mind who gave which rating; sorted units are fewer different ones, which the resamples count.
    """
    alike = [tuple(sorted(rating for rating in unit if rating is not None)) for unit in units]
    padded: list[Unit] = [(*given, *[None] * (len(unit) - len(given))) for given, unit in zip(alike, units, strict=True)]
    measures = _group_measures(board.scale, _categories(board.scale, units), weights)
    return _estimates(measures, padded, board=board, draw=draw)


def _estimates(measures: Mapping[str, Measure], units: Sequence[Unit], *, board: Board, draw: Draw) -> dict[str, Estimate]:
    return {name: interval_of(measure, units, clusters=board.clusters, draw=draw) for name, measure in measures.items()}


def _categories(scale: Scale, units: Sequence[Unit]) -> tuple[float, ...]:
    """All resamples are on one scale: where it is not known, on that of all ratings."""
    return scale.categories or tuple(sorted({rating for unit in units for rating in unit if rating is not None}))


def _group_measures(scale: Scale, categories: Sequence[float], weights: Weights) -> dict[str, Measure]:
    figures: dict[str, Measure] = {"percent": lambda units, counts: percent_agreement(units, counts=counts)}
    figures["ac1"] = _over_categories(gwet_ac, weights="identity", categories=categories)
    if scale.kind != "nominal":
        figures["ac2"] = _over_categories(gwet_ac, weights=weights, categories=categories)
    figures["alpha"] = lambda units, counts: krippendorff_alpha(units, counts=counts, level=scale.kind)
    return figures


def _pair_measures(scale: Scale, categories: Sequence[float]) -> dict[str, Measure]:
    figures: dict[str, Measure] = {"kappa": _over_categories(cohen_kappa, weights="identity", categories=categories)}
    if scale.kind == "nominal":
        return figures
    figures["kappa_linear"] = _over_categories(cohen_kappa, weights="linear", categories=categories)
    figures["kappa_quadratic"] = _over_categories(cohen_kappa, weights="quadratic", categories=categories)
    figures["spearman"] = lambda units, counts: spearman(units, counts=counts)
    figures["mae"] = lambda units, counts: mean_absolute_error(units, counts=counts)
    figures["within_one"] = lambda units, counts: within_one(units, counts=counts)
    return figures


def _over_categories(coefficient: Callable[..., Coefficient], *, weights: Weights, categories: Sequence[float]) -> Measure:
    return lambda units, counts: coefficient(units, counts=counts, weights=weights, categories=categories)


def _median(ratings: Sequence[float], scale: Scale) -> float | None:
    middle = statistics.median(ratings)
    return min(scale.categories, key=lambda one: (round(abs(one - middle), 9), one)) if scale.categories else middle


def _mean(ratings: Sequence[float], scale: Scale) -> float | None:
    return math.fsum(ratings) / len(ratings)


def _majority(ratings: Sequence[float], scale: Scale) -> float | None:
    (first, most), *rest = Counter(ratings).most_common(2)
    return None if rest and rest[0][1] == most else first


_AGGREGATES: Mapping[str, Callable[[Sequence[float], Scale], float | None]] = {
    PEOPLE_MEDIAN: _median,
    PEOPLE_MEAN: _mean,
    PEOPLE_MAJORITY: _majority,
}
