"""What was not asked is never called a pass. Source: X-25, X-26; design.md, section 2 (outcomes stay apart)."""

from __future__ import annotations

import json
from pathlib import Path

from evidoc.checks import STANDARD
from evidoc.flow.check import check, verdicts_of
from evidoc.flow.work import Work
from evidoc.records.bench import open_bench
from tests.cli.run import evidoc
from tests.reports.small_bench import SmallBench

INLINE = Work(engine="inline")


def test_items_that_no_check_could_judge_do_not_pass(small: SmallBench) -> None:
    summary = check(small.bench, checks=("closed_book", "answerable"), work=INLINE)
    assert (summary.items, summary.kept, summary.unjudged) == (12, 0, 12)
    assert summary.not_checked == {"answerable: no solver is configured": 12, "closed_book: no solver is configured": 12}


def test_items_that_one_check_judged_pass_that_check_alone(small: SmallBench) -> None:
    summary = check(small.bench, checks=("format", "validity"), work=INLINE)
    assert summary.kept + sum(summary.reasons.values()) == summary.items
    assert summary.unjudged == 0
    assert summary.not_checked == {"validity: no judge is configured": 12}


def test_the_command_says_per_check_what_was_not_checked_and_why(small: SmallBench) -> None:
    done = evidoc("check", str(small.bench), "--check", "closed_book,quality", "--engine", "inline")
    assert done.code == 1
    assert "not checked: closed_book, 12 of 12 items, because no solver is configured; name one with --solver" in done.out
    assert "not checked: quality, 12 of 12 items, because no judge is configured; name one with --judge" in done.out
    assert "nothing was checked" in done.out
    assert "pass" not in done.out


def test_what_passes_is_said_to_pass_what_was_asked(small: SmallBench) -> None:
    done = evidoc("check", str(small.bench), "--check", "format,closed_book", "--engine", "inline")
    assert done.code == 0
    assert "of 12 items pass the checks that were asked" in done.out
    told = json.loads(evidoc("check", str(small.bench), "--check", "format,closed_book", "--engine", "inline", "--json").out)
    assert told["not_checked"] == {"closed_book: no solver is configured": 12}


def test_making_says_which_further_checks_nobody_could_be_asked(tmp_path: Path) -> None:
    rows = ["Region,Sales (tonnes),Staff", "North,1310,12", "South,1204,15", "East,980,9", "West,1105,11"]
    (tmp_path / "sales.csv").write_text("\n".join(rows), encoding="utf-8")
    corpus, bench = str(tmp_path / "corpus"), str(tmp_path / "bench")
    assert evidoc("read", str(tmp_path / "sales.csv"), "--out", corpus, "--engine", "inline").code == 0
    made = evidoc("make", corpus, "--n", "2", "--check", "closed_book", "--engine", "inline", "--out", bench)
    assert made.code == 0, made.err
    assert "not checked: closed_book, 2 of 2 kept items, because no model is configured for it" in made.out


def test_the_help_names_the_checks_that_run_where_none_is_given(small: SmallBench) -> None:
    check(small.bench, work=INLINE)
    ran = {verdict.verdict.check for verdict in verdicts_of(open_bench(small.bench))}
    said = " ".join(evidoc("check", "--help").out.split())
    assert f"where not given: {', '.join(STANDARD)}." in said
    assert ran <= set(STANDARD)
