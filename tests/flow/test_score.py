from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from evidoc import shelf
from evidoc.errors import EvidocError, InvalidRecord, UnknownName, UsageError
from evidoc.flow.score import DEFAULT_SCORERS, ScoreOptions, read_summary, score
from evidoc.flow.work import Progress, Work
from evidoc.kit import Kit
from evidoc.records.bench import open_run
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.records.store import read_rows, write_rows
from evidoc.statistics.intervals import mean_interval
from tests.reports.small_bench import SmallBench


def scorer(name: str, function: object, monkeypatch: pytest.MonkeyPatch) -> str:
    module = ModuleType(name)
    module.score = function  # type: ignore[attr-defined]
    module.VERSION = "7"  # type: ignore[attr-defined]
    monkeypatch.setitem(shelf._added, "scorers", dict(shelf._added.get("scorers", {})))
    shelf.add("scorers", name, module)
    return name


def long_enough(item: Item, reply: Reply, kit: Kit, *, words: int = 1) -> Scored:
    return Scored(metrics={"long": float(len(reply.text.split()) >= words)}, detail={"words": str(len(reply.text.split()))})


def drawn(item: Item, reply: Reply, kit: Kit) -> Scored:
    return Scored(metrics={"drawn": kit.rng.random()})


def failing(item: Item, reply: Reply, kit: Kit) -> Scored:
    raise KeyError(item.id)


def failing_once(item: Item, reply: Reply, kit: Kit) -> Scored:
    if item.question.startswith("Did clover"):
        raise KeyError("clover")
    return Scored(metrics={"once": 1.0})


def lines(run: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (run / "replies.jsonl").read_text(encoding="utf-8").splitlines()]


def rewrite(run: Path, rows: list[dict[str, object]]) -> None:
    write_rows(run / "replies.jsonl", rows)


def test_the_summary_has_the_shape_that_outsiders_rely_on(small: SmallBench) -> None:
    """design.md, section 4: metrics, outcomes, signature; and whether the run is complete."""
    summary = score(small.runs[1])
    shown = json.loads(json.dumps(summary.to_json()))
    assert set(shown) == {"metrics", "outcomes", "signature", "complete", "waiting", "remarks", "recall_ceiling"}
    assert {frozenset(one) for one in shown["metrics"].values()} == {frozenset({"mean", "low", "high", "n", "unscored"})}
    assert shown["outcomes"] == {"answered": 11, "refused": 1}
    assert [one["scorer"] for one in shown["signature"]["scorers"]] == list(DEFAULT_SCORERS)


def test_a_row_is_written_for_every_item_in_the_order_of_the_bench(small: SmallBench) -> None:
    score(small.runs[2])
    run = open_run(small.runs[2])
    assert [row.item for row in run.scores()] == [item.id for item in run.bench.items()]


def test_gold_replies_score_one_and_failures_score_zero_and_stay_in_the_mean(small: SmallBench) -> None:
    """SD-30: failed responses score 0 and stay in the denominator."""
    gold, small_one = score(small.runs[0]), score(small.runs[2])
    assert {metric.mean for metric in gold.metrics.values()} == {1.0}
    rows = {row.outcome: row for row in open_run(small.runs[2]).scores()}
    assert all(set(rows[outcome].metrics.values()) == {0.0} for outcome in ("empty", "truncated", "provider_error"))
    assert small_one.metrics["answer"].n == 11


def test_an_item_without_a_reply_was_not_asked_and_is_unscored(small: SmallBench) -> None:
    """Above 1 % of unscored items the run is called incomplete."""
    summary = score(small.runs[2])
    assert (summary.outcomes["not_asked"], summary.metrics["saa"].unscored, summary.complete) == (1, 1, False)
    row = next(row for row in open_run(small.runs[2]).scores() if row.outcome == "not_asked")
    assert set(row.metrics.values()) == {None} and set(row.unscored.values()) == {"not_asked"}


def test_a_reply_that_says_not_asked_is_the_same_as_none(small: SmallBench) -> None:
    rows = lines(small.runs[0])
    rows[3] |= {"status": "not_asked", "text": ""}
    rewrite(small.runs[0], rows)
    summary = score(small.runs[0])
    assert (summary.outcomes["not_asked"], summary.metrics["answer"].n, summary.metrics["answer"].mean) == (1, 11, 1.0)


def test_what_a_view_cut_off_bounds_recall(small: SmallBench) -> None:
    """DHQ-113: of 12 items one lost its evidence, and one that was not asked does not count."""
    rows = lines(small.runs[0])
    needed = [len(item.needed) for item in open_run(small.runs[0]).bench.items()]
    assert needed[0] == 1
    rows[0] |= {"truncated": {"blocks": 3, "gold_lost": 1}}
    rows[3] |= {"status": "not_asked", "text": "", "truncated": {"blocks": 3, "gold_lost": 1}}
    rewrite(small.runs[0], rows)
    summary = score(small.runs[0])
    assert summary.recall_ceiling == pytest.approx(10 / 11)
    assert [remark for remark in summary.remarks if "ceiling" in remark] == [
        f"recall ceiling 0.909: 1 of {sum(needed) - needed[3]} pieces of evidence, in 1 of 11 items, were cut off before the "
        "system was shown them, and no answer can name these"
    ]


