"""Questions name their document, so that each stands alone in a corpus. Source: U-30, PQ-35; X-30."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from evidoc.recipes.pdfqa import RECIPE
from evidoc.recipes.pdfqa._arithmetic import SUMS
from evidoc.recipes.pdfqa._context import context_of
from evidoc.recipes.pdfqa._document_name import document_name
from evidoc.recipes.pdfqa._plan import KINDS
from evidoc.records.document import Document
from evidoc.records.item import Item
from tests.build import document_of, paragraph, table_of
from tests.recipes.papers import cereals, items_of, paper_with, sales

TITLE = "Cereals of the highlands and their yield"


def under_section(document: Document, heading: str) -> Document:
    """Give a document whose table has no caption and stands under a heading."""
    return replace(document, blocks=tuple(replace(block, section=(heading,)) for block in document.blocks))


@pytest.mark.parametrize(
    "document",
    [
        paper_with(cereals()),
        paper_with(cereals(), caption="Table 1. Yield was highest: rice and maize"),
        under_section(paper_with(cereals(), caption=""), "Grain quality of cereals"),
        paper_with(cereals(), caption=""),
        paper_with(sales(), caption="Table 1. Net sales by region (in millions of dollars)"),
    ],
    ids=["topic", "titled", "section", "place", "periods"],
)
def test_every_question_over_a_table_names_the_document(document: Document) -> None:
    of_tables = [kind for kind in KINDS if kind != "definition"]
    for seed in range(3):
        questions = [item.question for item in items_of(document, seed=seed, kinds=of_tables)]
        assert questions
        assert [question for question in questions if f"the article “{TITLE}”" not in question] == []


def test_tables_under_the_same_heading_of_two_documents_give_different_questions() -> None:
    """A retriever over both cannot know which is meant where a question says only "In the section …"."""
    first, second = (
        under_section(paper_with(cereals(), caption="", name=name, title=title), "Grain quality of cereals")
        for name, title in (("a.xml", "Cereals of the highlands"), ("b.xml", "Cereals of the coast"))
    )
    asked = {item.question for item in items_of(first)}
    assert asked
    assert asked.isdisjoint(item.question for item in items_of(second))


def test_the_name_of_the_document_is_kept_so_that_no_rewording_loses_it() -> None:
    def kept(item: Item) -> str:
        return next(slot.value for slot in item.construction.slots if slot.name == "document")

    assert {kept(item) for item in items_of(paper_with(cereals()))} == {f"the article “{TITLE}”"}
    text = document_of(paragraph(0, "We mapped each quantitative trait locus (QTL)."), title="Loci of the barley genome")
    assert {kept(item) for item in items_of(text)} == {"“Loci of the barley genome”"}


@pytest.mark.parametrize(
    ("title", "kind", "file", "name"),
    [
        ("Cereals of the coast", "article", "a.xml", "the article “Cereals of the coast”"),
        ("Cereals of the coast", "other", "a.xml", "“Cereals of the coast”"),
        ("", "report", "annual-2024.pdf", "the file “annual-2024.pdf”"),
        ("", "report", "folder/12.pdf", "the file “12.pdf”"),
        ("Annual Report 2024", "report", "acme.pdf", "the report “Annual Report 2024” (the file “acme.pdf”)"),
        ("Form 10-K", "filing", "acme.htm", "the file “acme.htm”"),
        (
            "Consolidated financial statements",
            "filing",
            "x.htm",
            "the filing “Consolidated financial statements” (the file “x.htm”)",
        ),
        ("Annual Report of Acme", "report", "acme.pdf", "the report “Annual Report of Acme”"),
        ("Genomes: " + "a very long account " * 10, "article", "g.xml", "the file “g.xml”"),
        ("Genomes of barley: " + "a very long account " * 10, "article", "g.xml", "the article “Genomes of barley”"),
        ("<b>x_1</b>", "article", "g.xml", "the file “g.xml”"),
        ("", "article", "n" * 200, ""),
    ],
)
def test_a_document_is_called_by_its_title_or_its_file(title: str, kind: str, file: str, name: str) -> None:
    document = paper_with(cereals(), title=title, kind=kind)
    assert document_name(replace(document, source=replace(document.source, name=file))) == name


def test_a_table_of_a_document_without_any_name_is_not_asked_about() -> None:
    document = paper_with(cereals(), title="")
    assert context_of(replace(document, source=replace(document.source, name="")), document.block(3)) is None


def test_sums_of_counts_ask_how_many_there_are_in_total() -> None:
    """ "What is the number of Stanley Cups … taken together" is no English."""
    cups = table_of(["Team", "Number of Stanley Cups"], ["Flyers", "2"], ["Maple Leafs", "13"], ["Bruins", "6"], ["Oilers", "5"])
    document = paper_with(cups, caption="Table 1. Stanley Cups of four teams")
    questions = {item.question for seed in range(30) for item in items_of(document, seed=seed, kinds=("sum",))}
    assert len(questions) > 10
    assert [
        one for one in questions if re.search(r"number of Stanley Cups .*(?:together|combined|sum)|combined number", one)
    ] == []
    assert all(re.search(r"how many Stanley Cups|total number of Stanley Cups", one, re.IGNORECASE) for one in questions)


def test_counts_can_be_added_up_in_six_ways_and_amounts_in_ten() -> None:
    assert sum("count" in template.needs for template in SUMS) == 6
    assert sum("count" not in template.needs for template in SUMS) == 10


def test_the_recipe_says_that_its_questions_changed() -> None:
    assert RECIPE == "pdfqa@2"
