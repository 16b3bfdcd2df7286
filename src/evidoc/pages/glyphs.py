"""The words of a page and where they stand: text and boxes are built together, glyph by glyph, from PDFium.

Positions in PDFium's text and numbers of its glyphs run apart (characters beyond the 16-bit plane, NULs,
ligatures: case A21), so nothing here counts characters: each glyph carries its own box.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pypdfium2

from evidoc.pages.bidi import in_logical_order
from evidoc.pages.drawn import Glyph, glyphs_of, layers, without_doubles
from evidoc.pages.frame import DAMAGED, displayed_pages, open_pdf, shown_page
from evidoc.pages.rules import rules_of
from evidoc.pages.stream import PageText, box_around, glyphs_within, ink_within, is_jump, lines_within, with_line_ends
from evidoc.pages.text import clean_text, clean_with_offsets, is_wide
from evidoc.records.geometry import Box, Page, make_box

__all__ = [
    "MappedText",
    "PageText",
    "Word",
    "is_unmapped",
    "join_words",
    "lines_of",
    "mapped_text",
    "over_glyphs",
    "page_text",
    "page_words",
    "text_in",
    "usual_height",
    "words_of",
]

_LINE_BREAKS = re.compile("[\x02\r\n\xad]")


@dataclass(frozen=True, slots=True)
class Word:
    """Characters between white space, or one character of a script without spaces, and the box that covers them.

    `joined`: no space stands before it (a word broken over two lines, Chinese). `is_hidden`: a word
    of the invisible text layer over a scan.
    """

    text: str
    box: Box
    joined: bool = False
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class MappedText:
    """Clean text and, for each of its characters, the glyph that it came from (case A21).

    `cuts` are the places at which the text goes on in another line without a space.
    """

    page: Page
    text: str
    glyphs: tuple[Glyph, ...]
    cuts: frozenset[int] = frozenset()

    @property
    def box(self) -> Box | None:
        """The box around all of the text, or None where there is none."""
        return box_around(self.glyphs, page=self.page)

    def span(self, start: int, end: int) -> tuple[Box, ...]:
        """Give the boxes of a half-open span of the text, one for each line that it stands on."""
        lines: list[list[Glyph]] = []
        for glyph in self.glyphs[start:end]:
            if glyph.is_gap:
                continue
            if lines and not is_jump(lines[-1][-1], glyph):
                lines[-1].append(glyph)
            else:
                lines.append([glyph])
        boxes = (box_around(line, page=self.page) for line in lines)
        return tuple(box for box in boxes if box is not None)


def page_words(pdf: pypdfium2.PdfDocument, page: Page) -> tuple[Word, ...]:
    """Give the words of a page in the order of the file, cleaned.

    Glyphs outside the visible page, invisible glyphs (but for the text layer of a scan) and glyphs
    drawn twice for boldness are left out (cases A06, A17).
    """
    return words_of(page_text(pdf, page))


def page_text(pdf: pypdfium2.PdfDocument, page: Page, *, with_rules: bool = False) -> PageText:
    """Give the glyphs of a page, in the order of the file; `with_rules`, also the straight lines that it draws."""
    if DAMAGED in page.flags:
        return PageText(page=page, glyphs=())
    with shown_page(pdf, page) as handle:
        made_of = layers(handle)
        glyphs = list(glyphs_of(handle, page, with_modes=made_of.has_invisible))
        rules = rules_of(handle, page) if with_rules else ()
    shown = [glyph for glyph in glyphs if glyph.is_gap or 0 <= glyph.x <= page.width and 0 <= glyph.y <= page.height]
    kept = [glyph for glyph in shown if made_of.has_scan or not glyph.is_hidden]
    ordered, reading = in_logical_order(list(with_line_ends(without_doubles(kept))))
    return PageText(
        page=page,
        glyphs=tuple(ordered),
        has_scan=made_of.has_scan,
        invisible=sum(glyph.is_hidden and not glyph.is_gap for glyph in shown),
        outside=len(glyphs) - len(shown),
        unmapped=sum(is_unmapped(glyph.text) for glyph in ordered),
        reading=reading,
        rules=rules,
    )


def mapped_text(text: PageText, *, within: Box | None = None) -> MappedText:
    """Give the clean text of a page or of a box, with the glyph of each character, built in one pass (case A21).

    A glyph is in a box if the middle of its ink is.
    """
    return _mapped(glyphs_within(text, within), page=text.page)


def words_of(text: PageText, *, within: Box | None = None) -> tuple[Word, ...]:
    """Give the words of a page's text, or of its glyphs whose middle lies within a box."""
    mapped = mapped_text(text, within=within)
    return tuple(
        Word(text=mapped.text[start:end], box=box, joined=joined, is_hidden=mapped.glyphs[start].is_hidden)
        for start, end, joined in _word_spans(mapped)
        if (box := box_around(mapped.glyphs[start:end], page=text.page)) is not None
    )


