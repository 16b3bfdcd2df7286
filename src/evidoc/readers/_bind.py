"""Captions, notes and list items that a model names by themselves, put into what they belong to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import msgspec

from evidoc.readers._layout import FLOATS
from evidoc.readers._node import Node

_OWNERS = {
    "table_caption": ("table",),
    "table_footnote": ("table",),
    "image_caption": ("image", "chart"),
    "image_footnote": ("image", "chart"),
    "code_caption": ("code",),
    "code_footnote": ("code",),
    "caption": ("table", "image", "chart", "code"),
    "footnote": ("table", "image", "chart", "code"),
}
Edges = tuple[float, float, float, float]


def bound(nodes: Sequence[Node]) -> Iterator[Node]:
    """Give the nodes of a page with each caption and note in the nearest node that it can belong to, and items in their lists."""
    owners = _owners(nodes)
    lists = _lists(nodes)
    within: dict[int, list[int]] = defaultdict(list)
    for number, owner in {**owners, **lists}.items():
        within[owner].append(number)
    for number, node in enumerate(nodes):
        if number in owners or number in lists:
            continue
        if node.type in FLOATS:
            parts = sorted([number, *within[number]])
            yield _whole(node, [_part(nodes[part], node) for part in parts])
        elif node.type == "list":
            items = tuple(nodes[item] for item in within[number])
            yield msgspec.structs.replace(node, content=items) if items else node
        else:
            yield msgspec.structs.replace(node, type="text") if node.type in _OWNERS else node


def _owners(nodes: Sequence[Node]) -> dict[int, int]:
    """Give the nearest node that each caption or note can belong to; what stands next in order wins where two are as near."""
    floats = [(place, node) for place, node in enumerate(nodes) if node.type in FLOATS]
    found: dict[int, int] = {}
    for number, node in enumerate(nodes):
        near = [
            (_distance(node.bbox, other.bbox), abs(place - number), place)
            for place, other in (floats if node.type in _OWNERS else ())
            if other.type in _OWNERS[node.type]
        ]
        if near:
            found[number] = min(near)[2]
    return found


def _lists(nodes: Sequence[Node]) -> dict[int, int]:
    """Give the list whose box each item's middle is in; a model names the list first and its items after it."""
    found: dict[int, int] = {}
    lists: list[tuple[int, Edges]] = []
    for number, node in enumerate(nodes):
        if node.type == "list" and node.bbox is not None:
            lists.append((number, node.bbox))
        elif node.type == "text" and node.bbox is not None:
            x, y = (node.bbox[0] + node.bbox[2]) / 2, (node.bbox[1] + node.bbox[3]) / 2
            inside = [place for place, box in lists if _holds(box, x, y)]
            if inside:
                found[number] = inside[-1]
    return found


def _holds(box: Edges, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _distance(first: Edges | None, second: Edges | None) -> float:
    """Give the white space between two boxes."""
    if first is None or second is None:
        return 1.0
    across = max(first[0], second[0]) - min(first[2], second[2])
    down = max(first[1], second[1]) - min(first[3], second[3])
    return max(across, 0.0) + max(down, 0.0)


def _whole(node: Node, parts: Sequence[Node]) -> Node:
    return Node(type=node.type, content=tuple(parts), bbox=node.bbox, sub_type=node.sub_type)


def _part(part: Node, whole: Node) -> Node:
    if part is whole:
        return msgspec.structs.replace(part, type=f"{whole.type}_body")
    ending = "_caption" if part.type.endswith("caption") else "_footnote"
    return msgspec.structs.replace(part, type=whole.type + ending)
