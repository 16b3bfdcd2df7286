"""What a file is by its first bytes."""

from __future__ import annotations

import re
from pathlib import Path

from evidoc.errors import UnreadableDocument
from evidoc.readers._encoding import decode, looks_binary
from evidoc.readers._json import read_json
from evidoc.readers._json_kinds import json_part
from evidoc.readers._separators import SEPARATORS, evenness
from evidoc.readers._tex_projects import begins_with_preamble, has_preamble, main_of
from evidoc.readers._workbook import is_workbook

_HEAD = 65_536  # bytes that are looked at
_PDF_WITHIN = 1_024  # bytes of junk that readers of PDF allow before the header (PDF 32000-1, annex H)
_IMAGES = (
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",  # JPEG
    b"GIF8",
    b"II*\x00",  # TIFF, both orders of bytes
    b"MM\x00*",
    b"BM",  # BMP
    b"\x00\x00\x00\x0cjP  ",  # JPEG 2000
)
_ZIP = b"PK\x03\x04"
_CONTAINERS = {
    _ZIP: "a ZIP archive or an Office file other than an Excel workbook; unpack it, or export it as PDF or HTML",
    b"\xd0\xcf\x11\xe0": "an old or encrypted Office file; save it as .xlsx without a password, or export it as PDF or HTML",
    b"\x1f\x8b": "a gzip archive; unpack it",
    b"7z\xbc\xaf": "a 7z archive; unpack it",
    b"Rar!": "a RAR archive; unpack it",
    b"%!PS": "PostScript; convert it to PDF",
    b"{\\rtf": "RTF; export it as PDF or HTML",
}
_ROOT = re.compile(r"<(?:[^\W\d][\w.-]*:)?([^\W\d][\w.-]*)(?=[\s/>])")
_PROLOGUE = re.compile(
    r"(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE(?:[^\[\]<>\"']|\"[^\"]*\"|'[^']*')*(?:\[(?:[^\]\"']|\"[^\"]*\"|'[^']*')*\]\s*)?>)*",
    re.DOTALL | re.IGNORECASE,
)
_HTML_SIGNS = re.compile(r"<!doctype\s+html|<html[\s>]|<(?:head|body|title|meta|table|div|p|h[1-6]|ul|ol)\b[^>]*>", re.IGNORECASE)
_JATS_PARTS = re.compile(
    r"<(?:\w+:)?(?:front|body|back|article-meta|front-stub|floats-group|journal-meta|sec|p)[\s/>]|\bJATS|\bNLM", re.IGNORECASE
)
_PUBMED = frozenset({"PubmedArticleSet", "PubmedArticle", "PubmedBookArticle", "MedlineCitationSet", "MedlineCitation"})
_COLLECTIONS = frozenset({"article", "pmc-articleset", "articles", "article-set", "OAI-PMH", "record"})
_DOCBOOK = re.compile(r"docbook", re.IGNORECASE)
_NO_DOCUMENT = frozenset(
    {
        ".jsonl", ".bib", ".bst", ".bbl", ".cls", ".sty", ".aux", ".log", ".py", ".ipynb", ".js", ".ts", ".css",
        ".yaml", ".yml", ".toml", ".ini", ".cfg", ".sh", ".c", ".h", ".rs", ".java", ".sql",
    }
)  # fmt: skip
_MIN_EVEN = 0.9  # of the rows that have the same number of cells, above which a text without a telling name is a table
_MIN_ROWS = 3


