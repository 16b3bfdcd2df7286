from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.errors import InvalidRecord, UsageError
from evidoc.flow.compare import CompareOptions, compare
from evidoc.flow.score import score
from evidoc.records.bench import open_run
from evidoc.records.record import to_json
from evidoc.records.store import write_rows
from evidoc.statistics.paired import paired_difference
from tests.reports.small_bench import SmallBench, build


def test_two_runs_are_compared_item_by_item(small: SmallBench) -> None:
    found = compare(small.runs[0], small.runs[1])
    answer = next(one for one in found.metrics if one.metric == "answer")
    assert (found.first, found.second, found.shared) == ("baseline/gold", "acme/large-1", 12)
    assert answer.first == 1.0 and answer.second is not None
    assert answer.difference == pytest.approx(answer.first - answer.second)
    assert (answer.wins + answer.ties + answer.losses, answer.losses) == (12, 0)


def test_the_interval_is_that_of_the_paired_bootstrap_by_document(small: SmallBench) -> None:
    runs = [open_run(path) for path in small.runs[:2]]
    columns = [[row.metrics["answer"] for row in run.scores()] for run in runs]
    clusters = [item.evidence[0].document for item in runs[0].bench.items()]
    expected = paired_difference(list(zip(*columns, strict=True)), clusters=clusters, seed=5)
    found = compare(*small.runs[:2], options=CompareOptions(metrics=("answer",), seed=5)).metrics
    assert [(one.low, one.high, one.p) for one in found] == [(expected.low, expected.high, expected.p)]


def test_an_unscored_item_is_left_out_of_both_means_and_counted(small: SmallBench) -> None:
    found = compare(small.runs[0], small.runs[2]).metrics[0]
    assert (found.n, found.left_out) == (11, 1)


def test_swapping_the_runs_turns_the_sign(small: SmallBench) -> None:
    one, other = compare(*small.runs[:2]).metrics[0], compare(*small.runs[1::-1]).metrics[0]
    assert one.difference == pytest.approx(-(other.difference or 0)) and (one.wins, one.losses) == (other.losses, other.wins)


def test_a_run_does_not_differ_from_itself(small: SmallBench) -> None:
    found = compare(small.runs[1], small.runs[1])
    assert {(one.difference, one.p) for one in found.metrics} == {(0.0, 1.0)}
    assert found.first != found.second or found.first == "acme/large-1 (run-2)"


def test_only_items_of_both_benches_are_compared_and_the_rest_is_counted(small: SmallBench, tmp_path: Path) -> None:
    """Benches may differ: item ids say what is the same question."""
    other = build(tmp_path / "other")
    items = list(open_run(other.runs[1]).bench.items())[3:]
    write_rows(other.bench / "items.jsonl", items)
    kept = {item.id for item in items}
    replies = [reply for reply in open_run(other.runs[1]).replies() if reply.item in kept]
    write_rows(other.runs[1] / "replies.jsonl", replies)
    score(other.runs[1])
    found = compare(small.runs[0], other.runs[1])
    assert (found.shared, found.only_first, found.only_second) == (9, 3, 0)


def test_runs_without_a_common_item_are_an_error(small: SmallBench, tmp_path: Path) -> None:
    other = build(tmp_path / "other", hostile="?")
    lines = [json.loads(line) for line in (other.bench / "items.jsonl").read_text().splitlines()]
    write_rows(other.bench / "items.jsonl", [dict(line, id=f"x{line['id']}") for line in lines])
    replies = [json.loads(line) for line in (other.runs[0] / "replies.jsonl").read_text().splitlines()]
    write_rows(other.runs[0] / "replies.jsonl", [dict(line, item=f"x{line['item']}") for line in replies])
    score(other.runs[0])
    with pytest.raises(UsageError, match="share no item"):
        compare(small.runs[0], other.runs[0])


def test_a_metric_that_is_not_in_both_is_an_error(small: SmallBench) -> None:
    with pytest.raises(UsageError, match="not in both runs: bleu; both have saa, answer"):
        compare(*small.runs[:2], options=CompareOptions(metrics=("bleu",)))


def test_a_run_that_is_not_scored_says_what_to_do(small: SmallBench) -> None:
    (small.runs[0] / "scores.jsonl").unlink()
    with pytest.raises(InvalidRecord, match="run evidoc score"):
        compare(*small.runs[:2])


def test_a_comparison_is_written_as_json(small: SmallBench) -> None:
    shown = json.loads(to_json(compare(*small.runs[:2])))
    assert {"metric", "difference", "low", "high", "p", "wins", "ties", "losses"} <= set(shown["metrics"][0])
