"""How characters stand for digits, signs and note marks: look-alikes folded one for one, note marks split off."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

GAP = "\u00a0"  # stands for every space that groups digits but does not part words
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵃᵇᶜᵈᵉᶠ", "0123456789+-abcdef")

_LOOKALIKES = {
    **dict.fromkeys("\u2212\ufe63\uff0d\u2011\u2010", "-"),
    **dict.fromkeys("\u2012\u2013\u2014\ufe58", "\u2013"),
    **dict.fromkeys("\u2007\u2008\u2009\u200a\u202f\u205f", GAP),
    **dict.fromkeys("\u3000\u2002\u2003", " "),
    **dict.fromkeys("\u2018\u2019\u02bc\uff07", "'"),
    "\uff0b": "+", "\uff05": "%", "\u066a": "%", "\uff04": "$", "\uffe5": "¥", "\uffe1": "£", "\uff0c": ",", "\u066c": ",",
    "\uff0e": ".", "\u066b": ".", "\uff08": "(", "\uff09": ")", "\uff1a": ":", "\u03bc": "µ",
}  # fmt: skip
_BRACKETED = r"\[(?:\d{1,3}|[a-z])\]|\((?:\d{1,2}|[a-fin-rw-z]|i{2,3}|iv|vi{0,3})\)"
_MARKS = re.compile(rf"(?:(?<=\S)\s*(?P<mark>[*∗†‡§¶#]+|[⁰¹²³⁴-⁹ᵃᵇᶜᵈᵉᶠ](?:[⁰¹²³⁴-⁹ᵃᵇᶜᵈᵉᶠ,]*)|{_BRACKETED}))\s*$")
_POWER = re.compile(r"(?:^|\D)10[⁺⁻]?[⁰¹²³⁴-⁹]+$|[a-zA-Zµ][²³]$|[⁻⁺][⁰¹²³⁴-⁹]+$|\^\(?[^\s()]{1,6}\)?$")
_RAISED_POINT = re.compile(r"(?<=\d)·(?=\d)(?!10[\^⁺⁻⁰¹²³⁴-⁹])")
_LAST = frozenset("*∗†‡§¶#)]⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠ,")  # what a text with marks at its end ends with; most texts do not
_MOST_MARKS = 6  # a cell with more is not a cell with notes


def plain_characters(text: str) -> str:
    """Give the text with look-alikes of digits, signs and separators as ASCII; its length stays (case F11).

    A raised point between digits is a decimal point, as some journals set it, but not before a power of ten.
    """
    return text if text.isascii() else _RAISED_POINT.sub(".", "".join(map(_plain, text)))


def split_notes(text: str) -> tuple[str, tuple[str, ...]]:
    """Give a cell's text without the note marks at its end, and the marks as written (case D03).

    Marks are `*`, `†`, superscripts, `[3]`, `(a)`, `(1)`; superscripts come back as plain characters.
    Powers (`10³`, `m²`, `10⁻³`) are no marks, nor is a bracket that is all there is.
    """
    notes: list[str] = []
    text = text.rstrip()
    if text[-1:] not in _LAST:
        return text, ()
    while len(notes) < _MOST_MARKS and (found := _MARKS.search(text)) and not _POWER.search(text):
        notes.insert(0, found["mark"].translate(SUPERSCRIPTS))
        text = text[: found.start()].rstrip()
    return text, tuple(notes)


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    if character in _LOOKALIKES:
        return _LOOKALIKES[character]
    return str(unicodedata.decimal(character)) if character.isdecimal() else character
