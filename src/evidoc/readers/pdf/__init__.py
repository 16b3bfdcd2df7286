"""PDF files: layout, tables and order from docvortex, text and boxes from PDFium, on the pages as displayed.

Source: X-02; cases A01 to A21.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec
import pypdfium2

from evidoc.errors import UnreadableDocument
from evidoc.pages.drawn import has_characters
from evidoc.pages.frame import DAMAGED, displayed_pages, open_pdf, shown_page
from evidoc.pages.glyphs import PageText, page_text, usual_height
from evidoc.pages.links import beside_text
from evidoc.readers._assembly import assemble, typed_with_captions
from evidoc.readers._assembly.furniture import is_furniture
from evidoc.readers._assembly.hyphens import Broken, broken_words
from evidoc.readers._language import guess_language
from evidoc.readers._recognition import DEFAULT, Recognition
from evidoc.readers.pdf._bullets import with_bullets
from evidoc.readers.pdf._draft import Draft, drafts_of
from evidoc.readers.pdf._engine import LaidOutPage
from evidoc.readers.pdf._fragments import join_lines
from evidoc.readers.pdf._frames import with_framed_tables
from evidoc.readers.pdf._line_numbers import is_line_number, without_line_numbers
from evidoc.readers.pdf._ocr._recognise import Scan
from evidoc.readers.pdf._parts import Original, laid_out
from evidoc.readers.pdf._plain import paragraphs_of
from evidoc.readers.pdf._scans import how_to_get_text, readable, scan_drafts, with_confidence
from evidoc.readers.pdf._side_headings import set_side_headings
from evidoc.readers.pdf._tables import read_table, with_scattered_tables
from evidoc.readers.pdf._text_layer import BROKEN, DOUBTS, NO_TEXT, Layer, document_flags, judge
from evidoc.readers.pdf._turned import turn_back, turned_page, turns_of
from evidoc.records.document import Document, Source
from evidoc.records.geometry import Page

MEDIA_TYPE = "application/pdf"
READER = "pdf@1"


def read(path: Path, *, name: str, sha256: str, password: str | None = None, recognition: Recognition = DEFAULT) -> Document:
    """Read a PDF; pages without text are kept and flagged, and a file that the layout engine cannot read gives paragraphs.

    Pages that are only pictures are recognised where that is wanted and the extra `ocr` installed; the copy of the
    file that has their text is then the document's `pages_source`.

    Raises:
        UnreadableDocument: The file cannot be opened, is over a limit, or no page has text that can be read.
    """
    with (
        readable(path, name=name, password=password, recognition=recognition) as file,
        open_pdf(file.path, password=file.password) as pdf,
    ):
        pages = displayed_pages(pdf)
        _refuse_without_text(path, pdf, pages, remedy=how_to_get_text(recognition))
        turns = turns_of(pdf, [page for page in pages if page.index not in file.scans])
        as_it_is = path if password is None and not turns else None
        original = Original(pdf=pdf, path=as_it_is, pages=pages, turns=turns, read_already=frozenset(file.scans))
        seen, title, flags = _all_seen(original, file.scans)
        apart = beside_text(pdf, pages)
    drafts = [draft for page in seen for draft in page.drafts]
    layers = [page.layer for page in seen]
    _refuse_unreadable(path, layers, remedy=how_to_get_text(recognition))
    broken = sum((page.broken for page in seen), Counter[Broken]())
    parts = assemble(drafts, pages, stated_title=title, bookmarks=apart.outline, broken=broken)
    source = Source(name=name, sha256=sha256, media_type=MEDIA_TYPE)
    return Document(
        id=f"d-{sha256[:12]}",
        source=source,
        kind=parts.kind,
        title=parts.title,
        abstract=parts.abstract,
        language=guess_language(" ".join(block.text for block in parts.blocks[:60])),
        pages=tuple(
            msgspec.structs.replace(page.page, flags=(*page.page.flags, *page.layer.flags, *file.page_flags(page.page.index)))
            for page in seen
        ),
        blocks=with_confidence(typed_with_captions(parts.blocks), file.scans),
        relations=parts.relations,
        references=parts.references,
        pages_source=file.source or source,
        outline=apart.outline,
        links=apart.links,
        annotations=apart.annotations,
        reader=READER,
        flags=(*document_flags(layers), *flags, *file.flags),
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is kept of a page: glyphs are not, so that memory grows with the text alone (case A18)."""

    page: Page
    layer: Layer
    drafts: list[Draft]
    broken: Counter[Broken]


