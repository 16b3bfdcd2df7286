"""How tables are called before captions and in running text. Source: DHQ-42, DHQ-59."""

from __future__ import annotations

import pytest

from evidoc.errors import Reject
from evidoc.recipes.dochop_qa._chain import caption_of, referring
from evidoc.recipes.dochop_qa._gold import extract
from evidoc.recipes.dochop_qa._likeness import likeness_over
from evidoc.recipes.dochop_qa._snippets import Snippet, table_segment
from evidoc.recipes.dochop_qa._table_names import label_in, name_in, names_in, without_label
from evidoc.records.document import Block, Document
from evidoc.records.table import Table
from tests.build import document_of, paragraph


def tabled(*texts: str, label: str = "", caption: str = "Table 2. Yields.") -> Document:
    table = Block(id=50, kind="table", table=Table(rows=1, columns=1), labels=("t2",), label=label, captions=(51,))
    paragraphs = (paragraph(number, text) for number, text in enumerate(texts))
    return document_of(*paragraphs, table, Block(id=51, kind="caption", text=caption, caption_of=50))


@pytest.mark.parametrize(
    ("caption", "label", "title"),
    [
        ("Table IV. Yields", "Table IV", "Yields"),
        ("Table S2a. Yields", "Table S2a", "Yields"),
        ("TABLE 3: Yields", "TABLE 3", "Yields"),
        ("Table 1Baseline characteristics", "Table 1", "Baseline characteristics"),
        ("Table A. Yields", "Table A", "Yields"),
        ("Tab. 3 | Yields.", "Tab. 3", "Yields"),
        ("Supplementary Table 1. Yields", "Supplementary Table 1", "Yields"),
        ("Table B-1. Yields", "Table B-1", "Yields"),
        ("Table 3 | 5 cases", "Table 3", "5 cases"),
        ("Table 2.", "Table 2", ""),
        ("Table of candidate genes", "", "Table of candidate genes"),
        ("Table showing yields", "", "Table showing yields"),
        ("Tablet adherence", "", "Tablet adherence"),
        ("Tabanidae per site", "", "Tabanidae per site"),
        ("Table In vitro", "", "Table In vitro"),
    ],
)
def test_a_label_is_told_from_the_words_of_a_caption(caption: str, label: str, title: str) -> None:
    """DHQ-42: string equality with template and caption, so nothing of the caption may be lost."""
    assert (label_in(caption), without_label(caption)) == (label, title)


def test_a_question_names_the_whole_caption() -> None:
    document = tabled(caption="Table of candidate genes")
    assert caption_of(document, document.block(50)) == "Table of candidate genes"


@pytest.mark.parametrize(
    ("caption", "said"),
    [
        ("Table IV. Yields", "Table IV presents the following: Yields."),
        ("Table of genes", "The table presents the following: Table of genes."),
    ],
)
def test_an_answer_says_the_whole_caption(caption: str, said: str) -> None:
    document = tabled("It rained.", caption=caption)
    snippet = Snippet(table_segment(document, document.block(50)), "table", "logic")
    assert extract("?", [snippet], {document.id: document}, likeness_over(["rain", "sun"], encoder="svd")) == said


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Tables 1 and 2 show", ["1", "2"]),
        ("Tables 1–3", ["1", "3", "2"]),
        ("Tables 1-3", ["1", "3", "2"]),
        ("Tables I–III", ["1", "3", "2"]),
        ("Tables S1 to S3", ["S1", "S3", "S2"]),
        ("Tables 1, 2, and 4", ["1", "2", "4"]),
        ("Table 3-1 of the chapter", ["3-1"]),
        ("Table 2a", ["2a", "2"]),
        ("Table IV", ["4"]),
        ("Table 1. 5 plots", ["1"]),
        ("Table 1.5 mg", ["1.5"]),
        ("Supplementary Table 1", ["S1"]),
        ("their Table 1", []),
        ("Table 1 of Smith et al.", []),
        ("Table 1 in [3]", []),
        ("Stable 2", []),
    ],
)
def test_a_text_names_tables_of_its_own(text: str, names: list[str]) -> None:
    assert list(names_in(text)) == names


@pytest.mark.parametrize("text", ["Tables 1 and 2 show it.", "See Tables 1–3.", "As in Table 2b.", "As in table II."])
def test_a_paragraph_that_names_a_table_among_others_refers_to_it(text: str) -> None:
    """DHQ-59."""
    document = tabled("Nothing.", text)
    assert referring(document, document.block(50)).id == 1


@pytest.mark.parametrize(
    "text", ["Table 2.5 mg.", "Supplementary Table 2 has it.", "We took their Table 2.", "Table 2 of Smith et al. has it."]
)
def test_a_paragraph_on_another_table_does_not(text: str) -> None:
    document = tabled(text)
    with pytest.raises(Reject, match="no_table_reference"):
        referring(document, document.block(50))


@pytest.mark.parametrize(
    ("label", "name"),
    [("Table 2", "2"), ("2", "2"), ("TABLE IV.", "4"), ("Table S1", "S1"), ("Additional Table 1", "S1"), ("", "")],
)
def test_a_table_has_one_name_however_it_is_labelled(label: str, name: str) -> None:
    assert name_in(label) == name
