"""What replies take, by kind of item. Source: DHQ-43."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from evidoc.analyses.cost import analyse
from evidoc.errors import UsageError
from evidoc.records.analysis import Bars
from evidoc.records.item import Construction, Item, Task
from evidoc.records.reply import ReplyStatus, Usage
from evidoc.records.score import Run
from tests.analyses.runs import bench_of, item, run_of

ONE, TWO = Task(family="qa", group="text", concept="PS"), Task(family="qa", group="table", concept="TSL")
ITEMS = [item(1, task=ONE, entities=1), item(2, task=ONE, entities=1), item(3, task=TWO, entities=1)]


def reply(one: Item, seconds: float, cost: float | None, *, status: ReplyStatus = "answered") -> Run:
    return Run(item=one.id, system="some/model", status=status, seconds=seconds, usage=Usage(input=100, output=10, cost=cost))


REPLIES = [reply(ITEMS[0], 1.0, 0.01), reply(ITEMS[1], 2.0, 0.03, status="truncated"), reply(ITEMS[2], 6.0, None)]


def test_seconds_tokens_and_dollars_are_by_kind_and_all_first(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, ITEMS)
    rows = analyse(bench, run=run_of(bench, REPLIES)).tables[0].rows
    assert rows == (
        ("all", 3, 2, 3.0, 4.5, 100.0, 10.0, 0.02, 0.04, 2, None),
        ("table", 1, 1, 6.0, 6.0, 100.0, 10.0, None, None, 0, None),
        ("text", 2, 1, 1.5, 3.0, 100.0, 10.0, 0.02, 0.04, 2, None),
    )


def test_kinds_may_be_concepts_or_kinds_of_answer(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, ITEMS)
    run = run_of(bench, REPLIES)
    assert [row[0] for row in analyse(bench, run=run, by="path").tables[0].rows] == ["all", "qa / table / TSL", "qa / text / PS"]
    assert [row[0] for row in analyse(bench, run=run, by="concept").tables[0].rows] == ["all", "PS", "TSL"]
    assert [row[0] for row in analyse(bench, run=run, by="answer").tables[0].rows] == ["all", "text"]
    with pytest.raises(UsageError, match="by='size'"):
        analyse(bench, run=run, by=cast("object", "size"))  # type: ignore[arg-type]


def test_items_that_were_not_asked_cost_nothing_and_are_counted(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, ITEMS)
    found = analyse(bench, run=run_of(bench, REPLIES[:1]))
    assert found.tables[0].rows[0][1] == 1 and found.left_out[0] == "2 items without a reply"


def test_memory_that_nobody_measured_has_no_number(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, ITEMS)
    found = analyse(bench, run=run_of(bench, REPLIES))
    assert found.tables[0].header[-1] == "peak memory, GB" and {row[-1] for row in found.tables[0].rows} == {None}
    assert "peak memory: a run does not measure it, so the column is empty" in found.left_out


def test_dollars_that_nobody_knows_have_no_figure(tmp_path: Path) -> None:
    bench = bench_of(tmp_path, ITEMS)
    figures = [one for one in analyse(bench, run=run_of(bench, REPLIES[2:])).figures if isinstance(one, Bars)]
    assert [one.name for one in figures] == ["seconds"] and figures[0].series[0].values == (6.0,)


def test_questions_and_answers_that_a_model_wrote_are_counted_from_the_traces(tmp_path: Path) -> None:
    trace = ("question: written (openai/x, pst@1/en, p-1)", "answer: written (openai/x, answer@1/en, p-2)")
    written = replace(ITEMS[0], construction=Construction(recipe="r", trace=trace))
    found = analyse(bench_of(tmp_path, [written, *ITEMS[1:]]), by="concept")
    assert found.tables[0].rows[1] == ("PS", 2, 1, 1, None, None, None, None)
    assert "seconds and peak memory of making" in found.left_out[0]


def test_without_a_run_or_a_writer_there_is_nothing_to_show(tmp_path: Path) -> None:
    found = analyse(bench_of(tmp_path, ITEMS))
    assert not found.tables and found.left_out == ("no run is given, and no model wrote anything of the bench",)
