"""What making a bench notes: documents that planning left out, and writers that failed. Source: X-25, DHQ-45, DHQ-48."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from evidoc.flow._roles import NO_ROLES, Roles
from evidoc.flow.make import MakeOptions, MakeSummary, make
from evidoc.flow.read import ReadOptions, read
from evidoc.flow.work import Work
from evidoc.models import ModelChoice
from evidoc.records.bench import open_bench
from evidoc.records.corpus import open_corpus
from evidoc.records.groups import LinkedGroup
from evidoc.records.store import write_rows
from tests.recipes.dochop_qa_articles import DRAINS, DRIP, LETTERS, REVIEWED

INLINE = Work(engine="inline")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a corpus of three articles as `evidoc read` writes it."""
    folder = tmp_path_factory.mktemp("noted")
    for name, text in (("drip", DRIP), ("drains", DRAINS), ("review", REVIEWED)):
        path = folder / "files" / f"{name}.xml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    read([folder / "files"], out=folder / "corpus", options=ReadOptions(), work=INLINE)
    return folder / "corpus"


def made(corpus: Path, out: Path, options: str, *, roles: Roles = NO_ROLES, limit: int | None = None) -> MakeSummary:
    spec = f"dochop_qa({options}, encoder={LETTERS!r})"
    return make(corpus, out=out, options=MakeOptions(recipes=(spec,), n=10, seed=1, roles=roles, limit=limit), work=INLINE)


def test_what_planning_left_out_is_in_the_ledger_and_the_counts(corpus: Path, tmp_path: Path) -> None:
    """Two articles cite nothing in tables, and one marker of the review leads nowhere."""
    summary = made(corpus, tmp_path / "bench", "concepts=('TS',)")
    bench = open_bench(tmp_path / "bench")
    ledger = list(bench.ledger())
    planned = Counter(entry.reason for entry in ledger if entry.stage == "plan")
    assert planned == {"no_marker": 1, "no_table": 1, "cited_document_not_in_corpus": 1}
    assert summary.reasons["plan: no_marker"] == 1
    assert summary.candidates == len(ledger) == summary.kept + sum(summary.reasons.values())
    assert dict(summary.funnel)["made"] == summary.kept == 2
    assert bench.header.counts["candidates"] == bench.header.counts["kept"] + bench.header.counts["rejected"]


def test_a_table_that_cites_two_papers_makes_two_items(corpus: Path, tmp_path: Path) -> None:
    """DHQ-62: their questions are worded alike and are two, as they lead to two papers."""
    made(corpus, tmp_path / "bench", "concepts=('TS',)")
    questions = [item.question for item in open_bench(tmp_path / "bench").items()]
    assert len(questions) == 2
    assert len(set(questions)) == 1


def test_what_is_left_out_does_not_use_up_the_limit(corpus: Path, tmp_path: Path) -> None:
    summary = made(corpus, tmp_path / "bench", "concepts=('TS',)", limit=1)
    assert (summary.kept, summary.shortfall) == (1, "the limit of 1 candidates is reached")


def test_a_writer_that_fails_is_counted_by_how_it_fails(corpus: Path, tmp_path: Path) -> None:
    """DHQ-45: the item is kept with the offline question; ledger and summary have the code."""
    script = tmp_path / "writer.jsonl"
    script.write_text(json.dumps({"contains": "", "text": '{"question": "What'}), encoding="utf-8")
    roles = Roles(choices={"writer": (ModelChoice(spec=f"scripted:{script}"),)})
    drains, drip, _ = open_corpus(corpus).ids
    groups = tmp_path / "groups.jsonl"
    write_rows(groups, [LinkedGroup(documents=(drip, drains), score=0.5, by="hand", rationale=())])
    summary = made(corpus, tmp_path / "bench", f"concepts=('PS', 'ME'), groups={str(groups)!r}", roles=roles)
    assert summary.notes == {"answer_writer: malformed_json": 2, "question_writer: malformed_json": 2}
    kept = [entry.notes for entry in open_bench(tmp_path / "bench").ledger() if entry.outcome == "kept"]
    assert kept == [("question_writer: malformed_json", "answer_writer: malformed_json")] * 2
