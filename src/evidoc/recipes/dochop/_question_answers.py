"""The exact answer of each of the 41 templates, in decimals; None where its precondition does not hold.

`who` are those that the label is taken to name: the chosen, or others where it is tried if the answer depends on them.
Where a value must be told from another one, they differ by the reading margin. Source: table 2.6.1, DH-48, DH-49.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from evidoc.recipes.dochop._changed import members_if, satisfied_by
from evidoc.recipes.dochop._ground import Ground, Result, Slots

Who = Sequence[str]
Answering = Callable[[Ground, Slots, Who], Result | None]
_MOST_LISTED = 5


def _q01(g: Ground, s: Slots, who: Who) -> Result | None:
    return tuple(sorted(who)) if 1 <= len(who) <= _MOST_LISTED else None


def _single_value(g: Ground, s: Slots, who: Who) -> Result | None:
    return g.value(s.chart, who[0], s.column) if len(who) == 1 else None


def _q04(g: Ground, s: Slots, who: Who) -> Result | None:
    found = _extreme_entity(g, s, who)
    return g.value(s.other_chart, str(found), s.other) if found is not None else None


def _single_column(g: Ground, s: Slots, who: Who) -> Result | None:
    if len(who) != 1:
        return None
    columns = g.schemas[s.chart].columns
    return extreme([(g.value(s.chart, who[0], name), name) for name in columns], s, margin=g.margin(s.chart))


def _q07(g: Ground, s: Slots, who: Who) -> Result | None:
    found = _meeting(g, s, who)
    return found[0] if found is not None and len(found) == 1 else None


def _q08(g: Ground, s: Slots, who: Who) -> Result | None:
    return len(who)


def _q09(g: Ground, s: Slots, who: Who) -> Result | None:
    found = _meeting(g, s, who)
    return len(found) if found is not None and 0 < len(found) < len(who) else None


def _changed_count(g: Ground, s: Slots, who: Who) -> Result | None:
    changes = [change for change, _ in _changes(g, s, who)]
    if len(who) < 2 or any(abs(change) < g.margin(s.chart) for change in changes):
        return None
    return sum(change > 0 for change in changes)


def _q12(g: Ground, s: Slots, who: Who) -> Result | None:
    found = _meeting(g, s, g.others(who))
    return len(found) if found is not None else None


def _q13(g: Ground, s: Slots, who: Who) -> Result | None:
    if not who or len(s.window) < 3:
        return None
    means = [_mean(g.column(s.chart, name, who)) for name in s.window]
    if not _are_clear(means, s.threshold, g.margin(s.chart)):
        return None
    return sum(meets(mean, s) for mean in means)


def _total(g: Ground, s: Slots, who: Who) -> Result | None:
    return _sum(g.column(s.chart, s.column, who)) if len(who) >= 2 and _adds(g, s) else None


def _average(g: Ground, s: Slots, who: Who) -> Result | None:
    return _mean(g.column(s.chart, s.column, who)) if len(who) >= 2 else None


def _q16(g: Ground, s: Slots, who: Who) -> Result | None:
    return _total(g, s, who) if s.aggregate == "sum" else _average(g, s, who)


def _q17(g: Ground, s: Slots, who: Who) -> Result | None:
    if not who or len(s.window) < 2:
        return None
    return _mean([value for name in s.window for value in g.column(s.chart, name, who)])


def _q18(g: Ground, s: Slots, who: Who) -> Result | None:
    values = g.column(s.chart, s.column, who)
    return max(values) - min(values) if len(who) >= 2 else None


def _q19(g: Ground, s: Slots, who: Who) -> Result | None:
    if not who or not _adds(g, s):
        return None
    return _sum(g.column(s.chart, s.column, who)) - _sum(g.column(s.chart, s.other, who))


def _q20(g: Ground, s: Slots, who: Who) -> Result | None:
    before = _sum(g.column(s.chart, s.other, who))
    change = _q19(g, s, who)
    return 100 * change / before if isinstance(change, Decimal) and before > 0 else None


def _q21(g: Ground, s: Slots, who: Who) -> Result | None:
    below = _sum(g.column(s.chart, s.other, who))
    return _sum(g.column(s.chart, s.column, who)) / below if who and _adds(g, s) and below > 0 else None


def _q22(g: Ground, s: Slots, who: Who) -> Result | None:
    whole = _sum(g.column(s.chart, s.column, g.everyone))
    return 100 * _sum(g.column(s.chart, s.column, who)) / whole if who and _adds(g, s) and whole > 0 else None


def _extreme_entity(g: Ground, s: Slots, who: Who) -> Result | None:
    if len(who) < 2:
        return None
    return extreme([(g.value(s.chart, name, s.column), name) for name in who], s, margin=g.margin(s.chart))


def _q25(g: Ground, s: Slots, who: Who) -> Result | None:
    place = s.count or 0
    if not 2 <= place <= len(who):
        return None
    ranked = sorted(((g.value(s.chart, name, s.column), name) for name in who), reverse=True)
    near = ranked[max(0, place - 2) : place + 1]
    apart = all(a[0] - b[0] >= max(g.margin(s.chart), _LEAST) for a, b in zip(near, near[1:], strict=False))
    return ranked[place - 1][1] if apart else None


def _q26(g: Ground, s: Slots, who: Who) -> Result | None:
    if not 2 <= len(who) <= _MOST_LISTED:
        return None
    ranked = sorted(((g.value(s.chart, name, s.column), name) for name in who), reverse=True)
    apart = all(a[0] - b[0] >= max(g.margin(s.chart), _LEAST) for a, b in zip(ranked, ranked[1:], strict=False))
    return tuple(name for _, name in ranked) if apart else None


def _extreme_total(g: Ground, s: Slots, who: Who) -> Result | None:
    if not who or not _adds(g, s):
        return None
    columns = g.schemas[s.chart].columns
    totals = [(_sum(g.column(s.chart, name, who)), name) for name in columns]
    return extreme(totals, s, margin=g.margin(s.chart))


def _q29(g: Ground, s: Slots, who: Who) -> Result | None:
    changes = _changes(g, s, who)
    if len(who) < 2 or max(change for change, _ in changes) < max(g.margin(s.chart), _LEAST):
        return None
    return extreme(changes, Slots(direction="up"), margin=g.margin(s.chart))


def _q30(g: Ground, s: Slots, who: Who) -> Result | None:
    if not who or not _adds(g, s):
        return None
    return _sum(g.column(s.chart, s.column, who)) * (100 + (s.percent or 0)) / 100


def _q31(g: Ground, s: Slots, who: Who) -> Result | None:
    found = _extreme_entity(g, s, who)
    if found is None or s.value is None:
        return None
    values = [s.value if name == found else g.value(s.chart, name, s.column) for name in who]
    return _mean(values)


def _q32(g: Ground, s: Slots, who: Who) -> Result | None:
    found = _extreme_entity(g, s, who) if len(who) >= 3 else None
    return _mean(g.column(s.chart, s.column, [name for name in who if name != found])) if found is not None else None


def _q33(g: Ground, s: Slots, who: Who) -> Result | None:
    left = _left(g, s, who)
    return len(left) if left and len(left) != len(who) else None


def _q34(g: Ground, s: Slots, who: Who) -> Result | None:
    left = _left(g, s, who)
    return tuple(sorted(left)) if left and len(left) <= _MOST_LISTED and len(left) != len(who) else None


def _q35(g: Ground, s: Slots, who: Who) -> Result | None:
    changed = members_if(g, s)
    return len(changed) if changed and len(changed) != len(who) else None


def _q36(g: Ground, s: Slots, who: Who) -> Result | None:
    changed = members_if(g, s)
    if changed is None or set(changed) == set(who):
        return None
    return _q16(g, s, changed)


def _q37(g: Ground, s: Slots, who: Who) -> Result | None:
    return s.entity in who


def _q38(g: Ground, s: Slots, who: Who) -> Result | None:
    result = _q16(g, s, who)
    if not isinstance(result, Decimal) or s.threshold is None:
        return None
    apart = abs(result - s.threshold)
    if g.strict and apart < max(abs(result) * _FACT_MARGIN, g.margin(s.chart)):
        return None
    return meets(result, s)


def _q39(g: Ground, s: Slots, who: Who) -> Result | None:
    found = _meeting(g, s, who) if len(who) >= 2 else None
    return len(found) == len(who) if found is not None else None


def _q40(g: Ground, s: Slots, who: Who) -> Result | None:
    first, second = g.value(s.chart, s.entity, s.column), g.value(s.chart, s.other_entity, s.column)
    if abs(first - second) < max(g.margin(s.chart), _LEAST):
        return None
    return s.entity in who and s.other_entity in who and first > second


def _q41(g: Ground, s: Slots, who: Who) -> Result | None:
    found = _meeting(g, s, who)
    return len(found) >= (s.count or 1) if found is not None and 1 <= (s.count or 0) <= len(g.chosen) else None


ANSWERS: Mapping[str, Answering] = {
    "Q01": _q01, "Q02": _single_value, "Q03": _single_value, "Q04": _q04, "Q05": _single_column, "Q06": _single_column,
    "Q07": _q07, "Q08": _q08, "Q09": _q09, "Q10": _changed_count, "Q11": _changed_count, "Q12": _q12, "Q13": _q13,
    "Q14": _total, "Q15": _average, "Q16": _q16, "Q17": _q17, "Q18": _q18, "Q19": _q19, "Q20": _q20, "Q21": _q21,
    "Q22": _q22, "Q23": _extreme_entity, "Q24": _extreme_entity, "Q25": _q25, "Q26": _q26, "Q27": _extreme_total,
    "Q28": _extreme_total, "Q29": _q29, "Q30": _q30, "Q31": _q31, "Q32": _q32, "Q33": _q33, "Q34": _q34, "Q35": _q35,
    "Q36": _q36, "Q37": _q37, "Q38": _q38, "Q39": _q39, "Q40": _q40, "Q41": _q41,
}  # fmt: skip

_FACT_MARGIN = Decimal("0.03")  # table 2.6.1, Q38
_LEAST = Decimal("0.000001")  # two values that are equal are never told apart


def extreme(pairs: Sequence[tuple[Decimal, str]], s: Slots, *, margin: Decimal) -> str | None:
    """Give the name with the highest value (lowest for "down"), None where the next is nearer than the margin."""
    ranked = sorted(pairs, reverse=s.direction != "down")
    if not ranked:
        return None
    if len(ranked) > 1 and abs(ranked[0][0] - ranked[1][0]) < max(margin, _LEAST):
        return None
    return ranked[0][1]


def meets(value: Decimal, s: Slots) -> bool:
    """Say if a value is on the right side of the threshold."""
    right = s.threshold or Decimal(0)
    return {">=": value >= right, "<=": value <= right, ">": value > right, "<": value < right}[s.operator or ">="]


def _meeting(g: Ground, s: Slots, who: Who) -> list[str] | None:
    """Give those that meet the condition of the question, None where a value is too near to the threshold."""
    values = g.column(s.chart, s.column, who)
    if not _are_clear(values, s.threshold, g.margin(s.chart)):
        return None
    return [name for name, value in zip(who, values, strict=True) if meets(value, s)]


def _are_clear(values: Sequence[Decimal], threshold: Decimal | None, margin: Decimal) -> bool:
    return threshold is not None and all(abs(value - threshold) >= margin for value in values)


def _changes(g: Ground, s: Slots, who: Who) -> list[tuple[Decimal, str]]:
    """Give by how much each has more in the column than in the other one; less where the direction is down."""
    sign = -1 if s.direction == "down" else 1
    return [(sign * (g.value(s.chart, name, s.column) - g.value(s.chart, name, s.other)), name) for name in who]


def _left(g: Ground, s: Slots, who: Who) -> tuple[str, ...] | None:
    satisfied = satisfied_by(g, s.condition, who) if s.condition is not None else None
    return tuple(name for name in who if name in satisfied) if satisfied is not None else None


def _adds(g: Ground, s: Slots) -> bool:
    return g.schemas[s.chart].metric.additive


def _sum(values: Sequence[Decimal]) -> Decimal:
    return sum(values, Decimal(0))


def _mean(values: Sequence[Decimal]) -> Decimal:
    return _sum(values) / len(values)
