"""Pages that are only pictures: a copy of the file with their text laid under, and blocks from what was recognised."""

from __future__ import annotations

import functools
import hashlib
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pypdfium2

from evidoc.errors import UnreadableDocument
from evidoc.pages.frame import DAMAGED, displayed_pages, open_pdf, shown_page
from evidoc.pages.glyphs import PageText
from evidoc.readers._assembly.paragraphs import has_ended, joined_text
from evidoc.readers._recognition import Recognition
from evidoc.readers.pdf._draft import Draft
from evidoc.readers.pdf._engine import Node
from evidoc.readers.pdf._ocr._groups import Group, OcrLine, OcrWord, mean_confidence
from evidoc.readers.pdf._ocr._layer import PageLayer, with_text_layer
from evidoc.readers.pdf._ocr._models import INSTALL, is_installed
from evidoc.readers.pdf._ocr._recognise import Scan, recognise
from evidoc.readers.pdf._tables import read_table
from evidoc.records.document import Block, Source
from evidoc.records.geometry import Box, Page, hull
from evidoc.records.store import write_bytes

OCR = "ocr"
LOW = "ocr_low_confidence"
FAILED = "ocr_failed"
MAX_OCR_PAGES = 1_000  # half an hour of one core; what is beyond is flagged as having no text layer
_LOW_BELOW = 0.85  # mean confidence; clean print has 0.95 and more (docs/why/scans.md)
_PAGE_NUMBER = re.compile(r"\W*(?:page\s*)?\d{1,4}\W*$", re.IGNORECASE)
_INDENT, _DEEPEST = 0.8, 4.0  # of a line's height; what stands further in is beside something else
_ENTRY = re.compile(r"[•▪●■]|\[\d{1,3}\]|\d{1,3}\.$")
_TITLE_WITHIN = 0.35  # of the first page's height


@dataclass(frozen=True, slots=True)
class Readable:
    """The file to read: as it was given, or a copy in which recognised text lies under the pictures of pages.

    `source` names the copy where one was made; `failed` are the pages that could not be recognised.
    """

    path: Path
    password: str | None
    scans: Mapping[int, Scan] = field(default_factory=dict)
    failed: frozenset[int] = frozenset()
    source: Source | None = None

    @property
    def flags(self) -> tuple[str, ...]:
        """What the whole document is flagged with."""
        own = {flag for index in (*self.scans, *self.failed) for flag in self.page_flags(index) if ":" not in flag}
        return tuple(sorted(own))

    def page_flags(self, index: int) -> tuple[str, ...]:
        """Give what a page says about its recognition: that it was, with which mean confidence, whether that is low."""
        if index in self.failed:
            return (FAILED,)
        return _flags(list(self.scans[index].words_as_displayed)) if index in self.scans else ()


@contextmanager
def readable(path: Path, *, name: str, password: str | None, recognition: Recognition) -> Iterator[Readable]:
    """Recognise the pages without any text, where that is wanted and the extra `ocr` is installed.

    The copy is kept in the folder that is named for it; without one it is gone at the end.

    Raises:
        UnreadableDocument: The file cannot be opened.
    """
    given = Readable(path=path, password=password)
    if not (recognition.is_wanted and is_installed()):
        yield given
        return
    with open_pdf(path, password=password) as pdf:
        scans, failed = _recognised(pdf)
        written = _with_text(pdf, scans)
    if written is None:  # nothing was recognised, or PDFium cannot write the file
        yield Readable(path=path, password=password, failed=failed | scans.keys())
        return
    sha256 = hashlib.sha256(written).hexdigest()
    with tempfile.TemporaryDirectory() as temporary:
        copy = (recognition.folder or Path(temporary)) / f"{sha256}.pdf"
        write_bytes(copy, written)
        source = Source(name=f"{Path(name).stem}.ocr.pdf", sha256=sha256, media_type="application/pdf")
        yield Readable(path=copy, password=None, scans=scans, failed=failed, source=source)


def how_to_get_text(recognition: Recognition) -> str:
    """Give the second half of the message on a file without text: what would bring it."""
    if not is_installed():
        return f"install the extra that recognises it: {INSTALL}"
    if not recognition.is_wanted:
        return "read it with --ocr"
    return "none was recognised in its pictures, so give a sharper scan"


def scan_drafts(text: PageText, scan: Scan) -> list[Draft]:
    """Give the blocks of a recognised page, in reading order, where they are on it when it is turned to be read.

    `text` is the page's text in the copy; only the cells of tables are taken from it.
    """
    drafts = [draft for group in scan.groups for draft in _drafts(group, text)]
    if text.page.index == 0:
        _mark_title(drafts, scan.page)
    return drafts


