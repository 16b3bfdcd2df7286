"""Files → Documents: what a file is by its content, then by its name; each part reads one format.

A part has `read(path, *, name, sha256, …)`, which gives a Document or raises UnreadableDocument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import cast

from evidoc import shelf
from evidoc.errors import UnreadableDocument
from evidoc.readers._kinds import part_of
from evidoc.readers._recognition import Recognition
from evidoc.readers._runs import drawn_names, pdf_beside, pdf_names, run_name, run_rank
from evidoc.readers._tex_projects import bibliography_files, is_main_tex, project_files
from evidoc.records.document import Document
from evidoc.records.store import file_digest

__all__ = [
    "BY_SUFFIX", "bibliography_files", "choose", "drawn_names", "is_main_tex", "pdf_beside", "pdf_names", "project_files",
    "read_file", "run_name", "run_rank", "sha256_of",
]  # fmt: skip

BY_SUFFIX: Mapping[str, str] = MappingProxyType(
    {
        ".pdf": "pdf",
        ".xml": "jats",
        ".nxml": "jats",
        ".html": "html",
        ".htm": "html",
        ".xhtml": "html",
        ".tex": "latex",
        ".ltx": "latex",
        ".latex": "latex",
        ".csv": "table",
        ".tsv": "table",
        ".tab": "table",
        ".txt": "text",
        ".text": "text",
        ".md": "text",
    }
)


def choose(path: Path) -> str:
    """Give the name of the reader for a file: by its content, and by its suffix where the content allows several.

    Raises:
        UnreadableDocument: No reader takes the file; `status` says why (`empty`, `not_pdf`, `not_jats`,
            `no_text_layer`, `unsupported`), the message what would be right.
    """
    return part_of(path, by_suffix=BY_SUFFIX.get(path.suffix.lower(), ""))


def read_file(
    path: Path, *, name: str | None = None, password: str | None = None, ocr: bool = True, keep_pages: Path | None = None
) -> Document:
    """Read a file with the reader that its content asks for.

    `name` is what the document's source is called, by default the file's name; `password` opens an encrypted PDF.
    With `ocr`, and the extra of that name, pages that are only pictures are recognised; the PDF with their text, which
    is then the document's `pages_source`, is written to the folder `keep_pages` as `<sha256>.pdf`.

    Raises:
        UnreadableDocument: The file gives no document; `status` is one of the manifest's words.
    """
    name = path.name if name is None else name
    recognition = Recognition(is_wanted=ocr, folder=keep_pages)
    part = choose(path)
    read = _reader(part)
    if part == "pdf":
        return read(path, name=name, sha256=sha256_of(path), password=password, recognition=recognition)
    if part == "image":
        return read(path, name=name, sha256=sha256_of(path), recognition=recognition)
    return read(path, name=name, sha256=sha256_of(path))


@cache
def _reader(part: str) -> Callable[..., Document]:
    """Find a part once: looking through the shelf takes as long as reading a small article."""
    return cast("Callable[..., Document]", shelf.part("readers", part).function())


def sha256_of(path: Path) -> str:
    """Give the SHA-256 of a file's bytes as 64 hex digits.

    Raises:
        UnreadableDocument: The file cannot be opened.
    """
    try:
        return file_digest(path)
    except OSError as error:
        raise UnreadableDocument(f"{path}: cannot be opened: {error.strerror}; check the path and its permissions") from error
