"""A corpus folder curated into another: documents carried over, labels written, what is left out said so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from evidoc.curation import DocumentLabels
from evidoc.errors import NothingKept, UnknownName, UsageError
from evidoc.flow.curate import CurateOptions, CurateSummary, curate
from evidoc.flow.read import read
from evidoc.flow.work import Progress, Work
from evidoc.records.corpus import SCHEMA, encode_document, open_corpus, write_documents
from evidoc.records.document import Document
from evidoc.records.ledger import ManifestEntry
from evidoc.records.store import new_header, read_rows
from tests.cli.run import evidoc
from tests.curation.texts import document, edited, words_from

ONE = " ".join(words_from(1, 200))
NEAR = " ".join(edited(words_from(1, 200), changes=2, seed=1))
OTHER = " ".join(words_from(2, 200))


def written(folder: Path, documents: Sequence[Document]) -> Path:
    members = ((entry.id, encode_document(entry)) for entry in documents)
    write_documents(folder, members, header=new_header(SCHEMA, settings={"files": "some"}))
    return folder


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus read from three files, two of them nearly the same."""
    for name, text in (("one.txt", ONE), ("near.txt", NEAR), ("other.txt", OTHER), ("copy.txt", OTHER), ("empty.txt", "")):
        (tmp_path / "files" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "files" / name).write_text(text, encoding="utf-8")
    read([tmp_path / "files"], out=tmp_path / "corpus", work=Work(engine="inline"))
    return tmp_path / "corpus"


def run(corpus: Path, out: Path, *parts: str, seed: int = 0, overwrite: bool = False) -> CurateSummary:
    return curate(corpus, out=out, options=CurateOptions(parts=parts, seed=seed, overwrite=overwrite))


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_what_is_kept_is_carried_over_with_its_source(corpus: Path, tmp_path: Path) -> None:
    summary = run(corpus, tmp_path / "out", "duplicates")
    before, after = open_corpus(corpus), open_corpus(tmp_path / "out")
    assert (summary.documents, summary.kept, summary.left_out) == (3, 2, {"duplicates: near": 1})
    assert [after[name] for name in after.ids] == [before[name] for name in after.ids]
    assert all(after.source_path(entry.source) for entry in after)
    assert len(list((tmp_path / "out" / "sources").iterdir())) == 2


def test_the_manifest_says_what_was_left_out_by_which_part_and_why(corpus: Path, tmp_path: Path) -> None:
    run(corpus, tmp_path / "out", "duplicates")
    rows = {Path(row.path).name: row for row in read_rows(tmp_path / "out" / "manifest.jsonl", ManifestEntry)}
    statuses = {name: row.status for name, row in rows.items()}
    assert sorted(statuses.values()) == ["duplicate", "empty", "left_out", "ok", "ok"]
    (out,) = [row for row in rows.values() if row.status == "left_out"]
    assert out.reason.startswith("duplicates: near: one work with d-")


def test_labels_are_written_for_each_document_that_is_kept(corpus: Path, tmp_path: Path) -> None:
    summary = run(corpus, tmp_path / "out", "duplicates", "profiles", "classes")
    rows = list(read_rows(tmp_path / "out" / "labels.jsonl", DocumentLabels))
    assert [row.document for row in rows] == list(open_corpus(tmp_path / "out").ids)
    counts = {count.name: count for count in summary.labels}
    assert counts["tokens"].quantiles == (400, 400, 400, 400, 400)
    assert counts["kind"].values == {"other": 2}
    assert counts["language"].documents == 2


def test_each_part_works_on_what_the_one_before_has_kept(corpus: Path, tmp_path: Path) -> None:
    summary = run(corpus, tmp_path / "out", "duplicates", "sampling(n=1)")
    assert summary.left_out == {"duplicates: near": 1, "sampling: not_sampled": 1}


def test_labels_of_an_earlier_curation_are_kept_unless_said_anew(corpus: Path, tmp_path: Path) -> None:
    run(corpus, tmp_path / "first", "profiles")
    run(tmp_path / "first", tmp_path / "second", "licences")
    (row, *_) = read_rows(tmp_path / "second" / "labels.jsonl", DocumentLabels)
    assert {"tokens", "licence"} <= {label.name for label in row.labels}


