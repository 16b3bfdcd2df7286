"""Comparing short texts: what counts as the same words, and how many words two texts share."""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter

from evidoc.answers.final import answer_text, last_line

_QUOTES = str.maketrans({
    **dict.fromkeys("\u2018\u2019\u201b\u2032\u00b4`", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c\u300d\u300e\u300f", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
})  # fmt: skip
_EMPHASIS = re.compile(
    r"(?<![\w*])(\*{1,3})(?=\S)([^*\n]{1,2000}?)(?<=\S)\1(?![\w*])|(?<![\w_])(_{1,3})(?=\S)([^_\n]{1,2000}?)(?<=\S)\3(?![\w_])"
)
_LINE_MARKS = re.compile(r"(?m)^\s{0,3}(?:#{1,6}|>)\s+")
_SPACES = re.compile(r"\s+")
_LONGEST = 20_000  # characters; a longer text is no short answer, so only its start is compared
_END_MARKS = " .,;:!。！；，"
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_IDEOGRAPHS = re.compile(r"([\u3400-\u9fff\uf900-\ufaff])")


def normal_text(text: str) -> str:
    """Give a text as it is compared: case, spaces, quotes, dashes and Unicode forms folded.

    Markdown, outer quotes and end marks are left off. Articles stay: "The Who" is not "Who". Source: DH-64, X-37.
    """
    text = _LINE_MARKS.sub("", text[:_LONGEST].translate(_QUOTES))
    text = _EMPHASIS.sub(lambda found: found[2] or found[4], text)
    text = unicodedata.normalize("NFKC", text).casefold()
    text = unicodedata.normalize("NFKC", text)
    text = _SPACES.sub(" ", text).strip(_END_MARKS)
    while len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1].strip(_END_MARKS)
    return text


def same_text(first: str, second: str) -> bool:
    """Say whether two texts are the same words."""
    return normal_text(first) == normal_text(second)


def says(reply: str, *right: str) -> bool:
    """Say whether the final answer of a reply, or the last line of it, is one of the right texts. Source: DH-68."""
    final = answer_text(reply)
    said = {normal_text(final), normal_text(last_line(final))} - {""}
    return any(normal_text(text) in said for text in right)


def token_f1(text: str, gold: str) -> float:
    """Give the harmonic mean of precision and recall over words; 0 where nothing is shared.

    Case, punctuation and articles do not count; Chinese and Japanese characters are words.
    Source: the token F1 of SQuAD, as UDA-Benchmark computes it.
    """
    first, second = _words(text), _words(gold)
    shared = sum((Counter(first) & Counter(second)).values())
    return 2 * shared / (len(first) + len(second)) if shared else 0.0


def _words(text: str) -> list[str]:
    text = _IDEOGRAPHS.sub(r" \1 ", unicodedata.normalize("NFKC", text).lower()).translate(_PUNCTUATION)
    return _ARTICLES.sub(" ", text).split()
