"""What the marks of scored runs hang on: length, and the judge's own family (X-32, CV-74)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from evidoc.errors import InvalidRecord, NothingKept
from evidoc.flow.mark_bias import mark_bias
from evidoc.records.bench import open_run
from evidoc.records.score import Score
from evidoc.records.store import write_header, write_rows
from tests.cli.run import evidoc
from tests.reports.small_bench import SmallBench

Marks = Callable[[int], float]


def marked(run: Path, *, system: str, mark: Marks, length: Marks = float, judge: str = "openai/gpt-4.1") -> Path:
    """Have a run be of a system, its answers equally right, of these lengths and marked so."""
    folder = open_run(run)
    replies, scores = list(folder.replies()), list(folder.scores())
    settings = {**folder.header.settings, "system": system}
    write_header(run / "run.json", msgspec.structs.replace(folder.header, settings=settings))
    texts = ("x" * (1 + int(length(number))) for number in range(len(replies)))
    write_rows(run / "replies.jsonl", [msgspec.structs.replace(row, text=text) for row, text in zip(replies, texts, strict=True)])
    write_rows(run / "scores.jsonl", [_row(score, mark(number), judge) for number, score in enumerate(scores)])
    return run


def _row(score: Score, mark: float, judge: str) -> Score:
    detail = {"judged(rubric='pdfqa_correctness').judge": judge}
    return msgspec.structs.replace(score, metrics={"answer": 1.0, "judged": mark}, unscored={}, detail=detail)


def test_marks_that_rise_with_length_are_found(small: SmallBench) -> None:
    run = marked(small.runs[0], system="openai/gpt-4.1-mini", mark=lambda number: number / 100)
    found = mark_bias([run])
    assert found.length.value == pytest.approx(1) and found.length.n == found.answers
    assert (found.judges, found.left_out, found.own.reason) == (("openai/gpt-4.1",), 0, "no pairs")


def test_marks_for_the_own_family_beyond_what_is_right_are_found(small: SmallBench) -> None:
    own = marked(small.runs[0], system="openai/gpt-4.1-mini", mark=lambda _: 0.9)
    other = marked(small.runs[1], system="anthropic/claude-x", mark=lambda number: 0.5 + number % 2 / 10)
    found = mark_bias([own, other])
    assert found.own.difference == pytest.approx(0.35, abs=0.02) and found.own.wins == found.own.n


def test_answers_without_a_mark_are_left_out_and_counted(small: SmallBench) -> None:
    run = marked(small.runs[0], system="openai/gpt-4.1-mini", mark=lambda number: number / 100)
    rows = list(open_run(run).scores())
    write_rows(run / "scores.jsonl", [msgspec.structs.replace(rows[0], metrics={"answer": 1.0, "judged": None}), *rows[1:]])
    assert mark_bias([run]).left_out == 1


def test_a_run_that_no_judge_has_marked_says_how_to_have_it_marked(small: SmallBench) -> None:
    with pytest.raises(NothingKept, match="run evidoc score RUN --scorers answer,judged --judge MODEL first"):
        mark_bias([small.runs[0]])
    (small.runs[0] / "scores.jsonl").unlink()
    with pytest.raises(InvalidRecord, match="not scored yet"):
        mark_bias([small.runs[0]])


def test_the_command_sets_scored_runs_side_by_side_and_asks_nobody(small: SmallBench) -> None:
    runs = [
        str(marked(run, system=system, mark=lambda number: number / 100))
        for run, system in zip(small.runs, ("openai/gpt-4.1-mini", "anthropic/claude-x"), strict=False)
    ]
    done = evidoc("probe", *runs)
    assert done.code == 0 and "mark and length" in done.out and "own family's marks" in done.out
    assert json.loads(evidoc("probe", *runs, "--json").out)["answers"] > 0
    done = evidoc("probe", *runs, "--judge", "openai/gpt-4.1")
    assert done.code == 2 and "a judge is probed with the answers of one" in done.err
