"""What the pieces of a page are to one another: captions, units and notes of tables, headings by their look.

Source: case D04.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from evidoc.readers._grid import leading_headers, place
from evidoc.readers._tables import finished
from evidoc.readers.html._cells import stated_units
from evidoc.readers.html._columns import visible_columns
from evidoc.readers.html._furniture import mark_furniture
from evidoc.readers.html._gather import Piece

_UNITS = re.compile(
    r"[\[(]?\s*(?:(?:un)?audited\s*[;,)(]*\s*)?(?:(?:tabular|all|dollars?|amounts?|figures|expressed|stated|presented|shares?|u\.?s\.?|usd|rmb|\$|are|is)\s+)*"
    r"in\s+(?:u\.?s\.?\s+)?(?:thousands?|millions?|billions?|dollars|\$|€|£|usd|euros?|rmb|shares)(?![a-z]).{0,160}",
    re.IGNORECASE | re.DOTALL,
)
_ASIDE = re.compile(r"\(\s*(?:un)?audited\s*\)|\(\s*continued\s*\)", re.IGNORECASE)
_TABLE_TITLE = re.compile(r"(?:Table|Exhibit|Schedule)\s+[\dA-Z][\w.-]*\b.{0,300}", re.DOTALL)
_LEAD_IN = re.compile(r":\s*$|\bfollowing (?:table|schedule)", re.IGNORECASE)
_NOTE = re.compile(r"(\(?(?:\d{1,2}|[a-z]{1,2}|[ivx]{1,4})\)|[*†‡§]{1,3}|\d{1,2}(?=\s)|[a-z](?=\s[A-Z]))\.?\s*(?=\S)")
_PART = re.compile(r"PART\s+[IVX]{1,4}\b", re.IGNORECASE)
_ITEM = re.compile(r"Items?\s+\d{1,2}[A-C]?\b", re.IGNORECASE)
_NOTE_TITLE = re.compile(
    r"(?:Notes?\s+(?:\d|to\b)|Reports? of Independent|Schedule\s+[IVX\d]|Exhibit\s+\d|SIGNATURES?\b)", re.IGNORECASE
)
_CONTENTS = re.compile(r"(?:table of )?contents|index", re.IGNORECASE)
_LONGEST_HEADING = 300
_LONGEST_SUBTITLE = 100
_LONGEST_TITLE = 160


def arrange(pieces: list[Piece], *, is_filing: bool, units: Mapping[str, str]) -> list[Piece]:
    """Give the pieces of a page with their roles and finished tables, without the page breaks."""
    mark_furniture(pieces)
    whole = [piece for piece in pieces if piece.kind != "break"]
    if is_filing or not any(piece.kind == "heading" for piece in whole):
        _headings(whole)
        if is_filing:
            _leave_cover(whole)
        _close_gaps(whole)
    arranged: list[Piece] = []
    for piece in whole:
        if piece.shape is not None:
            _captions(piece, arranged, is_filing=is_filing)
            _finish(piece, units=units, caption=" ".join(other.text for other in arranged if other.of is piece))
        arranged.append(piece)
    _notes(arranged)
    return [piece for piece in arranged if piece.kind != "table" or piece.table is not None]


def _headings(pieces: list[Piece]) -> None:
    """Make headings of lines that are wholly bold, or short and wholly italic."""
    for piece in pieces:
        if piece.kind != "text" or len(piece.text) > _LONGEST_HEADING or _UNITS.fullmatch(piece.text):
            continue
        is_subtitle = piece.italic and len(piece.text) <= _LONGEST_SUBTITLE and piece.text[-1] not in ".,;:)"
        if (piece.bold or is_subtitle) and any(map(str.isalpha, piece.text)):
            piece.kind, piece.level = "heading", _level(piece)


def _leave_cover(pieces: list[Piece]) -> None:
    """Take the bold lines of a filing's first page ("UNITED STATES", "FORM 10-K") for text: they head nothing."""
    for piece in pieces:
        if _is_contents(piece) or (piece.kind == "heading" and (_PART.match(piece.text) or _ITEM.match(piece.text))):
            break
    else:
        return  # no such part: the whole would be a cover
    for line in pieces:
        if line is piece:
            return
        if line.kind == "heading":
            line.kind, line.level = "text", 0


