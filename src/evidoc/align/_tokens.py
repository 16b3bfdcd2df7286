"""Words made comparable: what a source says and what a page shows, as sequences of plain tokens."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evidoc.align._turn import Turn, to_page, to_reading, turns_of
from evidoc.pages.glyphs import Word
from evidoc.records.geometry import Box

# Letters and digits apart, because a source writes "soil<sup>12</sup>" where a page may show "soil 12"; wide signs one by one.
_TOKEN = re.compile(
    r"[0-9]+|[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]|[^\W\d_\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+|\d"
)
_PLAIN = re.compile(r"[a-z0-9]*")
_MARKS = re.compile(r"[\u0300-\u036f]")


@dataclass(frozen=True, slots=True)
class Stream:
    """The words of all pages in the order of the file, and their tokens: token t comes from words `first[t]` to `last[t]`."""

    words: tuple[Word, ...]
    tokens: tuple[str, ...]
    first: tuple[int, ...]
    last: tuple[int, ...]
    turns: Mapping[int, Turn]

    def box(self, word: int) -> Box:
        """Give the box of a word in the frame in which the text of its page runs to the right."""
        return to_reading(self.words[word].box, self.turns)

    def line_starts(self) -> frozenset[int]:
        """Give the tokens that begin a line."""
        starts = [0] if self.tokens else []
        for token in range(1, len(self.tokens)):
            before, word = self.first[token - 1], self.first[token]
            if word != before and not same_line(self.box(before), self.box(word)):
                starts.append(token)
        return frozenset(starts)

    def on_page(self, box: Box) -> Box:
        """Give a box of that frame back on its page."""
        return to_page(box, self.turns)


def same_line(first: Box, second: Box) -> bool:
    """Say whether two words stand beside one another."""
    return first.page == second.page and min(first.y1, second.y1) - max(first.y0, second.y0) > 0


def tokens_of(text: str) -> list[str]:
    """Give the tokens of a text: letters and digits in small letters, without accents and signs."""
    return _TOKEN.findall(plain(text))


def plain(text: str) -> str:
    """Give a text in the form in which it is compared."""
    if text.isascii():
        return text.lower()
    return _MARKS.sub("", unicodedata.normalize("NFKD", text)).casefold()


def stream_of(words: Iterable[Word]) -> Stream:
    """Give the token stream of pages; parts of a word that two lines share are one token."""
    kept = tuple(words)
    starts: list[int] = []
    pieces: list[str] = []
    length = 0
    for word in kept:
        gap = "" if word.joined else " "
        piece = gap + plain(word.text)
        starts.append(length + len(gap))
        pieces.append(piece)
        length += len(piece)
    tokens, first, last = _located("".join(pieces), starts)
    return Stream(words=kept, tokens=tokens, first=first, last=last, turns=turns_of(kept))


def _located(text: str, starts: Sequence[int]) -> tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]:
    tokens: list[str] = []
    first: list[int] = []
    last: list[int] = []
    word, count = 0, len(starts)
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        while word + 1 < count and starts[word + 1] <= start:
            word += 1
        tokens.append(match[0])
        first.append(word)
        last.append(word if word + 1 >= count or starts[word + 1] >= end else bisect_right(starts, end - 1) - 1)
    return tuple(tokens), tuple(first), tuple(last)
