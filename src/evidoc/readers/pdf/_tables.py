"""Tables of a PDF: the engine's grid or our own, each cell with the box of its words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from evidoc.pages.bidi import is_right_to_left
from evidoc.pages.glyphs import PageText, Word, join_words, mapped_text, words_of
from evidoc.pages.rules import Rule
from evidoc.readers._assembly.captions import anchor, is_caption
from evidoc.readers._grid import Placed, leading_headers, place
from evidoc.readers._markup_grid import rows_of
from evidoc.readers._node import Node
from evidoc.readers._tables import finished
from evidoc.readers.pdf._aligned import Aligned, aligned_table, top_of
from evidoc.readers.pdf._cells import words_by_cell
from evidoc.readers.pdf._draft import Draft
from evidoc.readers.pdf._plain import paragraphs_of
from evidoc.records.geometry import Box, hull
from evidoc.records.table import Table

PARTIAL = "cell_boxes_partial"
ALIGNED = "table_from_alignment"
_MOST_NAMES = 4  # rows of column names
_SCRAP = 6  # words; a cell has seldom more in one line
_SCRAPS = 12  # of them in a row; fewer are a list or an address
_ROWS = 3  # rows and columns at least
_FILLED = 0.6  # of the places of the grid
_DIFFERENT = 0.1  # of the letters of two readings of one title
_RUN_TOGETHER = 2  # cells; one may be a name over several columns
_NEAR = 6.0  # points between a table's words and the rules around it
UNREAD = "table_unread"
_YEARS = re.compile(r"(?:FY\s?)?(?:19|20)\d\d(?:\s?[/–-]\s?\d{2,4})?")


def read_table(node: Node, box: Box, text: PageText) -> Iterator[Draft]:
    """Give a table, and the paragraphs above and below it that the engine took for a part of it."""
    written = node.content if isinstance(node.content, str) else ""
    whole, box = box, below_titles(box, text)
    above = msgspec.structs.replace(whole, y1=box.y0) if box.y0 > whole.y0 else None
    titles = [] if above is None else paragraphs_of(text, within=above)
    yield from titles
    words = words_of(text, within=box)
    draft = Draft(kind="table", text=mapped_text(text, within=box).text, boxes=[box])
    rows = rows_of(written)
    if rows is not None:
        draft.source, draft.markup = written, "html"
        cells = _without_titles(place(rows), " ".join(title.text for title in titles))
        _fill(draft, cells, words, rules_near(text, box))
        yield draft
    else:
        yield from _aligned(draft, words, text)


def below_titles(box: Box, text: PageText) -> Box:
    """Give the part of a table's box that is below the titles over its rows."""
    top = top_of(words_of(text, within=box), rules_near(text, box))
    first = min((word.box.y0 for word in words_of(text, within=box)), default=top)
    return msgspec.structs.replace(box, y0=top) if first < top < box.y1 else box


def _without_titles(cells: list[Placed], titles: str) -> list[Placed]:
    """Leave out the first rows of a grid whose texts are those of the titles above the table."""
    left = Counter("".join(titles.split()))
    row = 0
    while left and any(cell.row > row for cell in cells):
        written = Counter("".join("".join(cell.cell.text.split()) for cell in cells if cell.row == row))
        if (written - left).total() > _DIFFERENT * written.total():
            break
        left -= written
        row += 1
    kept = [cell for cell in cells if cell.row >= row]
    for cell in kept:
        cell.row, cell.end_row = cell.row - row, cell.end_row - row
    return kept


def with_scattered_tables(drafts: Sequence[Draft], text: PageText) -> list[Draft]:
    """Make a table of a run of scraps that stand in rows and columns, which the engine took for paragraphs."""
    result: list[Draft] = []
    run: list[Draft] = []
    for draft in [*drafts, None]:
        is_scrap = draft is not None and draft.kind == "paragraph" and len(draft.text.split()) <= _SCRAP
        if is_scrap or (draft is not None and draft.kind == "table" and not run):
            assert draft is not None
            run.append(draft)
            continue
        result.extend(_gathered(run, text))
        run = [draft] if draft is not None and draft.kind == "table" else []
        if draft is not None and not run:
            result.append(draft)
    return result


