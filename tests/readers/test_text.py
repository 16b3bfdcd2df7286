"""Plain text and books."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.written import document_from, kinds

BOOK = """THE LONG NIGHT

CHAPTER I

It was late when the
lamp went out.

* * *

He waited.

CHAPTER II. THE DAY
"""


def test_chapters_make_a_book_and_wrapped_lines_one_paragraph(tmp_path: Path) -> None:
    document = document_from(tmp_path, "the_long-night.txt", BOOK)
    assert kinds(document) == [
        ("heading", "THE LONG NIGHT"),
        ("heading", "CHAPTER I"),
        ("paragraph", "It was late when the lamp went out."),
        ("paragraph", "He waited."),
        ("heading", "CHAPTER II. THE DAY"),
    ]
    assert (document.kind, document.title) == ("book", "THE LONG NIGHT")
    assert document.blocks[2].section == ("CHAPTER I",)


def test_what_a_distributor_puts_around_a_book_is_margin(tmp_path: Path) -> None:
    begin, end = (f"*** {edge} OF THIS PROJECT GUTENBERG EBOOK DUCKS ***" for edge in ("START", "END"))
    text = f"Title: Ducks\n\n{begin}\n\nThey swim.\n\n{end}\n\nGive."
    document = document_from(tmp_path, "a.txt", text)
    assert [block.text for block in document.body()] == ["They swim."]
    assert (document.title, document.kind, document.source.licence) == ("Ducks", "book", "Project Gutenberg License")


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("# Title\n\nText\n\n## Part", [("heading", "Title"), ("paragraph", "Text"), ("heading", "Part")]),
        ("Title\n=====\n\nText", [("heading", "Title"), ("paragraph", "Text")]),
        (
            "1. Introduction\n\nText.\n\n1.1 Aims",
            [("heading", "1. Introduction"), ("paragraph", "Text."), ("heading", "1.1 Aims")],
        ),
        ("- one\n- two\n  more", [("list", "one"), ("list", "two more")]),
        ("第一章 开始\n\n天黑了。", [("heading", "第一章 开始"), ("paragraph", "天黑了。")]),
        ("IV\n\nHe came.", [("heading", "IV"), ("paragraph", "He came.")]),
        ("Only a line.", [("paragraph", "Only a line.")]),
    ],
)
def test_headings_and_items_are_known_by_how_they_begin(tmp_path: Path, text: str, blocks: list[tuple[str, str]]) -> None:
    assert kinds(document_from(tmp_path, "a.txt", text)) == blocks


def test_paragraphs_without_blank_lines_are_found_by_indentation_or_long_lines(tmp_path: Path) -> None:
    indented = "\n".join(f"    Paragraph {n} begins here\nand goes on." for n in range(30))
    assert len(document_from(tmp_path, "a.txt", indented).blocks) == 30
    long = "\n".join(f"Paragraph {n} " + "word " * 60 for n in range(30))
    assert len(document_from(tmp_path, "b.txt", long).blocks) == 30


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_text_in_any_encoding_is_the_same_text(tmp_path: Path, encoding: str) -> None:
    document = document_from(tmp_path, "a.txt", "Das Maß – für alle Fälle.".encode(encoding))
    assert kinds(document) == [("paragraph", "Das Maß – für alle Fälle.")]


def test_chinese_text_in_gb18030_is_known_by_its_pairs_of_bytes(tmp_path: Path) -> None:
    document = document_from(tmp_path, "a.txt", "今天天气很好，我们去公园。".encode("gb18030"))
    assert kinds(document) == [("paragraph", "今天天气很好，我们去公园。")]
    assert document.flags == ("encoding_guessed",)


def test_lines_of_a_poem_are_kept_apart(tmp_path: Path) -> None:
    """The Devil's Dictionary: verses that are set in are no prose, whose lines join."""
    prose = "BATH, n.  A kind of mystic ceremony substituted for religious worship,\nwith what efficacy is not determined."
    verse = "  The man who taketh a steam bath\n  He loseth all the skin he hath,\n    And, for he's boiled a brilliant red,"
    quoted = "    a quotation that is set in and that runs over\n    several lines as prose does, without capitals."
    document = document_from(tmp_path, "dictionary.txt", f"{prose}\n\n{verse}\n\nRichard Gwow\n\n{quoted}\n\n{prose}\n")
    assert [(block.text.count("\n"), block.role) for block in document.blocks] == [
        (0, ""),
        (2, "verse"),
        (0, ""),
        (0, ""),
        (0, ""),
    ]
    assert document.blocks[1].text.split("\n")[2] == "And, for he's boiled a brilliant red,"


def test_a_text_that_stands_to_the_right_as_a_whole_is_prose(tmp_path: Path) -> None:
    paragraphs = "\n\n".join("    The first line of it\n    Goes on here." for _ in range(6))
    document = document_from(tmp_path, "letter.txt", paragraphs)
    assert {block.role for block in document.blocks} == {""}
