"""Whether the text of a PDF can be trusted: none there, garbled, or laid by character recognition over a scan."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from evidoc.pages.glyphs import PageText, is_unmapped
from evidoc.readers._language import frequent_word_share

NO_TEXT = "no_text_layer"
BROKEN = "broken_text_layer"
OCR = "ocr_text_layer"
ROTATED = "rotated_text"
RTL = "rtl_unverified"
DOUBTS = frozenset({BROKEN, OCR, RTL})  # what holds for every block of a page

_UNMAPPED_SHARE = 0.3  # of a page's glyphs; a text page with formulas and bullets in odd fonts stays under a tenth
_GARBAGE_SHARE = 0.6  # with so many glyphs unmapped, no sentence is left whole
_CIPHER_WORDS = 60  # fewer words prove nothing
_CIPHER_LATIN = 0.7  # of the letters; other scripts have no capitals and hold names like "pLaTeX"
_CIPHER_CAPITALS = 0.04  # words with a capital after a small letter; running text of any language stays under 0.01
_CIPHER_COMMON = 0.02  # words that are common in some language; running text of a known language has 0.2 and more


@dataclass(frozen=True, slots=True)
class Layer:
    """What a page's text layer is like: its flags, and whether anything in it can be read."""

    flags: tuple[str, ...]
    is_readable: bool


def judge(text: PageText, *, turn: int = 0) -> Layer:
    """Judge the text layer of one page; `turn` is by how much it was turned to read it."""
    ink = [glyph for glyph in text.glyphs if not glyph.is_gap]
    if not any(not is_unmapped(glyph.text) for glyph in ink):
        return Layer(flags=(BROKEN, NO_TEXT) if ink else (NO_TEXT,), is_readable=False)
    flags = []
    is_garbage = text.unmapped > _GARBAGE_SHARE * len(ink) or is_cipher("".join(glyph.text for glyph in text.glyphs))
    if is_garbage or text.unmapped > _UNMAPPED_SHARE * len(ink):
        flags.append(BROKEN)
    if text.has_scan and any(glyph.is_hidden for glyph in ink):
        flags.append(OCR)
    if text.reading == "unverified":
        flags.append(RTL)
    if turn:
        flags.append(ROTATED)
    return Layer(flags=tuple(flags), is_readable=not is_garbage)


def is_cipher(written: str) -> bool:
    """Say whether letters stand for other letters, as with a font whose map to characters is shifted.

    Such text has capitals inside its words and no common word of any language.
    """
    words = re.findall(r"[^\W\d_]{2,}", written)
    latin = sum(map(len, re.findall(r"[A-Za-z]{2,}", written)))
    if len(words) < _CIPHER_WORDS or latin < _CIPHER_LATIN * sum(map(len, words)):
        return False
    capitals = sum(re.search(r"[a-z][A-Z]", word) is not None for word in words)
    return capitals > _CIPHER_CAPITALS * len(words) and frequent_word_share(written) < _CIPHER_COMMON


def document_flags(layers: Iterable[Layer]) -> tuple[str, ...]:
    """Give the flags that some page has, as flags of the whole document."""
    return tuple(sorted({flag for layer in layers for flag in layer.flags}))