def _gathered(run: list[Draft], text: PageText) -> list[Draft]:
    if len(run) < _SCRAPS:
        return run
    box = hull(box for draft in run for box in draft.boxes)[0]
    words = words_of(text, within=box)
    read = aligned_table(words, rules_near(text, box))
    if read is None or read.rest is not None or max(cell.end_row for cell in read.cells) < _ROWS or _columns(read.cells) < _ROWS:
        return run
    places = max(cell.end_row for cell in read.cells) * _columns(read.cells)
    if len(read.cells) < _FILLED * places:
        return run
    draft = Draft(kind="table", text=mapped_text(text, within=box).text, boxes=[box], flags=[ALIGNED])
    set_table(draft, read)
    owner = next((scrap for scrap in run if scrap.kind == "table"), None)
    return [draft] if owner is None else [_replaced(owner, draft)]


def _replaced(owner: Draft, draft: Draft) -> Draft:
    """Put the whole table in the place of the part that the engine found, to which its caption is bound."""
    owner.text, owner.boxes, owner.table, owner.flags = draft.text, draft.boxes, draft.table, draft.flags
    owner.source, owner.markup = "", ""
    return owner


def _columns(cells: Sequence[Placed]) -> int:
    return max(cell.end_column for cell in cells)


def _fill(draft: Draft, cells: list[Placed], words: Sequence[Word], rules: Sequence[Rule]) -> None:
    """Take the engine's grid, or our own where the engine's disagrees with the page."""
    _fill_from_markup(draft, cells, words)
    read = aligned_table(words, rules)
    if read is None or read.rest is not None or not _is_better(read, draft):
        return
    set_table(draft, read)
    draft.flags = [flag for flag in draft.flags if flag != PARTIAL]
    draft.flags.append(ALIGNED)


def _is_better(read: Aligned, draft: Draft) -> bool:
    """Say whether our own reading is surer: the engine's has texts that are nowhere, or runs columns together."""
    if draft.table is None:
        return True
    if read.columns < draft.table.columns:
        return False
    return PARTIAL in draft.flags or _are_run_together(draft.table, read)


def _are_run_together(table: Table, read: Aligned) -> bool:
    """Say whether cells of one column of a table hold what stands in several columns of another reading, row by row."""
    places = [
        (cell.column, own[0].box, own[-1].box)
        for cell, own in zip(read.cells, read.words, strict=True)
        if cell.end_column == cell.column + 1
    ]
    rows = 0
    for cell in table.cells:
        if cell.box is not None and cell.column_span == 1:
            inside = {column for column, first, last in places if _contains(cell.box, first) and _contains(cell.box, last)}
            rows += len(inside) > 1
    return rows >= _RUN_TOGETHER


def _contains(box: Box, other: Box) -> bool:
    """Say whether the middle of a box lies in another."""
    return box.x0 <= (other.x0 + other.x1) / 2 <= box.x1 and box.y0 <= (other.y0 + other.y1) / 2 <= box.y1


def set_table(draft: Draft, read: Aligned) -> None:
    """Make a draft the table that was read from the page; the engine's markup is not of it."""
    names = read.head or _rows_of_names(read.cells)
    draft.table = _table(read.cells, read.words, header_rows=names + (names and _rows_of_years(read.cells, first=names)))
    draft.source, draft.markup = "", ""


def rules_near(text: PageText, box: Box) -> list[Rule]:
    """Give the rules on a table and at its edges."""
    near: list[Rule] = []
    for rule in text.rules:
        across, down = (box.x0, box.x1), (box.y0, box.y1)
        along, beside = (across, down) if rule.is_level else (down, across)
        if rule.start < along[1] and rule.end > along[0] and beside[0] - _NEAR <= rule.place <= beside[1] + _NEAR:
            near.append(rule)
    return near


