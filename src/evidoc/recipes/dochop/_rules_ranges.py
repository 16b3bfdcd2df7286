"""Rules of ranges: between two values, within a band, the gap of highest and lowest, the largest step (DH-R08…R10, R15)."""

from __future__ import annotations

from functools import partial

from evidoc.recipes.dochop._demands import Demands, Wanted
from evidoc.recipes.dochop._frame import Chart, Distances, is_strict, sign
from evidoc.recipes.dochop._records import Parameters
from evidoc.recipes.dochop._rule import Draw, Rule, always, has_steps
from evidoc.recipes.dochop._slots import part_of_width, pick_column, pick_operator, pick_window, rounded


def ranges() -> tuple[Rule, ...]:
    """Give the four rules."""
    draw_point, draw_band = partial(_draw_range, band=False), partial(_draw_range, band=True)
    point, band = ("column", "low", "high"), ("window", "low", "high")
    gap, step = ("window", "operator", "threshold"), ("window", "threshold")
    return (
        Rule("DH-R08", "RANGE_POINT", "range", ("TS", "GR", "SN"), point, draw_point, _in_range, _be_in, always),
        Rule("DH-R09", "RANGE_BAND", "range", ("TS",), band, draw_band, _in_range, _be_in, has_steps),
        Rule("DH-R10", "SPREAD", "range", ("TS", "GR"), gap, _draw_spread, _spread, _be_spread, always),
        Rule("DH-R15", "MAX_STEP", "consistency", ("TS",), step, _draw_step, _largest_step, _be_steady, has_steps),
    )


def _draw_range(draw: Draw, *, band: bool) -> Parameters | None:
    frame, rng = draw.frame, draw.rng
    width = max(4 * frame.margin + 1, part_of_width(frame, rng, 0.25, 0.4))
    room = frame.width - width - 2 * frame.margin
    if room < 0:
        return None
    low = rounded(frame, frame.low + frame.margin + rng.random() * room)
    window, column = (pick_window(frame, rng), "") if band else ((), pick_column(frame, rng))
    return Parameters(window=window, column=column, low=frame.value(low), high=frame.value(low + width))


def _places(chart_or_demands: Chart | Demands, parameters: Parameters) -> list[int]:
    frame = chart_or_demands.frame
    return [frame.column(parameters.column)] if parameters.column else frame.window(parameters.window)


def _in_range(chart: Chart, parameters: Parameters) -> Distances:
    low, high = chart.frame.count(parameters.low), chart.frame.count(parameters.high)
    window = _places(chart, parameters)
    return Distances([min([min(row[at] - low, high - row[at]) for at in window]) for row in chart.rows], 1, False)


def _be_in(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    frame = demands.frame
    low, high = frame.count(parameters.low), frame.count(parameters.high)
    window = _places(demands, parameters)
    for entity, want in enumerate(wanted):
        cells = [entity * frame.columns + at for at in window]
        if want:
            for cell in cells:
                demands.at_least(cell, low + frame.margin)
                demands.at_most(cell, high - frame.margin)
        elif want is False and not _leave(demands, cells, (low - frame.margin, high + frame.margin)):
            return False
    return True


def _leave(demands: Demands, cells: list[int], edges: tuple[int, int]) -> bool:
    """Put one cell below the lower or above the upper edge, wherever there is room."""
    ways = [(cell, -1) for cell in cells if demands.low[cell] <= edges[0]]
    ways += [(cell, 1) for cell in cells if demands.high[cell] >= edges[1]]
    if not ways:
        return False
    cell, towards = ways[int(demands.rng.random() * len(ways))]
    demands.beyond(cell, edges[0] if towards < 0 else edges[1], towards=towards)
    return True


def _draw_spread(draw: Draw) -> Parameters | None:
    frame, rng = draw.frame, draw.rng
    threshold = max(3 * frame.margin, part_of_width(frame, rng, 0.2, 0.4))
    return Parameters(window=pick_window(frame, rng), operator=pick_operator(rng), threshold=frame.value(threshold))


def _spread(chart: Chart, parameters: Parameters) -> Distances:
    frame, up = chart.frame, sign(parameters)
    threshold, window = frame.count(parameters.threshold), frame.window(parameters.window)
    picked = [[row[at] for at in window] for row in chart.rows]
    return Distances([up * (max(row) - min(row) - threshold) for row in picked], 1, is_strict(parameters))


def _be_spread(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    frame, up = demands.frame, sign(parameters)
    threshold, window = frame.count(parameters.threshold), frame.window(parameters.window)
    for entity, want in enumerate(wanted):
        if want is None:
            continue
        cells = [entity * frame.columns + at for at in window]
        if want is (up > 0):
            upper, lower = demands.rng.sample(cells, 2)
            demands.above(upper, lower, threshold + frame.margin)
        elif not _stay_together(demands, cells, threshold - frame.margin):
            return False
    return True


def _stay_together(demands: Demands, cells: list[int], width: int) -> bool:
    """Keep the cells within a band of this width, put where their bounds allow."""
    low, high = demands.low, demands.high
    least = max([low[cell] for cell in cells]) - width
    most = min([high[cell] for cell in cells])
    start, end = max(least, demands.frame.low), min(most, demands.frame.high - width)
    if start > end:
        return False
    floor = start + int(demands.rng.random() * (end - start + 1))
    for cell in cells:
        demands.at_least(cell, floor)
        demands.at_most(cell, floor + width)
    return all(low[cell] <= high[cell] for cell in cells)


def _draw_step(draw: Draw) -> Parameters | None:
    frame, rng = draw.frame, draw.rng
    threshold = max(3 * frame.margin, part_of_width(frame, rng, 0.12, 0.3))
    return Parameters(window=pick_window(frame, rng), threshold=frame.value(threshold))


def _largest_step(chart: Chart, parameters: Parameters) -> Distances:
    threshold, window = chart.frame.count(parameters.threshold), chart.frame.window(parameters.window)
    pairs = list(zip(window, window[1:], strict=False))
    return Distances([threshold - max([abs(row[b] - row[a]) for a, b in pairs]) for row in chart.rows], 1, False)


def _be_steady(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    frame, rng = demands.frame, demands.rng
    threshold, window = frame.count(parameters.threshold), frame.window(parameters.window)
    for entity, want in enumerate(wanted):
        if want is None:
            continue
        cells = [entity * frame.columns + at for at in window]
        steps = list(zip(cells, cells[1:], strict=False))
        if not want:
            step = steps[int(rng.random() * len(steps))]
            demands.apart(step if rng.random() < 0.5 else step[::-1], threshold + frame.margin, towards=1)
            continue
        for before, after in steps:
            demands.apart((after, before), frame.margin - threshold, towards=1)
            demands.apart((before, after), frame.margin - threshold, towards=1)
    return True
