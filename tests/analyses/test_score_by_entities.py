"""Scores over bins of context entities. Source: DHQ-104."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from evidoc.analyses.score_by_entities import analyse
from evidoc.errors import InvalidRecord, UnknownName, UsageError
from evidoc.records.analysis import Analysis, LineOverBars
from evidoc.records.bench import Bench
from evidoc.records.item import Item, Task
from evidoc.records.reply import Truncation
from evidoc.records.score import Run
from tests.analyses.runs import bench_of, item, run_of, scored

PARAGRAPH, TABLE = Task(family="test", group="paragraph"), Task(family="test", group="table")
BOTH = ("d-1", "d-2")
ITEMS = [
    item(1, task=PARAGRAPH, entities=5),
    item(2, task=PARAGRAPH, entities=19),
    item(3, task=PARAGRAPH, entities=45, documents=("d-2",)),
    item(4, task=PARAGRAPH, entities=60, documents=BOTH),
    item(5, task=TABLE, entities=60, documents=BOTH),
]
VALUES = (1.0, 0.0, 0.5, 0.25, 0.0)


def replied(one: Item, *, view: str = "entities", cut: int = 0) -> Run:
    return Run(item=one.id, system="some/model", status="answered", view=view, truncated=Truncation(blocks=cut))


def scored_run(folder: Path, values: Sequence[float | None] = VALUES, *, cut: int = 0) -> tuple[Bench, str]:
    bench = bench_of(folder, ITEMS)
    rows = [scored(one, {"saa": 0.0, "index_f1": value}) for one, value in zip(ITEMS, values, strict=True)]
    return bench, run_of(bench, [replied(one, cut=cut) for one in ITEMS], rows)


def figure(found: Analysis, name: str) -> LineOverBars:
    return next(one for one in found.figures if one.name == name and isinstance(one, LineOverBars))


def test_the_mean_of_each_bin_stands_over_how_many_it_holds(tmp_path: Path) -> None:
    bench, run = scored_run(tmp_path)
    single = figure(analyse(bench, run=run), "paragraph_single")
    assert single.labels == ("0 to 19", "20 to 39", "40 to 59", "60 to 79")
    assert (single.counts, single.means) == ((2, 0, 1, 0), (0.5, None, 0.5, None))


def test_panels_are_by_type_and_by_how_many_documents_the_evidence_is_in(tmp_path: Path) -> None:
    bench, run = scored_run(tmp_path)
    names = [one.name for one in analyse(bench, run=run).figures]
    assert names[:3] == ["paragraph_single", "paragraph_multi", "table_multi"]


def test_the_second_row_leaves_out_items_that_score_nothing(tmp_path: Path) -> None:
    bench, run = scored_run(tmp_path)
    found = analyse(bench, run=run)
    assert figure(found, "paragraph_single_without_zeros").means[0] == 1.0
    assert "table_multi_without_zeros" not in [one.name for one in found.figures]


def test_the_bins_add_up_to_the_items(tmp_path: Path) -> None:
    bench, run = scored_run(tmp_path)
    rows = analyse(bench, run=run).tables[0].rows
    assert sum(int(str(row[3])) for row in rows if row[1] == "all") == len(ITEMS)


def test_what_the_view_cut_is_not_counted_as_shown(tmp_path: Path) -> None:
    bench, run = scored_run(tmp_path, cut=40)
    assert figure(analyse(bench, run=run), "table_multi").counts == (0, 1)


def test_intervals_need_two_documents(tmp_path: Path) -> None:
    bench, run = scored_run(tmp_path, (1.0, 1.0, 0.5, 0.25, 0.0))
    single = figure(analyse(bench, run=run, width=100), "paragraph_single")
    assert (single.lows, single.highs) == ((0.5,), (1.0,))
    assert figure(analyse(bench, run=run), "paragraph_single").lows[0] is None


def test_the_indices_come_before_the_main_score_and_another_metric_can_be_asked_for(tmp_path: Path) -> None:
    bench, run = scored_run(tmp_path)
    assert analyse(bench, run=run).title.startswith("index_f1")
    assert figure(analyse(bench, run=run, metric="saa"), "paragraph_single").means[0] == 0.0
    with pytest.raises(UnknownName, match="index_f1"):
        analyse(bench, run=run, metric="index_f2")


def test_items_without_a_number_are_counted_with_the_reason(tmp_path: Path) -> None:
    bench, run = scored_run(tmp_path, (1.0, None, 0.5, None, 0.0))
    assert analyse(bench, run=run).left_out == ("2 items: no_judge",)


def test_a_run_of_another_bench_or_without_scores_is_refused(tmp_path: Path) -> None:
    bench, run = scored_run(tmp_path / "a")
    other, unscored = scored_run(tmp_path / "b")
    with pytest.raises(UsageError, match="not of"):
        analyse(other, run=run)
    (Path(unscored) / "scores.jsonl").unlink()
    with pytest.raises(UsageError, match="evidoc score"):
        analyse(other, run=unscored)
    (Path(run) / "replies.jsonl").unlink()
    with pytest.raises(InvalidRecord, match="evidoc ask"):
        analyse(bench, run=run)


def test_a_row_of_an_unknown_item_is_an_error(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, ITEMS[:1])
    run = run_of(bench, [replied(one) for one in ITEMS[:2]], [])
    with pytest.raises(InvalidRecord, match="1 rows are of items"):
        analyse(bench, run=run)


def test_a_bin_is_at_least_one_entity_wide(tmp_path: Path) -> None:
    bench, run = scored_run(tmp_path)
    with pytest.raises(UsageError, match="width=0"):
        analyse(bench, run=run, width=0)
    assert figure(analyse(bench, run=run, width=1), "table_multi").labels[-1] == "60"
