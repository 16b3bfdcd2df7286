"""The delimited files and books of ../shared: what pandas and a plain count say of the same files."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import pytest

from evidoc.readers import read_file
from evidoc.records.document import Document
from evidoc.records.table import Table
from tests.build import SHARED, shared
from tests.readers.written import check_sound, kinds, of_kind, texts


class Told(NamedTuple):
    """What pandas has to be told and the reader finds out."""

    separator: str = ","
    encoding: str = "utf-8"
    title_rows: int = 0


OPTIONS = {
    "csv-semicolon.csv": Told(separator=";"),
    "semicolon-delimited.csv": Told(separator=";"),
    "stanley-cups-utf-16.csv": Told(encoding="utf-16", title_rows=1),
}
FILES = sorted([*(SHARED / "data/csv").rglob("*.csv"), *(SHARED / "data/gt/wikitablequestions").rglob("*.csv")])


def read(path: Path) -> Document:
    document = read_file(path)
    check_sound(document)
    return document


def table_in(document: Document) -> Table:
    (block,) = of_kind(document, "table")
    assert block.table is not None
    return block.table


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_file_reads_as_pandas_reads_it(path: Path) -> None:
    """Every cell as a string; pandas is told the separator, encoding and title rows, which the reader finds."""
    told = OPTIONS.get(path.name, Told())
    frame = pd.read_csv(
        path,
        header=None,
        dtype=str,
        keep_default_na=False,
        sep=told.separator,
        encoding=told.encoding,
        skiprows=told.title_rows,
        skipinitialspace=True,
    )
    rows = [[" ".join(str(value).split()) for value in row] for row in frame.to_numpy().tolist()]
    document = read(path)
    if "row_numbers_left_out" in document.flags:
        rows = [row[1:] for row in rows]
    rows = [row for row in rows if any(row)]
    table = table_in(document)
    assert (table.rows, table.columns) == (len(rows), len(rows[0]))
    marks = re.compile(r"(?:\s*(?:[*†‡§#]|\[\w+\]|\(\w\)))+$")
    assert [[marks.sub("", text) for text in row] for row in texts(table)] == [
        [marks.sub("", text) for text in row] for row in rows
    ]


def test_a_title_row_in_utf_16_is_the_caption() -> None:
    document = read(shared("data/csv/edge/stanley-cups-utf-16.csv"))
    assert kinds(document)[0] == ("caption", "Stanley Cups")
    assert texts(table_in(document))[-1] == ["Maple Leafs", "TOR", "13"]


def test_values_of_a_sustainability_table_are_read_beside_the_strings() -> None:
    document = read(shared("data/csv/sustainability/apple-2024-emissions.csv"))
    assert (document.title, document.flags, document.kind) == ("Apple 2024 emissions", ("row_numbers_left_out",), "table")
    table = table_in(document)
    cell = table.at(1, 2)
    assert cell is not None and (cell.text, cell.number) == ("324,100", Decimal(324100))
    assert table.header_rows == 1 and table.column_header(2) == "Fiscal year.2023"


def test_a_book_of_project_gutenberg_has_its_entries_and_not_its_licence() -> None:
    """Paragraphs as a split at blank lines counts them between the distributor's two marks."""
    path = shared("data/books/devils-dictionary.txt")
    document = read(path)
    text = path.read_text("ascii").replace("\r\n", "\n")
    inside = re.split(r"\*\*\* (?:START|END) OF.*\*\*\*", text)[1]
    assert len(document.body()) == sum(1 for part in re.split(r"\n\s*\n", inside) if part.strip())
    assert (document.kind, document.title, document.language) == ("book", "The Devil's Dictionary", "en")
    entry = next(block for block in document.blocks if block.text.startswith("ABDICATION"))
    assert entry.text == "ABDICATION, n. An act whereby a sovereign attests his sense of the high temperature of the throne."
    assert entry.section[-1:] == ("A",)


def test_a_chapter_is_a_heading_and_its_paragraphs_stand_under_it() -> None:
    document = read(shared("data/books/war-and-peace-1p.txt"))
    assert kinds(document)[0] == ("heading", "CHAPTER I")
    assert {block.section for block in document.blocks[1:]} == {("CHAPTER I",)}
    assert document.kind == "book"


def test_every_file_of_the_shared_data_is_taken_by_a_reader_or_refused_in_words() -> None:
    from evidoc import shelf
    from evidoc.errors import UnreadableDocument
    from evidoc.readers import choose

    for path in sorted(shared("data").rglob("*")):
        if path.is_file():
            try:
                assert choose(path) in shelf.names("readers")
            except UnreadableDocument as error:
                assert error.status in {"empty", "not_pdf", "no_text_layer", "unsupported"}, path
                assert "; " in str(error)
