"""Excel workbooks: a table for each sheet, values as displayed, merged cells as spans; what is hidden is flagged."""

from __future__ import annotations

import warnings
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from evidoc.errors import UnreadableDocument
from evidoc.readers._cell_format import displayed
from evidoc.readers._grid import MAX_PLACES
from evidoc.readers._names import humanised
from evidoc.readers._outline import Outline
from evidoc.readers._sheet import Place, Sheet, add_table, language_of, sheet_of
from evidoc.readers._workbook import SheetFacts, refuse_bombs, sheet_facts
from evidoc.records.document import Document, Source

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
READER = "excel@1"
_MAX_SHEETS = 500
_MAX_LOOKED_AT = 20_000_000  # places, most of them empty, of one workbook
_DAMAGE = (  # what openpyxl raises on workbooks that are not as they should be
    AttributeError, EOFError, KeyError, IndexError, OSError, SyntaxError, TypeError, ValueError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


def read(path: Path, *, name: str, sha256: str) -> Document:
    """Read a workbook as a document with a table for each sheet that says something.

    Formulas are read as the values that were stored with them. A workbook of several sheets has a heading for each.

    Raises:
        UnreadableDocument: The workbook is damaged, empty, or over a limit.
    """
    refuse_bombs(path, name=name)
    sheets = _read_sheets(path, sheet_facts(path, name=name), name=name)
    outline, tables = Outline(), []
    for title, sheet in sheets.items():
        if len(sheets) > 1:
            outline.heading(title, level=1, role="sheet_name")
        tables.append(add_table(outline, sheet, named=title if len(sheets) > 1 else humanised(name), role=_role(sheets)))
    found = [table for table in tables if table is not None]
    if not found:
        raise UnreadableDocument(f"{name}: no cell with text; give a workbook with a table", status="empty")
    titles = next(iter(sheets.values())).titles if len(sheets) == 1 else ()
    return Document(
        id=f"d-{sha256[:12]}",
        source=Source(name=name, sha256=sha256, media_type=MEDIA_TYPE),
        kind="table",
        title=" ".join(titles) or humanised(name),
        language=next(filter(None, map(language_of, found)), ""),
        blocks=outline.finish(),
        reader=READER,
        flags=tuple(dict.fromkeys(flag for sheet in sheets.values() for flag in sheet.flags)),
    )


def _role(sheets: Mapping[str, Sheet]) -> str:
    return "sheet_name" if len(sheets) > 1 else "file_name"


def _read_sheets(path: Path, facts: Mapping[str, SheetFacts], *, name: str) -> dict[str, Sheet]:
    """Give the sheets that hold any value, by name, in the order of the workbook."""
    from openpyxl import load_workbook

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl tells of every feature that it leaves out, such as validation of input
            book = load_workbook(path, read_only=True, data_only=True, keep_links=False)
            try:
                return _sheets(book, facts, name=name)
            finally:
                book.close()
    except _DAMAGE as error:
        raise UnreadableDocument(f"{name}: the workbook is damaged: {error}; save it again", status="damaged") from error


def _sheets(book: Workbook, facts: Mapping[str, SheetFacts], *, name: str) -> dict[str, Sheet]:
    if len(book.worksheets) > _MAX_SHEETS:
        raise UnreadableDocument(f"{name}: {len(book.worksheets):,} sheets; at most {_MAX_SHEETS} are read", status="too_large")
    left = _MAX_LOOKED_AT
    found: dict[str, Sheet] = {}
    for worksheet in book.worksheets:
        rows, looked_at = _rows(worksheet, left, name=name)
        left -= looked_at
        known = facts.get(worksheet.title, SheetFacts())
        hidden = {"hidden_sheet"} if worksheet.sheet_state != "visible" else set()
        if rows:
            found[worksheet.title] = _sheet(rows, known.spans, tuple(sorted(known.flags | hidden)))
    return found


def _rows(worksheet: ReadOnlyWorksheet, most: int, *, name: str) -> tuple[dict[int, list[str]], int]:
    """Give the rows with any value as texts by their number, and how many places were looked at."""
    worksheet.reset_dimensions()  # what the sheet says of its own size is often wrong
    rows: dict[int, list[str]] = {}
    looked_at = width = 0
    for number, cells in enumerate(worksheet.iter_rows()):
        looked_at += len(cells) + 1
        texts = [displayed(cell.value, cell.number_format) if cell.value is not None else "" for cell in cells]
        while texts and not texts[-1].strip():
            texts.pop()
        if texts:
            rows[number] = texts
            width = max(width, len(texts))
        if looked_at > most or len(rows) * width > MAX_PLACES:
            raise UnreadableDocument(f"{name}: sheet {worksheet.title!r} has more than {MAX_PLACES:,} cells", status="too_large")
    return rows, looked_at


def _sheet(rows: Mapping[int, list[str]], spans: Mapping[Place, Place], flags: tuple[str, ...]) -> Sheet:
    """Cut off the empty columns at the left, make the rows equally long, and find titles and notes."""
    lead = min(next(column for column, text in enumerate(texts) if text.strip()) for texts in rows.values())
    width = max(map(len, rows.values())) - lead
    numbers = list(rows)
    even = [(texts[lead:] + [""] * width)[:width] for texts in rows.values()]
    moved = {(row, column - lead): (end_row, end_column - lead) for (row, column), (end_row, end_column) in spans.items()}
    sheet = sheet_of(even, flags, headings={place for place, row in enumerate(numbers) if _is_heading(even[place], row, moved)})
    return replace(sheet, kept=tuple(numbers[place] for place in sheet.kept), spans=moved)


def _is_heading(texts: list[str], row: int, spans: Mapping[Place, Place]) -> bool:
    """Say whether a row has a text over some of the columns but the first, which a title never is."""
    column = next(column for column, text in enumerate(texts) if text.strip())
    return column > 0 and (row, column) in spans
