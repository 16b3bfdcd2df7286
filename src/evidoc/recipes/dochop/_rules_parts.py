"""Rules of proportion within an entity: percentage of change, share of a group, ratios (DH-R12, R20, R21, R22).

Each asks that first column × a > second column × b or a sum, so all are one weighted sum of an entity's row.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial

from evidoc.recipes.dochop._demands import Demands, Wanted
from evidoc.recipes.dochop._frame import Chart, Distances, Frame, digits, is_strict, sign
from evidoc.recipes.dochop._records import Parameters
from evidoc.recipes.dochop._rule import Draw, Rule, has_steps, is_positive, is_summable
from evidoc.recipes.dochop._slots import percent, pick_column, pick_direction, pick_operator, pick_two, tenths

HUNDREDTHS = 10_000  # one, in hundredths of a percent: percentages are exact to two decimals
Weights = Callable[[Frame, Parameters], list[int]]  # a weight a column; the border is where the weighted sum is 0
_SLACK = 6  # a parameter is drawn only where so many margins of room are left on either side


def parts() -> tuple[Rule, ...]:
    """Give the four rules."""
    change, share = ("column", "other", "direction", "operator", "percent"), ("column", "operator", "percent")
    ratio = ("column", "other", "operator", "ratio")
    return (
        Rule(
            "DH-R12",
            "CHANGE_PCT",
            "trend",
            ("TS",),
            change,
            _draw_change,
            *_by(_change),
            lambda s: has_steps(s) and is_positive(s),
        ),
        Rule("DH-R20", "SHARE_GROUP", "share", ("GR",), share, _draw_share, *_by(_share), is_summable),
        Rule(
            "DH-R21", "RATIO_TIMES", "ratio", ("TS",), ratio, _draw_ratio, *_by(_ratio), lambda s: has_steps(s) and is_positive(s)
        ),
        Rule("DH-R22", "RATIO_GROUPS", "ratio", ("GR",), ratio, _draw_ratio, *_by(_ratio), is_positive),
    )


def hundredths(value: Decimal | None) -> int:
    """Count a percentage in hundredths of a percent."""
    return 0 if value is None else digits(value, 2)


def _by(weights: Weights) -> tuple[Callable[[Chart, Parameters], Distances], Callable[[Demands, Parameters, Wanted], bool]]:
    return partial(_measure, weights=weights), partial(_demand, weights=weights)


def _measure(chart: Chart, parameters: Parameters, *, weights: Weights) -> Distances:
    """Weigh every row; where the value that divides is not above 0 the rule is undefined and does not hold."""
    frame = chart.frame
    weighed = [(at, weight) for at, weight in enumerate(weights(frame, parameters)) if weight]
    divisor = frame.column(parameters.other) if parameters.other else None
    values = []
    for row in chart.rows:
        whole = row[divisor] if divisor is not None else sum(row)
        values.append(sum([row[at] * weight for at, weight in weighed]) if whole > 0 else -HUNDREDTHS * frame.width)
    return Distances(values, HUNDREDTHS, is_strict(parameters))


def _demand(demands: Demands, parameters: Parameters, wanted: Wanted, *, weights: Weights) -> bool:
    frame = demands.frame
    weighed = [(at, weight) for at, weight in enumerate(weights(frame, parameters)) if weight]
    right = [weight for _, weight in weighed]
    wrong = [-weight for weight in right]
    for entity, want in enumerate(wanted):
        if want is not None:
            cells = [entity * frame.columns + at for at, _ in weighed]
            demands.weighed(cells, right if want else wrong, HUNDREDTHS * frame.margin)
    return True


def _change(frame: Frame, parameters: Parameters) -> list[int]:
    """Growth: column - other ≥ percent of other; fall: other - column ≥ percent of other; ≤ turns both round."""
    falls = -1 if parameters.direction == "down" else 1
    weights = [0] * frame.columns
    weights[frame.column(parameters.column)] = falls * HUNDREDTHS * sign(parameters)
    weights[frame.column(parameters.other)] = (-falls * HUNDREDTHS - hundredths(parameters.percent)) * sign(parameters)
    return weights


def _share(frame: Frame, parameters: Parameters) -> list[int]:
    share = hundredths(parameters.percent)
    weights = [-share * sign(parameters)] * frame.columns
    weights[frame.column(parameters.column)] += HUNDREDTHS * sign(parameters)
    return weights


def _ratio(frame: Frame, parameters: Parameters) -> list[int]:
    ratio = digits(parameters.ratio or Decimal(1), 4)
    weights = [0] * frame.columns
    weights[frame.column(parameters.column)] = HUNDREDTHS * sign(parameters)
    weights[frame.column(parameters.other)] = -ratio * sign(parameters)
    return weights


def _draw_change(draw: Draw) -> Parameters | None:
    frame, rng = draw.frame, draw.rng
    direction = pick_direction(rng)
    low, high, room = frame.low, frame.high, _SLACK * frame.margin
    if direction == "up":
        possible = [p for p in range(5, 65, 5) if (low + room) * (100 + p) <= 100 * (high - room)]
    else:
        possible = [p for p in range(5, 65, 5) if (high - room) * (100 - p) >= 100 * (low + room)]
    if not possible:
        return None
    other, column = pick_two(frame, rng)
    chosen = percent(possible[int(rng.random() * len(possible))])
    return Parameters(
        column=column, other=other, direction=direction, operator=">=" if rng.random() < 0.6 else ">", percent=chosen
    )


def _draw_share(draw: Draw) -> Parameters | None:
    frame, rng = draw.frame, draw.rng
    low, high, others = frame.low + 2 * frame.margin, frame.high - 2 * frame.margin, frame.columns - 1
    least, most = low / (low + others * high), high / (high + others * low)
    lower, upper = max(0.6 / frame.columns, 1.3 * least), min(1.5 / frame.columns, 0.8 * most)
    if lower >= upper:
        return None
    share = round(100 * (lower + (upper - lower) * rng.random()))
    return Parameters(column=pick_column(frame, rng), operator=pick_operator(rng), percent=percent(max(1, share)))


def _draw_ratio(draw: Draw) -> Parameters | None:
    frame, rng = draw.frame, draw.rng
    room = _SLACK * frame.margin
    possible = [r for r in range(11, 31) if (frame.low + room) * r <= 10 * (frame.high - room)]
    if not possible:
        return None
    other, column = pick_two(frame, rng)
    if frame.schema.kind == "GR" and rng.random() < 0.5:
        other, column = column, other
    ratio = tenths(possible[int(rng.random() * len(possible))])
    return Parameters(column=column, other=other, operator=pick_operator(rng), ratio=ratio)
