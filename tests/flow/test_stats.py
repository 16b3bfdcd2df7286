from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from evidoc import shelf
from evidoc.analyses import STANDARD
from evidoc.errors import NothingKept, UnknownName, UsageError
from evidoc.flow.stats import StatsOptions, every_analysis, stats
from evidoc.records.analysis import Analysis, Bars, Series, StatsTable
from evidoc.records.bench import Bench
from evidoc.records.record import to_json
from tests.reports.small_bench import SmallBench


def two_tables(bench: Bench) -> Analysis:
    """Tables and a figure, some of the same name, one named as no file can be."""
    table = StatsTable(name="Größe / x", title="Sizes", header=("a", "n"), rows=(("=1+1", 2), (None, 0.5)))
    same = StatsTable(name="mine", title="Mine", header=("a",), rows=())
    bars = Bars(name="mine", title="Mine", x="a", y="n", labels=("a",), series=(Series(name="n", values=(1.0,)),))
    return Analysis(
        name="mine", title="Mine", note="How to read it.", tables=(table, same, same), figures=(bars,), left_out=("3 items: x",)
    )


def of_a_run(bench: Bench, *, run: str) -> Analysis:
    return Analysis(
        name="answers", title="Answers", note=run, tables=(StatsTable(name="t", title="T", header=("a",), rows=((1,),)),)
    )


def of_a_run_or_none(bench: Bench, *, run: str = "") -> Analysis:
    return Analysis(name="either", title="Either", note=run)


def broken(bench: Bench) -> Analysis:
    raise KeyError("nobody foresaw this")


def inapplicable(bench: Bench) -> Analysis:
    raise UsageError("the bench has no chains; make some with dochop_qa")


