"""How wide text is, how it is broken into lines, and how numbers are written; no font file is read.

Widths are those of Arial and its metric twins, which stand first in the figures' font stack.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from evidoc.reports.words import printable

FONTS = "Arial, 'Liberation Sans', 'Helvetica Neue', Helvetica, 'Noto Sans', sans-serif"
LONGEST = 300  # characters of a label; of a longer one the start is drawn, with how much more there is

# Width in thousandths of the size → characters. Source: advance widths of Liberation Sans 2, regular.
_WIDTHS = {
    191: "'",
    222: "ijlł’‘ı",
    260: "|",
    278: " \u00a0!,./:;I[\\]ft·",
    333: "()-`r“”",
    334: "{}",
    355: '"•',
    389: "*",
    469: "^",
    500: "Jcksvxyz",
    556: "#$0123456789?L_abdeghnopqu–€đ",
    584: "+<=>~×−±≤≥αβθµ",
    611: "FTZßø",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%æ",
    944: "Wœ",
    1000: "—…→\ufffd",
    1015: "@",
}
_WIDTH_OF = {character: width for width, characters in _WIDTHS.items() for character in characters}
_BOLD = 1.07  # Liberation Sans Bold is 3 to 7 % wider over English text
_BREAK_AFTER = "-/_.,:;=()[]"


def plain(text: str, *, limit: int = LONGEST) -> str:
    """Give a label as one line of text that XML takes; a dash where there is none."""
    return printable(" ".join(text.split()), limit=limit) or "–"


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Give how wide a line of text is, in the unit of its size."""
    return sum(map(_thousandths, text)) * size / 1000 * (_BOLD if bold else 1.0)


def wrapped(text: str, *, size: float, width: float, bold: bool = False) -> tuple[str, ...]:
    """Break a text into lines no wider than `width`; a longer word is broken where it can be, else anywhere."""
    lines, line = [], ""
    for piece in _pieces(text, size=size, width=width, bold=bold):
        if line and text_width((line + piece).rstrip(), size, bold=bold) > width:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return (*lines, line.rstrip()) if line.strip() or not lines else tuple(lines)


def fits(text: str, *, size: float, width: float, lines: int) -> bool:
    """Whether a text goes into so many lines without a word being broken."""
    widest = max((text_width(word, size) for word in text.split()), default=0.0)
    return widest <= width and len(wrapped(text, size=size, width=width)) <= lines


def number(value: float) -> str:
    """Write a value as people read it: thousands apart, no more than three digits that matter after the point."""
    if not math.isfinite(value):
        return "–"
    size = abs(value)
    if value == round(value) and size < 1e15:
        text = f"{value:,.0f}"
    elif size >= 1e7 or size < 1e-3:
        text = f"{value:.2e}"
    else:
        places = 0 if size >= 1000 else 1 if size >= 100 else 2 if size >= 1 else 3
        text = f"{value:,.{places}f}".rstrip("0").rstrip(".") if places else f"{value:,.0f}"
    return text.replace("-", "−")


def _pieces(text: str, *, size: float, width: float, bold: bool) -> Iterator[str]:
    """Give words with the spaces after them, and the parts of words that are wider than a line."""
    for word in text.replace(" ", " \0").split("\0"):
        if text_width(word.rstrip(), size, bold=bold) <= width:
            yield word
        else:
            yield from _parts(word, size=size, width=width, bold=bold)


def _parts(word: str, *, size: float, width: float, bold: bool) -> Iterator[str]:
    part = ""
    for character in word:
        if part and text_width((part + character).rstrip(), size, bold=bold) > width:
            cut = max(part.rfind(sign) for sign in _BREAK_AFTER) + 1
            cut = cut if cut > len(part) // 2 else len(part)
            yield part[:cut]
            part = part[cut:]
        part += character
    yield part


@lru_cache(maxsize=4096)
def _thousandths(character: str) -> int:
    known = _WIDTH_OF.get(character)
    if known is not None:
        return known
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    letter = unicodedata.normalize("NFD", character)[0]
    if letter in _WIDTH_OF:
        return _WIDTH_OF[letter]
    if unicodedata.east_asian_width(character) in "WF" or ord(character) > 0xFFFF:
        return 1000
    return 722 if character.isupper() else 611
