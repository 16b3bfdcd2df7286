"""How long documents are, counted by hand on small ones. Source: DHQ-10."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from msgspec.structs import replace

from evidoc.analyses.documents import Profile, analyse, bins, profile_of
from evidoc.readers import read_file
from evidoc.records.analysis import Bars
from evidoc.records.document import Relation
from tests.analyses.asked import FIRST, SECOND, bench_of, block, question, rows
from tests.build import document_of, shared


def test_a_document_is_counted_as_by_hand() -> None:
    """Four headings with text, 4 + 5 + 5 + 5 paragraphs; 20 texts of 25 signs, headings of 15, 10, 10 and 13, and four cells."""
    assert profile_of(FIRST) == Profile(pages=1, subsections=4, paragraphs=19, tokens=20 * 7 + (4 + 3 + 3 + 4) + (1 + 2 + 1 + 1))


def test_a_paragraph_that_a_formula_parts_is_one() -> None:
    parted = document_of(block(0), block(1, kind="equation"), block(2), name="c")
    assert profile_of(replace(parted, relations=(Relation(kind="continuation", source=0, target=2),))).paragraphs == 1


@pytest.mark.parametrize("name", ["PMC3429392", "PMC3731215"])
def test_real_articles_have_as_many_paragraphs_and_subsections_as_their_xml(name: str) -> None:
    path = shared(f"data/jats/zika/{name}.xml")
    root = etree.parse(path, etree.XMLParser(load_dtd=False, no_network=True)).getroot()
    floats = "ancestor::table-wrap or ancestor::fig or ancestor::fn or ancestor::list"
    paragraphs = root.xpath(f"//body//p[not({floats})] | //back//ack//p")
    titled = root.xpath("//body//sec[title][p]")
    found = profile_of(read_file(path))
    assert (found.paragraphs, found.subsections) == (len(paragraphs), len(titled))


def test_a_heading_over_references_or_over_another_heading_is_no_subsection() -> None:
    blocks = [block(0, kind="heading"), block(1, kind="heading"), block(2), block(3, kind="heading"), block(4, kind="reference")]
    profile = profile_of(document_of(*blocks, name="c"))
    assert (profile.subsections, profile.paragraphs) == (1, 1)


def test_references_running_heads_and_contents_have_no_tokens() -> None:
    uncounted = [block(number, kind=kind) for number, kind in enumerate(("reference", "header", "page_number", "toc"))]
    assert profile_of(document_of(*uncounted, name="c")).tokens == 0


def test_every_document_counts_once_and_one_that_no_item_is_asked_over_is_said(tmp_path: Path) -> None:
    unused = document_of(block(0), name="c")
    items = [question("PS", [(FIRST, 1)]), question("PS", [(FIRST, 2)])]
    found = analyse(bench_of(tmp_path, items, FIRST, SECOND, unused))
    assert found.left_out == ("1 document of the bench: no item is asked over it",)
    assert rows(found, "profile")[1:3] == [
        ("Subsections", 2, 1, 1.8, 2.5, 3.2, 4, "about 20"),
        ("Paragraphs", 2, 3, 7.0, 11.0, 15.0, 19, "about 60"),
    ]


def test_there_is_a_histogram_a_measure(tmp_path: Path) -> None:
    figures = [
        figure for figure in analyse(bench_of(tmp_path, [question("PS", [(FIRST, 1)])])).figures if isinstance(figure, Bars)
    ]
    assert [figure.name for figure in figures] == ["pages", "subsections", "paragraphs", "tokens"]
    assert (figures[1].labels, figures[1].series[0].values) == (("1", "2", "3", "4"), (1, 0, 0, 1))


def test_a_bench_without_documents_has_nothing_to_show(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [question("PS", evidence=[], documents=[])]))
    assert (found.tables, found.figures) == ((), ())
    assert found.left_out == ("2 documents of the bench: no item is asked over them",)


@given(st.lists(st.integers(0, 100_000), min_size=1, max_size=40))
def test_bins_are_few_and_hold_every_value(values: list[int]) -> None:
    labels, counts = bins(values)
    assert len(labels) == len(counts) <= 12
    assert sum(counts) == len(values)
    assert counts[0] and counts[-1]


def test_bins_are_of_round_width() -> None:
    assert bins([3, 4, 19, 41]) == (
        ("0–4", "5–9", "10–14", "15–19", "20–24", "25–29", "30–34", "35–39", "40–44"),
        (2, 0, 0, 1, 0, 0, 0, 0, 1),
    )
