"""The answers of the 41 templates a second time, on pandas, to check the first (DH-49).

It shares no code with `_question_answers`: values are whole last digits in data frames, results exact fractions, and
changed traces are executed by `trace_in_pandas`. Preconditions are not asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import msgspec
import pandas

from evidoc.recipes.dochop._ground import Slots
from evidoc.recipes.dochop._records import ConstraintNode, Node, Tree
from evidoc.recipes.dochop._trace import Trace
from tests.recipes.dochop.trace_in_pandas import data_frame, execute_with_pandas, look


def answer_with_pandas(template: str, slots: Slots, trace: Trace) -> str | tuple[str, ...]:
    """Give the canonical answer of a filled template over a trace."""
    schemas = {schema.id: schema for schema in trace.schemas}
    frames = {table.chart: data_frame(schemas[table.chart], table) for table in trace.tables}
    frames = {name: frame[list(schemas[name].columns)] for name, frame in frames.items()}
    members = execute_with_pandas(trace.tree, trace.schemas, trace.tables)[trace.tree.nodes[-1].id]
    view = _View(slots, trace, frames, list(members))
    result = _ANSWERS[template](view)
    if isinstance(result, bool):
        return "yes" if result else "no"
    return _canonical(result) if isinstance(result, Fraction) else result


@dataclass(frozen=True)
class _View:
    s: Slots
    trace: Trace
    frames: Mapping[str, pandas.DataFrame]
    who: list[str]

    @property
    def frame(self) -> pandas.DataFrame:
        return self.frames[self.s.chart]

    @property
    def own(self) -> pandas.DataFrame:
        """The rows of those that bear the label."""
        return self.frame.loc[self.who]

    @property
    def at(self) -> pandas.Series[int]:
        """Their values in the column that is asked about."""
        return self.own[self.s.column]

    def scaled(self, counted: object, *, chart: str = "") -> Fraction:
        """Turn last digits into the metric's unit."""
        schema = next(schema for schema in self.trace.schemas if schema.id == (chart or self.s.chart))
        return Fraction(Fraction(str(counted)), 10**schema.metric.decimals)

    def against(self, values: pandas.Series[int]) -> list[bool]:
        """Compare values with the threshold."""
        return [_compared(self, self.scaled(value)) for value in values]

    def name_of(self, found: pandas.Series[int]) -> str:
        """Give the label of the highest value, the lowest for "down"."""
        return str(found.idxmin() if self.s.direction == "down" else found.idxmax())

    def changes(self) -> pandas.Series[int]:
        """How much more they have in the column than in the other; less where the direction is down."""
        found = self.own[self.s.column] - self.own[self.s.other]
        return -found if self.s.direction == "down" else found

    def mean(self, values: pandas.Series[int]) -> Fraction:
        """Their exact mean."""
        return self.scaled(int(values.sum())) / len(values)

    def aggregate(self, values: pandas.Series[int]) -> Fraction:
        """Their sum or mean, as is asked."""
        return self.scaled(int(values.sum())) if self.s.aggregate == "sum" else self.mean(values)


def _value(v: _View) -> Fraction:
    return _cell(v, v.s.chart, v.who[0], v.s.column)


def _cell(v: _View, chart: str, entity: str, column: str) -> Fraction:
    return v.scaled(v.frames[chart].at[entity, column], chart=chart)


def _q13(v: _View) -> Fraction:
    totals = v.own[list(v.s.window)].sum()
    return Fraction(sum(_compared(v, v.scaled(int(total)) / len(v.who)) for total in totals))


def _q31(v: _View) -> Fraction:
    changed = v.name_of(v.at)
    rest = v.at.drop(changed)
    return (v.scaled(int(rest.sum())) + Fraction(str(v.s.value))) / len(v.who)


def _q32(v: _View) -> Fraction:
    return v.mean(v.at.drop(str(v.at.idxmax())))


def _left(v: _View) -> tuple[str, ...]:
    condition = v.s.condition
    assert condition is not None, "templates of additional rules have one"
    schema = next(schema for schema in v.trace.schemas if schema.id == condition.chart)
    table = next(table for table in v.trace.tables if table.chart == condition.chart)
    found = look(condition, data_frame(schema, table), schema)
    return tuple(sorted(name for name in v.who if found[name]))


def _changed(v: _View) -> list[str]:
    """Execute the trace as it would be: one condition another, or the node spliced out."""
    tree = _spliced(v.trace.tree, v.s.node) if v.s.condition is None else _swapped(v.trace.tree, v.s)
    if tree is None:
        return list(v.trace.schemas[0].entities)
    return list(execute_with_pandas(tree, v.trace.schemas, v.trace.tables)[tree.nodes[-1].id])


def _swapped(tree: Tree, s: Slots) -> Tree:
    return Tree(nodes=tuple(_with_condition(node, s) if node.id == s.node else node for node in tree.nodes))


def _with_condition(node: Node, s: Slots) -> Node:
    assert isinstance(node, ConstraintNode) and s.condition is not None, "only conditions have thresholds"
    return msgspec.structs.replace(node, condition=s.condition)


