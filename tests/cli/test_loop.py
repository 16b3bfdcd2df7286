"""The whole loop from the command line, on the documents that evidoc brings."""

from __future__ import annotations

import json
import shutil
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from tests.cli.run import evidoc


@pytest.fixture
def folder(as_made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with a corpus, a bench, and runs of the gold, empty and BM25 baselines, scored: a copy of its own."""
    return shutil.copytree(as_made, tmp_path_factory.mktemp("copy") / "loop")


@pytest.fixture(scope="module")
def as_made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("loop")
    with as_file(files("evidoc.demo") / "documents") as documents:
        assert evidoc("read", str(documents), "--out", str(home / "corpus")).code == 0
    assert evidoc("make", str(home / "corpus"), "--n", "40", "--seed", "7", "--out", str(home / "bench")).code == 0
    for name in ("gold", "empty", "bm25"):
        run = str(home / name)
        assert evidoc("ask", str(home / "bench"), "--system", f"baseline/{name}", "--out", run).code == 0
        assert evidoc("score", run).code == 0
    return home


def metrics(run: Path) -> dict[str, float]:
    scored = json.loads(evidoc("score", str(run), "--json").out)
    return {name: one["mean"] for name, one in scored["metrics"].items()}


def test_every_file_of_the_demo_is_read_and_twins_are_one_document(folder: Path) -> None:
    rows = [json.loads(line) for line in (folder / "corpus" / "manifest.jsonl").read_text().splitlines()]
    assert {row["status"] for row in rows} == {"ok"}
    assert (len(rows), len({row["document"] for row in rows})) == (8, 5)


def test_as_many_items_are_made_as_were_asked_for_and_counts_reconcile(folder: Path) -> None:
    """X-25: every candidate has one outcome, and the kept ones are the items."""
    items = [json.loads(line)["id"] for line in (folder / "bench" / "items.jsonl").read_text().splitlines()]
    ledger = [json.loads(line) for line in (folder / "bench" / "ledger.jsonl").read_text().splitlines()]
    assert len(items) == len(set(items)) == 40
    assert [row["item"] for row in ledger if row["outcome"] == "kept"] == items
    assert len({row["candidate"] for row in ledger}) == len(ledger)
    assert all(row["reason"] for row in ledger if row["outcome"] == "rejected")


def test_every_item_has_crucial_evidence_with_a_box_on_a_page(folder: Path) -> None:
    for line in (folder / "bench" / "items.jsonl").read_text().splitlines():
        item = json.loads(line)
        crucial = [evidence for evidence in item["evidence"] if evidence["role"] == "crucial"]
        assert crucial and all(evidence["boxes"] for evidence in crucial), item["question"]


def test_gold_scores_one_and_empty_zero_on_every_metric(folder: Path) -> None:
    assert set(metrics(folder / "gold").values()) == {1.0}
    assert set(metrics(folder / "empty").values()) == {0.0}
    assert set(metrics(folder / "gold")) >= {"answer", "recall", "precision", "f1", "page_recall", "saa"}


def test_a_baseline_that_retrieves_is_between_them(folder: Path) -> None:
    assert 0 < metrics(folder / "bm25")["answer"] < 1
    assert 0 < metrics(folder / "bm25")["f1"] < 1


@pytest.mark.parametrize("workers", ["1", "2", "3"])
def test_the_same_seed_gives_the_same_bytes_with_any_number_of_workers(folder: Path, workers: str, tmp_path: Path) -> None:
    arguments = ("make", str(folder / "corpus"), "--n", "40", "--seed", "7", "--out", str(tmp_path / "again"))
    assert evidoc(*arguments, "--workers", workers, "--engine", "processes").code == 0
    for name in ("items.jsonl", "ledger.jsonl", "corpus/documents-00000.jsonl.gz"):
        assert (tmp_path / "again" / name).read_bytes() == (folder / "bench" / name).read_bytes()


def test_another_seed_gives_other_items(folder: Path, tmp_path: Path) -> None:
    done = evidoc(
        "make", str(folder / "corpus"), "--n", "40", "--seed", "8", "--out", str(tmp_path / "other"), "--engine", "inline"
    )
    assert done.code == 0
    assert (tmp_path / "other" / "items.jsonl").read_bytes() != (folder / "bench" / "items.jsonl").read_bytes()


def test_more_items_than_there_can_be_are_a_stated_shortfall(folder: Path, tmp_path: Path) -> None:
    done = evidoc("make", str(folder / "corpus"), "--n", "100000", "--out", str(tmp_path / "all"), "--limit", "60")
    assert done.code == 0
    assert "of 100000 items asked for" in done.out


def test_the_scores_printed_for_machines_have_the_documented_shape(folder: Path) -> None:
    """design.md, section 4."""
    scored = json.loads(evidoc("score", str(folder / "bm25"), "--json").out)
    assert {"metrics", "outcomes", "signature"} <= set(scored)
    assert set(scored["metrics"]["saa"]) == {"mean", "low", "high", "n", "unscored"}
    assert scored["outcomes"] == {"answered": 40}


def test_a_report_and_a_comparison_of_runs(folder: Path, tmp_path: Path) -> None:
    runs = [str(folder / name) for name in ("gold", "bm25", "empty")]
    done = evidoc("report", *runs, "--out", str(tmp_path / "report"), "--title", "Three baselines")
    assert done.code == 0
    assert "<title>Three baselines" in (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    compared = evidoc("compare", runs[0], runs[1])
    assert compared.code == 0
    assert "40 shared items" in compared.out
    rows = json.loads(evidoc("compare", *runs[:2], "--json").out)["metrics"]
    assert all(row["difference"] > 0 and row["low"] > 0 for row in rows if row["metric"] == "saa")


def test_a_bench_describes_itself(folder: Path) -> None:
    done = evidoc("stats", str(folder / "bench"))
    assert done.code == 0
    assert "lookup" in done.out
    assert json.loads(evidoc("stats", str(folder / "bench"), "--json").out)["items"] == 40


def test_items_that_were_checked_pass_when_they_are_checked_again(folder: Path) -> None:
    done = evidoc("check", str(folder / "bench"), "--check", "format,box_text")
    assert done.code == 0
    assert "40 of 40 items pass" in done.out


def test_an_item_and_its_document_are_shown(folder: Path) -> None:
    item = json.loads((folder / "bench" / "items.jsonl").read_text().splitlines()[0])
    shown = evidoc("show", item["id"], str(folder / "bench"))
    assert shown.code == 0
    assert item["question"] in shown.out
    document = evidoc("show", item["documents"][0]["id"], str(folder / "corpus"))
    assert document.code == 0
    assert "paragraph" in document.out or "table" in document.out
    missing = evidoc("show", item["id"][:-1] + "_", str(folder / "gold"))
    assert missing.code == 2
    assert item["id"] in missing.err


def test_an_unknown_system_is_answered_with_the_nearest(folder: Path, tmp_path: Path) -> None:
    done = evidoc("ask", str(folder / "bench"), "--system", "baseline/bm52", "--out", str(tmp_path / "run"))
    assert done.code == 2
    assert "bm25" in done.err


def test_the_demo_prints_where_its_report_is(tmp_path: Path) -> None:
    done = evidoc("demo", "--out", str(tmp_path / "demo"))
    assert done.code == 0
    assert (tmp_path / "demo" / "report" / "index.html").is_file()
    assert "index.html in a browser" in done.out
    assert "baseline/gold" in (tmp_path / "demo" / "commands.txt").read_text()


def test_the_demo_is_done_again_in_its_own_folder_and_touches_nothing_else_there(tmp_path: Path) -> None:
    assert evidoc("demo", "--out", str(tmp_path)).code == 0
    before = (tmp_path / "report" / "index.html").read_bytes()
    (tmp_path / "mine.txt").write_text("keep me")
    (tmp_path / "run-gold" / "run.json").unlink()  # as where it was stopped
    assert evidoc("demo", "--out", str(tmp_path)).code == 0
    assert (tmp_path / "mine.txt").read_text() == "keep me"
    assert (tmp_path / "report" / "index.html").read_bytes() == before
