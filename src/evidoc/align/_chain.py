"""Matching two token sequences: patience, that is rare pieces first, then ever commoner ones between them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Sequence
from itertools import accumulate

Pair = tuple[int, int]
_SIZES = (5, 3, 2, 1)  # tokens of a piece that must be unique on both sides
_DENSE = 0.3  # of the shorter side must match before pieces of one or two tokens are believed
_SMALL = 2_000  # steps; two gaps whose product is smaller are compared token by token,
_UNEVEN = 4  # unless one is that many times longer, and would match by accident


def matched(source: Sequence[str], page: Sequence[str]) -> list[Pair]:
    """Give pairs of equal tokens (place in the source, place on the pages), rising on both sides.

    What moved (a float) is left out: the longest chain wins.
    """
    pairs: list[Pair] = []
    open_gaps = [(0, len(source), 0, len(page), 0)]
    while open_gaps:
        a0, a1, b0, b1, level = open_gaps.pop()
        if a0 >= a1 or b0 >= b1:
            continue
        found, used = _found(source, page, (a0, a1, b0, b1), level)
        pairs.extend(found)
        if used is not None:
            open_gaps.extend((*gap, used) for gap in _gaps(found, (a0, a1, b0, b1)))
    pairs.sort()
    return pairs


def longest(pairs: Sequence[Pair]) -> list[Pair]:
    """Give the longest chain that rises on both sides out of pairs that rise in the first place."""
    tails: list[int] = []
    ends: list[int] = []
    before = [-1] * len(pairs)
    for number, (_, place) in enumerate(pairs):
        at = bisect_left(tails, place)
        before[number] = ends[at - 1] if at else -1
        tails[at : at + 1] = [place]
        ends[at : at + 1] = [number]
    chain: list[Pair] = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def closed_up(pairs: Sequence[Pair], source: Sequence[str], page: Sequence[str]) -> list[Pair]:
    """Move matches to where they join the one after them, if the same token stands there too."""
    moved = list(pairs)
    for number in range(len(moved) - 2, -1, -1):
        i, j = moved[number]
        after, place = moved[number + 1]
        if i + 1 == after and j + 1 < place and page[place - 1] == source[i]:
            moved[number] = (i, place - 1)
    return moved


def subsequence(source: Sequence[str], page: Sequence[str]) -> list[Pair]:
    """Give a longest common subsequence of two short sequences."""
    rows, columns = len(source), len(page)
    table = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        row, below, token = table[i], table[i + 1], source[i]
        for j in range(columns - 1, -1, -1):
            row[j] = below[j + 1] + 1 if token == page[j] else max(below[j], row[j + 1])
    pairs: list[Pair] = []
    i = j = 0
    while i < rows and j < columns:
        if source[i] == page[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _found(
    source: Sequence[str], page: Sequence[str], gap: tuple[int, int, int, int], level: int
) -> tuple[list[Pair], int | None]:
    """Give the pairs of a gap, and the level at which its own gaps are to be searched, or None where that is no use."""
    a0, a1, b0, b1 = gap
    shorter, longer = sorted((a1 - a0, b1 - b0))
    if shorter * longer <= _SMALL and longer <= _UNEVEN * shorter + _UNEVEN:
        return _by_token(source[a0:a1], page[b0:b1], a0, b0), None
    for used in range(level, len(_SIZES)):
        anchors = longest(_anchors(source, page, gap, size=_SIZES[used]))
        pairs = _extended(source, page, gap, anchors)
        if pairs and (_SIZES[used] > 2 or len(pairs) >= _DENSE * min(a1 - a0, b1 - b0)):
            return pairs, used
    return [], None


def _by_token(source: Sequence[str], page: Sequence[str], a0: int, b0: int) -> list[Pair]:
    if source != page and "".join(source) == "".join(page):
        return [(a0 + i, b0 + j) for i, j in _by_letters(source, page)]
    return [(a0 + i, b0 + j) for i, j in subsequence(source, page)]


def _by_letters(source: Sequence[str], page: Sequence[str]) -> list[Pair]:
    """Match tokens of one text that is broken otherwise on the page: each token to the one in which it begins."""
    ends = list(accumulate(map(len, source)))
    starts = accumulate(map(len, page), initial=0)
    return [(bisect_right(ends, start), number) for number, (start, token) in enumerate(zip(starts, page, strict=False)) if token]


def _anchors(source: Sequence[str], page: Sequence[str], gap: tuple[int, int, int, int], *, size: int) -> list[Pair]:
    a0, a1, b0, b1 = gap
    there = _unique(page, b0, b1, size)
    return [(i, there[piece]) for piece, i in _unique(source, a0, a1, size).items() if there.get(piece, -1) >= 0 and i >= 0]


def _unique(tokens: Sequence[str], start: int, end: int, size: int) -> dict[Hashable, int]:
    """Give where each piece of a size starts, in order; -1 where it comes more than once."""
    places: dict[Hashable, int] = {}
    pieces: Sequence[Hashable] = tokens[start:end]
    if size > 1:
        pieces = list(zip(*(tokens[start + shift : end] for shift in range(size)), strict=False))
    for place, piece in enumerate(pieces, start):
        places[piece] = -1 if piece in places else place
    return places


def _extended(source: Sequence[str], page: Sequence[str], gap: tuple[int, int, int, int], anchors: list[Pair]) -> list[Pair]:
    """Let each anchor grow over equal neighbours, as far as the next anchor allows."""
    a_end, b_end = gap[1], gap[3]
    pairs: list[Pair] = []
    a_done, b_done = gap[0] - 1, gap[2] - 1
    for number, (i, j) in enumerate(anchors):
        if i <= a_done or j <= b_done:
            continue
        i_next, j_next = anchors[number + 1] if number + 1 < len(anchors) else (a_end, b_end)
        back = 0
        while i - back - 1 > a_done and j - back - 1 > b_done and source[i - back - 1] == page[j - back - 1]:
            back += 1
        ahead = 1
        while i + ahead < max(i_next, i + 1) and j + ahead < j_next and source[i + ahead] == page[j + ahead]:
            ahead += 1
        pairs.extend((i + step, j + step) for step in range(-back, ahead))
        a_done, b_done = i + ahead - 1, j + ahead - 1
    return pairs


def _gaps(pairs: list[Pair], gap: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
    a0, a1, b0, b1 = gap
    gaps: list[tuple[int, int, int, int]] = []
    a, b = a0, b0
    for i, j in [*pairs, (a1, b1)]:
        if i > a and j > b:
            gaps.append((a, i, b, j))
        a, b = i + 1, j + 1
    return gaps