def _is_contents(piece: Piece) -> bool:
    return (piece.shape is not None and piece.shape.is_contents) or _CONTENTS.fullmatch(piece.text) is not None


def _close_gaps(pieces: list[Piece]) -> None:
    """Give headings the level of their depth, so that none is two below the one over it."""
    over: list[int] = []
    for piece in pieces:
        if piece.kind == "heading":
            over = [level for level in over if level < piece.level]
            over.append(piece.level)
            piece.level = len(over)


def _level(piece: Piece) -> int:
    if _PART.match(piece.text):
        return 1
    if _ITEM.match(piece.text):
        return 2
    if _NOTE_TITLE.match(piece.text) or piece.text.isupper():
        return 3
    return 4 if not piece.italic else 5 if piece.bold else 6


def _captions(table: Piece, before: list[Piece], *, is_filing: bool) -> None:
    """Bind what stands over a table to it: its own caption, its title, the line of units, the sentence that leads to it."""
    states_units = False
    for piece in reversed([other for other in before[-6:] if other.kind not in ("header", "footer", "page_number")]):
        if piece.kind == "text" and (_is_units(piece) or _ASIDE.fullmatch(piece.text)):
            piece.kind, piece.of, states_units = "caption", table, True
            continue
        if _is_title(piece):
            piece.kind, piece.of = "caption", table
        elif (piece.kind == "heading" and states_units and len(piece.text) <= _LONGEST_TITLE) or _leads_in(piece, is_filing):
            piece.of = table
        break
    if table.text:
        before.append(Piece(kind="caption", text=table.text, of=table))
        table.text = ""


def _is_units(piece: Piece) -> bool:
    return piece.of is None and len(piece.text) <= 250 and _UNITS.fullmatch(piece.text) is not None


def _is_title(piece: Piece) -> bool:
    return piece.kind == "text" and piece.of is None and _TABLE_TITLE.fullmatch(piece.text) is not None and piece.text[-1] != ":"


def _leads_in(piece: Piece, is_filing: bool) -> bool:
    return is_filing and piece.kind == "text" and piece.of is None and _LEAD_IN.search(piece.text) is not None


def _finish(piece: Piece, *, units: Mapping[str, str], caption: str) -> None:
    """Make the grid of a table; a contents list becomes lines of text."""
    shape = piece.shape
    assert shape is not None
    if shape.is_contents:
        lines = (" ".join(cell.text for cell in row if cell.text) for row in shape.rows)
        piece.kind, piece.text = "toc", "\n".join(line for line in lines if line)
        piece.tags = [(element, None, None) for row in shape.rows for cell in row for element in cell.tags]
        return
    stated_units(shape.rows, units)
    placed = place(shape.rows)
    heads = leading_headers(placed) if shape.header_rows is None else shape.header_rows
    visible = visible_columns(placed)
    piece.table = finished(visible, header_rows=heads, caption=caption)
    piece.tags = [(element, entry.row, entry.column) for entry in visible for element in entry.cell.tags]
    piece.refers_to = shape.refers_to


def _notes(pieces: list[Piece]) -> None:
    """Make notes of the lines below a table that begin with a mark that the table has."""
    table: Piece | None = None
    for piece in pieces:
        if piece.table is not None:
            table = piece
        elif table is not None and piece.kind not in ("header", "footer", "page_number"):
            table = table if _is_note_of(piece, table) else None


def _is_note_of(piece: Piece, table: Piece) -> bool:
    assert table.table is not None
    marks = {_bare(note) for cell in table.table.cells for note in cell.notes}
    found = None if piece.kind != "text" else _NOTE.match(piece.text)
    mark = piece.label if piece.kind == "item" else found[1] if found else ""
    if not mark or _bare(mark) not in marks:
        return False
    if found:
        piece.text = piece.text[found.end() :]
    piece.kind, piece.of, piece.label, piece.level = "footnote", table, mark, 0
    return True


def _bare(mark: str) -> str:
    return mark.strip(" ()[].")
