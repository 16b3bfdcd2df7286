"""Reading files into a corpus: every file has a status, and the bytes do not depend on how they were read."""

from __future__ import annotations

import hashlib
import json
import os
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import evidoc.align.source_pages
import evidoc.readers
from evidoc.align.source_pages import Aligned
from evidoc.engines import Failure, Journal
from evidoc.errors import NothingKept, ResumeMismatch, UnreadableDocument, UsageError
from evidoc.flow._read_plan import verdict
from evidoc.flow.read import JOURNAL, ReadOptions, ReadSummary, read
from evidoc.flow.work import Progress, Work
from evidoc.records.corpus import corpus_header, open_corpus
from evidoc.records.document import Block, Document, Source
from evidoc.records.ledger import ManifestEntry
from evidoc.records.store import read_rows
from tests.build import A4

INLINE = Work(engine="inline")


def plain_reader(path: Path, *, name: str, password: str | None = None, **_: object) -> Document:
    """Read the first line as the title; `!word` there raises that status, `?word` asks for that password."""
    content = path.read_bytes()
    text = content.decode("utf-8", "replace")
    if path.suffix.lower() not in (".txt", ".xml", ".html", ".pdf"):
        raise UnreadableDocument(f"{path}: no reader for {path.suffix!r}; give text", status="unsupported")
    if text.startswith("!"):
        raise UnreadableDocument(f"{path}: it is {text[1:]}; give another", status=text[1:])
    if text.startswith("?") and password != text[1:]:
        raise UnreadableDocument(f"{path}: wants a password; give it", status="encrypted")
    if text.startswith("bug"):
        raise KeyError("bug")
    digest = hashlib.sha256(content).hexdigest()
    source = Source(name=name, sha256=digest)
    pages = (A4,) if path.suffix.lower() == ".pdf" else ()
    return Document(
        id=f"d-{digest[:12]}",
        source=source,
        title=text.splitlines()[0],
        pages=pages,
        pages_source=source if pages else None,
        blocks=(Block(id=0, kind="paragraph", text=text),),
    )


