"""What a bench consists of, counted. Source: X-38."""

from __future__ import annotations

from pathlib import Path

from evidoc.analyses.overview import analyse
from evidoc.records.analysis import Analysis
from evidoc.records.bench import open_bench
from tests.analyses.asked import FIRST, SECOND, bench_of, question
from tests.build import document_of
from tests.reports.small_bench import SmallBench, build


def overview(bench: Path) -> Analysis:
    return analyse(open_bench(bench))


def rows(found: Analysis, name: str) -> list[tuple[object, ...]]:
    return [row for table in found.tables if table.name == name for row in table.rows]


def test_items_are_counted_in_every_way_that_matters(small: SmallBench) -> None:
    found = overview(small.bench)
    assert rows(found, "answer_kind")[0] == ("number", 5, 0.4167)
    assert rows(found, "modality")[0] == ("text", 9, 0.75)
    assert rows(found, "hops") == [("1", 9, 0.75), ("2", 3, 0.25)]
    assert rows(found, "language") == [("en", 11, 0.9167), ("de", 1, 0.0833)]
    assert rows(found, "source_position") == [("25", 12, 1.0)]
    assert not rows(found, "charts")


def test_every_table_but_the_documents_counts_every_item_once(small: SmallBench) -> None:
    found = overview(small.bench)
    others = ("scale", "documents", "candidates")
    assert {sum(int(str(row[1])) for row in table.rows) for table in found.tables if table.name not in others} == {12}


def test_the_scale_counts_items_documents_and_pairs_from_the_items_alone(tmp_path: Path) -> None:
    """DHQ-03: three items over one pair whichever way round, one over another pair, one over a single document."""
    third = document_of(name="c")
    over = [(FIRST, SECOND), (SECOND, FIRST), (FIRST, SECOND), (FIRST, third), (FIRST,)]
    items = [question("PS", [(FIRST, place)], documents=documents) for place, documents in enumerate(over)]
    found = rows(analyse(bench_of(tmp_path, items)), "scale")
    assert found == [("items", 5), ("documents shown", 3), ("documents with evidence", 1), ("pairs of documents", 2)]


def test_questions_are_counted_by_length_in_order(small: SmallBench) -> None:
    assert [row[0] for row in rows(overview(small.bench), "question_words")] == ["1 to 5", "6 to 10", "11 to 15"]


def test_a_question_without_spaces_has_the_length_of_its_characters(tmp_path: Path) -> None:
    question = "该公司二零二三年度的营业收入总额是多少，与上一年相比增长了百分之几，主要原因是什么？"
    small = build(tmp_path, hostile=question)
    assert [row[0] for row in rows(overview(small.bench), "question_words")] == ["21 to 30", "31 to 50"]


def test_the_funnel_is_shown_and_adds_up(small: SmallBench) -> None:
    funnel = rows(overview(small.bench), "candidates")
    assert funnel[0] == ("kept", "check", "", "", 12) and sum(int(str(row[-1])) for row in funnel) == 21


def test_documents_are_counted_by_how_many_items_they_have(small: SmallBench) -> None:
    assert rows(overview(small.bench), "documents") == [("2", 1), ("5", 1), ("6", 1)]


def test_a_bench_without_a_ledger_has_no_funnel(tmp_path: Path) -> None:
    small = build(tmp_path)
    (small.bench / "ledger.jsonl").unlink()
    assert rows(overview(small.bench), "candidates") == []


def test_long_questions_fall_into_the_last_group(tmp_path: Path) -> None:
    small = build(tmp_path, hostile=" and so on" * 30)
    assert rows(overview(small.bench), "question_words") == [("over 50", 12, 1.0)]