def part_of(path: Path, *, by_suffix: str) -> str:
    """Give the reader for a file; `by_suffix` is what its name suggests.

    Raises:
        UnreadableDocument: No reader takes the file.
    """
    head = _head(path)
    if b"%PDF-" in head[:_PDF_WITHIN]:
        return "pdf"
    if _is_image(head):
        return "image"
    if head.startswith(_ZIP) and is_workbook(path):
        return "excel"
    _refuse_binary(head, path)
    text = decode(head).text.lstrip("\ufeff \t\r\n\x00")
    if by_suffix == "pdf":
        shown = "an HTML page" if _HTML_SIGNS.search(text[:2_000]) else f"text that begins with {text[:20]!r}"
        raise UnreadableDocument(
            f"{path}: {shown}, not a PDF; fetch the PDF, or give the file its right suffix", status="not_pdf"
        )
    if by_suffix == "latex":
        _refuse_part(text, path)
        return "latex"
    if path.suffix.lower() == ".json":
        return json_part(read_json(path), path)
    if path.suffix.lower() in _NO_DOCUMENT:
        raise UnreadableDocument(
            f"{path}: {path.suffix} files are not read; give PDF, JATS, LaTeX, HTML, CSV or text", status="unsupported"
        )
    if by_suffix in ("", "text") and begins_with_preamble(text):
        return "latex"
    return _marked_up(text, path, by_suffix=by_suffix) if text.startswith("<") else _plain(text, path, by_suffix=by_suffix)


def _refuse_part(text: str, path: Path) -> None:
    """Refuse a file that another one enters and that is no document of its own: it is read with that one."""
    main = None if has_preamble(text) else main_of(path)
    if main is not None:
        raise UnreadableDocument(f"{path}: part of {main.name}; read that file, which takes this one in", status="unsupported")


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise UnreadableDocument(f"{path}: cannot be opened: {error.strerror}; check the path and its permissions") from error
    if not head.strip(b"\x00 \t\r\n"):
        raise UnreadableDocument(f"{path}: the file is empty; fetch it again", status="empty")
    return head


def _is_image(head: bytes) -> bool:
    return head.startswith(_IMAGES) and (not head.startswith(b"BM") or looks_binary(head))


def _refuse_binary(head: bytes, path: Path) -> None:
    for magic, hint in _CONTAINERS.items():
        if head.startswith(magic):
            raise UnreadableDocument(f"{path}: {hint}", status="unsupported")
    if looks_binary(head):
        raise UnreadableDocument(
            f"{path}: binary, begins with {head[:8]!r}; give PDF, JATS, LaTeX, HTML, CSV or text", status="unsupported"
        )


def _marked_up(text: str, path: Path, *, by_suffix: str) -> str:
    """Give the reader for text that begins with a tag, by its root element."""
    prologue = _PROLOGUE.match(text)
    found = _ROOT.match(text, prologue.end() if prologue else 0)
    root = found[1] if found else ""
    if root.lower() == "html" or by_suffix == "html":
        return "html"
    if root in _PUBMED:
        raise UnreadableDocument(
            f"{path}: <{root}> is PubMed's list of citations, not JATS; fetch the article", status="not_jats"
        )
    if root in _COLLECTIONS and not _DOCBOOK.search(text[:2_000]) and (_JATS_PARTS.search(text) or by_suffix == "jats"):
        return "jats"
    return _other_markup(text, path, root=root, by_suffix=by_suffix)


def _other_markup(text: str, path: Path, *, root: str, by_suffix: str) -> str:
    if not text.startswith("<?xml") and by_suffix != "jats" and _HTML_SIGNS.search(text[:20_000]):
        return "html"
    if not root and by_suffix == "jats":
        return "jats"  # the root is beyond what was looked at, or the file is broken: its reader says which
    if root:
        hint = "; give the filing's HTML" if root == "xbrl" else "; give JATS with the root <article>"
        raise UnreadableDocument(f"{path}: XML with the root <{root}>{hint}", status="unsupported")
    return _plain(text, path, by_suffix=by_suffix)


def _plain(text: str, path: Path, *, by_suffix: str) -> str:
    """Give the reader for text without tags; text in even rows is a table whatever it is called."""
    if by_suffix == "jats":
        raise UnreadableDocument(
            f"{path}: begins with {text[:20]!r}, XML begins with <; give it its right suffix", status="not_jats"
        )
    if by_suffix:
        return "table" if by_suffix == "text" and path.suffix.lower() != ".md" and _is_even(text) else by_suffix
    return "table" if _is_even(text) else "text"


def _is_even(text: str) -> bool:
    rows = text[: text.rfind("\n") + 1] or text  # the last row of what was looked at may be cut
    if rows.count("\n") < _MIN_ROWS - 1:
        return False
    return any(share >= _MIN_EVEN and width >= 3 for share, width in (evenness(rows, separator) for separator in SEPARATORS))
