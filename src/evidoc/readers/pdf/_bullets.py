"""Bullets that the engine took for blocks of their own, put back before the item that they mark."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.readers.pdf._draft import Draft
from evidoc.records.document import BlockKind
from evidoc.records.geometry import Box, hull

_BULLETS = frozenset("•▪▫◦●○■□◆◇►▶➢➤✓✔‣⁃∙·–—-*")
_ITEMS: tuple[BlockKind, ...] = ("paragraph", "list", "heading")
_REACH = 4.0  # of a bullet's line, between it and its item
_LEVEL = 0.5  # of the bullet's height that is level with the item's first line


def with_bullets(drafts: Sequence[Draft]) -> list[Draft]:
    """Give the drafts of a page with each bullet at the beginning of its item; one without an item stays as it is."""
    items = {id(draft): item for draft in drafts if _is_bullet(draft) and (item := _item(draft, drafts)) is not None}
    for draft in drafts:
        if id(draft) in items:
            _put_before(draft, items[id(draft)])
    return [draft for draft in drafts if id(draft) not in items]


def _is_bullet(draft: Draft) -> bool:
    return draft.kind in _ITEMS and draft.text in _BULLETS and draft.owner is None and len(draft.boxes) == 1


def _item(bullet: Draft, drafts: Sequence[Draft]) -> Draft | None:
    """Give the nearest text to the right whose first line is level with a bullet and has no bullet of its own."""
    near = [
        (draft.boxes[0].x0 - bullet.boxes[0].x1, number)
        for number, draft in enumerate(drafts)
        if draft.kind in _ITEMS and draft.text and draft.text[0] not in _BULLETS and _is_beside(bullet.boxes[0], draft.boxes[0])
    ]
    return drafts[min(near)[1]] if near else None


def _is_beside(bullet: Box, item: Box) -> bool:
    height = max(bullet.height, 6.0)  # a bullet's ink may be a point high
    first_line = min(item.y1, item.y0 + 3 * height)
    level = min(bullet.y1, first_line) - max(bullet.y0, item.y0)
    return 0 <= item.x0 - bullet.x1 <= _REACH * height and level >= _LEVEL * bullet.height


def _put_before(bullet: Draft, item: Draft) -> None:
    item.text = f"{bullet.text} {item.text}"
    item.boxes[0] = hull([bullet.boxes[0], item.boxes[0]])[0]
    if item.kind == "heading":
        item.kind, item.level = "paragraph", 0
