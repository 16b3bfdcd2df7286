"""Every answer, derived again from the original file by another library that knows nothing of the recipe.

JATS is read by the standard library's ElementTree, CSV by its csv module, HTML by BeautifulSoup, PDF by pdfplumber
inside the evidence's boxes. They must agree on all items.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from evidoc.compose.sheet import lay_out
from evidoc.errors import Reject
from evidoc.kit import Kit, rng_for
from evidoc.recipes import LeftOut, pdfqa
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.item import Item
from tests.build import shared
from tests.recipes.originals import (
    Original,
    agrees,
    bare,
    computed,
    derived,
    number_in,
    read_csv,
    read_html,
    read_jats,
    spelled_out,
)

JATS = (
    "biofortification/PMC5439484.xml", "biofortification/PMC5977188.xml", "biofortification/PMC6036604.xml",
    "biofortification/PMC6090860.xml", "biofortification/PMC6143079.xml", "citation-tables/PMC5920414.xml",
    "docling/pone.0234687.xml", "jose/jose.00307.xml", "ocimum/PMC4445982.xml", "ocimum/PMC4552454.xml", "ocimum/PMC5376420.xml",
    "older-nlm/1471-2180-11-174.xml", "plos/pmed.1001518.xml", "systematic-review/PMC5800256.xml",
    "systematic-review/PMC5981878.xml", "systematic-review/PMC6356363.xml", "zika/PMC3731215.xml", "zika/PMC4195678.xml",
)  # fmt: skip
CSV = (
    "edge/stanley-cups-utf-16.csv", "sustainability/apple-2024-emissions.csv", "sustainability/apple-2024-table-4.csv",
    "sustainability/exxon-2024-table-1.csv", "sustainability/std_esg_data.csv",
)  # fmt: skip
PDF = ("gt/icdar2013/us-008.pdf", "pdf/tables-and-structure/tabula-us-024.pdf")


def read(path: Path) -> Document:
    from evidoc.readers import html, jats, pdf, table

    reader = {".xml": jats, ".html": html, ".csv": table, ".pdf": pdf}[path.suffix]
    document: Document = reader.read(path, name=path.name, sha256=hashlib.sha256(path.read_bytes()).hexdigest())
    return document


def items_of(document: Document, *, per_block: int = 12) -> list[Item]:
    corpus = Corpus([lay_out(document)[0]])
    items = []
    for unit in pdfqa.plan(corpus, per_document=400, per_block=per_block):
        if isinstance(unit, LeftOut):
            continue
        try:
            items.append(pdfqa.make(unit, corpus, Kit(rng=rng_for(5, unit.id), corpus=corpus)))
        except Reject as reject:
            assert reject.reason == "no_place", reject
    return items


def disputed(items: list[Item], original: Original) -> list[str]:
    """Give the items on which the other library does not agree, with what it says."""
    found = []
    for item in items:
        if item.task.category == "definition":
            if not spelled_out(item, original):
                found.append(f"{item.question} {item.answer.value}")
            continue
        answers = derived(item, original)
        if not agrees(item, answers):
            found.append(f"{item.question} {item.answer.value} but {sorted(answers)}: {item.construction.trace}")
    return found


def check_all(path: Path, library: Callable[[Path], Original], *, at_least: int, per_block: int = 12) -> None:
    items = items_of(read(path), per_block=per_block)
    assert len(items) >= at_least
    assert disputed(items, library(path)) == []


@pytest.mark.parametrize("name", JATS)
def test_answers_from_articles_are_those_of_elementtree(name: str) -> None:
    check_all(shared(f"data/jats/{name}"), read_jats, at_least=5)


@pytest.mark.parametrize("name", CSV)
def test_answers_from_tables_are_those_of_the_csv_module(name: str) -> None:
    check_all(shared(f"data/csv/{name}"), read_csv, at_least=5)


def test_answers_from_a_filing_are_those_of_beautifulsoup() -> None:
    check_all(shared("data/html/10k/aapl-10k-fy2024.html"), read_html, at_least=200, per_block=5)


@pytest.mark.parametrize("name", PDF)
def test_answers_from_pdfs_are_those_that_pdfplumber_sees_in_the_boxes(name: str) -> None:
    import pdfplumber

    path = shared(f"data/{name}")
    items = [item for item in items_of(read(path)) if item.task.category not in ("definition", "count")]
    assert items
    with pdfplumber.open(path) as pdf:
        for item in items:
            values = []
            for evidence in (entry for entry in item.evidence if entry.role == "crucial"):
                (box,) = evidence.boxes
                words = pdf.pages[box.page].crop((box.x0, box.y0, box.x1, box.y1)).extract_text(x_tolerance_ratio=0.15)
                assert bare(evidence.text) in bare(words), (item.question, evidence.text, words)
                value = number_in(words)
                assert value is not None
                values.append(value)
            assert agrees(item, {computed(item, values)}), item.question


def test_a_wrong_answer_would_be_disputed() -> None:
    """The check itself can fail: one digit changed in every answer is noticed every time."""
    from msgspec.structs import replace

    path = shared("data/csv/sustainability/std_esg_data.csv")
    items = [item for item in items_of(read(path)) if item.answer.kind == "number"]
    wrong = [replace(item, answer=replace(item.answer, value=f"9{item.answer.value}")) for item in items]
    assert len(disputed(wrong, read_csv(path))) == len(wrong) > 0
