"""Finding short texts on the pages: every place where some tokens stand as whole words that no block has claimed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evidoc.align._tokens import Stream
from evidoc.records.geometry import Box, hull

_SAME_HEIGHT = 8  # half points; words of one line seldom stand further apart


@dataclass(frozen=True, slots=True)
class Spot:
    """A text found on a page: its words, by number in the stream, and the box that covers them in the reading frame."""

    words: tuple[int, ...]
    box: Box

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the box, across and down."""
        return (self.box.x0 + self.box.x1) / 2, (self.box.y0 + self.box.y1) / 2


class Finder:
    """The words that prose has left over, and what has been taken since."""

    def __init__(self, stream: Stream, taken: set[int]) -> None:
        """Index the stream; `taken` are the numbers of words that belong to some block."""
        self.stream = stream
        self.taken = taken
        self._places: dict[tuple[str, ...], list[int]] = {}
        tokens, first = stream.tokens, stream.first
        for place, token in enumerate(tokens):
            if first[place] in taken or (place and first[place - 1] == first[place]):
                continue
            self._places.setdefault((token,), []).append(place)
            if place + 1 < len(tokens):
                self._places.setdefault((token, tokens[place + 1]), []).append(place)
        self._known: dict[tuple[str, ...], dict[int, list[Spot]]] = {}
        self._by_page: dict[int, list[int]] = {}

    def spots_on(self, tokens: tuple[str, ...], page: int) -> list[Spot]:
        """Give every place on a page where the tokens stand and begin a word; those that also end one, if there are such."""
        return [spot for spot in self._spots(tokens).get(page, ()) if self.taken.isdisjoint(spot.words)]

    def on_page(self, page: int) -> list[int]:
        """Give the numbers of the words of a page that are free."""
        if not self._by_page:
            for number, word in enumerate(self.stream.words):
                self._by_page.setdefault(word.box.page, []).append(number)
        return [number for number in self._by_page.get(page, []) if number not in self.taken]

    def count_lines(self, page: int) -> int:
        """Give how many lines the free words of a page stand on, at most."""
        return len({round(self.stream.box(word).y0 + self.stream.box(word).y1) // _SAME_HEIGHT for word in self.on_page(page)})

    def pages(self, texts: Sequence[tuple[str, ...]]) -> Counter[int]:
        """Count for each page how many tokens of the texts stand on it, rare ones counting more."""
        votes: Counter[int] = Counter()
        for tokens, count in Counter(texts).items():
            pages = [page for page in self._spots(tokens) if self.spots_on(tokens, page)]
            for page in pages:
                votes[page] += count * (100 * len(tokens) // len(pages))
        return votes

    def spot(self, words: Sequence[int]) -> Spot:
        """Give the spot of some words of one page."""
        return Spot(tuple(words), hull(self.stream.box(word) for word in words)[0])

    def _spots(self, tokens: tuple[str, ...]) -> dict[int, list[Spot]]:
        if tokens not in self._known:
            found = list(self._found(tokens)) if tokens else []
            by_page: dict[int, list[Spot]] = {}
            for spot, _ in [pair for pair in found if pair[1]] or found:
                by_page.setdefault(spot.box.page, []).append(spot)
            self._known[tokens] = by_page
        return self._known[tokens]

    def _found(self, tokens: tuple[str, ...]) -> Iterator[tuple[Spot, bool]]:
        stream, size = self.stream, len(tokens)
        for place in self._places.get(tokens[:2], ()):
            if stream.tokens[place : place + size] != tokens:
                continue
            words = range(stream.first[place], stream.last[place + size - 1] + 1)
            if stream.words[words[0]].box.page != stream.words[words[-1]].box.page:
                continue
            after = place + size
            yield self.spot(words), after >= len(stream.tokens) or stream.first[after] > words[-1]
