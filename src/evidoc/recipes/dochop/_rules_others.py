"""Rules that compare an entity with the others of its chart: rank, share of the total, a named one, the average.

They look at all entities, whatever pool a node inherits (DH-27). Source: DH-R17, R18, R19, R24, R25.
"""

from __future__ import annotations

import math

from evidoc.recipes.dochop._demands import Demands, Wanted
from evidoc.recipes.dochop._frame import Chart, Distances, is_strict, sign
from evidoc.recipes.dochop._records import Parameters, SchemaKind
from evidoc.recipes.dochop._rule import Draw, Rule, always, has_steps, is_summable
from evidoc.recipes.dochop._rules_parts import HUNDREDTHS, hundredths
from evidoc.recipes.dochop._slots import percent, pick_column, pick_direction, pick_operator, pick_two

_MOST_PLACES = 3  # nobody improves by four places of eight in a believable table
_FEWEST_RANKED = 2  # nobody says "the top 1"
_ROOM = 2  # margins that a share leaves to the ends of the range
_TRIES = 60  # random orders tried before the one that surely does


def others() -> tuple[Rule, ...]:
    """Give the five rules."""
    every: tuple[SchemaKind, ...] = ("TS", "GR", "SN")
    rank, change, share = ("column", "direction", "count"), ("column", "other", "count"), ("column", "operator", "percent")
    named, average = ("column", "direction", "reference"), ("column", "direction")
    return (
        Rule("DH-R17", "RANK_K", "rank", every, rank, _draw_rank, _rank, _be_ranked, always),
        Rule("DH-R18", "RANK_CHANGE", "rank", ("TS",), change, _draw_places, _places_won, _win_places, has_steps),
        Rule("DH-R19", "SHARE_TOTAL", "share", every, share, _draw_share, _share, _have_share, is_summable),
        Rule("DH-R24", "CMP_ENTITY", "comparison", every, named, _draw_named, _beside, _be_beside, always),
        Rule("DH-R25", "CMP_AVERAGE", "comparison", every, average, _draw_average, _over_average, _be_over_average, always),
    )


def _draw_rank(draw: Draw) -> Parameters | None:
    least, most = max(_FEWEST_RANKED, draw.kept), min(draw.frame.entities - 1, draw.kept + draw.free)
    if least > most:
        return None
    count = least + int(draw.rng.random() * (most - least + 1))
    return Parameters(column=pick_column(draw.frame, draw.rng), direction=pick_direction(draw.rng), count=count)


def _rank(chart: Chart, parameters: Parameters) -> Distances:
    """Measure from the k-th best of the others: whoever reaches it has at most k - 1 before."""
    at, up, count = chart.frame.column(parameters.column), sign(parameters), parameters.count or 1
    values = [up * row[at] for row in chart.rows]
    if count >= len(values):
        return Distances([chart.frame.width] * len(values), 1, False)
    best = sorted(values, reverse=True)
    inside, outside = best[count - 1], best[count]
    return Distances([v - outside if v > inside or v == inside != outside else v - inside for v in values], 1, False)


