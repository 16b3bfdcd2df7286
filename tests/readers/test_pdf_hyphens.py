"""Hyphens at line ends: dropped from broken words, kept in words that have one (case A05)."""

from collections import Counter

import pytest

from evidoc.pages.frame import displayed_pages, open_pdf
from evidoc.pages.glyphs import page_text
from evidoc.readers._assembly.hyphens import broken_words, restore_hyphens
from evidoc.readers.pdf import read
from evidoc.readers.pdf._draft import Draft
from tests.build import box, shared


def read_back(text: str, elsewhere: str, broken: tuple[str, str]) -> str:
    drafts = [Draft(kind="paragraph", text=said, boxes=[box(50, 100, 450, 112)]) for said in (text, elsewhere)]
    restore_hyphens(drafts, Counter([broken]))
    return drafts[0].text


@pytest.mark.parametrize(("text", "elsewhere", "broken", "right"), [
    ("Sharedmemory helps", "with shared-memory nodes", ("shared", "memory"), "Shared-memory helps"),
    ("a nonlinear rise", "of non-linear form", ("non", "linear"), "a non-linear rise"),
    ("good wellbeing", "we are well, being old", ("well", "being"), "good well-being"),
    ("to understand it", "they stand under it", ("under", "stand"), "to understand it"),
    ("an information", "they inform us", ("inform", "ation"), "an information"),
    ("his onset", "set on it", ("on", "set"), "his onset"),
])  # fmt: skip
def test_a_hyphen_is_put_back_where_the_document_shows_that_it_belongs_there(
    text: str, elsewhere: str, broken: tuple[str, str], right: str
) -> None:
    assert read_back(text, elsewhere, broken) == right


def test_a_word_that_stands_whole_elsewhere_is_left_whole() -> None:
    assert read_back("the dataset", "a dataset and the data-set", ("data", "set")) == "the dataset"


def test_tables_keep_the_text_of_their_cells() -> None:
    from evidoc.records.table import Cell, Table

    table = Draft(
        kind="table", text="sharedmemory", table=Table(rows=1, columns=1, cells=(Cell(row=0, column=0, text="sharedmemory"),))
    )
    restore_hyphens([table, Draft(kind="paragraph", text="shared-memory")], Counter([("shared", "memory")]))
    assert table.text == "sharedmemory"


def test_the_words_that_two_lines_share_are_known_by_their_parts() -> None:
    path = shared("data/latex/juliacon-globalsearch/_compiled.pdf")
    with open_pdf(path) as pdf:
        found = sum((broken_words(page_text(pdf, page)) for page in displayed_pages(pdf)), Counter[tuple[str, str]]())
    assert found["shared", "memory"] == 1
    said = " ".join(block.text for block in read(path, name=path.name, sha256="ab" * 32).blocks)
    assert "sharedmemory" not in said and "shared-memory" in said
    assert "algorithm" in said  # which is broken too, and has no hyphen
