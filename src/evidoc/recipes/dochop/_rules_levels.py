"""Rules that compare single values with a threshold: once, in some, in so many or in all periods or groups (DH-R01…R07)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from evidoc.recipes.dochop._demands import Demands, Wanted
from evidoc.recipes.dochop._frame import Chart, Distances, is_strict, sign
from evidoc.recipes.dochop._records import ChartSchema, Parameters, SchemaKind
from evidoc.recipes.dochop._rule import Draw, Family, Rule, always, has_steps
from evidoc.recipes.dochop._slots import part_of_range, pick_column, pick_operator, pick_window

Needed = Callable[[Parameters, int], int]  # of so many cells, how many must be on the right side


def levels() -> tuple[Rule, ...]:
    """Give the seven rules."""
    return (
        _rule("DH-R01", "THR_TIME", "threshold", kinds=("TS", "SN"), fits=_is_named_by_time),
        _rule("DH-R02", "THR_GROUP", "threshold", kinds=("GR", "SN"), fits=_is_named_by_group),
        _rule("DH-R03", "THR_EVERY_TIME", "consistency", kinds=("TS",), fits=has_steps),
        _rule("DH-R04", "THR_SOME_TIME", "threshold", kinds=("TS",), fits=has_steps),
        _rule("DH-R05", "THR_COUNT_TIME", "consistency", kinds=("TS",), fits=has_steps),
        _rule("DH-R06", "THR_EVERY_GROUP", "consistency", kinds=("GR",), fits=always),
        _rule("DH-R07", "THR_COUNT_GROUP", "consistency", kinds=("GR",), fits=_has_three_groups),
    )


def choose_cells(demands: Demands, cells: list[int], needed: int, *, bound: int, towards: int) -> bool:
    """Put so many of the cells at or beyond a bound, among those that still may go there; say if there are enough."""
    limits = demands.high if towards > 0 else demands.low
    possible = [cell for cell in cells if (limits[cell] - bound) * towards >= 0]
    if len(possible) < needed:
        return False
    chosen = possible if len(possible) == needed else demands.rng.sample(possible, needed)
    for cell in chosen:
        demands.beyond(cell, bound, towards=towards)
    return True


def _rule(id: str, name: str, family: Family, *, kinds: tuple[SchemaKind, ...], fits: Callable[[ChartSchema], bool]) -> Rule:
    at_once = name in ("THR_TIME", "THR_GROUP")
    needed: Needed = _FORMS[name.split("_")[1]] if not at_once else _one
    slots = ("column" if at_once else "window", "operator", "threshold", *(("count",) if needed is _as_counted else ()))
    return Rule(
        id=id,
        name=name,
        family=family,
        kinds=kinds,
        slots=slots,
        draw=partial(_draw, at_once=at_once, counted=needed is _as_counted),
        measure=partial(_measure, needed=needed),
        demand=partial(_demand, needed=needed),
        fits=fits,
    )


def _draw(draw: Draw, *, at_once: bool, counted: bool) -> Parameters | None:
    frame, rng = draw.frame, draw.rng
    operator = pick_operator(rng)
    threshold = frame.value(part_of_range(frame, rng, 0.3, 0.7))
    if at_once:
        column = frame.schema.group if frame.schema.kind == "SN" and frame.schema.group else pick_column(frame, rng)
        return Parameters(column=column, operator=operator, threshold=threshold)
    window = pick_window(frame, rng)
    count = 2 + int(rng.random() * (len(window) - 2)) if counted else None
    return Parameters(window=window, operator=operator, threshold=threshold, count=count)


def _measure(chart: Chart, parameters: Parameters, *, needed: Needed) -> Distances:
    frame, up = chart.frame, sign(parameters)
    threshold = frame.count(parameters.threshold)
    strict = is_strict(parameters)
    if parameters.column:
        at = frame.column(parameters.column)
        return Distances([up * (row[at] - threshold) for row in chart.rows], 1, strict)
    window = frame.window(parameters.window)
    place = len(window) - needed(parameters, len(window))
    return Distances([sorted([up * (row[at] - threshold) for at in window])[place] for row in chart.rows], 1, strict)


def _demand(demands: Demands, parameters: Parameters, wanted: Wanted, *, needed: Needed) -> bool:
    frame, up = demands.frame, sign(parameters)
    threshold = frame.count(parameters.threshold)
    window = [frame.column(parameters.column)] if parameters.column else frame.window(parameters.window)
    right = needed(parameters, len(window))
    wrong = len(window) - right + 1
    inside, outside = threshold + up * frame.margin, threshold - up * frame.margin
    for entity, want in enumerate(wanted):
        if want is None:
            continue
        cells = [entity * frame.columns + at for at in window]
        if want and not choose_cells(demands, cells, right, bound=inside, towards=up):
            return False
        if not want and not choose_cells(demands, cells, wrong, bound=outside, towards=-up):
            return False
    return True


def _one(parameters: Parameters, cells: int) -> int:
    return 1


def _all(parameters: Parameters, cells: int) -> int:
    return cells


def _as_counted(parameters: Parameters, cells: int) -> int:
    return min(parameters.count or 1, cells)


_FORMS: dict[str, Needed] = {"EVERY": _all, "SOME": _one, "COUNT": _as_counted}


def _is_named_by_time(schema: ChartSchema) -> bool:
    return schema.kind == "TS" or not schema.group


def _is_named_by_group(schema: ChartSchema) -> bool:
    return schema.kind == "GR" or bool(schema.group)


def _has_three_groups(schema: ChartSchema) -> bool:
    return len(schema.groups) >= 3
