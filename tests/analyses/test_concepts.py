"""Items by concept, by type and by the documents that they use. Source: DHQ-25, DHQ-52, DHQ-86, P-01."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from evidoc.analyses._published import concepts, in_order
from evidoc.analyses.concepts import analyse
from evidoc.recipes.dochop_qa import CONCEPTS
from evidoc.records.analysis import Bars
from tests.analyses.asked import FIRST, SECOND, bench_of, number, question, rows

ITEMS = [
    question("PS", [(FIRST, 1), (FIRST, 2)]),
    question("PS", [(FIRST, 1), (SECOND, 2)]),
    question("FF", [(SECOND, 1), (SECOND, 2)]),
    question("TS", [(FIRST, 12), (FIRST, 11), (SECOND, 0)]),
]


def test_the_published_counts_add_up() -> None:
    """P-01: 11,379 questions; 75.3 % of paragraphs and 24.7 % of tables."""
    counts = Counter[str]()
    for concept in concepts():
        counts[concept.type] += concept.items
    assert counts.total() == 11_379
    assert {name: round(100 * count / 11_379, 1) for name, count in counts.items()} == {"paragraph": 75.3, "table": 24.7}


def test_the_published_concepts_are_those_that_the_recipe_asks() -> None:
    """DHQ-22; analyses must not import recipes, so the two are held together here."""
    ours = [(c.code, c.type, c.subtype, c.items, c.snippets, c.depth) for c in concepts()]
    assert ours == [(c.code, c.type, c.subtype, c.published, c.snippets, c.depth) for c in CONCEPTS]


def test_concepts_stand_in_the_papers_order_before_all_others() -> None:
    assert in_order(["sum", "TS", "FF", "PS", "lookup", "TS"]) == ["PS", "FF", "TS", "lookup", "sum"]


def test_items_of_each_concept_stand_beside_what_the_paper_has(tmp_path: Path) -> None:
    found = rows(analyse(bench_of(tmp_path, [*ITEMS, number([(FIRST, 12)])])), "concepts")
    assert found == [
        ("PS", 2, 0.4, 1215, 0.1068),
        ("FF", 1, 0.2, 1229, 0.108),
        ("TS", 1, 0.2, 1365, 0.12),
        ("lookup", 1, 0.2, None, None),
    ]


def test_types_have_their_subtypes_below_them(tmp_path: Path) -> None:
    found = rows(analyse(bench_of(tmp_path, [*ITEMS, number([(FIRST, 12)])])), "types")
    assert found == [
        ("paragraph", "", 3, 0.6, 0.7529),
        ("paragraph", "comparison", 1, 0.2, 0.2092),
        ("paragraph", "non_comparison", 2, 0.4, 0.5436),
        ("pdfqa", "", 1, 0.2, None),
        ("table", "", 1, 0.2, 0.2471),
        ("table", "refer_table", 1, 0.2, 0.1703),
    ]


def test_a_document_that_is_only_shown_is_not_used(tmp_path: Path) -> None:
    """DHQ-52: all snippets of one document make a single-document question, though two are shown."""
    found = rows(analyse(bench_of(tmp_path, ITEMS)), "documents_used")
    assert found == [("PS", 1, 1, 2), ("FF", 1, 0, 1), ("TS", 0, 1, 1)]


def test_the_figures_have_the_numbers_of_the_tables(tmp_path: Path) -> None:
    bars = {figure.name: figure for figure in analyse(bench_of(tmp_path, ITEMS)).figures if isinstance(figure, Bars)}
    assert (bars["concepts"].labels, bars["concepts"].series[0].values) == (("PS", "FF", "TS"), (2, 1, 1))
    assert [series.values for series in bars["documents_used"].series] == [(1, 1, 0), (1, 0, 1)]
    assert bars["types"].labels == ("paragraph", "table")


def test_items_without_evidence_are_said_and_alone_give_no_figure(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, [question("PS", evidence=[])]))
    assert (found.figures, found.left_out) == ((), ("1 item (dochop_qa 1): no evidence that the answer rests on",))