def with_probability(item: Item, reply: Reply, kit: Kit) -> Scored:
    """Give a second number where the service says probabilities, which it leaves out for one item."""
    if not reply.text:
        return Scored(metrics={"mark": 0.0}, supposed={"mark_expected": 0.0})
    if item.question.startswith("Did clover"):
        return Scored(metrics={"mark": 1.0}, supposed={"mark_expected": "no probabilities"})
    return Scored(metrics={"mark": 1.0, "mark_expected": 0.9})


def without_probability(item: Item, reply: Reply, kit: Kit) -> Scored:
    return Scored(
        metrics={"mark": float(bool(reply.text))}, supposed={"mark_expected": "no probabilities" if reply.text else 0.0}
    )


def test_what_the_system_left_empty_is_zero_in_a_metric_that_only_some_judges_give(
    small: SmallBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """design.md, section 2: what the system did badly scores 0 and stays in the denominator; the first rows are no exception."""
    rows = lines(small.runs[0])
    for row in rows[:2]:
        row |= {"status": "empty", "text": ""}
    rows[3] |= {"status": "not_asked", "text": ""}
    rewrite(small.runs[0], rows)
    summary = score(small.runs[0], options=ScoreOptions(scorers=(scorer("marker", with_probability, monkeypatch),)))
    expected = summary.metrics["mark_expected"]
    assert (expected.n, expected.unscored) == (10, 2)
    assert expected.mean == pytest.approx(0.9 * 8 / 10)
    said = [(row.metrics["mark_expected"], row.unscored.get("mark_expected")) for row in open_run(small.runs[0]).scores()]
    assert said[0] == said[1] == (0.0, None)
    assert said[3] == (None, "not_asked")
    assert [reason for _, reason in said].count("no probabilities") == 1


def test_a_metric_that_no_judge_of_the_run_gives_is_not_in_its_summary(
    small: SmallBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = lines(small.runs[0])
    rows[0] |= {"status": "empty", "text": ""}
    rewrite(small.runs[0], rows)
    summary = score(small.runs[0], options=ScoreOptions(scorers=(scorer("marker", without_probability, monkeypatch),)))
    assert (list(summary.metrics), summary.complete) == (["mark"], True)


def test_right_answers_before_free_words_are_counted_beside_the_score(small: SmallBench) -> None:
    """They score 0, as no rule tells an explanation in free words from another answer; a reader can."""
    items = list(open_run(small.runs[0]).bench.items())
    texts = next(place for place, item in enumerate(items) if item.scorer == "exact")
    rows = lines(small.runs[0])
    rows[texts]["text"] = f"{items[texts].answer.text}. The river flows through it."
    rewrite(small.runs[0], rows)
    assert any(remark.startswith("1 of 12 items: the right answer is stated") for remark in score(small.runs[0]).remarks)


def test_intervals_are_clustered_by_document(small: SmallBench) -> None:
    summary = score(small.runs[1])
    run = open_run(small.runs[1])
    values = [float(row.metrics["answer"] or 0) for row in run.scores()]
    clusters = [item.evidence[0].document for item in run.bench.items()]
    expected = mean_interval(values, clusters=clusters, seed=0)
    assert (summary.metrics["answer"].low, summary.metrics["answer"].high) == (expected.low, expected.high)


def test_all_faults_of_a_reply_file_are_named_at_once(small: SmallBench) -> None:
    rows = lines(small.runs[1])
    stranger, twice = dict(rows[0], item="i-unknown"), rows[1]
    rewrite(small.runs[1], [*rows, stranger, twice])
    with (small.runs[1] / "replies.jsonl").open("ab") as file:
        file.write(b'{"item": "x"}\n{"torn')
    with pytest.raises(InvalidRecord) as caught:
        score(small.runs[1])
    message = str(caught.value)
    assert "line 13: item 'i-unknown' is not in the bench" in message
    assert "line 14" in message and "has a reply in line 2 already" in message
    assert "line 15: not a Run" in message and "line 16: not a Run" in message


def test_very_many_faults_are_counted(small: SmallBench) -> None:
    rewrite(small.runs[1], [dict(lines(small.runs[1])[0], item=f"i-{number}") for number in range(50)])
    with pytest.raises(InvalidRecord, match="and 30 more faults"):
        score(small.runs[1])


def test_a_failed_scoring_leaves_the_old_scores_in_place(small: SmallBench) -> None:
    before = (small.runs[1] / "scores.jsonl").read_bytes()
    rewrite(small.runs[1], [dict(lines(small.runs[1])[0], item="i-unknown")])
    with pytest.raises(InvalidRecord):
        score(small.runs[1])
    assert (small.runs[1] / "scores.jsonl").read_bytes() == before


def test_replies_in_another_order_give_the_same_scores(small: SmallBench) -> None:
    before = (small.runs[1] / "scores.jsonl").read_bytes()
    rewrite(small.runs[1], lines(small.runs[1])[::-1])
    score(small.runs[1])
    assert (small.runs[1] / "scores.jsonl").read_bytes() == before


def test_a_run_that_was_not_asked_says_what_to_do(small: SmallBench) -> None:
    (small.runs[1] / "replies.jsonl").unlink()
    with pytest.raises(InvalidRecord, match="run evidoc ask first"):
        score(small.runs[1])


def test_scorers_are_chosen_by_spec_and_signed_with_version_and_options(
    small: SmallBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = scorer("long_enough", long_enough, monkeypatch)
    summary = score(small.runs[0], options=ScoreOptions(scorers=(f"{name}(words=3)",)))
    signed = summary.signature.scorers[0]
    assert (signed.scorer, signed.version, signed.options, list(summary.metrics)) == (name, "7", "words=3", ["long"])
    assert "long_enough(words=3).words" in next(iter(open_run(small.runs[0]).scores())).detail


def test_an_unknown_scorer_proposes_near_names(small: SmallBench) -> None:
    with pytest.raises(UnknownName, match="citations"):
        score(small.runs[0], options=ScoreOptions(scorers=("citation",)))


def test_two_scorers_may_not_give_the_same_metric(small: SmallBench) -> None:
    with pytest.raises(UsageError, match="f1, page_recall, precision, recall, which another"):
        score(small.runs[0], options=ScoreOptions(scorers=("citations", "citations(threshold=0.6)")))


def test_a_scorer_that_fails_on_one_item_leaves_it_unscored(small: SmallBench, monkeypatch: pytest.MonkeyPatch) -> None:
    name = scorer("failing_once", failing_once, monkeypatch)
    summary = score(small.runs[0], options=ScoreOptions(scorers=(name,)))
    assert (summary.metrics["once"].n, summary.metrics["once"].unscored, summary.complete) == (11, 1, False)
    assert any("KeyError" in row.detail.get("scorer_failed", "") for row in open_run(small.runs[0]).scores())


def test_a_scorer_that_fails_on_every_item_is_an_error(small: SmallBench, monkeypatch: pytest.MonkeyPatch) -> None:
    name = scorer("failing", failing, monkeypatch)
    with pytest.raises(EvidocError, match="no item could be scored: item i-.*KeyError"):
        score(small.runs[0], options=ScoreOptions(scorers=(name,)))


@pytest.mark.parametrize("work", [Work(engine="threads", workers=3), Work(engine="processes", workers=2)])
def test_engine_and_workers_change_no_byte(small: SmallBench, work: Work) -> None:
    before = (small.runs[1] / "scores.jsonl").read_bytes(), (small.runs[1] / "scores.json").read_bytes()
    score(small.runs[1], work=work)
    assert ((small.runs[1] / "scores.jsonl").read_bytes(), (small.runs[1] / "scores.json").read_bytes()) == before


def test_chance_of_an_item_comes_from_the_seed_and_the_item_alone(small: SmallBench, monkeypatch: pytest.MonkeyPatch) -> None:
    name = scorer("drawn", drawn, monkeypatch)
    first = score(small.runs[0], options=ScoreOptions(scorers=(name,)))
    again = score(small.runs[0], options=ScoreOptions(scorers=(name,)))
    other = score(small.runs[0], options=ScoreOptions(scorers=(name,), seed=1))
    assert first == again and first.metrics["drawn"].mean != other.metrics["drawn"].mean


def test_the_summary_is_kept_beside_the_scores(small: SmallBench, tmp_path: Path) -> None:
    assert read_summary(small.runs[1]) == score(small.runs[1])
    assert read_summary(tmp_path) is None


def test_progress_counts_items(small: SmallBench) -> None:
    seen: list[Progress] = []
    score(small.runs[1], work=Work(engine="inline", progress=seen.append))
    assert [progress.done for progress in seen] == list(range(1, 13)) and seen[0].total == 12


def test_a_bench_without_items_cannot_be_scored(small: SmallBench) -> None:
    (small.bench / "items.jsonl").write_bytes(b"")
    (small.runs[0] / "replies.jsonl").write_bytes(b"")
    with pytest.raises(InvalidRecord, match="no items"):
        score(small.runs[0])


def test_an_item_over_no_document_is_its_own_cluster() -> None:
    from evidoc.statistics.clusters import cluster_of
    from tests.build import item_of

    item = item_of()
    assert cluster_of(item) == "d-000000000000"
    assert cluster_of(msgspec.structs.replace(item, documents=())) == item.id


def test_rows_are_plain_json_lines(small: SmallBench) -> None:
    row = next(iter(read_rows(small.runs[1] / "scores.jsonl", dict[str, object])))
    assert set(row) == {"item", "outcome", "metrics", "unscored", "detail"}
