"""Searching what a recipe's segments are, where these are whole subsections. Source: DHQ-13, DHQ-141."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.errors import UsageError
from evidoc.flow.retrieve import RetrieveOptions, RetrieveSummary, retrieve
from evidoc.records.bench import BENCH_SCHEMA
from evidoc.records.document import Block, Document
from evidoc.records.item import Item
from evidoc.records.store import new_header, write_header
from evidoc.views._access import visible
from evidoc.views._context import Context
from tests.build import box, corpus_of, document_of
from tests.flow.test_retrieve import PAGES, asking, bench_of, means

SUBSECTIONS = "bm25(unit='subsections')"


def said(number: int, text: str, section: str, *, page: int) -> Block:
    return Block(id=number, kind="paragraph", text=text, section=("Results", section), boxes=(box(50, 100, 500, 200, page=page),))


DOCUMENT: Document = document_of(
    said(0, "The trial enrolled forty patients. They were old.", "Patients", page=0),
    said(1, "Half of them were women. All lived in Ghent.", "Patients", page=1),
    said(2, "Pressure fell by ten points. It did not rise again.", "Pressure", page=2),
    name="trial.pdf",
    pages=PAGES,
)
ITEM: Item = asking("How many patients did the trial enrol?", 0, 1, document=DOCUMENT)


def bench_made_with(folder: Path, recipes: str) -> Path:
    bench = bench_of(folder, [ITEM], [DOCUMENT])
    write_header(bench / "bench.json", new_header(BENCH_SCHEMA, settings={"recipes": recipes}))
    return bench


def found(bench: Path, by: str, *, out: Path | None = None) -> RetrieveSummary:
    return retrieve(bench, out=out, options=RetrieveOptions(by=(by,), k=(1,)))


def test_a_subsection_that_is_found_is_all_its_paragraphs_and_their_pages(tmp_path: Path) -> None:
    bench = bench_made_with(tmp_path / "bench", "dochop_qa(segments='subsection')")
    summary = found(bench, SUBSECTIONS, out=tmp_path / "out")
    assert means(summary, SUBSECTIONS) == {"recall@1": 1.0, "complete@1": 1.0, "mrr": 1.0, "page_recall@1": 1.0}
    row = json.loads((tmp_path / "out" / "rankings.jsonl").read_text(encoding="utf-8"))
    assert row["gold"] == [[DOCUMENT.id, 0]]


def test_passages_are_searched_as_ever(tmp_path: Path) -> None:
    bench = bench_made_with(tmp_path / "bench", "dochop_qa(segments='subsection')")
    assert means(found(bench, "bm25"), "bm25")["recall@1"] == 0.5


def test_paragraphs_are_not_searched_where_the_recipe_took_subsections(tmp_path: Path) -> None:
    by = "bm25(unit='segments')"
    bench = bench_made_with(tmp_path / "bench", "pdfqa, dochop_qa(segments='subsection')")
    with pytest.raises(
        UsageError, match="searches paragraphs, and .* was made with segments='subsection'; search unit='subsections'"
    ):
        found(bench, by)
    assert found(bench_made_with(tmp_path / "other", "dochop_qa"), by).items == 1


def test_what_a_system_may_see_of_a_subsection_is_all_of_it() -> None:
    context = Context(corpus=corpus_of(DOCUMENT), access=f'retrieved(k=1, by="{SUBSECTIONS}")')
    (seen,) = visible(ITEM, context)
    assert [block.id for block in seen.blocks] == [0, 1]
    (seen,) = visible(ITEM, Context(corpus=corpus_of(DOCUMENT), access="retrieved(k=1)"))
    assert [block.id for block in seen.blocks] == [0]
