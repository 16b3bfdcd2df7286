"""Which reader takes a file, and what is said where none does."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from evidoc import shelf
from evidoc.errors import UnreadableDocument
from evidoc.readers import BY_SUFFIX, choose, read_file
from tests.readers.written import written

CSV = "a,b,c\n1,2,3\n4,5,6\n7,8,9\n"


@pytest.mark.parametrize(
    ("name", "content", "part"),
    [
        ("a.pdf", b"%PDF-1.7\n", "pdf"),
        ("a.txt", b"junk\n" * 100 + b"%PDF-1.4\n", "pdf"),
        ("a.xml", "<article><front/></article>", "jats"),
        ("a.txt", "<?xml version='1.0'?><!-- c --><!DOCTYPE article [<!ENTITY a '>'>]><article><body/></article>", "jats"),
        ("a", "<article xmlns:mml='x'><front><article-meta/></front></article>", "jats"),
        ("a.html", "<article><p>An HTML article.</p></article>", "html"),
        ("a.xml", "<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>", "html"),
        ("a", "<!DOCTYPE HTML><p>Hi", "html"),
        ("a.txt", "<table><tr><td>1</td></tr></table>", "html"),
        ("a.txt", "<1 mg was found in all samples.", "text"),
        ("a.csv", CSV, "table"),
        ("a.txt", CSV, "table"),
        ("a.dat", CSV, "table"),
        ("a.csv", "one column\n1\n", "table"),
        ("a.txt", "Well, Prince, so Genoa and Lucca\nare now just estates. But I warn you,\nif you don't, well, then.\n", "text"),
        ("README", "Some words.", "text"),
        ("a.md", "| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n", "text"),
        ("a.txt", "Größe".encode("utf-16"), "text"),
        ("a.png", b"\x89PNG\r\n\x1a\n\x00\x00", "image"),
        ("scan.pdf", b"\xff\xd8\xff\xe0\x00\x10", "image"),
    ],
)
def test_content_decides_before_the_name(tmp_path: Path, name: str, content: str | bytes, part: str) -> None:
    assert choose(written(tmp_path, name, content)) == part


@pytest.mark.parametrize(
    ("name", "content", "status", "message"),
    [
        ("a.pdf", b"", "empty", "empty"),
        ("a.pdf", "Just text.", "not_pdf", "not a PDF"),
        ("a.pdf", "<!DOCTYPE html><html><body>Sign in</body></html>", "not_pdf", "HTML page"),
        ("a.txt", " \n\t\n", "empty", "empty"),
        ("a.xml", "<PubmedArticleSet/>", "not_jats", "fetch the article"),
        ("a.xml", "<?xml version='1.0'?><xbrl xmlns='x'/>", "unsupported", "give the filing's HTML"),
        ("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>", "unsupported", "<svg>"),
        ("a.xml", "no markup", "not_jats", "XML begins with <"),
        ("a.docx", b"PK\x03\x04\x14\x00", "unsupported", "export it as PDF"),
        ("a.bin", bytes(range(256)) * 4, "unsupported", "binary"),
    ],
)
def test_what_no_reader_takes_is_said_with_what_to_do(
    tmp_path: Path, name: str, content: str | bytes, status: str, message: str
) -> None:
    with pytest.raises(UnreadableDocument, match=message) as caught:
        choose(written(tmp_path, name, content))
    assert caught.value.status == status


def test_a_file_that_cannot_be_opened_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="cannot be opened"):
        read_file(tmp_path / "missing.txt")


def test_every_suffix_names_a_reader_of_the_shelf() -> None:
    assert set(BY_SUFFIX.values()) <= set(shelf.names("readers"))


def test_a_document_is_named_by_its_bytes_and_called_as_it_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, "a.txt", "Some words.")
    digest = hashlib.sha256(b"Some words.").hexdigest()
    document = read_file(path, name="folder/b.txt")
    assert (document.id, document.source.name, document.source.sha256) == (f"d-{digest[:12]}", "folder/b.txt", digest)


@pytest.mark.parametrize(("part", "name"), [("jats", "a.xml"), ("html", "a.html"), ("text", "a.txt"), ("table", "a.csv")])
def test_files_beyond_the_limit_of_their_reader_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, name: str
) -> None:
    """Limits are tested by lowering them: the real ones would need files of 50 MB."""
    module = {"jats": "evidoc.readers.jats._parse", "html": "evidoc.readers.html._parse"}.get(part, f"evidoc.readers.{part}")
    monkeypatch.setattr(f"{module}.MAX_BYTES", 4)
    content = {"jats": "<article><body/></article>", "html": "<html></html>"}.get(part, "a,b\n1,2\n")
    with pytest.raises(UnreadableDocument, match="limit|at most") as caught:
        read_file(written(tmp_path, name, content))
    assert caught.value.status == "too_large"
