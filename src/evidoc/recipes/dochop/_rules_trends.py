"""Rules of direction: higher than before or than another group, ever rising, runs, extremes (DH-R11, R13, R14, R16, R23)."""

from __future__ import annotations

from evidoc.recipes.dochop._demands import Demands, Wanted
from evidoc.recipes.dochop._frame import Chart, Distances, sign
from evidoc.recipes.dochop._records import ChartSchema, Parameters
from evidoc.recipes.dochop._rule import Draw, Rule, always, has_steps
from evidoc.recipes.dochop._slots import part_of_width, pick_column, pick_direction, pick_two, pick_window

_LONGEST_CLIMB = 5  # more moments that all rise look drawn with a ruler


def trends() -> tuple[Rule, ...]:
    """Give the five rules."""
    pair = ("column", "other", "direction", "margin")
    run, peak = ("direction", "count"), ("column", "direction")
    return (
        Rule("DH-R11", "CMP_TIMES", "comparison", ("TS",), pair, _draw_pair, _difference, _be_apart, has_steps),
        Rule("DH-R13", "MONOTONE", "trend", ("TS",), ("window", "direction"), _draw_climb, _least_step, _climb, has_steps),
        Rule("DH-R14", "STREAK", "trend", ("TS",), run, _draw_run, _best_run, _run, has_steps),
        Rule("DH-R16", "EXTREME_AT", "trend", ("TS", "GR"), peak, _draw_peak, _lead, _peak, _has_three_columns),
        Rule("DH-R23", "CMP_GROUPS", "comparison", ("GR",), pair, _draw_pair, _difference, _be_apart, always),
    )


def _draw_pair(draw: Draw) -> Parameters | None:
    """Fill both comparisons of two columns; of times the later one is `column`, of groups either."""
    frame, rng = draw.frame, draw.rng
    other, column = pick_two(frame, rng)
    if frame.schema.kind == "GR" and rng.random() < 0.5:
        other, column = column, other
    margin = frame.value(part_of_width(frame, rng, 0.06, 0.2))
    return Parameters(column=column, other=other, direction=pick_direction(rng), margin=margin)


def _difference(chart: Chart, parameters: Parameters) -> Distances:
    frame, up = chart.frame, sign(parameters)
    column, other, margin = frame.column(parameters.column), frame.column(parameters.other), frame.count(parameters.margin)
    return Distances([up * (row[column] - row[other]) - margin for row in chart.rows], 1, margin == 0)


def _be_apart(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    frame, up = demands.frame, sign(parameters)
    column, other, margin = frame.column(parameters.column), frame.column(parameters.other), frame.count(parameters.margin)
    for entity, want in enumerate(wanted):
        if want is None:
            continue
        start = entity * frame.columns
        first, second = (column, other) if up > 0 else (other, column)
        by = margin + frame.margin if want else margin - frame.margin
        demands.apart((start + first, start + second), by, towards=1 if want else -1)
    return True


def _draw_climb(draw: Draw) -> Parameters | None:
    window = pick_window(draw.frame, draw.rng)[:_LONGEST_CLIMB]
    return Parameters(window=window, direction=pick_direction(draw.rng))


def _steps(row: list[int] | tuple[int, ...], window: list[int], up: int) -> list[int]:
    return [up * (row[b] - row[a]) for a, b in zip(window, window[1:], strict=False)]


def _least_step(chart: Chart, parameters: Parameters) -> Distances:
    window, up = chart.frame.window(parameters.window), sign(parameters)
    return Distances([min(_steps(list(row), window, up)) for row in chart.rows], 1, True)


def _climb(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    frame, up = demands.frame, sign(parameters)
    window = frame.window(parameters.window)
    steps = list(zip(window, window[1:], strict=False))
    for entity, want in enumerate(wanted):
        if want is None:
            continue
        chosen = steps if want else [steps[int(demands.rng.random() * len(steps))]]
        _step(demands, entity, chosen, towards=up if want else -up)
    return True


def _step(demands: Demands, entity: int, steps: list[tuple[int, int]], *, towards: int) -> None:
    """Make every given step of an entity go up (1) or down (-1) by the margin at least."""
    start, margin = entity * demands.frame.columns, demands.frame.margin
    for before, after in steps:
        if towards > 0:
            demands.above(start + after, start + before, margin)
        else:
            demands.above(start + before, start + after, margin)


def _draw_run(draw: Draw) -> Parameters | None:
    most = min(4, draw.frame.columns - 2)
    count = 2 + int(draw.rng.random() * (most - 1))
    return Parameters(direction=pick_direction(draw.rng), count=count)


def _best_run(chart: Chart, parameters: Parameters) -> Distances:
    count, up = parameters.count or 1, sign(parameters)
    window = list(range(chart.frame.columns))
    if count >= len(window):
        return Distances([-chart.frame.width] * len(chart.rows), 1, True)
    values = []
    for row in chart.rows:
        steps = _steps(list(row), window, up)
        values.append(max([min(steps[at : at + count]) for at in range(len(steps) - count + 1)]))
    return Distances(values, 1, True)


def _run(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    frame, up, rng = demands.frame, sign(parameters), demands.rng
    count = parameters.count or 1
    steps = [(at, at + 1) for at in range(frame.columns - 1)]
    if count > len(steps):
        return not any(wanted)
    for entity, want in enumerate(wanted):
        if want:
            start = int(rng.random() * (len(steps) - count + 1))
            _step(demands, entity, steps[start : start + count], towards=up)
        elif want is False:
            _step(demands, entity, _breaks(demands, steps, count), towards=-up)
    return True


def _breaks(demands: Demands, steps: list[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """Choose steps so that no `count` consecutive ones are without one of them."""
    broken, at = [], int(demands.rng.random() * count)
    while at < len(steps):
        broken.append(steps[at])
        at += 1 + int(demands.rng.random() * count)
    return broken


def _draw_peak(draw: Draw) -> Parameters | None:
    return Parameters(column=pick_column(draw.frame, draw.rng), direction=pick_direction(draw.rng))


def _lead(chart: Chart, parameters: Parameters) -> Distances:
    column, up = chart.frame.column(parameters.column), sign(parameters)
    others = [at for at in range(chart.frame.columns) if at != column]
    return Distances([min([up * (row[column] - row[at]) for at in others]) for row in chart.rows], 1, True)


def _peak(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    frame, up = demands.frame, sign(parameters)
    column = frame.column(parameters.column)
    others = [at for at in range(frame.columns) if at != column]
    for entity, want in enumerate(wanted):
        if want:
            _step(demands, entity, [(at, column) for at in others], towards=up)
        elif want is False:
            _step(demands, entity, [(column, others[int(demands.rng.random() * len(others))])], towards=up)
    return True


def _has_three_columns(schema: ChartSchema) -> bool:
    return len(schema.columns) >= 3
