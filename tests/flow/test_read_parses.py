"""Folders that other parsers leave: one document a parse, on the pages of its PDF."""

from __future__ import annotations

import shutil
from pathlib import Path

from evidoc.flow.read import ReadOptions, read
from evidoc.flow.work import Work
from evidoc.records.corpus import open_corpus
from evidoc.records.ledger import ManifestEntry
from evidoc.records.store import read_rows
from tests.build import shared
from tests.readers.parsed import digest

PG9 = "2305.03393v1-pg9"
HERE = Work(engine="inline")


def run_of_mineru(folder: Path, *, pdf: str = "paper_origin.pdf") -> Path:
    folder.mkdir()
    for kind in ("middle", "content_list", "content_list_v2"):
        shutil.copyfile(shared(f"samples/mineru/v4_{PG9}_{kind}.json"), folder / f"paper_{kind}.json")
    shutil.copyfile(shared(f"samples/docling/{PG9}.pdf"), folder / pdf)
    return folder


def manifest(corpus: Path) -> dict[str, ManifestEntry]:
    return {Path(row.path).name: row for row in read_rows(corpus / "manifest.jsonl", ManifestEntry)}


def test_a_run_of_mineru_is_one_document_on_the_pages_of_its_pdf(tmp_path: Path) -> None:
    folder = run_of_mineru(tmp_path / "run")
    (folder / "paper_layout.pdf").write_bytes((folder / "paper_origin.pdf").read_bytes() + b"\n% drawn")
    summary = read([folder], out=tmp_path / "corpus", work=HERE)
    rows = manifest(tmp_path / "corpus")
    assert summary.documents == 1
    assert {name: row.status for name, row in rows.items()} == {
        "paper_content_list.json": "duplicate",
        "paper_content_list_v2.json": "duplicate",
        "paper_layout.pdf": "duplicate",
        "paper_middle.json": "ok",
        "paper_origin.pdf": "ok",
    }
    assert rows["paper_origin.pdf"].reason == "pages of paper_middle.json"
    assert rows["paper_content_list.json"].reason.endswith("paper_middle.json, which says more")
    assert {row.document for row in rows.values()} == {rows["paper_middle.json"].document}
    corpus = open_corpus(tmp_path / "corpus")
    pdf = corpus.pdf(corpus[rows["paper_middle.json"].document])
    assert pdf is not None and digest(pdf) == digest(folder / "paper_origin.pdf")


def test_a_pdf_that_lies_beside_but_was_not_given_is_kept_with_the_corpus(tmp_path: Path) -> None:
    folder = run_of_mineru(tmp_path / "run", pdf="paper.pdf")
    read([folder / "paper_middle.json"], out=tmp_path / "corpus", work=HERE)
    row = manifest(tmp_path / "corpus")["paper_middle.json"]
    corpus = open_corpus(tmp_path / "corpus")
    assert corpus.pdf(corpus[row.document]) is not None and row.pages_sha256 == digest(folder / "paper.pdf")
    read([folder / "paper_middle.json"], out=tmp_path / "corpus", work=Work(engine="inline", retry_failed=True))
    assert corpus.pdf(corpus[row.document]) is not None


def test_a_pdf_of_other_text_is_read_by_itself(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    shutil.copyfile(shared("samples/mineru/v3_middle.json"), folder / "paper_middle.json")
    shutil.copyfile(shared("samples/docling/code_and_formula.pdf"), folder / "paper.pdf")
    assert read([folder], out=tmp_path / "corpus", work=HERE).documents == 2
    assert "without the pages of paper.pdf" in manifest(tmp_path / "corpus")["paper_middle.json"].reason


def test_a_docling_file_and_its_pdf_are_one_document(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    for suffix in ("json", "pdf"):
        shutil.copyfile(shared(f"samples/docling/{PG9}.{suffix}"), folder / f"paper.{suffix}")
    assert read([folder], out=tmp_path / "corpus", work=HERE).documents == 1
    assert read([folder], out=tmp_path / "apart", options=ReadOptions(twins=False), work=HERE).documents == 2


def test_json_of_no_parser_leaves_its_pdf_alone(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "paper.json").write_text('{"title": "x"}')
    shutil.copyfile(shared(f"samples/docling/{PG9}.pdf"), folder / "paper.pdf")
    read([folder], out=tmp_path / "corpus", work=HERE)
    rows = manifest(tmp_path / "corpus")
    assert (rows["paper.json"].status, rows["paper.pdf"].status) == ("unsupported", "ok")
    assert "JSON of these is read: MinerU" in rows["paper.json"].reason