def test_the_same_corpus_and_options_give_the_same_bytes(corpus: Path, tmp_path: Path) -> None:
    parts = ("duplicates(near=0.5)", "classes", "sampling(n=1)", "splits")
    run(corpus, tmp_path / "a", *parts, seed=3)
    run(corpus, tmp_path / "b", *parts, seed=3)
    assert content(tmp_path / "a") == content(tmp_path / "b")
    before = content(tmp_path / "a")
    run(corpus, tmp_path / "a", *parts, seed=3)
    assert content(tmp_path / "a") == before


def test_the_seed_is_part_of_what_a_corpus_is(corpus: Path, tmp_path: Path) -> None:
    run(corpus, tmp_path / "out", "sampling(n=1)", seed=1)
    with pytest.raises(UsageError, match="holds another corpus"):
        run(corpus, tmp_path / "out", "sampling(n=1)", seed=2)


def test_overwriting_leaves_nothing_of_the_old_corpus(corpus: Path, tmp_path: Path) -> None:
    run(corpus, tmp_path / "out", "profiles")
    run(corpus, tmp_path / "out", "sampling(n=1)", overwrite=True)
    run(corpus, tmp_path / "fresh", "sampling(n=1)")
    assert content(tmp_path / "out") == content(tmp_path / "fresh")


def test_files_of_others_in_the_folder_are_not_touched(corpus: Path, tmp_path: Path) -> None:
    mine = tmp_path / "out" / "sources" / "my-thesis.tex"
    mine.parent.mkdir(parents=True)
    mine.write_text("years of work", encoding="utf-8")
    with pytest.raises(UsageError, match=r"other things in it \(sources\)"):
        run(corpus, tmp_path / "out", "profiles")
    assert mine.is_file()


def test_a_corpus_is_not_curated_into_itself(corpus: Path) -> None:
    with pytest.raises(UsageError, match="read and written"):
        run(corpus, corpus, "profiles")


def test_without_a_part_there_is_nothing_to_do(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no part"):
        run(corpus, tmp_path / "out")


def test_an_unknown_part_is_answered_with_the_nearest(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean duplicates"):
        run(corpus, tmp_path / "out", "duplicate")


def test_where_nothing_is_left_nothing_is_written(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(NothingKept, match="3 licences: licence_unknown"):
        run(corpus, tmp_path / "out", "licences(keep='redistributable')")
    assert not (tmp_path / "out").exists()


def test_a_corpus_without_a_manifest_gets_one(tmp_path: Path) -> None:
    """The corpus of a bench has none."""
    pair = [document("a.pdf", ONE), document("b.pdf", NEAR)]
    run(written(tmp_path / "corpus", pair), tmp_path / "out", "duplicates")
    rows = list(read_rows(tmp_path / "out" / "manifest.jsonl", ManifestEntry))
    assert [row.path for row in rows] == ["a.pdf", "b.pdf"]
    assert sorted(row.status for row in rows) == ["left_out", "ok"]


def test_progress_is_told_part_by_part(corpus: Path, tmp_path: Path) -> None:
    told: list[Progress] = []
    options = CurateOptions(parts=("duplicates", "profiles"))
    curate(corpus, out=tmp_path / "out", options=options, work=Work(progress=told.append))
    assert [(step.done, step.kept, step.rejected) for step in told] == [(1, 2, 1), (2, 2, 1)]


def test_the_command_says_how_labels_are_spread_and_what_was_left_out(corpus: Path, tmp_path: Path) -> None:
    done = evidoc("curate", str(corpus), "--by", "duplicates,profiles,classes", "--out", str(tmp_path / "out"))
    assert done.code == 0
    assert "duplicates: near" in done.out
    assert "median 400" in done.out
    assert "2 of 3 documents" in done.out


def test_the_command_speaks_to_machines(corpus: Path, tmp_path: Path) -> None:
    done = evidoc("curate", str(corpus), "--by", "sampling(n=2)", "--seed", "5", "--out", str(tmp_path / "out"), "--json")
    assert json.loads(done.out)["kept"] == 2
