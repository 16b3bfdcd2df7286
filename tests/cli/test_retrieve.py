"""evidoc retrieve, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import evidoc
from tests.flow.test_retrieve import MONEY, TRIAL, bench_of


@pytest.fixture
def bench(tmp_path: Path) -> str:
    return str(bench_of(tmp_path / "bench", [TRIAL, MONEY]))


def test_a_table_of_retrievers_and_metrics_is_printed(bench: str) -> None:
    ran = evidoc("retrieve", bench, "--by", "bm25,hybrid(encoder='svd')", "--k", "1,2")
    assert ran.code == 0
    assert "recall@1" in ran.out
    assert "bm25" in ran.out
    assert "0.750 [0.50, 1.00]" in ran.out
    assert "2 items, pool documents; 0 have no gold evidence" in ran.out


def test_machines_get_one_object(bench: str) -> None:
    found = json.loads(evidoc("retrieve", bench, "--k", "1", "--json").out)
    assert found["retrievers"]["bm25"]["recall@1"] == {"mean": 0.75, "low": 0.5, "high": 1.0, "n": 2, "unscored": 0}


def test_rankings_are_kept_where_a_folder_is_given(bench: str, tmp_path: Path) -> None:
    ran = evidoc("retrieve", bench, "--out", str(tmp_path / "out"))
    assert str(tmp_path / "out" / "rankings.jsonl") in ran.out
    assert (tmp_path / "out" / "retrieval.json").is_file()


@pytest.mark.parametrize("arguments", [("--k", "five"), ("--by", "bm52"), ("--level", "line")])
def test_wrong_usage_exits_with_two(bench: str, arguments: tuple[str, str]) -> None:
    assert evidoc("retrieve", bench, *arguments).code == 2


def test_retrievers_are_listed() -> None:
    ran = evidoc("list", "retrieval")
    assert ran.code == 0
    assert "hybrid" in ran.out