def _spliced(tree: Tree, dropped: int | None) -> Tree | None:
    """Take a node out: what builds on it builds on its parent; a root that is dropped lets everyone through.

    A union with everyone is everyone, an intersection leaves it out. None where everyone comes out at the end.
    """
    stands_for: dict[int, int | None] = {}
    nodes: list[Node] = []
    for node in tree.nodes:
        if isinstance(node, ConstraintNode):
            parent = None if node.parent is None else stands_for[node.parent]
            if node.id == dropped:
                stands_for[node.id] = parent
                continue
            nodes.append(msgspec.structs.replace(node, parent=parent))
            stands_for[node.id] = node.id
            continue
        inputs = [stands_for[entry] for entry in node.inputs]
        known = tuple(dict.fromkeys(entry for entry in inputs if entry is not None))
        if (node.combination == "OR" and len(known) < len(set(inputs))) or not known:
            stands_for[node.id] = None
        elif len(known) == 1:
            stands_for[node.id] = known[0]
        else:
            nodes.append(msgspec.structs.replace(node, inputs=known))
            stands_for[node.id] = node.id
    last = stands_for[tree.nodes[-1].id]
    if last is None:
        return None
    while nodes[-1].id != last:
        nodes.pop()
    return Tree(nodes=tuple(nodes))


_ANSWERS: Mapping[str, Callable[[_View], Fraction | str | bool | tuple[str, ...]]] = {
    "Q01": lambda v: tuple(sorted(v.who)),
    "Q02": _value,
    "Q03": _value,
    "Q04": lambda v: _cell(v, v.s.other_chart, v.name_of(v.at), v.s.other),
    "Q05": lambda v: v.name_of(v.own.iloc[0]),
    "Q06": lambda v: v.name_of(v.own.iloc[0]),
    "Q07": lambda v: str(v.at.index[v.against(v.at)][0]),
    "Q08": lambda v: Fraction(len(v.who)),
    "Q09": lambda v: Fraction(sum(v.against(v.at))),
    "Q10": lambda v: Fraction(int((v.changes() > 0).sum())),
    "Q11": lambda v: Fraction(int((v.changes() > 0).sum())),
    "Q12": lambda v: Fraction(sum(v.against(v.frame[v.s.column].drop(v.who)))),
    "Q13": _q13,
    "Q14": lambda v: v.scaled(int(v.at.sum())),
    "Q15": lambda v: v.mean(v.at),
    "Q16": lambda v: v.aggregate(v.at),
    "Q17": lambda v: v.mean(v.own[list(v.s.window)].melt()["value"]),
    "Q18": lambda v: v.scaled(int(v.at.max() - v.at.min())),
    "Q19": lambda v: v.scaled(int((v.own[v.s.column] - v.own[v.s.other]).sum())),
    "Q20": lambda v: Fraction(100 * int((v.own[v.s.column] - v.own[v.s.other]).sum()), int(v.own[v.s.other].sum())),
    "Q21": lambda v: Fraction(int(v.own[v.s.column].sum()), int(v.own[v.s.other].sum())),
    "Q22": lambda v: Fraction(100 * int(v.at.sum()), int(v.frame[v.s.column].sum())),
    "Q23": lambda v: str(v.at.idxmax()),
    "Q24": lambda v: str(v.at.idxmin()),
    "Q25": lambda v: str(v.at.nlargest(v.s.count or 1).index[-1]),
    "Q26": lambda v: tuple(map(str, v.at.sort_values(ascending=False).index)),
    "Q27": lambda v: str(v.own.sum().idxmax()),
    "Q28": lambda v: v.name_of(v.own.sum()),
    "Q29": lambda v: str(v.changes().idxmax()),
    "Q30": lambda v: v.scaled(int(v.at.sum())) * (100 + Fraction(str(v.s.percent))) / 100,
    "Q31": _q31,
    "Q32": _q32,
    "Q33": lambda v: Fraction(len(_left(v))),
    "Q34": _left,
    "Q35": lambda v: Fraction(len(_changed(v))),
    "Q36": lambda v: v.aggregate(v.frame.loc[_changed(v)][v.s.column]),
    "Q37": lambda v: v.s.entity in v.who,
    "Q38": lambda v: _compared(v, v.aggregate(v.at)),
    "Q39": lambda v: all(v.against(v.at)),
    "Q40": lambda v: {v.s.entity, v.s.other_entity} <= set(v.who) and bool(v.at[v.s.entity] > v.at[v.s.other_entity]),
    "Q41": lambda v: sum(v.against(v.at)) >= (v.s.count or 1),
}


def _compared(v: _View, result: Fraction) -> bool:
    right = Fraction(str(v.s.threshold))
    return {">=": result >= right, "<=": result <= right, ">": result > right, "<": result < right}[v.s.operator or ">="]


def _canonical(value: Fraction) -> str:
    """Round half up, away from zero, to two decimals, by whole numbers only; idle zeros are left out."""
    hundredths = (abs(value.numerator) * 200 + value.denominator) // (2 * value.denominator)
    whole, rest = divmod(hundredths, 100)
    sign = "-" if value < 0 and hundredths else ""
    return f"{sign}{whole}" + (f".{rest:02}".rstrip("0") if rest else "")
