"""The tree of conditions that a DocHop narrative was written from, node by node, for people to hold the text against (DH-44)."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from evidoc.records.item import Item

_SPELT = {"THR": "threshold", "CMP": "compared with", "PCT": "per cent"}  # in the names of DocHop's rules


@dataclass(frozen=True, slots=True)
class Node:
    """One node: its name, the rule and chart, its slots, which nodes it narrows down or joins, and who meets it."""

    name: str
    rule: str
    chart: str = ""
    slots: tuple[tuple[str, str], ...] = ()
    takes: str = ""
    met_by: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """What a narrative must say: the nodes in order, and the name that is given to whoever meets the last."""

    nodes: tuple[Node, ...]
    label: str = ""
    steps: tuple[str, ...] = ()


class _Condition(msgspec.Struct):
    rule: str
    chart: str = ""
    parameters: dict[str, str | int | float | bool | None | list[str]] = {}


class _Node(msgspec.Struct):
    id: int
    parent: int | None = None
    condition: _Condition | None = None
    combination: str = ""
    inputs: list[int] = []


class _Tree(msgspec.Struct):
    nodes: list[_Node]


class _Schema(msgspec.Struct):
    id: str
    title: str = ""


def tree_of(item: Item) -> Told:
    """Give the tree of an item; of an item that has none only the steps of its construction."""
    slots = {slot.name: slot.value for slot in item.construction.slots}
    steps = item.construction.trace
    try:
        tree = msgspec.json.decode(slots.get("tree", '{"nodes": []}'), type=_Tree)
        schemas = msgspec.json.decode(slots.get("schemas", "[]"), type=list[_Schema])
    except msgspec.DecodeError:
        return Told(nodes=(), label=slots.get("label", ""), steps=steps)
    if not tree.nodes:
        return Told(nodes=(), label=slots.get("label", ""), steps=steps)
    titles = {schema.id: schema.title for schema in schemas}
    met = dict(step.removeprefix("node ").split(": ", 1) for step in steps if step.startswith("node ") and ": " in step)
    return Told(nodes=tuple(_node(node, titles, met) for node in tree.nodes), label=slots.get("label", ""))


def _node(node: _Node, titles: dict[str, str], met: dict[str, str]) -> Node:
    name, met_by = str(node.id + 1), met.get(str(node.id), "")
    if node.condition is None:
        joined = f" {node.combination.lower()} ".join(str(number + 1) for number in node.inputs)
        return Node(name, node.combination.lower() or "joins", takes=joined, met_by=met_by)
    condition = node.condition
    slots = tuple((key.replace("_", " "), _words(value)) for key, value in condition.parameters.items() if value is not None)
    chart = titles.get(condition.chart) or condition.chart
    takes = "all" if node.parent is None else f"those of {node.parent + 1}"
    rule = " ".join(_SPELT.get(word, word.lower()) for word in condition.rule.split("_"))
    return Node(name, rule, chart, slots, takes, met_by)


def _words(value: str | int | float | bool | None | list[str]) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)
