"""The table of results: means of scored runs, and BLEU over each whole run."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from evidoc.answers.bleu import corpus_bleu
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.results import row_of
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.work import Work
from evidoc.records.bench import open_run
from evidoc.records.item import Answer, Item
from evidoc.records.store import write_rows
from tests.build import item_of
from tests.systems.benches import REPORT, bench_in

FOX = "the quick brown fox jumps over the lazy dog"
HERE = Work(engine="inline")


def worded(number: int) -> Item:
    answer = Answer(kind="text", value=FOX)
    item = item_of(f"What does sentence {number} say?", answer=answer, documents=[REPORT.id], scorer="rouge_bleu")
    return msgspec.structs.replace(item, id=f"i-{number}")


@pytest.fixture
def half_asked(tmp_path: Path) -> Path:
    """A run whose first two replies are right, and whose last two items a spent budget left unasked."""
    bench_in(tmp_path / "bench", [worded(number) for number in range(4)])
    run = tmp_path / "run"
    ask(tmp_path / "bench", out=run, options=AskOptions(system="baseline/gold", cite=False), work=HERE)
    rows = list(open_run(run).replies())
    unasked = [msgspec.structs.replace(row, status="not_asked", text="") for row in rows[2:]]
    write_rows(run / "replies.jsonl", [*rows[:2], *unasked])
    score(run, options=ScoreOptions(scorers=("rouge_bleu",)), work=HERE)
    return run


def test_an_item_that_nobody_was_asked_is_not_in_the_bleu_of_the_run(half_asked: Path) -> None:
    """design.md, section 2: "not asked" is none of the system's failures, with a row in the file as without one."""
    assert row_of(half_asked, labels=()).means["corpus_bleu"] == pytest.approx(corpus_bleu([(FOX, FOX)]) / 100)


def test_a_reply_that_failed_is_in_the_bleu_of_the_run(half_asked: Path) -> None:
    rows = list(open_run(half_asked).replies())
    failed = [msgspec.structs.replace(row, status="refused", text="") for row in rows[2:]]
    write_rows(half_asked / "replies.jsonl", [*rows[:2], *failed])
    assert row_of(half_asked, labels=()).means["corpus_bleu"] == pytest.approx(
        corpus_bleu([(FOX, FOX)] * 2 + [("", FOX)] * 2) / 100
    )
