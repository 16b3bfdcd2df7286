"""Breaking text into lines: at spaces, between CJK signs, and inside words only where nothing else fits."""

from __future__ import annotations

import re

from evidoc.compose._fonts import Typeface

_WIDE = "\u1100-\u115f\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffee"
_CLOSING = "\u3001\u3002\u3009\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff1a\uff1b\uff1f"
_ANY_WIDE = re.compile(f"[{_WIDE}]")
_PIECE = re.compile(f" ?[{_WIDE}][{_CLOSING}]*|[^{_WIDE}]+")
_RTL = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_LTR = "A-Za-z0-9\u00c0-\u024f\u0370-\u052f"
_FIRST_STRONG = re.compile(f"[{_RTL}A-Za-z\u00c0-\u024f\u0370-\u052f]")
_ANY_RTL = re.compile(f"[{_RTL}]")
_RTL_RUN = re.compile(f"[{_RTL}](?:[^A-Za-z\u00c0-\u024f\u0370-\u052f]*[{_RTL}])?")
_LTR_RUN = re.compile(f"[{_LTR}](?:[^{_RTL}]*[{_LTR}])?")
_NUMBER = re.compile("[0-9](?:[0-9.,:/]*[0-9])?")


def wrap(text: str, *, typeface: Typeface, width: float) -> tuple[str, ...]:
    """Break a spelled text into lines at most `width` wide at size 1; at least one sign a line, whatever its width."""
    lines: list[str] = []
    line, used = "", 0.0
    for piece in pieces(text):
        wide = typeface.measure(piece)
        if line and used + wide > width:
            lines.append(line)
            line, used = "", 0.0
        if not line:
            piece = piece.lstrip()
            *full, piece = _broken(piece, typeface=typeface, width=width)
            lines.extend(full)
            wide = typeface.measure(piece)
        line += piece
        used += wide
    return (*lines, line) if line else tuple(lines)


def pieces(text: str) -> list[str]:
    """Give what may not be broken, each with the space before it.

    A word that ends in a hyphen holds on to the next one: a reader of the page would take a hyphen
    at the end of a line for a word division and drop it.
    """
    words: list[str] = []
    for word in text.split():
        if words and words[-1].endswith("-"):
            words[-1] += " " + word
        else:
            words.append(" " + word)
    if _ANY_WIDE.search(text):
        return [piece for word in words for piece in _PIECE.findall(word)]
    return words


def visual(line: str) -> str:
    """Give a line in the order of drawing, from left to right; its first letter decides which way it runs.

    Letters are not joined (Arabic) and brackets not mirrored.
    """
    if line.isascii() or not _ANY_RTL.search(line):
        return line
    first = _FIRST_STRONG.search(line)
    if first is not None and _ANY_RTL.match(first[0]):
        return _LTR_RUN.sub(_turned, line[::-1])
    return _RTL_RUN.sub(lambda run: _NUMBER.sub(_turned, run[0][::-1]), line)


def _turned(run: re.Match[str]) -> str:
    return run[0][::-1]


def _broken(piece: str, *, typeface: Typeface, width: float) -> list[str]:
    parts: list[str] = []
    while typeface.measure(piece) > width and len(piece) > 1:
        end = _fitting(piece, typeface=typeface, width=width)
        parts.append(piece[:end].rstrip())
        piece = piece[end:].lstrip()
    return [*parts, piece]


def _fitting(piece: str, *, typeface: Typeface, width: float) -> int:
    used, end = 0.0, 0
    while end < len(piece) - 1 and (used := used + typeface.measure(piece[end])) <= width:
        end += 1
    whole = end
    while end > 1 and piece[end - 1] == "-":
        end -= 1
    return max(1, end if piece[end - 1] != "-" else whole)
