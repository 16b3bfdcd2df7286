"""CSV and TSV: one table, its separator, encoding, title rows and decimal marks found by evidence; ragged rows kept.

Source: case D02.
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from evidoc.errors import UnreadableDocument
from evidoc.readers._encoding import decode
from evidoc.readers._grid import MAX_PLACES
from evidoc.readers._names import humanised
from evidoc.readers._outline import Outline
from evidoc.readers._separators import separator_of
from evidoc.readers._sheet import Sheet, add_table, language_of, sheet_of
from evidoc.records.document import Document, Source

MEDIA_TYPE = "text/csv"
READER = "table@1"
MAX_BYTES = 50_000_000
_STATED = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)  # Excel's own first line
_MOST_LINES = 200  # within one quoted field; more means that a quotation mark is never closed


def read(path: Path, *, name: str, sha256: str) -> Document:
    """Read a delimited text file as a document of one table.

    Raises:
        UnreadableDocument: The file is empty, holds no cell, or has more cells than a table has.
    """
    sheet = read_sheet(path, name=name)
    outline = Outline()
    table = add_table(outline, sheet, named=humanised(name), role="file_name", markup="csv")
    if table is None:
        raise UnreadableDocument(f"{name}: no cell with text; give a file with a table", status="empty")
    return Document(
        id=f"d-{sha256[:12]}",
        source=Source(name=name, sha256=sha256, media_type=MEDIA_TYPE),
        kind="table",
        title=" ".join(sheet.titles) or humanised(name),
        language=language_of(table),
        blocks=outline.finish(),
        reader=READER,
        flags=sheet.flags,
    )


def read_sheet(path: Path, *, name: str) -> Sheet:
    """Read the rows of a delimited file as they are written.

    Raises:
        UnreadableDocument: The file is empty or too large.
    """
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise UnreadableDocument(f"{name}: {size:,} bytes; a table of at most {MAX_BYTES:,} is read", status="too_large")
    decoded = decode(path.read_bytes())
    stated = _STATED.match(decoded.text)
    text = decoded.text[stated.end() :] if stated else decoded.text
    if not text.strip():
        raise UnreadableDocument(f"{name}: the file is empty; export the table again", status="empty")
    rows, is_balanced = _rows(text, stated[1] if stated else separator_of(text), name=name)
    if sum(map(len, rows)) > MAX_PLACES:
        raise UnreadableDocument(f"{name}: more than {MAX_PLACES:,} cells; split the table", status="too_large")
    flags = ("encoding_guessed",) * (not decoded.is_certain) + ("unbalanced_quotes",) * (not is_balanced)
    return sheet_of(rows, flags)


def _rows(text: str, separator: str, *, name: str) -> tuple[list[list[str]], bool]:
    """Cut the text into rows; where a quotation mark is never closed, quotation marks are read as characters."""
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
        if not any(field.count("\n") > _MOST_LINES for row in rows for field in row):
            return rows, True
    except csv.Error:
        pass  # a field beyond the reader's limit: the quotation mark before it is never closed
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, quoting=csv.QUOTE_NONE)), False
    except csv.Error as error:
        raise UnreadableDocument(f"{name}: no delimited text: {error}; export the table again") from error
