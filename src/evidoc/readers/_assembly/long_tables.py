"""Tables that run over pages: the rest on the next page joins the table, without the names of columns that are printed again."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from evidoc.readers._assembly.captions import anchor
from evidoc.readers._assembly.furniture import is_furniture
from evidoc.readers._draft import Draft
from evidoc.records.table import Cell, Table

_SAME_EDGE = 6.0  # points between the edges of the two parts, and between their columns
_SAME_COLUMNS = 0.7  # of the columns that both parts fill begin or end at one place
_GOES_ON = re.compile(r"\W*(?:table\s*\S+\s*)?\W*(?:cont(?:inued|\.|d)?|fortsetzung|suite)\b", re.IGNORECASE)


def join_tables(drafts: Sequence[Draft]) -> list[Draft]:
    """Give the drafts with each table that goes on at the top of the next page as one, with the boxes of all its parts."""
    joined: list[Draft] = []
    for draft in drafts:
        before = _open_table(joined, draft) if draft.kind == "table" and draft.table is not None else None
        if before is None or not _goes_on(before, draft, drafts):
            joined.append(draft)
            continue
        _append(before, draft)
        for other in drafts:
            if other.owner is draft:
                other.owner = before
    return joined


def _open_table(joined: Sequence[Draft], draft: Draft) -> Draft | None:
    """Give the table that ends the page before, if nothing but furniture and marks of going on stand between."""
    for before in reversed(joined):
        if before.kind == "table":
            return before if before.table is not None and before.boxes[-1].page == draft.page - 1 else None
        is_between = is_furniture(before) or before.kind == "footnote" or before.owner is draft or _GOES_ON.match(before.text)
        if not is_between:
            return None
    return None


def _goes_on(before: Draft, draft: Draft, drafts: Sequence[Draft]) -> bool:
    first, second = before.table, draft.table
    assert first is not None and second is not None
    if first.columns != second.columns or not _has_same_edges(before, draft):
        return False
    captions = [other for other in drafts if other.owner is draft and other.kind == "caption"]
    own = [other for other in drafts if other.owner is before and other.kind == "caption"]
    names = {anchor(other.text) for other in own}
    if any(not _GOES_ON.match(other.text) and anchor(other.text) not in names for other in captions):
        return False
    return _repeated(first, second) > 0 or (not second.header_rows and _has_same_columns(first, second))


def _has_same_edges(before: Draft, draft: Draft) -> bool:
    last, first = before.boxes[-1], draft.boxes[0]
    return abs(last.x0 - first.x0) <= _SAME_EDGE and abs(last.x1 - first.x1) <= _SAME_EDGE


def _has_same_columns(first: Table, second: Table) -> bool:
    """Say whether the cells of most columns begin, or end, at one place in both tables."""
    both = [(_edges(first, column), _edges(second, column)) for column in range(first.columns)]
    known = [(one, other) for one, other in both if one and other]
    same = sum(abs(one[0] - other[0]) <= _SAME_EDGE or abs(one[1] - other[1]) <= _SAME_EDGE for one, other in known)
    return same >= _SAME_COLUMNS * len(known) > 0


def _edges(table: Table, column: int) -> tuple[float, float] | None:
    boxes = [cell.box for cell in table.cells if cell.column == column and cell.column_span == 1 and cell.box is not None]
    return (min(box.x0 for box in boxes), max(box.x1 for box in boxes)) if boxes else None


def _repeated(first: Table, second: Table) -> int:
    """Count the rows at the top that both tables have."""
    count = 0
    while count + 1 < min(first.rows, second.rows) and _texts(first, count) == _texts(second, count):
        count += 1
    return count


def _texts(table: Table, row: int) -> list[tuple[int, str]]:
    return sorted((cell.column, "".join(cell.text.split())) for cell in table.cells if cell.row == row and cell.text)


def _append(before: Draft, draft: Draft) -> None:
    first, second = before.table, draft.table
    assert first is not None and second is not None
    repeated = _repeated(first, second)
    moved = tuple(_moved(cell, first.rows - repeated) for cell in second.cells if cell.row >= repeated)
    before.table = msgspec.structs.replace(first, rows=first.rows + second.rows - repeated, cells=(*first.cells, *moved))
    before.text = f"{before.text} {draft.text}".strip()
    before.boxes.extend(draft.boxes)
    before.flags.extend(flag for flag in draft.flags if flag not in before.flags)
    before.source, before.markup = "", ""


def _moved(cell: Cell, rows: int) -> Cell:
    return msgspec.structs.replace(cell, row=cell.row + rows)