def lines_of(text: PageText, *, within: Box | None = None) -> tuple[MappedText, ...]:
    """Give the lines of a page or of a box, in the order of the file, each with the glyphs of its characters."""
    lines = (_mapped(line, page=text.page) for line in lines_within(text, within))
    return tuple(line for line in lines if line.text)


def over_glyphs(text: PageText, box: Box) -> Box:
    """Give a box made larger so that it covers all of each glyph that it has the middle of."""
    ink = ink_within(text, box)
    if ink is None:
        return box
    edges = (min(box.x0, ink.x0), min(box.y0, ink.y0), max(box.x1, ink.x1), max(box.y1, ink.y1))
    return make_box(box.page, edges, within=text.page) or box


def usual_height(text: PageText) -> float:
    """Give the median height of a page's glyphs in points, which is that of its lines without the space between."""
    return median(glyph.edges[3] - glyph.edges[1] for glyph in text.glyphs if not glyph.is_gap) if any(text.heights) else 0.0


def join_words(words: Iterable[Word]) -> str:
    """Give the words as canonical text."""
    return clean_text("".join(word.text if word.joined else " " + word.text for word in words))


def text_in(path: Path, box: Box, *, password: str | None = None) -> str:
    """Extract the text of a box again: the glyphs whose middle lies in it, in the order of the file, cleaned."""
    return mapped_text(_page_text_of(path, box.page, password, path.stat().st_mtime_ns), within=box).text


def is_unmapped(text: str) -> bool:
    """Say whether a glyph's character is one that no reader can know: U+FFFD, NUL, or private use."""
    return text in "\ufffd\x00" or "\ue000" <= text <= "\uf8ff" or text >= "\U000f0000"


@functools.lru_cache(maxsize=4)
def _page_text_of(path: Path, index: int, password: str | None, _modified: int) -> PageText:
    with open_pdf(path, password=password) as pdf:
        return page_text(pdf, displayed_pages(pdf)[index])


def _mapped(glyphs: Iterable[Glyph], *, page: Page) -> MappedText:
    kept = list(glyphs)
    raw = "".join(glyph.text for glyph in kept)
    owners = kept if len(raw) == len(kept) else [glyph for glyph in kept for _ in glyph.text]
    clean = clean_with_offsets(raw)
    cuts = frozenset(
        index
        for index, (before, here) in enumerate(itertools.pairwise(clean.offsets), 1)
        if here > before + 1 and _LINE_BREAKS.search(raw, before + 1, here)
    )
    return MappedText(page=page, text=clean.text, glyphs=tuple(owners[offset] for offset in clean.offsets), cuts=cuts)


def _word_spans(mapped: MappedText) -> Iterator[tuple[int, int, bool]]:
    """Cut clean text into (start, end, no space before)."""
    start, joined = 0, False
    for index, character in enumerate(mapped.text):
        if character == " ":
            if index > start:
                yield start, index, joined
            start, joined = index + 1, False
        elif index > start and (index in mapped.cuts or is_wide(character) or is_wide(mapped.text[index - 1])):
            yield start, index, joined
            start, joined = index, True
    if start < len(mapped.text):
        yield start, len(mapped.text), joined
