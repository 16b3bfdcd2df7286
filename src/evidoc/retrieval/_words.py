"""The words of a text as all retrievers by words see them, and those of a question that say something.

Chinese, Japanese and Korean text goes by pairs of characters: SQLite's own trigram tokeniser finds no word shorter than three
characters, and most Chinese words have two. An accent is the same whether it is a character of its own or not.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_WORD = re.compile(r"[^\W_]+")
_EAST_ASIAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_RUN = re.compile(f"[{_EAST_ASIAN}]+")
_ACCENT = re.compile("[\u0300-\u036f]+")
# Words that carry the grammar of an English question and say nothing of its subject.
_GRAMMAR = (
    "a about all also am an and any are as at be been between both but by can could did do does each every for from "
    "given had has have he her his how i if in into is it its many me much my no nor not of on only or our she should so "
    "some such than that the their them then there these they this those to was we were what when where which who whom "
    "whose why will with would you your"
)
_MOST_TERMS = 256  # a question is not longer; the limit keeps a hostile one from filling the query parser


def words_of(text: str) -> list[str]:
    """Give the words of a text in lower case, East Asian runs by pairs of characters."""
    return [word.lower() for word in _WORD.findall(spaced(text))]


def query_terms(question: str) -> list[str]:
    """Give the distinct words of a question that say something, in order; all of them if none does."""
    words = words_of(question)
    telling = [word for word in words if word not in stop_words()]
    return list(dict.fromkeys(telling or words))[:_MOST_TERMS]


@cache
def stop_words() -> frozenset[str]:
    """Give the English words that are not searched for."""
    return frozenset(_GRAMMAR.split())


def spaced(text: str) -> str:
    """Write a text so that its words stand apart: accents within their letters, East Asian runs as pairs of characters."""
    if text.isascii():
        return text
    return _RUN.sub(_pairs, _ACCENT.sub("", unicodedata.normalize("NFC", text)))


def _pairs(run: re.Match[str]) -> str:
    text = run.group()
    pairs = [text[start : start + 2] for start in range(max(1, len(text) - 1))]
    return f" {' '.join(pairs)} "