def _be_ranked(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    frame, rng, up = demands.frame, demands.rng, sign(parameters)
    column, count = frame.column(parameters.column), parameters.count or 1
    missing = count - sum([want is True for want in wanted])
    free = [entity for entity, want in enumerate(wanted) if want is None]
    if not 0 <= missing <= len(free):
        return False
    chosen = set(rng.sample(free, missing))
    best = [e * frame.columns + column for e, want in enumerate(wanted) if want or e in chosen]
    rest = [e * frame.columns + column for e, want in enumerate(wanted) if not (want or e in chosen)]
    return _divide(demands, *((best, rest) if up > 0 else (rest, best)))


def _divide(demands: Demands, upper: list[int], lower: list[int]) -> bool:
    """Put a border with the margin between two sets of cells, near where chance would have it."""
    frame = demands.frame
    least = max([demands.low[cell] for cell in lower], default=frame.low)
    most = min([demands.high[cell] for cell in upper], default=frame.high) - frame.margin
    if least > most:
        return False
    middle = frame.low + frame.width * (len(lower) + demands.rng.random() - 0.5) / frame.entities
    border = min(max(int(middle), least), most)
    for cell in upper:
        demands.at_least(cell, border + frame.margin)
    for cell in lower:
        demands.at_most(cell, border)
    return True


def _draw_places(draw: Draw) -> Parameters | None:
    most = min(_MOST_PLACES, draw.frame.entities - draw.kept)
    if most < 1 or not draw.kept or (draw.frame.entities + 1) * draw.frame.margin > draw.frame.width:
        return None
    other, column = pick_two(draw.frame, draw.rng)
    return Parameters(column=column, other=other, count=1 + int(draw.rng.random() * most))


def _ranks(values: list[int]) -> list[int]:
    return [1 + sum([other > value for other in values]) for value in values]


def _places_won(chart: Chart, parameters: Parameters) -> Distances:
    """Measure by the nearest neighbour in either column, with the sign of the rule; halves keep a tie off the border."""
    after, before = chart.frame.column(parameters.column), chart.frame.column(parameters.other)
    first, second = [row[before] for row in chart.rows], [row[after] for row in chart.rows]
    count, values = parameters.count or 1, []
    gaps = [min(a, b) for a, b in zip(_gaps(first), _gaps(second), strict=True)]
    for gap, rank, later in zip(gaps, _ranks(first), _ranks(second), strict=True):
        values.append((2 * gap + 1) * (1 if rank - later >= count else -1))
    return Distances(values, 2, False)


def _gaps(values: list[int]) -> list[int]:
    """Give the distance to the nearest other value, of each."""
    order = sorted(range(len(values)), key=values.__getitem__)
    gaps = [0] * len(values)
    steps = [values[b] - values[a] for a, b in zip(order, order[1:], strict=False)]
    for at, entity in enumerate(order):
        gaps[entity] = min(steps[max(0, at - 1) : at + 1], default=0)
    return gaps


def _win_places(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    frame = demands.frame
    after, before = frame.column(parameters.column), frame.column(parameters.other)
    orders = _orders(demands, wanted, parameters.count or 1)
    for column, order in zip((before, after), orders, strict=False):
        _line_up(demands, [entity * frame.columns + column for entity in order])
    return bool(orders)


def _line_up(demands: Demands, cells: list[int]) -> None:
    """Ask that each cell exceed the next by the margin, and say what follows for their bounds."""
    margin = demands.frame.margin
    pairs = list(zip(cells, cells[1:], strict=False))
    for better, worse in pairs:
        demands.above(better, worse, margin)
        demands.at_most(worse, demands.high[better] - margin)
    for better, worse in reversed(pairs):
        demands.at_least(better, demands.low[worse] + margin)


def _orders(demands: Demands, wanted: Wanted, count: int) -> tuple[list[int], ...]:
    """Find two orders, best first, between which exactly the wanted ones win at least `count` places."""
    rng, entities = demands.rng, list(range(len(wanted)))
    kept = [entity for entity in entities if wanted[entity]]
    rest = [entity for entity in entities if not wanted[entity]]
    for _ in range(_TRIES):
        first, second = entities[:], entities[:]
        rng.shuffle(first)
        rng.shuffle(second)
        won = {entity: first.index(entity) - second.index(entity) >= count for entity in entities}
        if all(want is None or won[entity] is want for entity, want in enumerate(wanted)):
            return first, second
    return (rest + kept, kept + rest) if len(rest) >= count else ()


def _draw_share(draw: Draw) -> Parameters | None:
    """Draw a share near that of equal parts, which so many can exceed and so many fall short of within the range."""
    frame, rng = draw.frame, draw.rng
    operator = pick_operator(rng)
    short = frame.entities - draw.kept - draw.free
    over, under = (draw.kept, short) if operator in (">=", ">") else (short, draw.kept)
    little, much = frame.low + _ROOM * frame.margin, frame.high - _ROOM * frame.margin
    total = over * much + under * little + draw.free * (little + much) / 2
    least, most = math.ceil(100 * (little + frame.margin) / total), int(100 * (much - frame.margin) / total)
    if least > most:
        return None
    low, high = (1.0, 1.3) if under > over else (0.75, 1.05)  # many small parts leave one large, many large ones one small
    share = round(100 / frame.entities * (low + (high - low) * rng.random()))
    return Parameters(column=pick_column(frame, rng), operator=operator, percent=percent(min(max(share, least), most)))


def _share(chart: Chart, parameters: Parameters) -> Distances:
    at, up, share = chart.frame.column(parameters.column), sign(parameters), hundredths(parameters.percent)
    values = [row[at] for row in chart.rows]
    part = share * sum(values)
    if sum(values) <= 0:
        return Distances([-HUNDREDTHS * chart.frame.width] * len(values), HUNDREDTHS, True)
    return Distances([up * (HUNDREDTHS * value - part) for value in values], HUNDREDTHS, is_strict(parameters))


def _have_share(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    return _weigh_column(demands, parameters, wanted, whole=HUNDREDTHS, part=hundredths(parameters.percent))


def _weigh_column(demands: Demands, parameters: Parameters, wanted: Wanted, *, whole: int, part: int) -> bool:
    """Ask of each entity that whole × its value exceed part × the sum of all, or fall short of it."""
    frame, up = demands.frame, sign(parameters)
    column = frame.column(parameters.column)
    cells = [entity * frame.columns + column for entity in range(frame.entities)]
    for entity, want in enumerate(wanted):
        if want is None:
            continue
        side = up if want else -up
        weights = [-part * side] * frame.entities
        weights[entity] += whole * side
        demands.weighed(cells, weights, whole * frame.margin)
    return True


def _draw_named(draw: Draw) -> Parameters | None:
    failing = [name for name, want in zip(draw.frame.schema.entities, draw.wanted, strict=True) if not want]
    if not failing:
        return None
    reference = failing[int(draw.rng.random() * len(failing))]
    column = pick_column(draw.frame, draw.rng)
    return Parameters(column=column, direction=pick_direction(draw.rng), reference=reference)


def _beside(chart: Chart, parameters: Parameters) -> Distances:
    """Measure from the named entity, which itself never satisfies."""
    frame, up = chart.frame, sign(parameters)
    at, named, margin = frame.column(parameters.column), frame.entity_at[parameters.reference], frame.count(parameters.margin)
    border = chart.rows[named][at]
    values = [up * (row[at] - border) - margin for row in chart.rows]
    values[named] = -frame.width
    return Distances(values, 1, margin == 0)


def _be_beside(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    frame, up = demands.frame, sign(parameters)
    column, named = frame.column(parameters.column), frame.entity_at[parameters.reference]
    margin = frame.count(parameters.margin)
    if wanted[named]:
        return False
    reference = named * frame.columns + column
    for entity, want in enumerate(wanted):
        if want is None or entity == named:
            continue
        cell = entity * frame.columns + column
        pair = (cell, reference) if up > 0 else (reference, cell)
        demands.apart(pair, margin + frame.margin if want else margin - frame.margin, towards=1 if want else -1)
    return True


def _draw_average(draw: Draw) -> Parameters | None:
    if draw.kept == draw.frame.entities or draw.kept + draw.free == 0:
        return None  # not all can be above their average, nor all not above it
    return Parameters(column=pick_column(draw.frame, draw.rng), direction=pick_direction(draw.rng))


def _over_average(chart: Chart, parameters: Parameters) -> Distances:
    frame, up = chart.frame, sign(parameters)
    at, margin = frame.column(parameters.column), frame.count(parameters.margin) * frame.entities
    values = [row[at] for row in chart.rows]
    total = sum(values)
    return Distances([up * (frame.entities * v - total) - margin for v in values], frame.entities, margin == 0)


def _be_over_average(demands: Demands, parameters: Parameters, wanted: Wanted) -> bool:
    return _weigh_column(demands, parameters, wanted, whole=demands.frame.entities, part=1)
