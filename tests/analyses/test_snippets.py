"""What a snippet is, and where in its document it lies. Source: DHQ-90, X-09."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from evidoc.analyses._snippets import survey
from evidoc.errors import InvalidRecord, UnknownName
from evidoc.records.bench import Bench
from evidoc.records.document import Document
from evidoc.records.item import Evidence
from tests.analyses.asked import FIRST, SECOND, at, bench_of, block, number, question, sections
from tests.build import document_of


def placed(folder: Path, document: Document, *ids: int) -> list[tuple[int, int]]:
    """Give section and paragraph of blocks of a document, each a hop of its own."""
    evidence = [Evidence(document=document.id, block=block_id, hop=hop) for hop, block_id in enumerate(ids)]
    found = survey(bench_of(folder, [question("PS", evidence=evidence, documents=[document])], document))
    return [(place.section, place.paragraph) for place in map(found.place, found.asked[0].snippets)]


def test_a_snippet_is_a_hop_and_what_only_supports_or_distracts_is_none(tmp_path: Path) -> None:
    evidence = [at(FIRST, 3), at(FIRST, 4), at(SECOND, 0, hop=1)]
    others = [replace(at(FIRST, 9), role="supplemental"), replace(at(FIRST, 8, hop=2), role="distractor")]
    asked = survey(bench_of(tmp_path, [question("PS", evidence=[*evidence, *others])])).asked[0]
    assert [(snippet.hop, len(snippet.parts), snippet.number) for snippet in asked.snippets] == [(0, 2, 1), (1, 1, 2)]


def test_an_item_that_rests_on_nothing_is_counted_apart(tmp_path: Path) -> None:
    found = survey(bench_of(tmp_path, [question("PS", evidence=[])]))
    assert (found.asked, found.without) == ((), {"dochop_qa": 1})


def test_a_section_is_the_text_under_one_heading_and_the_abstract_one_of_its_own(tmp_path: Path) -> None:
    document = document_of(*sections(("Methods", 2), ("Results", 1)), name="c")
    assert placed(tmp_path, document, 0, 2, 3, 5) == [(0, 0), (1, 1), (1, 2), (2, 3)]


def test_a_heading_without_text_begins_no_section(tmp_path: Path) -> None:
    blocks = [block(0, kind="heading"), block(1, "A", kind="heading"), block(2, "A", "B"), block(3, "A", "B")]
    assert placed(tmp_path, document_of(*blocks, name="c"), 2, 3) == [(0, 0), (0, 1)]


def test_two_sections_of_one_title_are_two(tmp_path: Path) -> None:
    blocks = [block(0, "A"), block(1, kind="heading"), block(2, "A")]
    assert placed(tmp_path, document_of(*blocks, name="c"), 0, 2) == [(0, 0), (1, 1)]


def test_a_float_in_no_section_stands_in_the_midst_of_another(tmp_path: Path) -> None:
    blocks = [block(0, "A"), block(1, kind="table"), block(2, "A"), block(3, "B")]
    assert placed(tmp_path, document_of(*blocks, name="c"), 0, 1, 2, 3) == [(0, 0), (0, 1), (0, 2), (1, 3)]


def test_a_caption_is_where_its_table_is_and_a_heading_where_the_text_before_it_is(tmp_path: Path) -> None:
    caption = replace(block(2, "A", kind="caption"), caption_of=3)
    blocks = [block(0, kind="heading"), block(1, "A"), caption, block(3, "A", kind="table"), block(4, "A", kind="heading")]
    assert placed(tmp_path, document_of(*blocks, name="c"), 0, 1, 2, 3, 4) == [(0, 0), (0, 0), (0, 1), (0, 1), (0, 1)]


def test_every_document_is_read_once_however_many_ask(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, [question("PS", [(FIRST, 1), (FIRST, 2)]), number([(FIRST, 12)])])
    found = survey(bench)
    assert survey(Bench(bench.folder, bench.header)) is found
    assert len(survey(bench_of(tmp_path, [number([(FIRST, 12)])])).asked) == 1  # written anew, read anew


def test_an_item_without_concept_has_its_category_and_its_family(tmp_path: Path) -> None:
    asked = survey(bench_of(tmp_path, [question("TS", [(FIRST, 12)]), number([(FIRST, 12)])])).asked
    assert [(one.concept, one.type, one.pattern) for one in asked] == [("TS", "table", "chain"), ("lookup", "pdfqa", "")]


def test_a_chart_with_its_data_is_no_table(tmp_path: Path) -> None:
    chart = replace(block(0, kind="chart"), table=block(0, kind="table").table)
    document = document_of(chart, block(1, kind="table"), name="c")
    evidence = [Evidence(document=document.id, block=block_id, hop=block_id) for block_id in (0, 1)]
    found = survey(bench_of(tmp_path, [question("PS", evidence=evidence)], document))
    assert [found.has_table(snippet) for snippet in found.asked[0].snippets] == [False, True]


def test_a_block_or_document_that_is_not_there_is_a_broken_bench(tmp_path: Path) -> None:
    missing = Evidence(document=FIRST.id, block=99)
    with pytest.raises(InvalidRecord, match="no block 99"):
        survey(bench_of(tmp_path, [question("PS", evidence=[missing])]))
    with pytest.raises(UnknownName):
        survey(bench_of(tmp_path, [question("PS", evidence=[missing])], SECOND))
