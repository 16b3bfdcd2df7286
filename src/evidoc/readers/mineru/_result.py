"""What a MinerU file holds, whatever its generation: page sizes in points, and nodes page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evidoc.readers._draft import Draft
from evidoc.readers._node import LaidOutPage


@dataclass(frozen=True, slots=True)
class Result:
    """Sizes by page number, unknown ones as NaN; every page that has nodes is in `sizes`.

    Where there are no words, the PDF beside the file has them.
    """

    sizes: Mapping[int, tuple[float, float]]
    pages: Sequence[LaidOutPage]
    title: str = ""
    flags: tuple[str, ...] = ()
    has_words: bool = True


def relative(edges: Sequence[float] | None, size: tuple[float, float]) -> tuple[float, float, float, float] | None:
    """Give four edges in the unit of a page's size as parts of it; None where they are not four, or there is no size."""
    if edges is None or len(edges) != 4 or not (size[0] > 0 and size[1] > 0):
        return None
    x0, y0, x1, y1 = edges
    return x0 / size[0], y0 / size[1], x1 / size[0], y1 / size[1]


def with_tables_joined(pages: Sequence[Sequence[Draft]]) -> list[list[Draft]]:
    """Give the place of a table's rest, whose rows MinerU has put into the table before it, to that table."""
    joined: list[list[Draft]] = []
    before: Draft | None = None
    for drafts in pages:
        joined.append([])
        for draft in drafts:
            is_table = draft.kind == "table"
            if is_table and before is not None and draft.continues and draft.table is None and not draft.text:
                before.boxes.extend(draft.boxes)
                continue
            before = draft if is_table else before
            joined[-1].append(draft)
    return joined
