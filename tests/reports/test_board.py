from __future__ import annotations

from evidoc.records.reply import ReplyStatus
from evidoc.records.score import Score
from evidoc.reports.board import Board
from evidoc.reports.content import RunFacts, metrics_of, pairs_of, spreads_of, standings_of, unscored_of
from evidoc.reports.dimensions import names, rank, values_of
from evidoc.statistics.intervals import mean_interval
from tests.build import item_of

LABELS = dict.fromkeys(names(), "x")


def row(*values: float | None, outcome: ReplyStatus = "answered") -> tuple[Score, ...]:
    unscored = {"answer": "not_asked"}
    return tuple(
        Score(item="i", outcome=outcome, metrics={"answer": value}, unscored=unscored if value is None else {}, detail={})
        for value in values
    )


def board_of(*rows: tuple[Score, ...], labels: list[dict[str, str]] | None = None, systems: int = 2) -> Board:
    board = Board([f"s{number}" for number in range(systems)])
    for index, scores in enumerate(rows):
        board.add(scores, cluster=f"d{index // 2}", labels=labels[index] if labels else LABELS)
    return board


def facts(name: str, system: str = "") -> RunFacts:
    settings = {"system": system or name}
    return RunFacts(name, folder="run", made_with="", digest="", settings=settings, command="", scorers=(), interval="")


def test_means_are_those_that_score_gives() -> None:
    board = board_of(row(1.0, 0.0), row(0.0, 0.0), row(1.0, 0.5), row(1.0, 1.0))
    assert board.means()[0]["answer"] == mean_interval([1.0, 0.0, 1.0, 1.0], clusters=[0, 0, 1, 1], seed=0)


def test_an_unscored_item_is_in_no_mean_but_is_counted() -> None:
    board = board_of(row(1.0, None), row(1.0, 0.0))
    standings = standings_of(board, [facts("s0"), facts("s1")])
    assert [(one.name, one.unscored, one.means["answer"].n) for one in standings] == [("s0", 0, 2), ("s1", 1, 1)]
    assert [(missing.system, missing.reason, missing.count) for missing in unscored_of(board)] == [(1, "not_asked", 1)]


def test_slices_part_the_items_and_small_ones_are_kept() -> None:
    labels = [dict(LABELS, language=language) for language in ("en", "en", "de")]
    parts = board_of(row(1.0, 0.0), row(0.0, 0.0), row(1.0, 1.0), labels=labels).slices("language", ["answer"])
    assert [(part.value, part.items, part.means[0]["answer"].mean) for part in parts] == [("en", 2, 0.5), ("de", 1, 1.0)]


def test_a_metric_that_only_one_system_has_is_unscored_in_the_other() -> None:
    board = Board(["a", "b"])
    scores = (
        Score(item="i", outcome="answered", metrics={"x": 1.0}, unscored={}, detail={}),
        Score(item="i", outcome="answered", metrics={"y": 0.5}, unscored={}, detail={}),
    )
    board.add(scores, cluster="d", labels=LABELS)
    board.add(scores, cluster="d", labels=LABELS)
    assert [board.means()[1]["x"].n, board.means()[1]["y"].n] == [0, 2]


def test_the_gold_reference_is_no_leader() -> None:
    board = board_of(row(1.0, 0.5, 0.0), row(1.0, 0.0, 0.0), row(1.0, 1.0, 0.0), systems=3)
    standings = standings_of(board, [facts("gold", "baseline/gold"), facts("s1"), facts("s2")])
    assert [standing.name for standing in standings] == ["s0", "s1", "s2"]
    assert [(pair.first, pair.second, pair.found.wins) for pair in pairs_of(board, standings)] == [(1, 2, 2)]


def test_systems_without_any_number_come_last() -> None:
    board = board_of(row(None, 0.0), row(None, 0.1))
    assert [one.name for one in standings_of(board, [facts("s0"), facts("s1")])] == ["s1", "s0"]


def test_only_metrics_with_values_between_have_a_spread() -> None:
    board = board_of(row(1.0, 0.0), row(0.0, 0.0))
    assert spreads_of(board) == {}
    spread = spreads_of(board_of(row(0.55, 0.0), row(1.0, 0.0)))
    assert spread["answer"][0] == (0, 0, 0, 0, 0, 1, 0, 0, 0, 1)


def test_the_threshold_of_the_citations_scorer_is_in_the_words() -> None:
    from evidoc.records.score import Signature

    board = Board(["a"])
    board.add((Score(item="i", outcome="answered", metrics={"recall": 1.0}, unscored={}, detail={}),), cluster="d", labels=LABELS)
    signed = (Signature(scorer="citations", version="1", options="aux=False, mode='paper', threshold=0.7"),)
    run = RunFacts("a", folder="", made_with="", digest="", settings={}, command="", scorers=signed, interval="")
    assert ">= 0.7" in metrics_of(board, [run])[0].words
    assert run.signature == "citations@1(aux=False, mode='paper', threshold=0.7)"


def test_every_item_has_a_value_in_every_dimension() -> None:
    values = values_of(item_of(), kind="")
    assert tuple(values) == names() and values["document_kind"] == "unknown" and values["evidence"] == "none"


def test_counted_values_stand_in_order_and_names_by_size() -> None:
    assert sorted(["2", "4 and more", "1", "none"], key=lambda value: rank(value, items=1)) == ["1", "2", "4 and more", "none"]
    assert sorted(["5", "10", "4", "2", "not stated"], key=lambda value: rank(value, items=len(value))) == [
        "2", "4", "5", "10", "not stated",
    ]  # fmt: skip
    assert sorted([("rare", 1), ("often", 9)], key=lambda pair: rank(pair[0], items=pair[1]))[0] == ("often", 9)
