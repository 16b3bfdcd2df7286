"""Captions, notes and list items that a model names by themselves, put into what they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

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
    owners = {number: _owner(number, nodes) for number, node in enumerate(nodes) if node.type in _OWNERS}
    lists = {number: _list(number, nodes) for number, node in enumerate(nodes) if node.type == "text"}
    for number, node in enumerate(nodes):
        if owners.get(number) is not None or lists.get(number) is not None:
            continue
        if node.type in ("table", "image", "chart", "code"):
            parts = sorted([number, *(note for note, owner in owners.items() if owner == number)])
            yield _whole(node, [_part(nodes[part], node) for part in parts])
        elif node.type == "list":
            items = [nodes[item] for item, owner in lists.items() if owner == number]
            yield msgspec.structs.replace(node, content=tuple(items)) if items else node
        else:
            yield msgspec.structs.replace(node, type="text") if node.type in _OWNERS else node


def _owner(number: int, nodes: Sequence[Node]) -> int | None:
    """Give the nearest node that a caption or note can belong to; what stands next in order wins where two are as near."""
    kinds = _OWNERS[nodes[number].type]
    near = [
        (_distance(nodes[number].bbox, other.bbox), abs(place - number), place)
        for place, other in enumerate(nodes)
        if other.type in kinds
    ]
    return min(near)[2] if near else None


def _list(number: int, nodes: Sequence[Node]) -> int | None:
    """Give the list whose box an item's middle is in; a model names the list first and its items after it."""
    box = nodes[number].bbox
    if box is None:
        return None
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    inside = [
        place
        for place, other in enumerate(nodes[:number])
        if other.type == "list" and other.bbox is not None and _holds(other.bbox, x, y)
    ]
    return inside[-1] if inside else None


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
