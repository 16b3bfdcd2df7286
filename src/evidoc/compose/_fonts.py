"""The faces that text is set in: a chain for each weight, so that every character finds a glyph where one exists."""

from __future__ import annotations

import importlib.util
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Literal

Weight = Literal["text", "bold", "italic", "code", "serif"]

# Vera comes with ReportLab; DejaVu (the same design, 5,900 glyphs), STIX Two (serif) and Droid Fallback (CJK) with
# docvortex's dependencies.
_VERA, _VERA_BOLD = ("reportlab", "fonts/Vera.ttf"), ("reportlab", "fonts/VeraBd.ttf")
_VERA_ITALIC, _STIX = ("reportlab", "fonts/VeraIt.ttf"), ("ziamath", "fonts/STIXTwoMath-Regular.ttf")
_DEJAVU, _DROID = ("ziafont", "fonts/DejaVuSans.ttf"), ("docvortex", "resources/fonts/DroidSansFallbackFull.ttf")
_CHAINS: dict[Weight, tuple[tuple[str, str], ...]] = {
    "text": (_VERA, _DEJAVU, _DROID),
    "bold": (_VERA_BOLD, _DEJAVU, _DROID),
    "italic": (_VERA_ITALIC, _DEJAVU, _DROID),
    "code": (("", "Courier"), _DEJAVU, _DROID),
    "serif": (_STIX, _DEJAVU, _DROID),
}
_NO_GLYPH = ("\u25a1", "?")  # a white square, or what every face has
_WORDS_KEPT = 65_536


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line in one face."""

    font: str
    text: str


class Face:
    """One font: which characters it has, and how wide they are in 1/1000 of the size."""

    def __init__(self, name: str, *, path: Path | None) -> None:
        """Register a TrueType file under a name, or take one of the fonts that every PDF reader has."""
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        self.name = name
        if path is None:
            font = pdfmetrics.getFont(name)
            self.widths = {char: float(font.stringWidth(char, 1000)) for char in map(chr, range(32, 127))}
            return
        font = TTFont(name, str(path))
        pdfmetrics.registerFont(font)
        widths, default = font.face.charWidths, font.face.defaultWidth
        # ReportLab writes five hex digits for a character beyond U+FFFF, which no reader maps back: such faces lack them.
        self.widths = {chr(code): float(widths.get(code, default)) for code in font.face.charToGlyph if 32 <= code < 0xD800}
        self.widths |= {chr(code): float(widths.get(code, default)) for code in font.face.charToGlyph if 0xE000 <= code < 0xFFFE}


class Typeface:
    """A weight: the faces in which a character is looked up, in order."""

    def __init__(self, faces: tuple[Face, ...]) -> None:
        """Take the chain; the first face sets nearly everything."""
        self._faces = faces
        self._first = frozenset(faces[0].widths)
        self._widths: dict[str, float] = {}
        self.measure = lru_cache(_WORDS_KEPT)(self._measure)

    def sets_whole(self, text: str) -> bool:
        """Say whether the first face has all signs, so that a text keeps one weight."""
        return self._first.issuperset(text)

    def spell(self, text: str) -> str:
        """Give the text as it can be drawn: a plain form or a white square for each character without a glyph."""
        if self._first.issuperset(text):
            return text
        return "".join(self._spelled(char) for char in text)

    def runs(self, text: str) -> Iterator[Run]:
        """Split a spelled text into pieces of one face each."""
        if self._first.issuperset(text):
            yield Run(self._faces[0].name, text)
            return
        for face, chars in groupby(text, key=self._face):
            yield Run(face.name, "".join(chars))

    def _measure(self, text: str) -> float:
        """Give the width of a spelled text set at size 1."""
        try:
            return sum([self._widths[char] for char in text]) / 1000
        except KeyError:
            self._widths.update((char, self._face(char).widths[char]) for char in text)
            return self._measure(text)

    def _face(self, char: str) -> Face:
        return next(face for face in self._faces if char in face.widths)

    def _has(self, text: str) -> bool:
        return all(any(char in face.widths for face in self._faces) for char in text)

    def _spelled(self, char: str) -> str:
        plain = char if self._has(char) else unicodedata.normalize("NFKC", char)
        if plain and self._has(plain):
            return plain
        return next(sign for sign in _NO_GLYPH if self._has(sign))


@cache
def typeface(weight: Weight) -> Typeface:
    """Give a weight's typeface; the font files are read once a process, when they are first needed."""
    return Typeface(tuple(face for package, name in _CHAINS[weight] if (face := _face(package, name)) is not None))


@cache
def _face(package: str, name: str) -> Face | None:
    if not package:
        return Face(name, path=None)
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        return None
    path = Path(found.submodule_search_locations[0]) / name
    return Face(f"evidoc-{path.stem}", path=path) if path.is_file() else None
