"""Fillings of the question templates, drawn at random: each yields several, of which the first that has an answer is taken.

Thresholds lie in the middle of gaps between values, so that no reading is near them. Source: table 2.6.1, DH-52, DH-53.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import ROUND_CEILING, Decimal
from functools import partial
from itertools import combinations, islice

from evidoc.recipes.dochop._changed import with_threshold
from evidoc.recipes.dochop._ground import Ground, Slots, Stance
from evidoc.recipes.dochop._records import Aggregate, ChartSchema, Condition, Direction, Operator, SchemaKind
from evidoc.recipes.dochop._rules import RULES

Kinds = tuple[SchemaKind, ...]
Drawing = Callable[[Ground, random.Random], Iterator[Slots]]
_ANY: Kinds = ("TS", "GR", "SN")
_BY_TIME: Kinds = ("TS", "SN")  # charts whose column is a timestamp
_MOST = 24  # fillings tried of one template
_MOST_FACTS = 90  # of one whose answer is settled beforehand
_EVERY_GAP = 9  # gaps between the values of a column in which a fact's threshold may lie
_MOST_RULES = 12  # conditions tried as an additional requirement
_PERCENTS = (5, 10, 15, 20, 25, 30, 40, 50)
_OPERATORS: tuple[Operator, ...] = (">=", "<=", ">", "<")


def drawn(template: str, g: Ground, rng: random.Random, stance: Stance) -> Iterator[Slots]:
    """Draw fillings of a template, a limited number; the stance is for facts."""
    if template in _FACTS:
        return islice(_FACTS[template](g, rng, stance), _MOST_FACTS)
    return islice(_DRAWINGS[template](g, rng), _MOST)


def _nothing(g: Ground, rng: random.Random) -> Iterator[Slots]:
    yield Slots()


def _points(g: Ground, rng: random.Random, *, kinds: Kinds) -> Iterator[tuple[ChartSchema, str]]:
    found = [(schema, column) for schema in g.trace.schemas if schema.kind in kinds for column in schema.columns]
    rng.shuffle(found)
    return iter(found)


def _at(g: Ground, rng: random.Random, *, kinds: Kinds) -> Iterator[Slots]:
    for schema, column in _points(g, rng, kinds=kinds):
        yield Slots(chart=schema.id, column=column, direction=_direction(rng))


def _highest(g: Ground, rng: random.Random, *, kinds: Kinds, direction: Direction) -> Iterator[Slots]:
    for schema, column in _points(g, rng, kinds=kinds):
        yield Slots(chart=schema.id, column=column, direction=direction)


def _two_points(g: Ground, rng: random.Random) -> Iterator[Slots]:
    seconds = list(_points(g, rng, kinds=_ANY))
    for schema, column in _points(g, rng, kinds=_ANY):
        other, at = rng.choice(seconds)
        if (other.id, at) != (schema.id, column):
            yield Slots(chart=schema.id, column=column, direction=_direction(rng), other_chart=other.id, other=at)


def _series(g: Ground, rng: random.Random, *, kind: SchemaKind, up: bool = False) -> Iterator[Slots]:
    found = [schema for schema in g.trace.schemas if schema.kind == kind and len(schema.columns) > 1]
    for schema in rng.sample(found, len(found)):
        first = _direction(rng)
        yield Slots(chart=schema.id, direction="up" if up else first)
        if not up:
            yield Slots(chart=schema.id, direction="down" if first == "up" else "up")


def _pairs(g: Ground, rng: random.Random, *, kind: SchemaKind) -> Iterator[Slots]:
    found = [
        (schema, first, second)
        for schema in g.trace.schemas
        if schema.kind == kind
        for first, second in combinations(schema.columns, 2)
    ]
    rng.shuffle(found)
    for schema, first, second in found:
        if kind == "GR" and rng.random() < 0.5:
            first, second = second, first
        yield Slots(chart=schema.id, column=second, other=first, direction=_direction(rng))


def _parted(
    g: Ground, rng: random.Random, *, whom: str, operators: Sequence[Operator] = _OPERATORS, gaps: int = 3
) -> Iterator[Slots]:
    """Draw thresholds among the values of those that the question looks at."""
    who = {"members": g.chosen, "others": g.others(g.chosen)}[whom]
    for schema, column in _points(g, rng, kinds=_ANY):
        for threshold in _thresholds(g.column(schema.id, column, who), schema, g.margins[schema.id], rng=rng, most=gaps):
            yield Slots(chart=schema.id, column=column, operator=rng.choice(operators), threshold=threshold)


def _of_all(g: Ground, rng: random.Random, stance: Stance) -> Iterator[Slots]:
    return _parted(g, rng, whom="members", operators=_senses(stance), gaps=_EVERY_GAP)


def _counted(g: Ground, rng: random.Random, stance: Stance) -> Iterator[Slots]:
    """Settle first how many it shall be, so that a low number is no sign that the fact is true."""
    count = min(len(g.chosen), 1 + int(stance.part * len(g.chosen)))
    for slots in _of_all(g, rng, stance):
        yield _with(slots, count=count)


def _nth(g: Ground, rng: random.Random) -> Iterator[Slots]:
    for schema, column in _points(g, rng, kinds=_ANY):
        for place in rng.sample(range(2, len(g.chosen) + 1), max(0, len(g.chosen) - 1)):
            yield Slots(chart=schema.id, column=column, count=place)


def _period_means(g: Ground, rng: random.Random) -> Iterator[Slots]:
    for window in _windows(g, rng, least=3):
        schema = g.schemas[window.chart]
        means = [sum(g.column(schema.id, name, g.chosen), Decimal(0)) / len(g.chosen) for name in window.window]
        for threshold in _thresholds(means, schema, g.margins[schema.id], rng=rng, most=3):
            yield _with(window, operator=rng.choice(_OPERATORS), threshold=threshold)


def _windows(g: Ground, rng: random.Random, *, least: int = 2) -> Iterator[Slots]:
    found = [schema for schema in g.trace.schemas if schema.kind == "TS" and len(schema.columns) >= least]
    for schema in rng.sample(found, len(found)):
        for _ in range(6):
            length = rng.randint(least, len(schema.columns))
            start = rng.randint(0, len(schema.columns) - length)
            yield Slots(chart=schema.id, window=schema.columns[start : start + length])


def _aggregated(g: Ground, rng: random.Random, *, kinds: Kinds) -> Iterator[Slots]:
    for schema, column in _points(g, rng, kinds=kinds):
        yield Slots(chart=schema.id, column=column, aggregate=_aggregate(schema, rng))


def _grown(g: Ground, rng: random.Random) -> Iterator[Slots]:
    for schema, column in _points(g, rng, kinds=_BY_TIME):
        yield Slots(chart=schema.id, column=column, percent=Decimal(rng.choice(_PERCENTS)))


def _replaced(g: Ground, rng: random.Random) -> Iterator[Slots]:
    for slots in _at(g, rng, kinds=_ANY):
        schema = g.schemas[slots.chart]
        span = schema.metric.high - schema.metric.low
        start = schema.metric.low + span * rng.randint(10, 80) / 100
        yield _with(slots, value=_round_between(start, start + span / 10, schema.metric.least))


def _required(g: Ground, rng: random.Random) -> Iterator[Slots]:
    """Draw further conditions that part those who bear the label."""
    if len(g.chosen) < 2:
        return
    for _ in range(_MOST_RULES):
        schema = rng.choice(g.trace.schemas)
        rule = RULES[rng.choice(sorted(RULES))]
        target = rng.sample(g.chosen, rng.randint(1, len(g.chosen) - 1))
        slots = rule.sample(target, g.chosen, schema, rng)
        if slots is not None:
            yield Slots(condition=Condition(rule=rule.name, chart=schema.id, parameters=slots))


def _other_thresholds(g: Ground, rng: random.Random) -> Iterator[Slots]:
    nodes = [node.id for node in g.trace.tree.nodes]
    for node in rng.sample(nodes, len(nodes)):
        condition = g.condition(node)
        if condition is None or condition.parameters.threshold is None:
            continue
        for threshold in _other_values(condition, g.schemas[condition.chart], rng):
            yield Slots(node=node, condition=with_threshold(condition, threshold), threshold=threshold)


def _other_values(condition: Condition, schema: ChartSchema, rng: random.Random) -> Iterator[Decimal]:
    before = condition.parameters.threshold or Decimal(0)
    span = schema.metric.high - schema.metric.low
    shares = [share for share in range(-50, 55, 5) if share]
    for share in rng.sample(shares, 10):
        moved = _round_between(before + span * share / 100, before + span * (share + 4) / 100, schema.metric.least)
        if 0 < moved != before:
            yield moved


def _dropped(g: Ground, rng: random.Random) -> Iterator[Slots]:
    nodes = [node.id for node in g.trace.tree.nodes if g.condition(node.id) is not None]
    points = list(_aggregated(g, rng, kinds=_ANY))
    for number, node in enumerate(rng.sample(nodes, len(nodes)) * 3):
        yield _with(points[number % len(points)], node=node)


def _named(g: Ground, rng: random.Random) -> Iterator[Slots]:
    for entity in rng.sample(g.everyone, len(g.everyone)):
        yield Slots(entity=entity)


def _stated(g: Ground, rng: random.Random, stance: Stance) -> Iterator[Slots]:
    """Draw a value between what is true of those who bear the label and what would be of all, or of those who do not.

    A total of all is above that of some, so against it alone every statement of less would be true.
    """
    aggregate: Aggregate = "sum" if rng.random() < 0.5 else "average"
    points = [pair for pair in _points(g, rng, kinds=_ANY) if aggregate == "average" or pair[0].metric.additive]
    for schema, column in points:
        against = rng.sample([g.everyone, g.others(g.chosen)], 2)
        own, *rivals = (_aggregate_of(g.column(schema.id, column, who), aggregate) for who in (g.chosen, *against))
        for rival in rivals:
            low, high = sorted((own, rival))
            near = low + (high - low) * rng.randint(20, 70) / 100
            value = _round_between(near, near + (high - low) / 10, schema.metric.least)
            operator = rng.choice(_senses(stance))
            yield Slots(chart=schema.id, column=column, aggregate=aggregate, operator=operator, threshold=value)


def _rivals(g: Ground, rng: random.Random) -> Iterator[Slots]:
    """Draw two of those who bear the label, or one of them and a planted other."""
    for schema, column in _points(g, rng, kinds=_ANY):
        if len(g.chosen) >= 2 and rng.random() < 0.7:
            first, second = rng.sample(g.chosen, 2)
        else:
            first, second = rng.choice(g.chosen), rng.choice(g.others(g.chosen))
            if rng.random() < 0.5:
                first, second = second, first
        yield Slots(chart=schema.id, column=column, entity=first, other_entity=second)


_DRAWINGS: Mapping[str, Drawing] = {
    "Q01": _nothing, "Q02": partial(_at, kinds=_BY_TIME), "Q03": partial(_at, kinds=("GR",)), "Q04": _two_points,
    "Q05": partial(_series, kind="TS"), "Q06": partial(_series, kind="GR"), "Q07": partial(_parted, whom="members"),
    "Q08": _nothing, "Q09": partial(_parted, whom="members"), "Q10": partial(_pairs, kind="TS"),
    "Q11": partial(_pairs, kind="GR"), "Q12": partial(_parted, whom="others"), "Q13": _period_means,
    "Q14": partial(_at, kinds=_BY_TIME), "Q15": partial(_at, kinds=_BY_TIME), "Q16": partial(_aggregated, kinds=("GR",)),
    "Q17": _windows, "Q18": partial(_at, kinds=_ANY), "Q19": partial(_pairs, kind="TS"), "Q20": partial(_pairs, kind="TS"),
    "Q21": partial(_pairs, kind="GR"), "Q22": partial(_at, kinds=_ANY),
    "Q23": partial(_highest, kinds=_ANY, direction="up"), "Q24": partial(_highest, kinds=_ANY, direction="down"),
    "Q25": _nth, "Q26": partial(_at, kinds=_ANY), "Q27": partial(_series, kind="TS", up=True),
    "Q28": partial(_series, kind="GR"), "Q29": partial(_pairs, kind="TS"), "Q30": _grown, "Q31": _replaced,
    "Q32": partial(_highest, kinds=_ANY, direction="up"), "Q33": _required, "Q34": _required, "Q35": _other_thresholds,
    "Q36": _dropped, "Q37": _named, "Q40": _rivals,
}  # fmt: skip
_FACTS: Mapping[str, Callable[[Ground, random.Random, Stance], Iterator[Slots]]] = {
    "Q38": _stated, "Q39": _of_all, "Q41": _counted,
}  # fmt: skip


def _thresholds(
    values: Sequence[Decimal], schema: ChartSchema, margin: Decimal, *, rng: random.Random, most: int
) -> Iterator[Decimal]:
    """Give round numbers in the gaps between values, and beyond the first and last, that are at least a margin from all."""
    if not values:
        return
    ordered = sorted(set(values))
    edges = [max(Decimal(0), ordered[0] - 6 * margin), *ordered, ordered[-1] + 6 * margin]
    gaps = [(low + margin, high - margin) for low, high in zip(edges, edges[1:], strict=False) if high - low >= 2 * margin]
    for low, high in rng.sample(gaps, min(len(gaps), most)):
        found = _round_between(low, high, schema.metric.least)
        if low <= found <= high:
            yield found


def _round_between(low: Decimal, high: Decimal, least: Decimal) -> Decimal:
    """Give the roundest number that is not below `low` and, where one is there, not above `high`."""
    for step in _STEPS:
        found = (low / step).to_integral_value(rounding=ROUND_CEILING) * step
        if found <= high and step >= least:
            return found.quantize(least) if least < 1 else found
    return (low / least).to_integral_value(ROUND_CEILING) * least


_STEPS = tuple(Decimal(digit).scaleb(power) for power in range(5, -3, -1) for digit in (5, 2, 1))


def _aggregate(schema: ChartSchema, rng: random.Random) -> Aggregate:
    return "sum" if schema.metric.additive and rng.random() < 0.5 else "average"


def _aggregate_of(values: Sequence[Decimal], aggregate: Aggregate) -> Decimal:
    total = sum(values, Decimal(0))
    return total if aggregate == "sum" else total / len(values)


def _senses(stance: Stance) -> tuple[Operator, ...]:
    return (">=", ">") if stance.up else ("<=", "<")


def _direction(rng: random.Random) -> Direction:
    return "up" if rng.random() < 0.5 else "down"


def _with(slots: Slots, **changes: object) -> Slots:
    import msgspec

    return msgspec.structs.replace(slots, **changes)
