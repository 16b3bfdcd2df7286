"""A provider that fails is not mistaken for a bad system. Source: design.md, section 2 (outcomes stay apart); X-36."""

from __future__ import annotations

import json
from pathlib import Path

from msgspec.structs import replace

from evidoc.flow.compare import compare
from evidoc.flow.report import ReportOptions, report
from evidoc.flow.score import score
from evidoc.records.bench import open_bench, open_run
from evidoc.records.store import write_rows
from evidoc.reports.reached import provider_errors_said, says_little
from tests.cli.run import evidoc
from tests.reports.small_bench import SmallBench


def dead(question: str, documents: object) -> str:
    raise ConnectionError("nobody listens there")


def mostly_alive(question: str, documents: object) -> str:
    return "42"


def lose(run: Path, *, every: int) -> None:
    """Turn some replies of a run into provider errors, and score it again."""
    rows = list(open_run(run).replies())
    lost = [
        type(row)(item=row.item, system=row.system, status="provider_error", detail="503") if number % every == 0 else row
        for number, row in enumerate(rows)
    ]
    write_rows(run / "replies.jsonl", lost)
    score(run)


def test_asking_a_dead_provider_warns_with_the_first_error_and_ends_with_1(small: SmallBench, tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    system = "python:tests.flow.test_provider_errors:dead"
    done = evidoc("ask", str(small.bench), "--system", system, "--out", out)
    assert done.code == 1
    assert "nobody listens there" in done.out
    assert "warning: 12 of 12 replies are provider errors; the score says little of the system" in done.out
    assert "--resume --retry-failed" in done.out
    assert "next: evidoc score" not in done.out
    assert evidoc("ask", str(small.bench), "--system", system, "--out", out, "--overwrite", "--json").code == 1


def test_asking_a_provider_that_answers_ends_with_0(small: SmallBench, tmp_path: Path) -> None:
    system = "python:tests.flow.test_provider_errors:mostly_alive"
    done = evidoc("ask", str(small.bench), "--system", system, "--out", str(tmp_path / "run"))
    assert done.code == 0
    assert "warning" not in done.out


def test_the_score_says_that_it_says_little(small: SmallBench) -> None:
    lose(small.runs[1], every=3)
    done = evidoc("score", str(small.runs[1]))
    assert "4 of 12 replies are provider errors; the score says little of the system" in done.out
    assert (
        "4 of 12 replies are provider errors; the score says little of the system"
        in json.loads(evidoc("score", str(small.runs[1]), "--json").out)["remarks"]
    )


def test_a_report_claims_no_lead_over_a_system_whose_provider_failed(small: SmallBench, tmp_path: Path) -> None:
    report(small.runs, out=tmp_path / "before", options=ReportOptions())
    before = (tmp_path / "before" / "index.html").read_text(encoding="utf-8")
    assert "which says little" not in before
    for run in small.runs[1:]:
        lose(run, every=2)
    report(small.runs, out=tmp_path / "after", options=ReportOptions())
    after = (tmp_path / "after" / "index.html").read_text(encoding="utf-8")
    assert "which says little, as many replies are provider errors" in after
    assert "more than chance explains" not in after
    assert "6 of 12 replies are provider errors; the score says little of the system." in after


def test_comparing_says_so_too(small: SmallBench) -> None:
    lose(small.runs[2], every=2)
    assert compare(*small.runs[1:]).remarks == ("B: 7 of 11 replies are provider errors; the score says little of the system",)
    assert "warning: B: 7 of 11" in evidoc("compare", str(small.runs[1]), str(small.runs[2])).out


def test_a_few_errors_only_count() -> None:
    assert provider_errors_said({"answered": 95, "provider_error": 5}) == (
        "5 of 100 replies are provider errors; they count 0 in every mean"
    )
    assert provider_errors_said({"answered": 5}) == ""
    assert says_little({"answered": 5, "provider_error": 5, "not_asked": 90})
    assert not says_little({"not_asked": 3})


# limits are the user's own


def test_a_limit_is_named_as_the_reason_why_items_have_no_number(small: SmallBench, tmp_path: Path) -> None:
    run = str(tmp_path / "run")
    assert evidoc("ask", str(small.bench), "--system", "baseline/gold", "--out", run, "--limit", "5").code == 0
    done = evidoc("score", run)
    assert "incomplete: 7 of 12 items were not asked, by a limit or because asking was stopped" in done.out
    assert "fault" not in done.out and "doing" not in done.out
    report([tmp_path / "run"], out=tmp_path / "report", options=ReportOptions())
    html = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "7 items were not asked" in html
    assert "through no fault of the system" not in html
    assert len(list(open_bench(small.bench).items())) == 12


# what SAA means for words that are shared


def test_saa_of_answers_compared_by_their_words_is_explained_where_it_is_printed(small: SmallBench, tmp_path: Path) -> None:
    """DHQ-125: ROUGE and BLEU of good answers seldom reach the 0.8 that SAA asks for."""
    before = evidoc("score", str(small.runs[1])).out
    assert "overlap of words" not in before
    items = [
        replace(item, scorer="rouge_bleu") if item.answer.kind == "text" else item for item in open_bench(small.bench).items()
    ]
    write_rows(small.bench / "items.jsonl", items)
    done = evidoc("score", str(small.runs[1]))
    assert "2 of 12 items: the answer score is the overlap of words (ROUGE and BLEU), and SAA without a judge" in done.out
    assert "overlap of words" not in evidoc("score", str(small.runs[1]), "--scorers", "answer").out
    score(small.runs[1])
    report(small.runs[1:2], out=tmp_path / "report", options=ReportOptions())
    assert "SAA without a judge asks for 0.8 of it" in (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