def plain_aligner(document: Document, pdf: Path, *, password: str | None = None) -> Aligned:
    """Take the first line of a PDF as the text of its pages."""
    content = pdf.read_bytes()
    if content.startswith(b"!"):
        raise UnreadableDocument(f"{pdf}: it is {content[1:].decode()}; give another", status=content[1:].decode())
    if content.startswith(b"bug"):
        raise IndexError("bug")
    source = Source(name=pdf.name, sha256=hashlib.sha256(content).hexdigest(), media_type="application/pdf")
    from msgspec.structs import replace as changed

    matched = 1.0 if content.decode().startswith(document.title) else 0.25
    return Aligned(changed(document, pages=(A4, A4), pages_source=source), {}, matched)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Readers in small, so that these tests ask only what reading does with what readers give."""
    monkeypatch.setattr(evidoc.readers, "read_file", plain_reader, raising=False)
    monkeypatch.setattr(evidoc.align.source_pages, "align", plain_aligner)
    yield


def folder_of(top: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return top


def manifest(out: Path) -> list[ManifestEntry]:
    return list(read_rows(out / "manifest.jsonl", ManifestEntry))


def statuses(out: Path) -> dict[str, str]:
    return {Path(row.path).name: row.status for row in manifest(out)}


def row_of(out: Path, name: str) -> ManifestEntry:
    (row,) = [row for row in manifest(out) if Path(row.path).name == name]
    return row


def tree(out: Path) -> dict[str, bytes]:
    """All files of a corpus with their bytes, the seconds in the manifest aside."""
    return {
        str(path.relative_to(out)): path.read_bytes()
        if path.name != "manifest.jsonl"
        else b"\n".join(json.dumps(json.loads(line) | {"seconds": 0}).encode() for line in path.read_bytes().splitlines())
        for path in sorted(out.rglob("*"))
        if path.is_file()
    }


def read_plain(source: Path, out: Path, **options: object) -> ReadSummary:
    return read([source], out=out, options=ReadOptions(**options), work=INLINE)  # type: ignore[arg-type]


@pytest.mark.usefixtures("plain")
class TestTheManifest:
    def test_every_file_is_listed_in_order_of_path_with_what_became_of_it(self, tmp_path: Path) -> None:
        files = {"b.txt": "Bee", "a.txt": "Ay", "sub/c.txt": "!damaged", "d.png": "picture", "e.txt": ""}
        source = folder_of(tmp_path / "in", files)
        summary = read_plain(source, tmp_path / "out")
        rows = manifest(tmp_path / "out")
        assert [(Path(row.path).relative_to(source).as_posix(), row.status) for row in rows] == [
            ("a.txt", "ok"), ("b.txt", "ok"), ("d.png", "unsupported"), ("e.txt", "empty"), ("sub/c.txt", "damaged"),
        ]  # fmt: skip
        assert summary.statuses == {"damaged": 1, "empty": 1, "ok": 2, "unsupported": 1}
        assert (summary.documents, summary.pages, summary.out) == (2, 0, tmp_path / "out")

    def test_an_ok_row_names_its_document_and_a_bad_row_says_why_without_the_path(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay", "c.txt": "!no_body"})
        read_plain(source, tmp_path / "out")
        digest = hashlib.sha256(b"Ay").hexdigest()
        good = row_of(tmp_path / "out", "a.txt")
        assert (good.sha256, good.document, good.reason) == (digest, f"d-{digest[:12]}", "")
        assert row_of(tmp_path / "out", "c.txt").reason == "it is no_body; give another"

    def test_an_error_nobody_foresaw_is_a_crash_with_its_place_not_the_end(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay", "b.txt": "bug"})
        read_plain(source, tmp_path / "out")
        row = row_of(tmp_path / "out", "b.txt")
        assert row.status == "crashed"
        assert row.reason.startswith("KeyError at test_read.py:")

    def test_the_same_bytes_under_two_names_are_one_document(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay", "copy/z.txt": "Ay"})
        read_plain(source, tmp_path / "out")
        first, second = manifest(tmp_path / "out")
        assert (second.status, second.document) == ("duplicate", first.document)
        assert second.reason == f"same bytes as {first.path}"
        assert len(open_corpus(tmp_path / "out")) == 1

    def test_a_duplicate_of_a_bad_file_has_no_document(self, tmp_path: Path) -> None:
        read_plain(folder_of(tmp_path / "in", {"a.txt": "!damaged", "b.txt": "!damaged", "c.txt": "C"}), tmp_path / "out")
        assert [(row.status, bool(row.document)) for row in manifest(tmp_path / "out")] == [
            ("damaged", False), ("duplicate", False), ("ok", True),
        ]  # fmt: skip

    def test_too_large_a_file_is_not_opened(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "x" * (2 << 20), "b.txt": "B"})
        read_plain(source, tmp_path / "out", max_file_mb=1)
        row = row_of(tmp_path / "out", "a.txt")
        assert (row.status, row.reason) == ("too_large", "2 MB; the limit is 1 MB (max_file_mb)")

    def test_hidden_files_are_mentioned_and_not_read_unless_named(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {".git/config": "x", ".secret.txt": "S", "a.txt": "Ay"})
        read_plain(source, tmp_path / "out")
        assert statuses(tmp_path / "out") == {".git": "unsupported", ".secret.txt": "unsupported", "a.txt": "ok"}
        read_plain(source / ".secret.txt", tmp_path / "named")
        assert statuses(tmp_path / "named") == {".secret.txt": "ok"}

    def test_the_folder_that_is_written_is_not_read(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay"})
        read_plain(source, source / "corpus")
        before = tree(source / "corpus")
        read_plain(source, source / "corpus", overwrite=True)
        assert tree(source / "corpus") == before

    def test_a_folder_is_not_read_into_itself(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay"})
        with pytest.raises(UsageError, match="is to be read and written; give --out another folder"):
            read_plain(source, source)

    def test_a_file_given_twice_is_listed_once(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay"})
        read([source / "a.txt", source, source / "*.txt"], out=tmp_path / "out", work=INLINE)
        assert statuses(tmp_path / "out") == {"a.txt": "ok"}

    def test_a_glob_gives_its_matches(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay", "sub/b.txt": "Bee", "c.png": "C"})
        read([source / "**/*.txt"], out=tmp_path / "out", work=INLINE)
        assert statuses(tmp_path / "out") == {"a.txt": "ok", "b.txt": "ok"}

    def test_paths_that_do_not_exist_are_all_named_and_nothing_is_read(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match=r"nothing is there: .*gone\.pdf, .*\*\.md; give files"):
            read([tmp_path / "gone.pdf", tmp_path / "*.md"], out=tmp_path / "out", work=INLINE)
        assert not (tmp_path / "out").exists()

    def test_a_corpus_of_nothing_is_an_error_with_the_manifest_written(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "!no_body", "b.txt": ""})
        with pytest.raises(NothingKept, match=r"none of 2 files gave a document \(1 empty, 1 no_body\)"):
            read_plain(source, tmp_path / "out")
        assert statuses(tmp_path / "out") == {"a.txt": "no_body", "b.txt": "empty"}
        assert [path.name for path in (tmp_path / "out").iterdir()] == ["manifest.jsonl"]

    def test_an_empty_folder_is_a_corpus_of_nothing(self, tmp_path: Path) -> None:
        (tmp_path / "in").mkdir()
        with pytest.raises(NothingKept, match="no file is there"):
            read_plain(tmp_path / "in", tmp_path / "out")


@pytest.mark.usefixtures("plain")
class TestOddNames:
    """Cases H10 and I04."""

    def test_nothing_in_a_folder_of_odd_entries_stops_the_rest(self, tmp_path: Path) -> None:
        source = folder_of(
            tmp_path / "in", {"ok.txt": "good", "empty.pdf": "", "x.pdf/inside.txt": "inside", "two\nlines.txt": "2"}
        )
        (source / os.fsdecode(b"caf\x96.pdf")).write_text("odd")
        (source / "self").symlink_to("self")
        (source / "up").symlink_to(source, target_is_directory=True)
        (source / "gone.txt").symlink_to("nowhere.txt")
        (source / ("n" * 250 + ".txt")).write_text("long")
        os.mkfifo(source / "pipe.txt")
        read_plain(source, tmp_path / "out")
        assert statuses(tmp_path / "out") == {
            "ok.txt": "ok", "empty.pdf": "empty", "x.pdf": "not_a_file", "inside.txt": "ok", "two\\nlines.txt": "ok",
            "caf\\x96.pdf": "unreadable_name", "self": "loop", "up": "loop", "gone.txt": "not_a_file", "n" * 250 + ".txt": "ok",
            "pipe.txt": "not_a_file",
        }  # fmt: skip

    def test_a_name_longer_than_the_disk_allows_has_a_status(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay"})
        read([source, source / ("n" * 300 + ".pdf")], out=tmp_path / "out", work=INLINE)
        assert sorted(row.status for row in manifest(tmp_path / "out")) == ["ok", "unreadable_name"]

    def test_a_link_to_a_file_is_read_and_one_to_a_folder_is_not_followed(self, tmp_path: Path) -> None:
        elsewhere = folder_of(tmp_path / "elsewhere", {"b.txt": "Bee", "c.txt": "Sea"})
        source = folder_of(tmp_path / "in", {"a.txt": "Ay"})
        (source / "b.txt").symlink_to(elsewhere / "b.txt")
        (source / "linked").symlink_to(elsewhere, target_is_directory=True)
        read_plain(source, tmp_path / "out")
        assert statuses(tmp_path / "out") == {"a.txt": "ok", "b.txt": "ok", "linked": "not_a_file"}

    def test_names_that_differ_in_form_or_case_are_two_files_if_their_bytes_differ(self, tmp_path: Path) -> None:
        composed = unicodedata.normalize("NFC", "Bericht_M\u00e4rz.txt")
        decomposed = unicodedata.normalize("NFD", composed)
        source = folder_of(tmp_path / "in", {composed: "one", decomposed: "two", "Report.txt": "three", "report.TXT": "four"})
        summary = read_plain(source, tmp_path / "out")
        rows = manifest(tmp_path / "out")
        assert summary.documents == 4
        assert sum("whose name differs only in case or form" in row.reason for row in rows) == 2
        assert {document.source.name for document in open_corpus(tmp_path / "out")} == {composed, "Report.txt", "report.TXT"}

    def test_names_that_differ_in_form_or_case_are_one_document_if_their_bytes_agree(self, tmp_path: Path) -> None:
        source = folder_of(
            tmp_path / "in", {"M\u00e4rz.txt": "one", "Ma\u0308rz.txt": "one", "\u62a5\u544a (\u6700\u7ec8).txt": "\U0001f600"}
        )
        assert read_plain(source, tmp_path / "out").statuses == {"duplicate": 1, "ok": 2}

    def test_sources_are_kept_under_their_digests(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"Report.TXT": "three", "bad.txt": "!damaged"})
        read_plain(source, tmp_path / "out")
        digest = hashlib.sha256(b"three").hexdigest()
        assert [path.name for path in (tmp_path / "out" / "sources").iterdir()] == [f"{digest}.txt"]
        (source / "Report.TXT").write_text("changed later")
        assert (tmp_path / "out" / "sources" / f"{digest}.txt").read_text() == "three"

    def test_two_files_whose_digests_begin_alike_do_not_both_enter(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        digests = {b"one": "a" * 64, b"two": "a" * 12 + "b" * 52}

        def read_with_digest(path: Path, *, name: str, password: str | None = None, **_: object) -> Document:
            digest = digests[path.read_bytes()]
            return Document(id=f"d-{digest[:12]}", source=Source(name=name, sha256=digest))

        monkeypatch.setattr(evidoc.readers, "read_file", read_with_digest, raising=False)
        monkeypatch.setattr("evidoc.flow._inputs.file_digest", lambda path: digests[path.read_bytes()])
        monkeypatch.setattr("evidoc.flow._reading._keep_sources", lambda document, task: "")
        read_plain(folder_of(tmp_path / "in", {"1.txt": "one", "2.txt": "two"}), tmp_path / "out")
        assert statuses(tmp_path / "out") == {"1.txt": "ok", "2.txt": "duplicate"}
        assert len(open_corpus(tmp_path / "out")) == 1


@pytest.mark.usefixtures("plain")
class TestTwins:
    def test_a_structured_file_and_its_pdf_are_one_document_with_pages(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        summary = read_plain(folder_of(tmp_path / "in", {"p.xml": "Paper", "p.PDF": "Paper as printed"}), out)
        pdf, xml = manifest(out)
        assert (summary.documents, summary.pages) == (1, 2)
        assert (pdf.status, pdf.document, pdf.reason, pdf.pages) == ("ok", xml.document, "pages of p.xml", 2)
        (document,) = open_corpus(out)
        assert (document.source.name, len(document.pages)) == ("p.xml", 2)
        assert len(list((out / "sources").iterdir())) == 2
        assert open_corpus(out).pdf(document) is not None

    def test_without_twins_each_is_a_document(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"p.xml": "Paper", "p.pdf": "Paper as printed"})
        assert read_plain(source, tmp_path / "out", twins=False).documents == 2

    def test_a_pdf_of_another_text_is_a_document_of_its_own(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        read_plain(folder_of(tmp_path / "in", {"p.xml": "Paper", "p.pdf": "Other"}), out)
        assert len(open_corpus(out)) == 2
        assert row_of(out, "p.pdf").reason == (
            "read by itself, because it is not the pages of p.xml: only 25% of its blocks are found on the pages"
        )
        assert row_of(out, "p.xml").reason == "without the pages of p.pdf: only 25% of its blocks are found on the pages"
        assert [document.source.name for document in open_corpus(out)] == ["p.pdf", "p.xml"]

    def test_a_pdf_that_cannot_be_opened_leaves_the_structured_document_alone(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        read_plain(folder_of(tmp_path / "in", {"p.xml": "Paper", "p.pdf": "!encrypted"}), out)
        pdf, xml = manifest(out)
        assert (xml.status, xml.reason) == ("ok", "without the pages of p.pdf: it is encrypted")
        assert (pdf.status, pdf.document, pdf.reason) == ("encrypted", "", "it is encrypted; give another")
        assert len(list((out / "sources").iterdir())) == 1

    def test_a_structured_file_that_cannot_be_read_leaves_the_pdf(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        read_plain(folder_of(tmp_path / "in", {"p.xml": "!not_jats", "p.pdf": "Paper"}), out)
        pdf, xml = manifest(out)
        assert (xml.status, pdf.status) == ("not_jats", "ok")
        assert pdf.reason == "read by itself, because p.xml is not_jats"

    def test_a_pair_that_fails_for_no_reason_of_a_file_is_read_apart(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        read_plain(folder_of(tmp_path / "in", {"p.xml": "Paper", "p.pdf": "!damaged"}), tmp_path / "fine")
        monkey = folder_of(tmp_path / "in2", {"p.xml": "Paper", "p.pdf": "bug"})
        read_plain(monkey, out)
        pdf, xml = manifest(out)
        assert (xml.status, pdf.status) == ("ok", "crashed")
        assert xml.reason.startswith("read without p.pdf: together they ended with crashed (IndexError at test_read.py:")

    def test_of_several_structured_files_the_one_that_says_most_gets_the_pages(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        read_plain(folder_of(tmp_path / "in", {"p.txt": "Plain", "p.html": "Page", "p.pdf": "Page as printed"}), out)
        assert row_of(out, "p.pdf").reason == "pages of p.html"
        assert len(open_corpus(out)) == 2

    def test_files_of_one_stem_in_two_folders_are_no_twins(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a/p.xml": "Paper", "b/p.pdf": "Paper as printed"})
        assert read_plain(source, tmp_path / "out").documents == 2


@pytest.mark.usefixtures("plain")
class TestPasswords:
    def test_passwords_are_tried_in_turn_and_never_written_down(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "?sesame", "b.txt": "open"})
        with Journal(tmp_path / "keep.jsonl"):
            read_plain(source, tmp_path / "out", passwords=("mellon", "sesame"))
        assert statuses(tmp_path / "out") == {"a.txt": "ok", "b.txt": "ok"}
        assert not any(b"mellon" in content for content in tree(tmp_path / "out").values())

    def test_without_the_right_password_the_file_is_encrypted(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "?sesame", "b.txt": "open"})
        read_plain(source, tmp_path / "out", passwords=("mellon",))
        assert statuses(tmp_path / "out") == {"a.txt": "encrypted", "b.txt": "ok"}


@pytest.mark.usefixtures("plain")
class TestReadingAgain:
    def test_a_complete_corpus_of_the_same_files_is_left_as_it_is(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay", "b.txt": "!damaged"})
        first = read_plain(source, tmp_path / "out")
        told: list[Progress] = []
        second = read([source], out=tmp_path / "out", work=replace(INLINE, progress=told.append))
        assert replace(second, seconds=0) == replace(first, seconds=0)
        assert told == []

    def test_other_files_are_refused_with_the_way_out(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay"})
        read_plain(source, tmp_path / "out")
        folder_of(source, {"b.txt": "Bee"})
        with pytest.raises(UsageError, match="holds a corpus that differs in files; give another --out, or --overwrite"):
            read_plain(source, tmp_path / "out")
        with pytest.raises(ResumeMismatch, match="differs in files"):
            read([source], out=tmp_path / "out", work=replace(INLINE, resume=True))

    def test_other_options_are_named(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay"})
        read_plain(source, tmp_path / "out")
        with pytest.raises(UsageError, match="differs in twins, max_file_mb"):
            read_plain(source, tmp_path / "out", twins=False, max_file_mb=7)

    def test_overwriting_leaves_nothing_of_the_old_corpus_and_nothing_else_is_deleted(self, tmp_path: Path) -> None:
        read_plain(folder_of(tmp_path / "old", {"a.txt": "Ay"}), tmp_path / "out")
        (tmp_path / "out" / "notes.md").write_text("mine")
        new = folder_of(tmp_path / "new", {"b.txt": "Bee"})
        read_plain(new, tmp_path / "out", overwrite=True)
        read_plain(new, tmp_path / "fresh")
        assert tree(tmp_path / "out") == tree(tmp_path / "fresh") | {"notes.md": b"mine"}

    def test_a_reading_that_did_not_end_is_not_gone_on_with_unasked(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay", "b.txt": "Bee"})
        Journal(tmp_path / "out" / JOURNAL, settings={"made_with": "evidoc 0.0"}).close()
        with pytest.raises(UsageError, match="a reading that did not end; go on with --resume, or begin anew with --overwrite"):
            read_plain(source, tmp_path / "out")
        with pytest.raises(ResumeMismatch, match="made_with was 'evidoc 0.0'"):
            read([source], out=tmp_path / "out", work=replace(INLINE, resume=True))
        assert read_plain(source, tmp_path / "out", overwrite=True).documents == 2

    def test_two_readings_into_one_folder_do_not_mix(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay"})
        with Journal(tmp_path / "out" / JOURNAL), pytest.raises(UsageError, match="somebody else is writing it"):
            read_plain(source, tmp_path / "out", overwrite=True)

    def test_an_interrupted_reading_goes_on_where_it_stopped_with_the_same_bytes(self, tmp_path: Path) -> None:
        files = {f"{number:02}.txt": f"text {number}" for number in range(20)} | {
            "p.xml": "Paper",
            "p.pdf": "Other",
            "z.txt": "!damaged",
        }
        source = folder_of(tmp_path / "in", files)
        read_plain(source, tmp_path / "whole")
        for stop in (3, 4, 9):
            with pytest.raises(KeyboardInterrupt):
                read([source], out=tmp_path / "out", work=replace(INLINE, resume=True, progress=stopping_after(stop)))
        told: list[Progress] = []
        read([source], out=tmp_path / "out", work=replace(INLINE, resume=True, progress=told.append))
        assert told[0].done == 17  # 3 + 4 + 9 were done before
        assert tree(tmp_path / "out") == tree(tmp_path / "whole")

    @pytest.mark.parametrize("step", ["sweep", "write_manifest", "write_corpus"])
    def test_a_reading_that_ends_while_it_writes_the_corpus_goes_on(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
    ) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay", "b.txt": "Bee"})
        read_plain(source, tmp_path / "whole")
        with monkeypatch.context() as broken, pytest.raises(KeyboardInterrupt):
            broken.setattr(f"evidoc.flow.read.{step}", interrupted)
            read_plain(source, tmp_path / "out")
        told: list[Progress] = []
        read([source], out=tmp_path / "out", work=replace(INLINE, resume=True, progress=told.append))
        assert told == []
        assert tree(tmp_path / "out") == tree(tmp_path / "whole")

    def test_what_failed_is_read_again_only_when_asked(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "?sesame", "b.txt": "open", "p.xml": "?open", "p.pdf": "?open printed"})
        out = tmp_path / "out"
        read_plain(source, out)
        passwords = ReadOptions(passwords=("sesame", "open"))
        read([source], out=out, options=passwords, work=replace(INLINE, resume=True))
        assert statuses(out) == {"a.txt": "encrypted", "b.txt": "ok", "p.pdf": "encrypted", "p.xml": "encrypted"}
        told: list[Progress] = []
        read([source], out=out, options=passwords, work=replace(INLINE, retry_failed=True, progress=told.append))
        assert statuses(out) == {"a.txt": "ok", "b.txt": "ok", "p.pdf": "ok", "p.xml": "ok"}
        assert [progress.total for progress in told] == [2, 2]
        read([source], out=tmp_path / "fresh", options=passwords, work=INLINE)
        assert tree(out) == tree(tmp_path / "fresh")

    def test_what_a_killed_run_left_half_written_is_swept_up(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay"})
        read_plain(source, tmp_path / "fresh")
        folder_of(
            tmp_path / "out",
            {
                "manifest.jsonl": "",  # else the folder is not known to be evidoc's
                ".documents-00000.jsonl.gz.abc": "half",
                "sources/.0123.txt.xyz": "half",
                "sources/ffff.txt": "old",
            },
        )
        read_plain(source, tmp_path / "out")
        assert tree(tmp_path / "out") == tree(tmp_path / "fresh")

    def test_progress_counts_files_documents_and_failures(self, tmp_path: Path) -> None:
        told: list[Progress] = []
        source = folder_of(tmp_path / "in", {"a.txt": "Ay", "b.txt": "!damaged"})
        read([source], out=tmp_path / "out", work=replace(INLINE, progress=told.append))
        assert told[-1] == Progress(stage="read", done=2, total=2, kept=1, failed=1, noun="documents")

    def test_the_header_says_what_was_read_and_how(self, tmp_path: Path) -> None:
        source = folder_of(tmp_path / "in", {"a.txt": "Ay", "b.pdf": "Bee", "c.txt": "!damaged"})
        read_plain(source, tmp_path / "out")
        header = corpus_header(tmp_path / "out")
        assert header.counts == {"files": 3, "documents": 2, "pages": 1}
        assert header.settings.keys() == {"files", "twins", "ocr", "max_file_mb"}

    def test_a_file_that_changes_while_it_is_read_is_not_passed_for_what_it_was(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def read_and_change(path: Path, *, name: str, password: str | None = None, **_: object) -> Document:
            document = plain_reader(path, name=name)
            path.write_text("changed")
            return document

        monkeypatch.setattr(evidoc.readers, "read_file", read_and_change, raising=False)
        with pytest.raises(NothingKept, match="1 damaged"):
            read_plain(folder_of(tmp_path / "in", {"a.txt": "Ay"}), tmp_path / "out")
        assert row_of(tmp_path / "out", "a.txt").reason.startswith("a.txt changed while it was read")


def interrupted(*arguments: object, **options: object) -> None:
    raise KeyboardInterrupt


def stopping_after(count: int) -> Callable[[Progress], None]:
    left = count

    def progress(told: Progress) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize(
    ("failure", "status", "reason"),
    [
        (Failure("timeout", "TimeoutError", "not done after 120 s"), "timeout", "not done after 120 s; allow more with seconds="),
        (Failure("crashed", "WorkerDied", "ended by SIGSEGV"), "crashed", "ended by SIGSEGV"),
        (
            Failure("raised", "MemoryError", ""),
            "crashed",
            "it needs more memory than a worker may have; allow more with memory_mb=",
        ),
        (Failure("raised", "UnreadableDocument", "no", status="no_body"), "no_body", "no"),
        (Failure("raised", "UnreadableDocument", "no", status="odd"), "damaged", "no"),
        (Failure("raised", "KeyError", "'x'", place="jats.py:7"), "crashed", "KeyError at jats.py:7: 'x'"),
    ],
)
def test_every_kind_of_failure_has_a_status_of_the_manifest(failure: Failure, status: str, reason: str) -> None:
    assert verdict(failure) == (status, reason)
