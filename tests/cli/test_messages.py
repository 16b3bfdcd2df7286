"""What commands say where something is not as it should be: with the value, the place and the way out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from evidoc.cli import place_said
from evidoc.errors import InvalidRecord
from evidoc.records.bench import open_bench
from evidoc.records.store import read_header
from tests.cli.run import evidoc
from tests.reports.small_bench import SmallBench


def test_an_empty_folder_is_named_as_empty(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = evidoc("read", str(tmp_path / "empty"), "--out", str(tmp_path / "corpus"), "--engine", "inline")
    assert done.code == 3
    assert f"{tmp_path / 'empty'}: no file is there" in done.err


@pytest.mark.parametrize(
    ("version", "said"), [(0, "write the folder anew"), (-3, "write the folder anew"), (99, "update evidoc")]
)
def test_a_version_is_newer_or_none(version: int, said: str, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(json.dumps({"schema": "evidoc.run", "version": version}))
    with pytest.raises(InvalidRecord, match=said):
        read_header(tmp_path / "run.json", schema="evidoc.run")


def test_a_limit_of_cost_without_a_price_names_the_option(
    small: SmallBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    done = evidoc("ask", str(small.bench), "--system", "openai/unpriced-model", "--max-cost", "1", "--out", str(tmp_path / "run"))
    assert done.code == 2
    assert "--price 0.40,1.60" in done.err


def predictions(path: Path, **line: object) -> str:
    path.write_text(json.dumps(line), encoding="utf-8")
    return f"predictions:{path}"


def test_an_unknown_field_of_a_prediction_is_answered_with_those_that_there_are(small: SmallBench, tmp_path: Path) -> None:
    system = predictions(tmp_path / "p.jsonl", item="i-1", txt="42")
    done = evidoc("ask", str(small.bench), "--system", system, "--out", str(tmp_path / "run"))
    assert done.code == 1
    assert "the fields are item, text, citations" in done.err and "document, page, x0, y0, x1, y1, frame" in done.err


def test_citations_of_documents_and_pages_that_are_not_there_are_remarked(small: SmallBench, tmp_path: Path) -> None:
    item = next(iter(open_bench(small.bench).items()))
    edges = {"x0": 1, "y0": 1, "x1": 9, "y1": 9}
    cited = [{"document": 7, "page": 1, **edges}, {"page": 99, **edges}, {"page": 1, **edges}]
    system = predictions(tmp_path / "p.jsonl", item=item.id, text="42", citations=cited)
    done = evidoc("ask", str(small.bench), "--system", system, "--out", str(tmp_path / "run"))
    assert done.code == 0
    assert "2 citations are of no page of their item and hit nothing" in done.out
    assert f"item {item.id} has {len(item.documents)} documents, and document 7 is cited" in done.out


def test_files_that_a_latex_project_takes_in_are_parts_of_its_document(tmp_path: Path) -> None:
    files = tmp_path / "paper"
    files.mkdir()
    start = "\\documentclass{own}\\usepackage{own}\\begin{document}\\section{One}Water flows down the hill."
    body = start + "\\input{two}\\bibliography{refs,more}\\end{document}"
    (files / "main.tex").write_text(body, encoding="utf-8")
    (files / "two.tex").write_text("And the sea is wide and deep.", encoding="utf-8")
    for name in ("refs.bib", "own.sty", "own.cls", "other.sty", "main.log"):
        (files / name).write_text("% nothing", encoding="utf-8")
    done = evidoc("read", str(files), "--out", str(tmp_path / "corpus"), "--engine", "inline")
    assert done.code == 0, done.err
    rows = [json.loads(line) for line in (tmp_path / "corpus" / "manifest.jsonl").read_text().splitlines()]
    found = {Path(row["path"]).name: row for row in rows}
    main = found.pop("main.tex")
    parts = ("two.tex", "refs.bib", "own.sty", "own.cls")
    assert [(found[name]["status"], found[name]["document"]) for name in parts] == [("part", main["document"])] * 4
    assert {found[name]["reason"] for name in parts} == {"taken in by main.tex"}
    assert [found[name]["status"] for name in ("other.sty", "main.log")] == ["unsupported"] * 2
    assert "1 documents" in done.out and len(rows) == 7


@pytest.mark.parametrize("named", ["absolute", "relative"])
def test_a_changed_bibliography_is_read_anew(named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a project takes in decides its document, so that a corpus of the old one is not taken for whole."""
    monkeypatch.chdir(tmp_path)
    main = tmp_path / "main.tex"
    body = "\\section{One}Water flows down the hill \\cite{a}.\\bibliography{refs}"
    main.write_text("\\documentclass{article}\\begin{document}" + body + "\\end{document}", encoding="utf-8")
    (tmp_path / "refs.bib").write_text("@article{a, title={Water}, year={2020}}", encoding="utf-8")
    shown = str(main) if named == "absolute" else main.name
    command = ("read", shown, "--out", str(tmp_path / "corpus"), "--engine", "inline")
    assert evidoc(*command).code == evidoc(*command).code == 0
    (tmp_path / "refs.bib").write_text("@article{a, title={Wine}, year={2020}}", encoding="utf-8")
    done = evidoc(*command)
    assert done.code == 2 and "holds a corpus that differs in files" in done.err


def test_linking_that_finds_no_pair_proposes_a_lower_threshold(small: SmallBench, tmp_path: Path) -> None:
    done = evidoc(
        "link", str(small.bench / "corpus"), "--by", "profiles(threshold=0.99)", "--out", str(tmp_path / "groups.jsonl")
    )
    assert done.code == 3
    assert 'try a lower threshold, as in --by "profiles(threshold=0.495)"' in done.err


def test_a_place_that_cannot_be_written_is_said_in_one_sentence(tmp_path: Path) -> None:
    """Whatever the command: a path through a file is as wrong as one without permission."""
    (tmp_path / "notes").write_text("mine")
    done = evidoc("demo", "--out", str(tmp_path / "notes" / "demo"))
    assert done.code == 1
    assert re.fullmatch(r"evidoc: .*notes.*: cannot be read or written \(not a directory\); check the path, .*\n", done.err)


def test_a_lack_of_permission_names_the_place() -> None:
    said = place_said(PermissionError(13, "Permission denied", "/theirs/run.json"))
    assert said.startswith("/theirs/run.json: cannot be read or written (permission denied); check the path, its permissions")
