from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.errors import NothingKept, UnknownName
from evidoc.flow.stats import stats
from evidoc.records.record import to_json
from tests.reports.small_bench import build


def test_items_and_documents_are_counted_and_each_analysis_gives_its_tables(tmp_path: Path) -> None:
    found = stats(build(tmp_path).bench)
    assert (found.items, found.documents) == (12, 3)
    assert [analysis.name for analysis in found.analyses] == ["overview"]


def test_statistics_are_written_as_json(tmp_path: Path) -> None:
    shown = json.loads(to_json(stats(build(tmp_path).bench)))
    assert shown["items"] == 12 and {"name", "title", "header", "rows"} == set(shown["analyses"][0]["tables"][0])


def test_a_bench_without_items_is_an_error(tmp_path: Path) -> None:
    small = build(tmp_path)
    (small.bench / "items.jsonl").write_bytes(b"")
    with pytest.raises(NothingKept):
        stats(small.bench)


def test_an_unknown_analysis_is_named_before_anything_is_counted(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="overview"):
        stats(build(tmp_path).bench, analyses=("overveiw",))
