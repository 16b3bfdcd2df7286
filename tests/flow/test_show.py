"""Showing a document as an HTML page: from a file, from a corpus, with pages of its own, of its twin, or laid out."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.errors import UnknownName, UnreadableDocument, UsageError
from evidoc.flow.read import read
from evidoc.flow.show import ShowOptions, find, locate, show_document
from evidoc.flow.work import Work
from evidoc.records.bench import open_bench
from evidoc.reports.document_page import GENERATOR
from tests.build import document_of, line, paragraph, pdf_bytes, shared
from tests.cli.run import evidoc
from tests.reports.small_bench import build

TEXT = "The old mill by the river burned down in the winter of 1931 and was rebuilt"
BOX = "/MediaBox[0 0 400 400]"


def written(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def mill_pdf(pages: int = 1) -> bytes:
    return pdf_bytes([(BOX, line(40, 300, TEXT[:41]) + line(40, 284, TEXT[41:].strip()))] * pages)


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    return written(tmp_path / "costs.csv", "Year,Cost\n2023,5\n2024,7\n")


def test_a_file_without_pages_is_laid_out_and_says_so(csv: Path, tmp_path: Path) -> None:
    summary = show_document(csv, out=tmp_path / "costs.html")
    html = (tmp_path / "costs.html").read_text()
    assert (summary.pages, summary.drawn, summary.blocks) == (1, 1, 2)
    assert "laid out as benchmarks lay it out" in html and html.count("<image ") == 1 and html.count('<a class="cell') == 6


def test_a_pdf_is_shown_on_its_own_pages(tmp_path: Path) -> None:
    pdf = written(tmp_path / "mill.pdf", mill_pdf())
    show_document(pdf, out=tmp_path / "mill.html")
    html = (tmp_path / "mill.html").read_text()
    assert "rebuilt" in html and "<image " in html and "laid out" not in html


def test_the_pages_of_a_structured_file_come_from_the_pdf_beside_it(tmp_path: Path) -> None:
    written(tmp_path / "mill.pdf", mill_pdf())
    text = written(tmp_path / "mill.html", f"<!doctype html><html><body><p>{TEXT}.</p></body></html>")
    show_document(text, out=tmp_path / "shown.html")
    assert "pages of <bdi>mill.pdf</bdi>" in (tmp_path / "shown.html").read_text()
    show_document(text, out=tmp_path / "alone.html", options=ShowOptions(twins=False))
    assert "laid out" in (tmp_path / "alone.html").read_text()


def test_a_pdf_of_another_text_is_not_taken_for_the_pages(tmp_path: Path, csv: Path) -> None:
    written(tmp_path / "costs.pdf", mill_pdf())
    show_document(csv, out=tmp_path / "costs.html")
    assert "costs.pdf is not taken for its pages: only 0%" in (tmp_path / "costs.html").read_text()


def test_a_part_of_the_pages_can_be_asked_for(tmp_path: Path) -> None:
    pdf = written(tmp_path / "mill.pdf", mill_pdf(3))
    summary = show_document(pdf, out=tmp_path / "mill.html", options=ShowOptions(pages=(2, 9)))
    html = (tmp_path / "mill.html").read_text()
    assert (summary.pages, summary.drawn) == (3, 2) and html.count("<image ") == 2
    assert "Pages 2 to 3 of 3 are shown" in html
    with pytest.raises(UsageError, match="pages 4 to 5; the document has pages 1 to 3"):
        show_document(pdf, out=tmp_path / "mill.html", options=ShowOptions(pages=(4, 5)))


def test_pictures_beyond_the_budget_lie_in_a_folder_beside_the_page(tmp_path: Path) -> None:
    pdf = written(tmp_path / "mill.pdf", mill_pdf(2))
    show_document(pdf, out=tmp_path / "out" / "mill.html", options=ShowOptions(picture_bytes=0))
    assert len(list((tmp_path / "out" / "mill-pages").iterdir())) == 2
    assert 'href="mill-pages/p-' in (tmp_path / "out" / "mill.html").read_text()


def test_a_file_that_the_command_did_not_write_is_never_replaced(csv: Path, tmp_path: Path) -> None:
    precious = written(tmp_path / "costs.html", "<p>precious</p>")
    for out in (precious, csv, tmp_path):
        with pytest.raises(UsageError, match="was not written by evidoc show"):
            show_document(csv, out=out)
    assert precious.read_text() == "<p>precious</p>"
    shown = tmp_path / "shown.html"
    show_document(csv, out=shown)
    before = shown.read_bytes()
    show_document(csv, out=shown)
    assert shown.read_bytes() == before and GENERATOR.encode() in before


def test_a_file_that_gives_no_document_says_why(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="empty"):
        show_document(written(tmp_path / "a.csv", ""), out=tmp_path / "a.html")
    with pytest.raises(UnreadableDocument, match="cannot be opened"):
        show_document(tmp_path / "lost.pdf", out=tmp_path / "a.html")


def test_an_encrypted_pdf_is_drawn_with_its_password(tmp_path: Path) -> None:
    pdf = shared("data/derived/PMC4945999-aes256.pdf")
    with pytest.raises(UnreadableDocument):
        show_document(pdf, out=tmp_path / "a.html")
    options = ShowOptions(passwords=("wrong", "reader"), pages=(1, 1))
    show_document(pdf, out=tmp_path / "a.html", options=options)
    assert (tmp_path / "a.html").read_text().count("<image ") == 1


def test_a_document_without_the_file_of_its_pages_is_drawn_without_pictures(tmp_path: Path) -> None:
    summary = show_document(document_of(paragraph(0, "text")), out=tmp_path / "a.html")
    html = (tmp_path / "a.html").read_text()
    assert summary.drawn == 1 and "the corpus does not keep the file" in html and "<image " not in html


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    pdf = written(tmp_path / "mill.pdf", mill_pdf())
    read([pdf], out=tmp_path / "corpus", work=Work(engine="inline"))
    return tmp_path / "corpus"


def test_a_document_of_a_corpus_is_found_with_its_pages(corpus: Path) -> None:
    (name,) = (line.split('"document":"')[1][:14] for line in (corpus / "manifest.jsonl").read_text().splitlines())
    found = locate(name, folder=corpus)
    assert found.record == find(name, folder=corpus) and found.pdf is not None and found.pdf.is_file()
    with pytest.raises(UnknownName):
        find("d-ffffffffffff", folder=corpus)


def test_the_command_shows_a_file_as_a_page_in_the_current_folder(csv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(csv.parent)
    done = evidoc("show", "costs.csv")
    assert done.code == 0 and "2 blocks on 1 page\npage: costs.html" in done.out
    assert Path("costs.html").is_file()


def test_the_command_shows_a_document_of_a_corpus_as_text_or_as_a_page(corpus: Path, tmp_path: Path) -> None:
    (name,) = (line.split('"document":"')[1][:14] for line in (corpus / "manifest.jsonl").read_text().splitlines())
    assert "block  kind" in evidoc("show", name, str(corpus)).out
    assert evidoc("show", name, str(corpus), "--html", str(tmp_path / "page.html")).code == 0
    assert "<image " in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("lost.pdf",), "lost.pdf: no such file"),
        (("costs.csv", "--pages", "x"), "--pages 'x'; write a page"),
        (("costs.csv", "--pages", "7"), "the document has pages 1 to 1"),
    ],
)
def test_wrong_use_is_explained(csv: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str) -> None:
    monkeypatch.chdir(csv.parent)
    done = evidoc("show", *arguments)
    assert done.code == 2 and said in done.err


def test_an_item_is_shown_as_text_where_no_page_is_asked_for(tmp_path: Path) -> None:
    bench = build(tmp_path).bench
    (name,) = [item.id for item in open_bench(bench).items()][:1]
    assert "question" in evidoc("show", name, str(bench)).out


def test_the_command_says_why_the_pdf_of_the_same_name_is_not_taken(csv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name alone makes it a twin, so that a wrong one must be noticed without opening the page."""
    monkeypatch.chdir(csv.parent)
    written(Path("costs.pdf"), mill_pdf())
    done = evidoc("show", "costs.csv")
    assert done.code == 0 and "costs.pdf is not taken for its pages: only 0% of its blocks are found on the pages." in done.out
    written(Path("costs.pdf"), b"no PDF at all")
    assert "costs.pdf is not taken for its pages: " in evidoc("show", "costs.csv").out
