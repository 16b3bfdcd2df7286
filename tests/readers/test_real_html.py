"""The pages of ../shared: a 10-K with inline XBRL, manuals, an encyclopedia, a Chinese draft.

Counted against selectolax (another parser) for words, and against the file's own XBRL facts for numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from functools import cache
from itertools import pairwise

import pytest
from lxml import etree
from selectolax.lexbor import LexborHTMLParser

from evidoc.readers import read_file
from evidoc.records.document import Block, Document
from evidoc.records.table import Table
from tests.build import shared
from tests.readers.written import check_sound, of_kind, texts

FILING = "data/html/10k/aapl-10k-fy2024.html"
PAGES = {
    "data/html/web/sqlite-datatype3.html": "Datatypes In SQLite",
    "data/html/web/sqlite-limits.html": "Implementation Limits For SQLite",
    "data/html/web/postgresql-datatype-numeric.html": "8.1. Numeric Types",
}


@cache
def read(name: str) -> Document:
    document = read_file(shared(name))
    check_sound(document)
    return document


def statement(title: str) -> tuple[Block, Table]:
    document = read(FILING)
    for block in of_kind(document, "table"):
        if document.caption(block).startswith(title):
            assert block.table is not None
            return block, block.table
    raise AssertionError(title)


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def test_the_income_statement_is_a_clean_grid() -> None:
    """Golden, reviewed against the printed statement."""
    _, table = statement("CONSOLIDATED STATEMENTS OF OPERATIONS")
    assert (table.rows, table.columns, table.header_rows, table.header_columns) == (26, 4, 2, 1)
    grid = texts(table)
    assert grid[:6] == [
        ["", "Years ended", "Years ended", "Years ended"],
        ["", "September 28, 2024", "September 30, 2023", "September 24, 2022"],
        ["Net sales:", "", "", ""],
        ["Products", "$294,866", "$298,085", "$316,199"],
        ["Services", "96,169", "85,200", "78,129"],
        ["Total net sales", "391,035", "383,285", "394,328"],
    ]
    assert grid[16] == ["Other income/(expense), net", "269", "(565)", "(334)"]
    assert [row[0] for row in grid[-6:]] == [
        "Earnings per share:", "Basic", "Diluted", "Shares used in computing earnings per share:", "Basic", "Diluted",
    ]  # fmt: skip


def test_the_income_statement_states_units_and_scales_row_by_row() -> None:
    """Case D04: sales in millions of dollars, earnings per share in dollars, shares in thousands."""
    document = read(FILING)
    block, table = statement("CONSOLIDATED STATEMENTS OF OPERATIONS")
    assert document.caption(block).endswith(
        "(In millions, except number of shares, which are reflected in thousands, and per-share amounts)"
    )
    cells = {(cell.row, cell.column): (cell.number, cell.unit, cell.scale) for cell in table.cells}
    assert cells[5, 1] == (Decimal(391035), "USD", 6)
    assert cells[16, 2] == (Decimal(-565), "USD", 6)
    assert cells[21, 1] == (Decimal("6.11"), "USD", 0)
    assert cells[25, 3] == (Decimal(16325819), "shares", 3)


def test_every_tagged_number_of_the_filing_is_read_as_it_is_shown() -> None:
    """963 numbers are tagged by the company; each that stands in a table is in a cell with the same digits, as often."""
    root = etree.fromstring(shared(FILING).read_bytes(), etree.HTMLParser(encoding="utf-8", huge_tree=True))
    shown = Counter(
        "".join(fact.itertext()).strip()
        for fact in root.iter("ix:nonfraction")
        if next(fact.iterancestors("td"), None) is not None and fact.getparent().tag != fact.tag
    )
    cells = Counter(
        number
        for block in of_kind(read(FILING), "table")
        if block.table is not None
        for cell in block.table.cells
        for number in re.findall(r"\d[\d,.]*(?<![,.])", cell.text)
    )
    assert sum(shown.values()) > 700
    assert not {text: count for text, count in shown.items() if text.strip("—-") and cells[text] < count}


def test_every_visible_word_of_the_filing_is_there_once() -> None:
    """Case D05: nothing hidden, nothing doubled, nothing lost; the words are counted by selectolax."""
    tree = LexborHTMLParser(shared(FILING).read_text("ascii"))
    for hidden in tree.css("[style*='display:none'], head"):
        hidden.decompose()
    assert tree.body is not None
    visible = words(tree.body.text(separator=" "))
    read_words: Counter[str] = Counter()
    for block in read(FILING).blocks:
        if block.kind != "figure":
            read_words += words(f"{block.text} {block.label if block.kind == 'footnote' else ''}")
        for cell in block.table.cells if block.table is not None else ():
            read_words += words(f"{cell.text} {' '.join(cell.notes)}")
    assert sum((read_words - visible).values()) < 0.002 * sum(visible.values())
    assert sum((visible - read_words).values()) < 0.002 * sum(visible.values())


def test_the_filing_has_its_parts_items_and_furniture() -> None:
    document = read(FILING)
    assert (document.kind, document.title) == ("filing", "Apple Inc., Form 10-K, September 28, 2024")
    assert document.identifiers == ("cik:0000320193",)
    headings = of_kind(document, "heading")
    assert [block.text for block in headings if block.level == 1] == [
        "TABLE OF CONTENTS",
        "PART I",
        "PART II",
        "PART III",
        "PART IV",
    ]
    levels = [0, *(block.level for block in headings)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert sum(block.text.startswith("Item ") for block in headings if block.level == 2) == 23
    assert [block.label for block in of_kind(document, "footer") if block.label] == [str(page) for page in range(1, 58)]
    assert [block.text.split("\n")[1] for block in of_kind(document, "toc")][0] == "Part I"
    notes = {block.text[:39]: block.label for block in of_kind(document, "footnote")}
    assert notes["Services net sales include amortization"] == "(1)"


@pytest.mark.parametrize("name", PAGES)
def test_manuals_are_their_main_content(name: str) -> None:
    """Headings, items and code blocks as counted by selectolax in the same file, without menus and contents."""
    document = read(name)
    assert document.title == PAGES[name] and document.language == "en" and document.kind == "web"
    tree = LexborHTMLParser(shared(name).read_text("utf-8"))
    headings = [node.text(separator=" ").split() for node in tree.css("h1,h2,h3,h4,h5")]
    found = [
        block.text.split() for block in document.blocks if block.kind in ("heading", "title") or block.text in ("Note", "Tip")
    ]
    assert ["".join(words) for words in headings if "".join(words) not in {"".join(text) for text in found}] == []
    assert len(of_kind(document, "code")) == len(tree.css("pre"))
    assert not any("toggle_" in block.text or block.text == "Table Of Contents" for block in document.blocks)


def test_an_encyclopedia_article_has_references_and_no_menus() -> None:
    document = read("data/html/web/wiki_duck.html")
    assert (document.title, document.source.licence) == ("Duck", "CC-BY-SA-4.0")
    assert len(document.references) == 55
    assert {key for block in document.blocks for key in block.citations} == {reference.key for reference in document.references}
    assert not any(re.search(r"\d languages|\[edit\]|Jump to", block.text) for block in document.blocks)


def test_tables_of_small_pages_read_as_pandas_reads_them() -> None:
    """docling's samples: empty, plain, formatted and nested cells; pandas flattens them the same way."""
    import io

    import pandas as pd

    name = "data/html/web/docling-html_rich_table_cells.html"
    frames = pd.read_html(io.StringIO(shared(name).read_text("utf-8")), flavor="lxml", keep_default_na=False)
    tables = of_kind(read(name), "table")
    ours = texts(tables[0].table)
    assert ours[0] == [str(column) for column in frames[0].columns]
    assert ours[1][0] == frames[0].iloc[0, 0] and ours[1][2] == frames[0].iloc[0, 2]
    assert [document.caption(block) for document in (read(name),) for block in tables] == [
        "Basic duck facts", "Duck family tree (simplified)", "Duck‑related actions", "Famous Ducks with Images",
    ]  # fmt: skip


def test_a_chinese_page_is_read_as_chinese() -> None:
    document = read("data/zh/w3c-clreq-zh.html")
    assert (document.title, document.language) == ("中文排版需求", "zh")
    assert len(of_kind(document, "heading")) > 50
    assert not any(re.search(r"[\u4e00-\u9fff] [\u4e00-\u9fff]", block.text) for block in of_kind(document, "paragraph")[:30])