def _fill_from_markup(draft: Draft, cells: list[Placed], words: Sequence[Word]) -> None:
    own = words_by_cell(cells, words)
    for cell, found in zip(cells, own, strict=True):
        if found:
            cell.cell.text = join_words(found)
    draft.table = _table(cells, own, header_rows=leading_headers(cells) or _rows_of_names(cells))
    lost = [cell.cell.text for cell, found in zip(cells, own, strict=True) if cell.cell.text and not found]
    if lost:
        draft.flags.append(PARTIAL)
    if any(is_right_to_left(text) for text in lost):
        draft.flags.append("rtl_unverified")


def _aligned(draft: Draft, words: Sequence[Word], text: PageText) -> Iterator[Draft]:
    """Read a table that the engine only found, by how its words stand; and what stands below it in its box."""
    read = aligned_table(words, rules_near(text, draft.boxes[0]))
    if read is None:
        yield from _unread(draft, text)
        return
    draft.flags.append(ALIGNED)
    set_table(draft, read)
    if read.rest is not None:
        whole = draft.boxes[0]
        draft.boxes = [msgspec.structs.replace(whole, y1=max(read.box.y1, whole.y0 + 0.01))]
        draft.text = mapped_text(text, within=draft.boxes[0]).text
    yield draft
    if read.rest is not None:
        yield from _below(msgspec.structs.replace(whole, y0=min(read.rest, whole.y1 - 0.01)), text)


def _below(box: Box, text: PageText) -> Iterator[Draft]:
    """Give what the engine took for a part of a table: paragraphs, and further tables under their captions."""
    paragraphs = paragraphs_of(text, within=box)
    captions = [
        paragraph for paragraph in paragraphs if is_caption(paragraph.text) and anchor(paragraph.text).startswith("table")
    ]
    tops = [caption.boxes[0].y0 for caption in captions]
    first = min(tops, default=box.y1)
    yield from (paragraph for paragraph in paragraphs if paragraph.boxes[0].y0 < first)
    for caption in captions:
        yield caption
        top = caption.boxes[0].y1
        bottom = min((other for other in tops if other > top), default=box.y1)
        if bottom > top:
            part = Draft(kind="table", boxes=[msgspec.structs.replace(box, y0=top, y1=bottom)])
            part.text = mapped_text(text, within=part.boxes[0]).text
            yield from _aligned(part, words_of(text, within=part.boxes[0]), text)


def _unread(draft: Draft, text: PageText) -> Iterator[Draft]:
    """Give what stands in a table without rows and columns as paragraphs."""
    for paragraph in paragraphs_of(text, within=draft.boxes[0]):
        paragraph.flags.append(UNREAD)
        yield paragraph


def _rows_of_names(cells: Sequence[Placed]) -> int:
    """Count the rows at the top without figures, in a table whose other rows have them; 0 where that does not tell."""
    figures: dict[int, list[bool]] = {}
    for cell in cells:
        if cell.column > 0 and cell.cell.text:
            figures.setdefault(cell.row, []).append(any(character.isdigit() for character in cell.cell.text))
    rows = [2 * sum(has) >= len(has) for _, has in sorted(figures.items())]
    first = rows.index(True) if True in rows else 0
    number = sorted(figures)[first] if first else 0
    return number if number <= _MOST_NAMES and 2 * sum(rows[first:]) >= len(rows[first:]) else 0


def _rows_of_years(cells: Sequence[Placed], *, first: int) -> int:
    """Say whether the row after the names of columns goes on with years: 1 or 0."""
    row = [cell.cell.text for cell in cells if cell.row == first and cell.column > 0 and cell.cell.text]
    has_figures = any(cell.row > first and cell.column > 0 and not _YEARS.fullmatch(cell.cell.text) for cell in cells)
    return int(len(row) > 1 and has_figures and all(_YEARS.fullmatch(text) for text in row))


def _table(cells: list[Placed], words: Sequence[tuple[Word, ...]], *, header_rows: int) -> Table | None:
    table = finished(cells, header_rows=header_rows)
    if table is None:
        return None
    boxes = {
        (cell.row, cell.column): hull(word.box for word in found)[0]
        for cell, found in zip(cells, words, strict=True)
        if found and cell.cell.text
    }
    return msgspec.structs.replace(
        table, cells=tuple(msgspec.structs.replace(cell, box=boxes.get((cell.row, cell.column))) for cell in table.cells)
    )
