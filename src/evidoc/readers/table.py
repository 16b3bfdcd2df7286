"""CSV and TSV: one table, its separator, encoding, title rows and decimal marks found by evidence; ragged rows kept.

Source: case D02.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from evidoc.errors import UnreadableDocument
from evidoc.pages.text import clean_text
from evidoc.readers._encoding import decode
from evidoc.readers._grid import MAX_PLACES, Placed, SourceCell
from evidoc.readers._language import guess_language
from evidoc.readers._names import humanised
from evidoc.readers._outline import Outline
from evidoc.readers._separators import separator_of
from evidoc.readers._tables import finished
from evidoc.records.document import Document, Source
from evidoc.records.table import Table

MEDIA_TYPE = "text/csv"
READER = "table@1"
MAX_BYTES = 50_000_000
_STATED = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)  # Excel's own first line
_NOTE = re.compile(r"(?:source|note|notes|footnote|quelle|anmerkung|\*|\(?\d\)|¹)[\s:.]", re.IGNORECASE)
_NUMBER = re.compile(r"[-+(]?[$€£]?\s?\d[\d.,\s]*%?\)?")
_UNNAMED = re.compile(r"(?:unnamed: ?0)?$", re.IGNORECASE)
_LEAST_WORDS = 80  # characters that a guess of the language needs
_MOST_LINES = 200  # within one quoted field; more means that a quotation mark is never closed


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a delimited file holds: title lines, rows of texts as written, note lines, and what is odd about it."""

    titles: tuple[str, ...]
    rows: list[list[str]]
    notes: tuple[str, ...]
    flags: tuple[str, ...]


def read(path: Path, *, name: str, sha256: str) -> Document:
    """Read a delimited text file as a document of one table.

    Raises:
        UnreadableDocument: The file is empty, holds no cell, or has more cells than a table has.
    """
    sheet = read_sheet(path, name=name)
    caption = " ".join(sheet.titles) or humanised(name)
    outline = Outline()
    outline.add("caption", caption, caption_of=1, parent=1, role="" if sheet.titles else "file_name")
    table = finished(_placed(sheet.rows), header_rows=int(_has_head(sheet.rows)), caption=caption)
    if table is None:
        raise UnreadableDocument(f"{name}: no cell with text; give a file with a table", status="empty")
    outline.add("table", table=table, markup="csv", flags=tuple(flag for flag in sheet.flags if flag in _TABLE_FLAGS))
    for note in sheet.notes:
        outline.add("footnote", note, parent=1)
    return Document(
        id=f"d-{sha256[:12]}",
        source=Source(name=name, sha256=sha256, media_type=MEDIA_TYPE),
        kind="table",
        title=caption,
        language=_language(table),
        blocks=outline.finish(),
        reader=READER,
        flags=sheet.flags,
    )


def _language(table: Table) -> str:
    """Guess from the cells that hold words; a table of names and codes is in no language."""
    words = " ".join(cell.text for cell in table.cells[:300] if cell.number is None and " " in cell.text)
    return guess_language(words) if len(words) > _LEAST_WORDS else ""


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
    return _sheet(rows, flags)


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


def _sheet(rows: list[list[str]], flags: tuple[str, ...]) -> Sheet:
    clean = [[clean_text(field) for field in row] for row in rows]
    told = [row for row in clean if any(row)]
    width = Counter(len(row) for row in told).most_common(1)[0][0] if told else 0
    start = _count_while_alone(told) if width > 1 else 0
    end = len(told) - _count_notes(told[start:]) if width > 1 else len(told)
    body = told[start:end]
    if any(len(row) != width for row in body):
        flags += ("ragged_rows",)
    if _first_is_count(body):
        body = [row[1:] for row in body]
        flags += ("row_numbers_left_out",)
    return Sheet(tuple(_only(row) for row in told[:start]), body, tuple(_only(row) for row in told[end:]), flags)


def _only(row: list[str]) -> str:
    return next(field for field in row if field)


def _is_alone(row: list[str]) -> bool:
    return sum(map(bool, row)) == 1


def _count_while_alone(rows: list[list[str]]) -> int:
    """Count the rows at the top that hold one text: the table's title."""
    count = next((number for number, row in enumerate(rows) if not _is_alone(row)), 0)
    return count if count <= 5 else 0


def _count_notes(rows: list[list[str]]) -> int:
    """Count the rows at the end that hold one text in the first cell that reads like a note or source."""
    count = 0
    for row in reversed(rows[2:]):
        if not (_is_alone(row) and row[0] and (_NOTE.match(row[0]) or len(row[0]) > 80)):
            break
        count += 1
    return count


def _first_is_count(rows: list[list[str]]) -> bool:
    """Say whether the first column only counts rows from 0 or 1 under an empty heading, as programs write it."""
    if len(rows) < 2 or any(len(row) < 2 for row in rows) or not _UNNAMED.match(rows[0][0]):
        return False
    counted = [row[0] for row in rows[1:]]
    return counted in ([str(number) for number in range(start, start + len(counted))] for start in (0, 1))


def _has_head(rows: list[list[str]]) -> bool:
    """Say whether the first row is of another kind than the rows below it, numbers over words or words over numbers."""
    if len(rows) < 3 or not all(rows[0]) or len(set(rows[0])) < len(rows[0]):
        return False
    columns = [[row[column] for row in rows[1:] if column < len(row) and row[column]] for column in range(len(rows[0]))]
    differs = [
        _is_number(name) != (sum(map(_is_number, column)) * 2 > len(column))
        for name, column in zip(rows[0], columns, strict=True)
    ]
    return sum(differs) * 2 > len(differs)


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def _placed(rows: list[list[str]]) -> list[Placed]:
    return [
        Placed(SourceCell(text=text), row, row + 1, column, column + 1)
        for row, fields in enumerate(rows)
        for column, text in enumerate(fields)
    ]


_TABLE_FLAGS = frozenset({"ragged_rows", "row_numbers_left_out"})
