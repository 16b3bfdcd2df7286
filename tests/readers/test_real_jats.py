"""The 39 articles of ../shared: what is read equals what XPath counts in the same files.

The counts are by lxml's XPath over the file as it is, which knows nothing of how the reader walks. Source: DHQ-12.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest
from lxml import etree

from evidoc.pages.text import clean_text
from evidoc.readers import read_file
from evidoc.records.document import Document
from tests.build import SHARED, shared
from tests.readers.written import check_sound, of_kind, texts

ARTICLES = sorted((SHARED / "data/jats").rglob("*.xml"))
OWN = "[not(ancestor::sub-article or ancestor::response)]"
PLACES = "caption|fn|list-item|def|disp-quote|table-wrap-foot|td|abstract|supplementary-material|ref"
APART = " or ".join(f"ancestor::{place}" for place in PLACES.split("|"))
SAYS_SOMETHING = (
    ".//text()[normalize-space(translate(., '.,;:()', '')) and "
    "not(ancestor::fig or ancestor::table-wrap or ancestor::supplementary-material or ancestor::fn)]"
)
SECTIONS = " | ".join(
    f"//{place}{OWN}[normalize-space(title)]"
    for place in (
        "body//sec",
        "back//sec",
        "ack",
        "back//app",
        "back/notes",
        "back//glossary",
        "back//ref-list",
        "body//fn-group",
        "back//fn-group",
    )
)
COUNTS = {
    "table": f"//table-wrap{OWN}",
    "figure": f"//fig{OWN}[not(ancestor::abstract)]",
    "reference": f"//ref{OWN}",
    "abstract": "//article-meta/abstract | //article-meta/trans-abstract",
    "equation": f"//disp-formula{OWN}",
    "heading": f"{SECTIONS} | //boxed-text{OWN}[label or caption or title]",
    "list": f"//list-item{OWN}[not(ancestor::td or ancestor::abstract)] | //def-item{OWN}",
    "paragraph": f"(//body|//back)//p{OWN}[not({APART})][{SAYS_SOMETHING}][not(boxed-text) or text()[normalize-space()]]",
}


@cache
def read(path: Path) -> Document:
    return read_file(path)


@cache
def tree(path: Path) -> etree._ElementTree:
    return etree.parse(path, etree.XMLParser(load_dtd=False, resolve_entities=False, remove_comments=True, remove_pis=True))


def test_the_articles_are_there() -> None:
    shared("data/jats")
    assert len(ARTICLES) == 39


@pytest.mark.parametrize("path", ARTICLES, ids=lambda path: path.stem)
def test_every_role_is_as_often_there_as_xpath_counts(path: Path) -> None:
    document = read(path)
    check_sound(document)
    continued = {relation.target for relation in document.relations if relation.kind == "continuation"}
    found = {
        kind: sum(
            1 for block in of_kind(document, kind) if block.id not in continued and not (kind == "paragraph" and block.role)
        )
        for kind in COUNTS
    }
    assert found == {kind: len(tree(path).xpath(query)) for kind, query in COUNTS.items()}


@pytest.mark.parametrize("path", ARTICLES, ids=lambda path: path.stem)
def test_plain_paragraphs_and_cells_are_read_letter_for_letter(path: Path) -> None:
    document = read(path)
    paragraphs = {block.text for block in document.blocks}
    plain = tree(path).xpath(f"//body//p{OWN}[not(*)][normalize-space()][not({APART})]")
    assert not [text for text in (clean_text(p.text) for p in plain) if text not in paragraphs and any(map(str.isalnum, text))]
    cells = {cell.text for block in document.blocks if block.table is not None for cell in block.table.cells}
    marks = ("*", ")", "]", "†", "‡", "§", "²", "³", "¶", "#")  # typing takes marks at the end of a cell apart
    found = tree(path).xpath(f"//table-wrap{OWN}//td[not(*)][normalize-space()]")
    assert not [
        text for text in (clean_text(cell.text) for cell in found) if text and text not in cells and not text.endswith(marks)
    ]


@pytest.mark.parametrize("path", ARTICLES, ids=lambda path: path.stem)
def test_what_is_named_is_there(path: Path) -> None:
    """DHQ-02: every citation resolves to a reference, in text and in cells; every reference has its id and text."""
    document = read(path)
    keys = {reference.key for reference in document.references}
    cited = {key for block in document.blocks for key in block.citations}
    in_cells = {
        key for block in document.blocks if block.table is not None for cell in block.table.cells for key in cell.citations
    }
    assert cited | in_cells <= keys
    named = {rid for xref in tree(path).xpath(f"//body//xref[@ref-type='bibr']{OWN}") for rid in xref.get("rid", "").split()}
    assert {name for name in named if name in keys} <= cited
    assert document.title and document.identifiers and document.source.licence and document.language == "en"
    assert all(reference.text for reference in document.references)


def test_citations_between_the_articles_are_found_by_identifier() -> None:
    """../shared/data/JATS_CITATIONS.csv says which article cites which; each is found by DOI, PMID or PMCID."""
    with shared("data/JATS_CITATIONS.csv").open(encoding="utf-8") as file:
        pairs = {(row["citing"], row["cited"]) for row in csv.DictReader(file)}
    documents = {path.stem: read(path) for path in ARTICLES}
    found = {
        (citing, cited)
        for citing, cited in pairs
        for reference in documents[citing].references
        if {f"doi:{reference.doi}", f"pmid:{reference.pmid}", f"pmcid:{reference.pmcid}"} & set(documents[cited].identifiers)
    }
    assert found == pairs and len(pairs) == 9


def test_a_table_with_spans_reads_as_it_is_printed() -> None:
    """Golden, reviewed against the article's page."""
    document = read(shared("data/jats/ocimum/PMC4945999.xml"))
    table = of_kind(document, "table")[4]
    assert document.caption(table) == "Table 5. Different components of oil (%) present in total lipids"
    assert texts(table.table) == [
        ["Plant material", "Neutral lipids", "Phospholipids", "Glycolipids", "Unsaponifiable matter g%/kg"],
        ["Centratherum anthelminticum seed oil", "95.1", "3.1", "1.8", "7.2"],
        ["Ocimum sanctum seed oil", "96.00", "1.6", "1.9", "6.8"],
    ]
    fourth = of_kind(document, "table")[3].table
    assert fourth is not None and (fourth.header_rows, fourth.header_columns) == (2, 1)
    assert (fourth.column_header(3), fourth.row_header(3)) == ("Ocimum sanctum l μ/mL / UM", "Candida krusei")


def test_an_article_says_who_published_it_and_how() -> None:
    document = read(shared("data/jats/ocimum/PMC4945999.xml"))
    assert document.identifiers == ("doi:10.15171/joddd.2016.015", "pmcid:PMC4945999")
    assert (document.source.licence, document.source.media_type, document.kind) == (
        "CC-BY-4.0",
        "application/jats+xml",
        "article",
    )
    assert document.title.startswith("In vitro antifungal activity of different components")
    assert [block.text for block in of_kind(document, "heading")][:4] == [
        "Introduction", "Methods", "Solvent extraction of total lipids", "Preparation of fungal inoculums",
    ]  # fmt: skip
