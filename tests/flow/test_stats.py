from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.errors import NothingKept
from evidoc.flow.stats import BenchStats, stats
from evidoc.records.bench import open_bench
from evidoc.records.record import to_json
from tests.reports.small_bench import SmallBench, build


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> SmallBench:
    return build(tmp_path_factory.mktemp("stats"))


def rows(found: BenchStats, name: str) -> list[tuple[object, ...]]:
    return [row for table in found.tables if table.name == name for row in table.rows]


def test_items_are_counted_in_every_way_that_matters(small: SmallBench) -> None:
    found = stats(small.bench)
    assert (found.items, found.documents) == (12, 3)
    assert rows(found, "answer_kind")[0] == ("number", 5, 0.4167)
    assert rows(found, "modality")[0] == ("text", 9, 0.75)
    assert rows(found, "hops") == [("1", 9, 0.75), ("2", 3, 0.25)]
    assert rows(found, "language") == [("en", 11, 0.9167), ("de", 1, 0.0833)]
    assert rows(found, "source_position") == [("25", 12, 1.0)]
    assert not rows(found, "charts")


def test_every_table_but_the_documents_counts_every_item_once(small: SmallBench) -> None:
    found = stats(small.bench)
    assert {sum(int(row[1]) for row in table.rows) for table in found.tables[:-2]} == {12}


def test_questions_are_counted_by_length_in_order(small: SmallBench) -> None:
    assert [row[0] for row in rows(stats(small.bench), "question_words")] == ["1 to 5", "6 to 10", "11 to 15"]


def test_the_funnel_is_shown_and_adds_up(small: SmallBench) -> None:
    funnel = rows(stats(small.bench), "candidates")
    assert funnel[0] == ("kept", "check", "", "", 12) and sum(int(str(row[-1])) for row in funnel) == 21


def test_documents_are_counted_by_how_many_items_they_have(small: SmallBench) -> None:
    assert rows(stats(small.bench), "documents") == [("2", 1), ("5", 1), ("6", 1)]


def test_statistics_are_written_as_json(small: SmallBench) -> None:
    shown = json.loads(to_json(stats(small.bench)))
    assert shown["items"] == 12 and {"name", "title", "header", "rows"} == set(shown["tables"][0])


def test_a_bench_without_a_ledger_has_no_funnel(tmp_path: Path) -> None:
    small = build(tmp_path)
    (small.bench / "ledger.jsonl").unlink()
    assert rows(stats(small.bench), "candidates") == []


def test_a_bench_without_items_is_an_error(tmp_path: Path) -> None:
    small = build(tmp_path)
    (small.bench / "items.jsonl").write_bytes(b"")
    with pytest.raises(NothingKept):
        stats(small.bench)


def test_long_questions_fall_into_the_last_group(tmp_path: Path) -> None:
    small = build(tmp_path, hostile=" and so on" * 30)
    assert rows(stats(small.bench), "question_words") == [("over 50", 12, 1.0)]


def test_where_the_evidence_lies_is_counted_where_it_is_asked_for(tmp_path: Path) -> None:
    """DHQ-88 to DHQ-95: sections, origins of tables, distances; sums are those of the evidence."""
    bench = build(tmp_path).bench
    plain = {table.name for table in stats(bench).tables}
    found = {table.name: table for table in stats(bench, evidence=True).tables}
    assert set(found) - plain >= {"evidence_sections"}
    items = list(open_bench(bench).items())
    pieces = sum(evidence.role != "distractor" for item in items for evidence in item.evidence)
    assert sum(int(row[2]) for row in found["evidence_sections"].rows) == pieces
    kinds = {row[0] for row in found["evidence_sections"].rows}
    assert all(abs(sum(float(row[3]) for row in found["evidence_sections"].rows if row[0] == kind) - 1) < 0.01 for kind in kinds)