def needs_more(bench: Bench, *, words: int) -> Analysis:
    return Analysis(name="more", title="More", note=str(words))


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Put functions into the room of analyses for one test."""

    def put(**functions: Callable[..., Analysis]) -> None:
        parts = {name: ModuleType(name, f"{name}.") for name in functions}
        for name, function in functions.items():
            parts[name].analyse = function  # type: ignore[attr-defined]
        monkeypatch.setitem(shelf._added, "analyses", parts)

    yield put


def asked(*analyses: str, runs: tuple[Path, ...] = ()) -> StatsOptions:
    return StatsOptions(analyses=analyses, runs=runs)


def test_items_and_documents_are_counted_and_the_standard_analyses_are_done(small: SmallBench) -> None:
    found = stats(small.bench)
    assert (found.items, found.documents) == (12, 3)
    assert tuple(analysis.name for analysis in found.analyses) == STANDARD and found.not_done == ()


def test_statistics_are_written_as_json(small: SmallBench) -> None:
    shown = json.loads(to_json(stats(small.bench)))
    assert shown["items"] == 12 and {"name", "title", "header", "rows"} == set(shown["analyses"][0]["tables"][0])


def test_a_bench_without_items_is_an_error(small: SmallBench) -> None:
    (small.bench / "items.jsonl").write_bytes(b"")
    with pytest.raises(NothingKept):
        stats(small.bench)


def test_an_unknown_analysis_is_named_before_anything_is_counted(small: SmallBench) -> None:
    with pytest.raises(UnknownName, match="overview"):
        stats(small.bench, options=asked("overveiw"))


def test_an_analysis_that_fails_costs_only_itself(small: SmallBench, own: Callable[..., None]) -> None:
    own(broken=broken, inapplicable=inapplicable)
    found = stats(small.bench, options=asked("broken", "overview", "inapplicable"))
    assert [analysis.name for analysis in found.analyses] == ["overview"]
    foreseen = {one.analysis: one.reason for one in found.not_done}
    assert foreseen["inapplicable"] == "the bench has no chains; make some with dochop_qa"
    assert foreseen["broken"].startswith("KeyError: 'nobody foresaw this' (test_stats.py:")


def test_where_every_analysis_fails_that_is_an_error(small: SmallBench, own: Callable[..., None]) -> None:
    own(inapplicable=inapplicable)
    with pytest.raises(NothingKept, match="no chains"):
        stats(small.bench, options=asked("inapplicable"))


def test_all_are_those_that_need_no_option_the_standard_ones_first(own: Callable[..., None]) -> None:
    own(mine=two_tables, answers=of_a_run, more=needs_more)
    names = every_analysis(with_run=False)
    assert names[: len(STANDARD)] == STANDARD
    assert "mine" in names and not {"answers", "more"} & set(names)
    assert "answers" in every_analysis(with_run=True) and "more" not in every_analysis(with_run=True)


def test_an_analysis_of_runs_is_done_once_for_each(small: SmallBench, own: Callable[..., None]) -> None:
    own(answers=of_a_run, either=of_a_run_or_none)
    runs = small.runs[:2]
    found = stats(small.bench, options=asked("answers", "either", runs=runs))
    assert [analysis.note for analysis in found.analyses] == [*map(str, runs), *map(str, runs)]
    assert found.specs[:2] == tuple(f"answers(run={str(run)!r})" for run in runs)
    assert [analysis.note for analysis in stats(small.bench, options=asked("either")).analyses] == [""]


def test_a_run_adds_what_needs_one_to_the_standard_analyses(small: SmallBench, own: Callable[..., None]) -> None:
    own(answers=of_a_run, either=of_a_run_or_none)
    names = [analysis.name for analysis in stats(small.bench, options=asked(runs=small.runs[:1])).analyses]
    assert "answers" in names and "either" not in names and names[0] == STANDARD[0]


def test_a_run_in_the_spec_string_is_taken_over_those_of_the_command(small: SmallBench, own: Callable[..., None]) -> None:
    own(answers=of_a_run)
    found = stats(small.bench, options=asked("answers(run='mine')", runs=small.runs))
    assert [analysis.note for analysis in found.analyses] == ["mine"]


def test_a_missing_option_is_named_with_what_to_write(small: SmallBench, own: Callable[..., None]) -> None:
    own(answers=of_a_run, more=needs_more)
    with pytest.raises(UsageError, match="'run' is not given; write .* or give a folder with --run"):
        stats(small.bench, options=asked("answers"))
    with pytest.raises(UsageError, match=r"'words' is not given; write more\(words=…\)$"):
        stats(small.bench, options=asked("more"))


def test_the_folder_has_a_file_for_each_table_and_figure_and_a_page_that_links_to_them(
    small: SmallBench, own: Callable[..., None], tmp_path: Path
) -> None:
    own(mine=two_tables)
    out = tmp_path / "stats"
    found = stats(small.bench, out=out, options=asked("mine"))
    assert found.files == ("mine-gr_e_x.csv", "mine.csv", "mine-2.csv", "mine.svg")
    assert {path.name for path in out.iterdir()} == {*found.files, "stats.json", "index.html"}
    page = (out / "index.html").read_text(encoding="utf-8")
    assert all(f'href="{name}"' in page for name in (*found.files, "stats.json"))
    assert (out / "mine-gr_e_x.csv").read_text().splitlines() == ["a,n", "'=1+1,2", ",0.5"]
    assert (out / "mine.svg").read_text().startswith("<svg xmlns=")
    assert json.loads((out / "stats.json").read_bytes()) == json.loads(to_json(found))


def test_the_same_bench_gives_the_same_bytes(small: SmallBench, tmp_path: Path) -> None:
    for name in "ab":
        stats(small.bench, out=tmp_path / name, options=asked("all"))
    first, second = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in "ab")
    assert first == second and len(first) > 20


def test_a_folder_is_written_again_without_what_is_stale_and_other_files_stay(
    small: SmallBench, own: Callable[..., None], tmp_path: Path
) -> None:
    own(mine=two_tables)
    out = tmp_path / "stats"
    stats(small.bench, out=out, options=asked("overview", "mine"))
    (out / "notes.txt").write_text("of somebody")
    (out / "my.csv").write_text("of somebody")
    found = stats(small.bench, out=out, options=asked("mine"))
    assert {path.name for path in out.iterdir()} == {*found.files, "stats.json", "index.html", "notes.txt", "my.csv"}


def test_a_list_of_files_that_leads_elsewhere_deletes_nothing(small: SmallBench, tmp_path: Path) -> None:
    out = tmp_path / "stats"
    out.mkdir()
    (out / "stats.json").write_bytes(b'{"analyses": [], "files": ["../a.csv", "/etc/a.csv", "notes.txt", 4]}')
    (out / "notes.txt").write_text("of somebody")
    (tmp_path / "a.csv").write_text("of somebody")
    stats(small.bench, out=out)
    assert (out / "notes.txt").exists() and (tmp_path / "a.csv").exists()


def test_statistics_are_not_written_into_a_bench_or_over_a_file(small: SmallBench, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="holds a bench"):
        stats(small.bench, out=small.bench)
    with pytest.raises(UsageError, match="is a file"):
        stats(small.bench, out=tmp_path / "file")
