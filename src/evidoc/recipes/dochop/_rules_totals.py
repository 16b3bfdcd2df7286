"""Rules of aggregates: sum, average, median, maximum or minimum over a window or over all groups (DH-R26, R27)."""

from __future__ import annotations

from functools import partial

from evidoc.recipes.dochop._demands import Demands, Wanted
from evidoc.recipes.dochop._frame import Chart, Distances, is_strict, sign
from evidoc.recipes.dochop._records import Aggregate, Parameters
from evidoc.recipes.dochop._rule import Draw, Rule, always, has_steps
from evidoc.recipes.dochop._rules_levels import choose_cells
from evidoc.recipes.dochop._slots import part_of_range, pick_operator, pick_window

_LEVELS: dict[Aggregate, tuple[float, float]] = {  # where in the range a threshold is neither sure nor out of reach
    "sum": (0.35, 0.65),
    "average": (0.35, 0.65),
    "median": (0.35, 0.65),
    "maximum": (0.5, 0.75),
    "minimum": (0.25, 0.5),
}


def totals() -> tuple[Rule, ...]:
    """Give the two rules."""
    slots = ("window", "aggregate", "operator", "threshold")
    times: tuple[Aggregate, ...] = ("sum", "average", "median", "maximum", "minimum")
    groups: tuple[Aggregate, ...] = ("sum", "average", "maximum", "minimum")
    return (
        Rule("DH-R26", "AGG_TIME", "aggregate", ("TS",), slots, partial(_draw, among=times), _measure, _demand, has_steps),
        Rule("DH-R27", "AGG_GROUP", "aggregate", ("GR",), slots, partial(_draw, among=groups), _measure, _demand, always),
    )


def _draw(draw: Draw, *, among: tuple[Aggregate, ...]) -> Parameters | None:
    frame, rng = draw.frame, draw.rng
    possible = among if frame.schema.metric.additive else [name for name in among if name != "sum"]
    aggregate = possible[int(rng.random() * len(possible))]
    window = pick_window(frame, rng)
    level = part_of_range(frame, rng, *_LEVELS[aggregate])
    threshold = frame.value(level * len(window) if aggregate == "sum" else level)
    return Parameters(window=window, aggregate=aggregate, operator=pick_operator(rng), threshold=threshold)


def _measure(chart: Chart, parameters: Parameters) -> Distances:
    frame, up = chart.frame, sign(parameters)
    threshold, window = frame.count(parameters.threshold), frame.window(parameters.window)
    rows = [[row[at] for at in window] for row in chart.rows]
    weight, values = _weighed(rows, parameters.aggregate or "average", threshold)
    return Distances([up * value for value in values], weight, is_strict(parameters))


def _weighed(rows: list[list[int]], aggregate: Aggregate, threshold: int) -> tuple[int, list[int]]:
    """Give what one last digit of every cell weighs, and each row's aggregate less the threshold in that weight."""
    size = len(rows[0])
    if aggregate == "sum":
        return size, [sum(row) - threshold for row in rows]
    if aggregate == "average":
        return size, [sum(row) - threshold * size for row in rows]
    if aggregate == "median":
        return 2, [_twice_median(row) - 2 * threshold for row in rows]
    extreme = max if aggregate == "maximum" else min
    return 1, [extreme(row) - threshold for row in rows]


def _twice_median(row: list[int]) -> int:
    ordered = sorted(row)
    return ordered[(len(row) - 1) // 2] + ordered[len(row) // 2]


def _demand(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    aggregate = parameters.aggregate or "average"
    if aggregate in ("sum", "average"):
        return _demand_sum(demands, parameters, wanted)
    frame, up = demands.frame, sign(parameters)
    threshold, window = frame.count(parameters.threshold), frame.window(parameters.window)
    right, wrong = _needed(aggregate, up, len(window))
    for entity, want in enumerate(wanted):
        if want is None:
            continue
        cells = [entity * frame.columns + at for at in window]
        side = up if want else -up
        if not choose_cells(demands, cells, right if want else wrong, bound=threshold + side * frame.margin, towards=side):
            return False
    return True


def _needed(aggregate: Aggregate, up: int, size: int) -> tuple[int, int]:
    """Say how many cells beyond the threshold settle that the rule holds, and how many that it does not."""
    if aggregate == "median":
        return size // 2 + 1, size // 2 + 1
    one_is_enough = (aggregate == "maximum") is (up > 0)
    return (1, size) if one_is_enough else (size, 1)


def _demand_sum(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    frame, up = demands.frame, sign(parameters)
    window = frame.window(parameters.window)
    threshold = frame.count(parameters.threshold) * (len(window) if parameters.aggregate == "average" else 1)
    for entity, want in enumerate(wanted):
        if want is None:
            continue
        side = up if want else -up
        cells = [entity * frame.columns + at for at in window]
        demands.weighed(cells, [side] * len(cells), side * threshold + frame.margin * len(cells))
    return True
