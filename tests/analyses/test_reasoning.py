"""Hops, depth, and other benchmarks beside them. Source: DHQ-99, DHQ-100, DHQ-102, P-03."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from evidoc.analyses._published import beside, concepts
from evidoc.analyses.reasoning import analyse, mean
from evidoc.records.analysis import Bars
from evidoc.records.item import Measures
from tests.analyses.asked import FIRST, SECOND, bench_of, number, question, rows
from tests.build import shared

FIVE = question("PS", [(FIRST, place) for place in range(5)], depth=2)
THREE = question("TS", [(FIRST, 12), (FIRST, 11), (SECOND, 0)], depth=2)
FOUR = question("TSL", [(FIRST, 12), (FIRST, 11), (SECOND, 0), (SECOND, 1)], depth=3)


def test_the_published_hops_and_depth_follow_from_the_published_counts() -> None:
    """P-03: 4.633 from the snippets of each concept, printed as 4.63; 28,021 parts, so 2.4625, printed as 2.46."""
    hops = [concept.snippets for concept in concepts() for _ in range(concept.items)]
    depths = [concept.depth for concept in concepts() for _ in range(concept.items)]
    assert round(mean(hops) or 0, 3) == 4.633
    assert (sum(depths), mean(depths)) == (28_021, 2.4625)


def test_hops_are_snippets_and_have_a_mean(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [FIVE, THREE, FOUR]))
    assert rows(found, "hops") == [("PS", 1, 5.0, 5, 5), ("TSL", 1, 4.0, 4, 4), ("TS", 1, 3.0, 3, 3), ("all", 3, 4.0, 3, 5)]
    assert rows(found, "hops_spread") == [(3, 1, 0.3333), (4, 1, 0.3333), (5, 1, 0.3333)]


def test_depth_is_what_the_recipe_states_and_what_states_none_is_said(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [FIVE, THREE, FOUR, number([(FIRST, 12)])]))
    assert rows(found, "depth")[-1] == ("all", 3, 2.3333, 2, 3)
    assert found.left_out == ("1 item (pdfqa 1): no depth of the reasoning is stated",)


def test_the_bench_stands_last_beside_other_benchmarks(tmp_path: Path) -> None:
    """DHQ-102: seven rows of table 4 and fourteen of table 1, as printed."""
    tabled = replace(THREE, measures=Measures(depth=2, modality="multimodal"), authority="model")
    found = analyse(bench_of(tmp_path, [FIVE, tabled, FOUR]))
    reasoning, kinds = rows(found, "benchmarks_reasoning"), rows(found, "benchmarks_kinds")
    name = f"{tmp_path.name} (this bench)"
    assert (len(reasoning), len(kinds)) == (8, 15)
    assert reasoning[2] == ("Loong", "Industry", "short spans or sentence", 10.18, 3.25)
    assert reasoning[-1] == (name, None, "text", 4.0, 2.3333)
    assert kinds[-1] == (name, "yes", "yes", "3", "models, programs", None, "yes", "text, table")


def test_single_hops_over_one_document_are_said_to_be_so(tmp_path: Path) -> None:
    found = rows(analyse(bench_of(tmp_path, [number([(FIRST, 12)])])), "benchmarks_kinds")
    assert (found[-1][1], found[-1][6]) == ("no", "no")


def test_every_row_of_the_reference_data_is_whole() -> None:
    for name in ("reasoning", "kinds"):
        table = beside(name, ())
        assert {len(row) for row in table.rows[:-1]} == {len(table.header)}
        assert "DocHop-QA, table" in table.title


def test_the_figures_have_the_numbers_of_the_tables(tmp_path: Path) -> None:
    bars = {figure.name: figure for figure in analyse(bench_of(tmp_path, [FIVE, FIVE, FOUR])).figures if isinstance(figure, Bars)}
    assert (bars["hops"].labels, bars["hops"].series[0].values) == (("4", "5"), (1, 2))
    assert (bars["depth"].labels, bars["depth"].series[0].values) == (("PS", "TSL"), (2, 3))


def test_a_bench_whose_items_rest_on_nothing_has_only_the_other_benchmarks(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [question("PS", evidence=[])]))
    assert [table.name for table in found.tables] == ["benchmarks_reasoning", "benchmarks_kinds"]
    assert (found.figures, found.tables[0].rows[-1][2:]) == ((), (None, None, None))


_PRINTED = {"yes": "O", "no": "X", "models": "LLM", "people": "H", "models, people": "LLM + H"}
_PRINTED |= {"text": "Tx", "text, table": "Tx+Tab", "text, image": "Tx+Img", "text, table, image": "Tx+Tab+Img"}
_PRINTED |= {"DocHop-QA": "Ours", "EMNLP papers": "EMNLP Papers", "Wikipedia, arXiv": "Wikip.+arXiv", "NovelHopQA": "NOVELHOPQA"}


def test_the_tables_of_other_benchmarks_are_those_of_the_paper_cell_by_cell() -> None:
    """DHQ-102: table 1 word by word; of table 4 the name, hops and depth of each row."""
    said = shared("papers/dochop_qa.txt").read_text(encoding="utf-8")
    kinds = [_PRINTED.get(str(cell), str(cell)) for row in beside("kinds", ()).rows[:-1] for cell in row]
    assert " ".join(kinds) in said
    (line,) = re.findall(r"Dataset Context Answer Num Hops Reasoning Depth (.*)", said)
    printed = re.findall(r"(?:^|(?<=\d ))(\w+) .*? (\d+\.\d+) (\d+\.\d+)", line)
    ours = [(str(row[0]).replace("DocHop-QA", "Ours"), row[3], row[4]) for row in beside("reasoning", ()).rows[:-1]]
    assert [(name, float(hops), float(depth)) for name, hops, depth in printed] == ours


def test_what_is_asked_over_charts_stands_in_charts(tmp_path: Path) -> None:
    """DocHop calls it multimodal, which is neither text nor table."""
    charted = replace(THREE, measures=Measures(depth=2, charts=3, modality="multimodal"))
    assert rows(analyse(bench_of(tmp_path, [charted])), "benchmarks_kinds")[-1][-1] == "chart"
