"""A refusal in words has the outcome of its own that is promised. Source: design.md, section 2; X-36."""

from __future__ import annotations

from pathlib import Path

from evidoc.flow._asking import status_of
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.score import score
from evidoc.flow.work import Work
from evidoc.records.bench import open_run
from evidoc.records.store import write_rows
from tests.reports.small_bench import SmallBench


def declining(item: object, documents: object) -> str:
    return "I'm sorry, I can't help with that."


def abstaining(item: object, documents: object) -> str:
    return "I'm sorry, I can't find that in the document."


def asked(small: SmallBench, name: str, out: Path) -> dict[str, int]:
    options = AskOptions(system=f"python:tests.flow.test_refusals:{name}")
    return ask(small.bench, out=out, options=options, work=Work(engine="threads", workers=2)).outcomes


def test_a_reply_that_declines_is_refused_and_one_that_abstains_is_answered(small: SmallBench, tmp_path: Path) -> None:
    assert asked(small, "declining", tmp_path / "declining") == {"refused": 12}
    assert asked(small, "abstaining", tmp_path / "abstaining") == {"answered": 12}
    assert score(tmp_path / "declining").outcomes == {"refused": 12}


def test_a_run_that_was_asked_before_refusals_were_read_is_scored_so_too(small: SmallBench) -> None:
    rows = list(open_run(small.runs[1]).replies())
    said = type(rows[0])(item=rows[0].item, system=rows[0].system, status="answered", text="Sorry, I can't help with that.")
    write_rows(small.runs[1] / "replies.jsonl", [said, *rows[1:]])
    assert score(small.runs[1]).outcomes["refused"] == 2  # the other one was so from the start


def test_other_outcomes_stay_what_they_are() -> None:
    assert status_of("truncated", "I'm sorry, I can't help with that.") == "truncated"
    assert status_of("answered", "42") == "answered"
