"""export and import: corpora into other people's formats and back."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import msgspec
import pytest

from evidoc.errors import NothingKept, UnknownName, UsageError
from evidoc.flow.export import export
from evidoc.flow.import_ import import_
from evidoc.records.corpus import open_corpus
from evidoc.records.ledger import ManifestEntry
from evidoc.records.store import read_rows
from tests.cli.run import evidoc
from tests.exporters.papers import PDF, corpus_folder, paper
from tests.reports.small_bench import build

PAPER = msgspec.structs.replace(
    paper(),
    id=f"d-{hashlib.sha256(PDF).hexdigest()[:12]}",
    source=msgspec.structs.replace(paper().source, sha256=hashlib.sha256(PDF).hexdigest()),
    pages_source=msgspec.structs.replace(paper().source, sha256=hashlib.sha256(PDF).hexdigest()),
)


def rows(folder: Path) -> list[ManifestEntry]:
    return list(read_rows(folder / "manifest.jsonl", ManifestEntry))


def test_a_corpus_goes_out_and_comes_back_with_its_pdf(tmp_path: Path) -> None:
    export(corpus_folder(tmp_path / "corpus", PAPER), to="scidocir", out=tmp_path / "out")
    summary = import_(tmp_path / "out", of="scidocir", out=tmp_path / "back")
    corpus = open_corpus(tmp_path / "back")
    assert (summary.documents, summary.pages, summary.statuses) == (1, 2, {"ok": 1})
    assert corpus[PAPER.id].blocks == PAPER.blocks
    pdf = corpus.pdf(corpus[PAPER.id])
    assert pdf is not None and pdf.read_bytes() == PDF
    export(tmp_path / "back", to="scidocir", out=tmp_path / "again")
    name = f"{PAPER.id}.json"
    assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "out" / name).read_bytes()


def test_a_file_with_faults_is_listed_with_them_and_stops_nothing(tmp_path: Path) -> None:
    export(corpus_folder(tmp_path / "corpus", PAPER), to="scidocir(pictures=False)", out=tmp_path / "out")
    value = json.loads((tmp_path / "out" / f"{PAPER.id}.json").read_bytes())
    value["stats"]["num_blocks"] = 3
    (tmp_path / "out" / "bad.json").write_text(json.dumps(value))
    (tmp_path / "out" / "copy.json").write_bytes((tmp_path / "out" / f"{PAPER.id}.json").read_bytes() + b" ")
    summary = import_(tmp_path / "out", of="scidocir", out=tmp_path / "back")
    assert summary.statuses == {"damaged": 1, "duplicate": 1, "ok": 1}
    assert {Path(row.path).name: row.reason for row in rows(tmp_path / "back") if row.status == "damaged"} == {
        "bad.json": "1 faults: stats.num_blocks is 3, counted 15; mend the file, or export it again"
    }


def test_a_document_whose_pdf_is_not_beside_it_is_imported_and_says_so(tmp_path: Path) -> None:
    export(corpus_folder(tmp_path / "corpus", PAPER, pdf=None), to="scidocir", out=tmp_path / "out")
    import_(tmp_path / "out" / f"{PAPER.id}.json", of="scidocir", out=tmp_path / "back")
    assert rows(tmp_path / "back")[0].reason == "without alder.pdf, which is not beside it"
    corpus = open_corpus(tmp_path / "back")
    assert corpus.pdf(corpus[PAPER.id]) is None


def test_the_corpus_of_a_bench_is_exported(tmp_path: Path) -> None:
    small = build(tmp_path / "bench")
    assert export(small.bench, to="scidocir(pictures=False)", out=tmp_path / "out").written == 3


def test_a_folder_that_is_not_empty_is_not_written_to(tmp_path: Path) -> None:
    corpus = corpus_folder(tmp_path / "corpus", PAPER)
    with pytest.raises(UsageError, match=r"has other things in it \(corpus\); give --out a new folder for the export"):
        export(corpus, to="scidocir", out=tmp_path)
    with pytest.raises(UsageError, match=r"has a corpus already \(corpus.json\); give --out a new folder"):
        import_(tmp_path, of="scidocir", out=tmp_path / "corpus")


def test_a_format_or_option_that_is_not_there_is_answered_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean scidocir"):
        export(tmp_path, to="scidoc", out=tmp_path / "out")
    with pytest.raises(UnknownName, match="did you mean pictures"):
        export(tmp_path, to="scidocir(picture=False)", out=tmp_path / "out")
    with pytest.raises(UnknownName, match="no importer is called 'x'"):
        import_(tmp_path, of="x", out=tmp_path / "out")


def test_importing_nothing_ends_with_a_manifest(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.json").write_text("{}")
    with pytest.raises(NothingKept, match="none of 1 files gave a document"):
        import_(tmp_path / "in", of="scidocir", out=tmp_path / "out")
    assert rows(tmp_path / "out")[0].status == "damaged" and not (tmp_path / "out" / "corpus.json").exists()
    with pytest.raises(UsageError, match="no such file or folder"):
        import_(tmp_path / "missing", of="scidocir", out=tmp_path / "other")


def test_the_command_line_exports_and_imports(tmp_path: Path) -> None:
    corpus = corpus_folder(tmp_path / "corpus", PAPER)
    done = evidoc("export", str(corpus), "--to", "scidocir", "--out", str(tmp_path / "out"))
    assert done.code == 0 and "blocks" in done.out
    done = evidoc("import", "scidocir", str(tmp_path / "out"), "--out", str(tmp_path / "back"))
    assert done.code == 0 and "1 documents with 2 pages" in done.out
    done = evidoc("export", str(tmp_path / "back"), "--to", "scidocir", "--out", str(tmp_path / "again"), "--json")
    assert json.loads(done.out)["written"] == 1
    done = evidoc("import", "scidocir", str(tmp_path / "again"), "--out", str(tmp_path / "last"), "--json")
    assert json.loads(done.out)["documents"] == 1


@pytest.mark.parametrize("room", ["exporters", "importers"])
def test_the_parts_of_both_rooms_are_listed(room: str) -> None:
    assert "scidocir" in evidoc("list", room).out
