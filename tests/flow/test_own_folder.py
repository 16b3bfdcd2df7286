"""A command writes only into a new or empty folder, or one of its own kind: one rule for all of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from evidoc.errors import UsageError
from evidoc.flow._own_folder import refuse_strange, refuse_taken, whole_folder
from evidoc.flow.curate import CurateOptions, curate
from evidoc.flow.report import report
from evidoc.records.corpus import open_corpus
from evidoc.reports.page import GENERATOR
from tests.cli.run import evidoc
from tests.reports.small_bench import SmallBench


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
        ("stats", bench),
        ("export", bench, "--to", "card"),
        ("import", "scidocir", str(table)),
        ("ablate", bench, "--by", "evidence_access", "--system", "baseline/gold"),
        ("demo",),
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
        (("stats", bench), bench, "bench"),
        (("export", bench, "--to", "card"), run, "run"),
        (("import", "scidocir", str(table)), bench, "bench"),
        (("demo",), corpus, "corpus"),
    ):
        done = evidoc(*arguments, "--out", out)
        assert done.code == 2, arguments
        assert f"holds a {held}; give --out a new folder for the" in done.err, arguments


def test_a_report_may_replace_a_report(small: SmallBench, tmp_path: Path) -> None:
    out = str(tmp_path / "report")
    assert evidoc("report", str(small.runs[0]), "--out", out).code == 0
    assert evidoc("report", str(small.runs[1]), "--out", out).code == 0


def test_the_demo_takes_no_folders_of_others_for_its_own(tmp_path: Path) -> None:
    """Its folders have names that anybody's may have."""
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "letter.pdf").write_bytes(b"mine")
    done = evidoc("demo", "--out", str(tmp_path))
    assert done.code == 2 and "has other things in it (documents)" in done.err
    assert (tmp_path / "documents" / "letter.pdf").read_bytes() == b"mine"


def test_a_page_of_statistics_of_others_is_not_replaced(small: SmallBench, tmp_path: Path) -> None:
    (tmp_path / "stats.json").write_text('{"visits": 3}')
    done = evidoc("stats", str(small.bench), "--out", str(tmp_path))
    assert done.code == 2 and "has other things in it (stats.json)" in done.err


def test_what_is_made_only_once_is_not_made_where_one_is(small: SmallBench) -> None:
    with pytest.raises(UsageError, match="has a bench already \\(bench.json\\); give --out a new folder"):
        refuse_taken(small.bench, kind="bench")


class Interrupted(BaseException):
    """As a key press comes: at any place, and no Exception."""


@pytest.mark.parametrize("stop", [Interrupted, OSError("no space left")])
def test_a_stage_that_is_stopped_leaves_the_folder_as_it_was(tmp_path: Path, stop: BaseException | type[BaseException]) -> None:
    """What was there is there still and nothing else, so that the same command can be given again."""
    out = tmp_path / "report"
    for before in ({}, {"index.html": GENERATOR, "items.csv": "old", "notes.txt": "of somebody"}):
        for name, text in before.items():
            out.mkdir(exist_ok=True)
            (out / name).write_text(text)
        with pytest.raises((Interrupted, OSError)), whole_folder(out, kind="report") as folder:
            (folder / "items.csv").write_text("new")
            raise stop
        assert {path.name: path.read_text() for path in out.glob("*")} == before
        assert [path.name for path in tmp_path.iterdir()] == (["report"] if before else [])


def test_a_folder_is_replaced_with_all_its_files_at_the_end_and_others_stay(tmp_path: Path) -> None:
    out = tmp_path / "report"
    out.mkdir()
    for name, text in (("index.html", GENERATOR), ("items.csv", "old"), ("notes.txt", "of somebody")):
        (out / name).write_text(text)
    with whole_folder(out, kind="report") as folder:
        (folder / "pages").mkdir()
        for name in ("items.csv", "index.html", "pages/1.png"):
            (folder / name).write_text("new")
        assert (out / "items.csv").read_text() == "old"
    found = {path.relative_to(out).as_posix(): path.read_text() for path in out.rglob("*") if path.is_file()}
    assert found == {"items.csv": "new", "index.html": "new", "pages/1.png": "new", "notes.txt": "of somebody"}


def test_documents_of_a_corpus_that_was_never_whole_are_not_taken_into_a_new_one(small: SmallBench, tmp_path: Path) -> None:
    """Their index alone would bring them in."""
    corpus, out = small.bench / "corpus", tmp_path / "curated"
    shutil.copytree(corpus, out)
    (out / "corpus.json").unlink()
    for path in out.glob("documents-*.index.jsonl"):
        path.rename(out / "documents-7.index.jsonl")
    curate(corpus, out=out, options=CurateOptions(parts=("duplicates",)))
    assert not (out / "documents-7.index.jsonl").exists() and len(open_corpus(out)) == 3


def test_who_is_killed_while_files_are_moved_can_be_followed(tmp_path: Path) -> None:
    """The page by which a report is known is not there then; the hidden folder says whose the rest is."""
    out = tmp_path / "report"
    (out / ".report.unfinished").mkdir(parents=True)
    (out / "items.csv").write_text("half")
    with whole_folder(out, kind="report") as folder:
        (folder / "index.html").write_text(GENERATOR)
    assert sorted(path.name for path in out.iterdir()) == ["index.html", "items.csv"]


def test_no_half_of_a_report_is_left_when_a_page_cannot_be_drawn(
    small: SmallBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise Interrupted

    monkeypatch.setattr("evidoc.flow.report.draw_pages", stopped)
    with pytest.raises(Interrupted):
        report(list(small.runs), out=tmp_path / "report")
    assert list(tmp_path.iterdir()) == []


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
