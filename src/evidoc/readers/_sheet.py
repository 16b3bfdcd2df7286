"""Rows of texts as a table: its title over them, notes below, and whether the first row is a heading; for CSV and Excel.

Source: case D02.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from evidoc.pages.text import clean_text
from evidoc.readers._grid import Placed, SourceCell
from evidoc.readers._language import guess_language
from evidoc.readers._outline import Outline
from evidoc.readers._tables import finished
from evidoc.records.document import Markup
from evidoc.records.table import Table

_NOTE = re.compile(r"(?:source|note|notes|footnote|quelle|anmerkung|\*|\(?\d\)|¹)[\s:.]", re.IGNORECASE)
_NUMBER = re.compile(r"[-+(]?[$€£]?\s?\d[\d.,\s]*%?\)?")
_UNNAMED = re.compile(r"(?:unnamed: ?0)?$", re.IGNORECASE)
_LEAST_WORDS = 80  # characters that a guess of the language needs
_DOCUMENT_FLAGS = frozenset({"encoding_guessed", "unbalanced_quotes"})  # they are of the file, not of its table

Place = tuple[int, int]  # a row and a column of the source, from 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """What rows of texts hold: title lines, rows as written, note lines, and what is odd about them.

    `kept` are the numbers of the rows in the source, `left_out` how many columns before the first were cut; `spans`
    give the end row and column (half open, as in the source) of merged cells by their first place.
    """

    titles: tuple[str, ...]
    rows: list[list[str]]
    notes: tuple[str, ...]
    flags: tuple[str, ...]
    kept: tuple[int, ...] = ()
    left_out: int = 0
    spans: Mapping[Place, Place] = field(default_factory=dict)


def sheet_of(rows: list[list[str]], flags: tuple[str, ...] = (), *, headings: Container[int] = ()) -> Sheet:
    """Find title, rows and notes in rows of texts; `headings` are rows with one text that are known to be no title."""
    clean = [[clean_text(field) for field in row] for row in rows]
    numbers = [number for number, row in enumerate(clean) if any(row)]
    told = [clean[number] for number in numbers]
    width = Counter(len(row) for row in told).most_common(1)[0][0] if told else 0
    known = [place for place, number in enumerate(numbers) if number in headings]
    start = _count_while_alone(told, known) if width > 1 else 0
    end = len(told) - _count_notes(told[start:]) if width > 1 else len(told)
    body = told[start:end]
    if any(len(row) != width for row in body):
        flags += ("ragged_rows",)
    left_out = int(_first_is_count(body))
    if left_out:
        body = [row[1:] for row in body]
        flags += ("row_numbers_left_out",)
    titles, notes = (tuple(_only(row) for row in part) for part in (told[:start], told[end:]))
    return Sheet(titles, body, notes, flags, kept=tuple(numbers[start:end]), left_out=left_out)


def add_table(outline: Outline, sheet: Sheet, *, named: str, role: str, markup: Markup = "") -> Table | None:
    """Append a sheet's caption, table and notes; nothing, and None, where no cell says anything.

    The caption is the sheet's title, or what it is `named`, with a role that says so.
    """
    caption = " ".join(sheet.titles) or named
    table = finished(_placed(sheet), header_rows=int(_has_head(sheet.rows)), caption=caption)
    if table is None:
        return None
    number = len(outline) + 1
    outline.add("caption", caption, caption_of=number, parent=number, role="" if sheet.titles else role)
    flags = tuple(flag for flag in sheet.flags if flag not in _DOCUMENT_FLAGS)
    outline.add("table", table=table, markup=markup, flags=flags)
    for note in sheet.notes:
        outline.add("footnote", note, parent=number)
    return table


def language_of(table: Table) -> str:
    """Guess from the cells that hold words; a table of names and codes is in no language."""
    words = " ".join(cell.text for cell in table.cells[:300] if cell.number is None and " " in cell.text)
    return guess_language(words) if len(words) > _LEAST_WORDS else ""


def _placed(sheet: Sheet) -> list[Placed]:
    """Give the cells their places; what a merged cell covers is left out, whatever the source keeps there."""
    placed: list[Placed] = []
    covered: set[Place] = set()
    for row, fields in enumerate(sheet.rows):
        for column, text in enumerate(fields):
            if (row, column) in covered:
                continue
            end_row, end_column = _end(sheet, row, column)
            area = {(below, beside) for below in range(row, end_row) for beside in range(column, end_column)}
            if len(area) > 1 and area & covered:  # merged ranges that overlap are a fault of the file
                end_row, end_column = row + 1, column + 1
            elif len(area) > 1:
                covered |= area
            placed.append(Placed(SourceCell(text=text), row, end_row, column, end_column))
    return placed


def _end(sheet: Sheet, row: int, column: int) -> Place:
    found = sheet.spans.get((sheet.kept[row], column + sheet.left_out)) if sheet.spans else None
    if found is None:
        return row + 1, column + 1
    end_column = min(found[1] - sheet.left_out, max(map(len, sheet.rows)))
    return max(row + 1, bisect_left(sheet.kept, found[0])), max(column + 1, end_column)


def _only(row: list[str]) -> str:
    return next(field for field in row if field)


def _is_alone(row: list[str]) -> bool:
    return sum(map(bool, row)) == 1


def _count_while_alone(rows: list[list[str]], headings: Container[int]) -> int:
    """Count the rows at the top that hold one text: the table's title. `headings` are rows that are none."""
    count = next((number for number, row in enumerate(rows) if not _is_alone(row) or number in headings), 0)
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
