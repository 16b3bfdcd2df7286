"""`evidoc stats` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.run import evidoc
from tests.reports.small_bench import SmallBench


def test_the_standard_tables_are_printed(small: SmallBench) -> None:
    done = evidoc("stats", str(small.bench))
    assert done.code == 0 and "== What the bench consists of (overview)" in done.out and "Kind of item" in done.out


def test_chosen_analyses_are_printed_and_what_was_left_out(small: SmallBench) -> None:
    done = evidoc("stats", str(small.bench), "--analyses", "chains")
    assert done.code == 0 and "(overview)" not in done.out and "left out: 12 items" in done.out


def test_a_folder_is_written_and_its_page_is_named(small: SmallBench, tmp_path: Path) -> None:
    done = evidoc("stats", str(small.bench), "--analyses", "all", "--out", str(tmp_path / "stats"))
    assert done.code == 0 and f"statistics: {tmp_path / 'stats' / 'index.html'}" in done.out
    assert {path.suffix for path in (tmp_path / "stats").iterdir()} == {".html", ".csv", ".svg", ".json"}


def test_json_is_the_same_as_the_file(small: SmallBench, tmp_path: Path) -> None:
    done = evidoc("stats", str(small.bench), "--json", "--out", str(tmp_path / "stats"))
    assert json.loads(done.out) == json.loads((tmp_path / "stats" / "stats.json").read_bytes())


def test_long_tables_are_cut_on_a_terminal_and_that_is_said(small: SmallBench) -> None:
    from evidoc.cli.stats import _say_analysis
    from evidoc.records.analysis import Analysis, StatsTable

    rows = tuple((index,) for index in range(45))
    analysis = Analysis(name="a", title="A", note="", tables=(StatsTable(name="t", title="T", header=("n",), rows=rows),))
    import contextlib
    import io

    with contextlib.redirect_stdout(io.StringIO()) as out:
        _say_analysis(analysis, spec="a")
    assert "… 5 more rows; --out FOLDER writes them all" in out.getvalue()


def test_an_unknown_analysis_is_wrong_usage(small: SmallBench) -> None:
    done = evidoc("stats", str(small.bench), "--analyses", "dispersal")
    assert done.code == 2 and "dispersion" in done.err


def test_analyses_are_listed_and_explained() -> None:
    assert "overview" in evidoc("list", "analyses").out
    assert evidoc("explain", "analyses.overview").code == 0
