"""A command writes only into a new or empty folder, or one of its own kind: one rule for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.errors import UsageError
from evidoc.flow._own_folder import refuse_strange
from tests.cli.run import evidoc
from tests.reports.small_bench import SmallBench, build


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> SmallBench:
    return build(tmp_path_factory.mktemp("own"))


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """Give a folder with somebody's page in it."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("<h1>My site</h1>", encoding="utf-8")
    return folder


def csv_file(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    rows = ["Region,Sales (tonnes),Staff", "North,1310,12", "South,1204,15", "East,980,9", "West,1105,11"]
    (folder / "sales.csv").write_text("\n".join(rows), encoding="utf-8")
    return folder / "sales.csv"


def test_no_command_writes_among_files_of_others(small: SmallBench, foreign: Path, tmp_path: Path) -> None:
    table = csv_file(tmp_path / "files")
    corpus, bench, run = str(small.bench / "corpus"), str(small.bench), str(small.runs[0])
    for arguments in (
        ("read", str(table)),
        ("make", corpus, "--n", "1"),
        ("curate", corpus),
        ("ask", bench, "--system", "baseline/gold"),
        ("report", run),
        ("retrieve", bench),
    ):
        done = evidoc(*arguments, "--out", str(foreign))
        assert done.code == 2, (arguments, done.err)
        assert "has other things in it (index.html)" in done.err, arguments
    assert [path.name for path in foreign.iterdir()] == ["index.html"]
    assert (foreign / "index.html").read_text() == "<h1>My site</h1>"


def test_no_command_writes_into_a_folder_of_another_kind(small: SmallBench, tmp_path: Path) -> None:
    corpus, bench, run = str(small.bench / "corpus"), str(small.bench), str(small.runs[0])
    table = csv_file(tmp_path / "files")
    for arguments, out, held in (
        (("make", corpus, "--n", "1"), corpus, "corpus"),
        (("report", run), bench, "bench"),
        (("report", run), run, "run"),
        (("read", str(table)), bench, "bench"),
        (("read", str(table), "--overwrite"), run, "run"),
        (("ask", bench, "--system", "baseline/gold"), corpus, "corpus"),
        (("make", corpus, "--n", "1", "--overwrite"), run, "run"),
    ):
        done = evidoc(*arguments, "--out", out)
        assert done.code == 2, arguments
        assert f"holds a {held}; give --out a new folder for the" in done.err, arguments


def test_a_report_may_replace_a_report(small: SmallBench, tmp_path: Path) -> None:
    out = str(tmp_path / "report")
    assert evidoc("report", str(small.runs[0]), "--out", out).code == 0
    assert evidoc("report", str(small.runs[1]), "--out", out).code == 0


def test_what_a_try_without_result_left_is_not_in_the_way(tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    (files / "empty.csv").write_bytes(b"")
    out = str(tmp_path / "corpus")
    assert evidoc("read", str(files), "--out", out, "--engine", "inline").code == 3
    csv_file(files)
    assert evidoc("read", str(files), "--out", out, "--engine", "inline").code == 0


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("y")
    with pytest.raises(UsageError, match="is a file; give --out a folder for the bench"):
        refuse_strange(tmp_path / "x", kind="bench")


@pytest.mark.parametrize(("kind", "name"), [("corpus", "sources"), ("bench", "images"), ("run", "images")])
def test_a_folder_that_others_have_too_is_no_sign_of_ours(kind: str, name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(UsageError, match="other things"):
        refuse_strange(tmp_path, kind=kind)


def test_hidden_files_and_new_folders_are_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / ".keep").write_text("")
    refuse_strange(tmp_path, kind="corpus")
    refuse_strange(tmp_path / "new", kind="run")