def with_confidence(blocks: Sequence[Block], scans: Mapping[int, Scan]) -> tuple[Block, ...]:
    """Flag each block on a recognised page with the mean confidence of the words in its boxes."""
    words = {index: list(scan.words_as_displayed) for index, scan in scans.items()}
    return tuple(_flagged(block, words) for block in blocks)


def _recognised(pdf: pypdfium2.PdfDocument) -> tuple[dict[int, Scan], frozenset[int]]:
    scans: dict[int, Scan] = {}
    failed: set[int] = set()
    for page in displayed_pages(pdf):
        if len(scans) >= MAX_OCR_PAGES:
            break
        try:
            scan = recognise(pdf, page) if _is_silent(pdf, page) else None
        except _faults():
            failed.add(page.index)
            continue
        if scan is not None and any(group.lines for group in scan.groups):
            scans[page.index] = scan
    return scans, frozenset(failed)


def _faults() -> tuple[type[Exception], ...]:
    """Give what a picture that nobody foresaw raises in the libraries; one page must not end a document."""
    import cv2
    from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidArgument, RuntimeException

    own = (Fail, InvalidArgument, RuntimeException, cv2.error, pypdfium2.PdfiumError)
    return (*own, UnreadableDocument, ArithmeticError, ValueError, MemoryError)


def _is_silent(pdf: pypdfium2.PdfDocument, page: Page) -> bool:
    """Say whether a page draws something but no character."""
    if DAMAGED in page.flags:
        return False
    with shown_page(pdf, page) as handle:
        text = handle.get_textpage()
        try:
            has_text = bool(text.count_chars()) and not text.get_text_range().isspace()
        finally:
            text.close()
        return not has_text and any(True for _ in handle.get_objects(max_depth=1))


def _with_text(pdf: pypdfium2.PdfDocument, scans: Mapping[int, Scan]) -> bytes | None:
    if not scans:
        return None
    layers = [
        PageLayer(page=scan.page, lines=[[(word.text, word.box) for word in line.words] for line in scan.lines])
        for scan in scans.values()
    ]
    try:
        return with_text_layer(pdf, layers)
    except pypdfium2.PdfiumError:
        return None


def _drafts(group: Group, text: PageText) -> Iterator[Draft]:
    if group.kind == "table":
        yield from read_table(Node(type="table_body"), group.box, text)
        return
    if group.kind in ("paragraph", "reference"):
        for lines in _paragraphs(group):
            yield Draft(kind=group.kind, text=_text(lines), boxes=list(hull(line.box for line in lines)))
        return
    draft = Draft(kind=group.kind, text=_text(group.lines), boxes=[group.box])
    if group.kind == "heading":
        draft.level = 1
    if group.kind in ("header", "footer") and _PAGE_NUMBER.match(draft.text):
        draft.kind = "page_number"
    if draft.text or group.kind == "figure":
        yield draft


def _text(lines: Sequence[OcrLine]) -> str:
    """Give lines as one text; a box around them would catch words of others where the scan lies askew."""
    return functools.reduce(joined_text, (" ".join(word.text for word in line.words) for line in lines), "")


def _paragraphs(group: Group) -> Iterator[list[OcrLine]]:
    """Cut a part of a page where a line is set in after the end of a sentence, or every entry of a list of references."""
    left = group.box.x0
    lines: list[OcrLine] = []
    for line in group.lines:
        is_in = line.box.x0 - left > _INDENT * line.box.height and line.box.x0 - left < _DEEPEST * line.box.height
        if lines and (is_in and has_ended(lines[-1].words[-1].text) or _ENTRY.match(line.words[0].text)):
            yield lines
            lines = []
        lines.append(line)
    yield lines


def _mark_title(drafts: Sequence[Draft], page: Page) -> None:
    """Make the heading in the largest letters of the first page's upper half its title."""
    headings = [draft for draft in drafts if draft.kind == "heading" and draft.boxes[0].y0 < _TITLE_WITHIN * page.height]
    if headings:
        max(headings, key=lambda draft: draft.boxes[0].height).kind = "title"


def _flagged(block: Block, words: Mapping[int, Sequence[OcrWord]]) -> Block:
    inside = [word for box in block.boxes for word in words.get(box.page, ()) if _has_middle(box, word.box)]
    if not inside:
        return block
    return msgspec.structs.replace(block, flags=(*block.flags, *_flags(inside)))


def _has_middle(box: Box, word: Box) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    return box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1


def _flags(words: Sequence[OcrWord]) -> tuple[str, ...]:
    mean = mean_confidence(words)
    return (OCR, f"{OCR}:{mean:.2f}", *((LOW,) if mean < _LOW_BELOW else ()))
