"""What commands say where something is not as it should be: with the value, the place and the way out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.errors import InvalidRecord
from evidoc.records.bench import open_bench
from evidoc.records.store import read_header
from tests.cli.run import evidoc
from tests.reports.small_bench import SmallBench, build


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> SmallBench:
    return build(tmp_path_factory.mktemp("messages"))


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
    assert "the fields are item, text and citations with document, page, x0, y0, x1, y1, frame" in done.err


def test_citations_of_documents_and_pages_that_are_not_there_are_remarked(small: SmallBench, tmp_path: Path) -> None:
    item = next(iter(open_bench(small.bench).items()))
    edges = {"x0": 1, "y0": 1, "x1": 9, "y1": 9}
    cited = [{"document": 7, "page": 1, **edges}, {"page": 99, **edges}, {"page": 1, **edges}]
    system = predictions(tmp_path / "p.jsonl", item=item.id, text="42", citations=cited)
    done = evidoc("ask", str(small.bench), "--system", system, "--out", str(tmp_path / "run"))
    assert done.code == 0
    assert "2 citations are of no page of their item and hit nothing" in done.out
    assert f"item {item.id} has {len(item.documents)} documents, and document 7 is cited" in done.out


def test_files_of_a_latex_project_do_not_count_as_failed(tmp_path: Path) -> None:
    files = tmp_path / "paper"
    files.mkdir()
    body = "\\documentclass{article}\\begin{document}\\section{One}Water flows down the hill.\\end{document}"
    (files / "main.tex").write_text(body, encoding="utf-8")
    for name in ("refs.bib", "own.sty", "own.cls"):
        (files / name).write_text("% nothing", encoding="utf-8")
    done = evidoc("read", str(files), "--out", str(tmp_path / "corpus"), "--engine", "inline")
    assert done.code == 0, done.err
    rows = [json.loads(line) for line in (tmp_path / "corpus" / "manifest.jsonl").read_text().splitlines()]
    assert {Path(row["path"]).name: row["status"] for row in rows} == {
        "main.tex": "ok",
        "refs.bib": "unsupported",
        "own.sty": "unsupported",
        "own.cls": "unsupported",
    }
    assert all("LaTeX project" in row["reason"] for row in rows if row["status"] == "unsupported")


def test_linking_that_finds_no_pair_proposes_a_lower_threshold(small: SmallBench, tmp_path: Path) -> None:
    done = evidoc(
        "link", str(small.bench / "corpus"), "--by", "profiles(threshold=0.99)", "--out", str(tmp_path / "groups.jsonl")
    )
    assert done.code == 3
    assert 'try a lower threshold, as in --by "profiles(threshold=0.495)"' in done.err


def test_an_item_asked_for_as_html_is_led_to_its_document(small: SmallBench, tmp_path: Path) -> None:
    item = next(iter(open_bench(small.bench).items()))
    done = evidoc("show", item.id, str(small.bench), "--html", str(tmp_path / "x.html"))
    assert done.code == 2
    assert f"evidoc show {item.evidence[0].document} {small.bench} --html NAME.html" in done.err
    assert "Items are printed" in " ".join(evidoc("show", "--help").out.split())