class _AllSeen(NamedTuple):
    """All pages with what is on them, the title in the file's properties, and what is uncertain."""

    pages: list[_Seen]
    title: str
    flags: tuple[str, ...]


def _all_seen(original: Original, scans: Mapping[int, Scan]) -> _AllSeen:
    seen: list[_Seen] = []
    title, flags = "", tuple[str, ...]()
    for part in laid_out(original):
        for page in part.own:
            scan = scans.get(page.index)
            turn = scan.turn if scan is not None else original.turns.get(page.index, 0)
            seen.append(_seen(original.pdf, page, part.pages.get(page.index), scan=scan, turn=turn))
        title, flags = title or part.title, tuple(dict.fromkeys((*flags, *part.flags)))
    return _AllSeen(pages=seen, title=title, flags=flags)


def _seen(pdf: pypdfium2.PdfDocument, page: Page, blocks: LaidOutPage | None, *, scan: Scan | None, turn: int) -> _Seen:
    text = without_line_numbers(page_text(pdf, turned_page(page, turn) if turn else page, with_rules=True))
    layer = judge(text, turn=turn)
    found = _drafts(text, blocks) if scan is None else scan_drafts(text, scan)
    drafts = [draft for draft in found if not is_line_number(draft)]
    drafts = join_lines(with_bullets(set_side_headings(drafts)), height=usual_height(text))
    if turn:
        turn_back(drafts, page, turn)
    for draft in drafts:
        draft.flags.extend(flag for flag in layer.flags if flag in DOUBTS)
    return _Seen(page=page, layer=layer, drafts=drafts, broken=broken_words(text))


def _drafts(text: PageText, blocks: LaidOutPage | None) -> list[Draft]:
    """Give the engine's blocks of a page, or paragraphs where it has none for the text that is there."""
    drafts = drafts_of(blocks, text, read_table=read_table) if blocks is not None else []
    drafts = with_scattered_tables(with_framed_tables(drafts, text), text)
    if text.has_scan and all(draft.kind in ("figure", "chart") or is_furniture(draft) for draft in drafts):
        return paragraphs_of(text)  # the engine takes a scan for one figure, whatever text lies over it
    return drafts or paragraphs_of(text)


def _refuse_without_text(path: Path, pdf: pypdfium2.PdfDocument, pages: tuple[Page, ...], *, remedy: str) -> None:
    """Look for the first page with text before the engine is asked; a scan would cost it minutes."""
    loaded = [page for page in pages if DAMAGED not in page.flags]
    if not loaded:
        raise UnreadableDocument(f"{path}: none of its {len(pages)} pages can be loaded; fetch or repair it")
    if not any(_has_characters(pdf, page) for page in loaded):
        raise UnreadableDocument(f"{path}: none of its {len(pages)} pages has a text layer; {remedy}", status=NO_TEXT)


def _has_characters(pdf: pypdfium2.PdfDocument, page: Page) -> bool:
    with shown_page(pdf, page) as handle:
        return has_characters(handle)


def _refuse_unreadable(path: Path, layers: list[Layer], *, remedy: str) -> None:
    if any(layer.is_readable for layer in layers):
        return
    how = "is empty"
    if any(BROKEN in layer.flags for layer in layers):
        how, remedy = "is garbled: the fonts do not say which letters they draw", "save its pages as pictures and read these"
    raise UnreadableDocument(f"{path}: its text layer {how}; {remedy}", status=NO_TEXT)
