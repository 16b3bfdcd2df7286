"""Where each block's tokens stand on the pages: in the common order where it holds, anywhere else for what has moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import accumulate

from evidoc.align._chain import Pair, closed_up, longest, matched
from evidoc.align._index import Index, Placed, cleaned, whole

_SURE = 6  # tokens; so long a text that stands whole in one place only is there, whatever the order
_STRONG = 0.6  # share of matched tokens from which a block stays where the common order puts it
_TINY = 3  # tokens; so short a block is only placed whole, and by its neighbours
_SHORT = 12  # tokens; so short a block is looked for between its neighbours first
_PART = 6  # tokens of a beginning or end that is looked for elsewhere
_NEAR = 30  # tokens between a tiny block and a neighbour that vouches for it


def place(blocks: Sequence[Sequence[str]], index: Index, *, floating: Container[int] = ()) -> dict[int, Placed]:
    """Place blocks, given as tokens in reading order, on the pages; those that are nowhere are left out.

    `floating` blocks (captions, footnotes) may interrupt others, so that their places say nothing about these.
    """
    placed = _place_whole(blocks, index)
    fences = [(number, placed[number].start) for number in sorted(placed) if number not in floating]
    chained = _chained(blocks, index, placed, longest(fences))
    for number, found in chained.items():
        if found.share >= (_STRONG if len(blocks[number]) > _TINY else 1.0):
            placed[number] = found
            index.claim(found)
    for number in sorted(
        (number for number in range(len(blocks)) if number not in placed), key=lambda number: -len(blocks[number])
    ):
        if len(blocks[number]) > _TINY:
            _place_moved(number, blocks[number], placed, index, chained.get(number))
    for number in sorted(placed):
        placed[number] = _completed(blocks[number], placed[number], index)
    for number, tokens in enumerate(blocks):
        if number not in placed and 0 < len(tokens) <= _TINY:
            _place_tiny(number, tokens, placed, index)
    return placed


def _place_whole(blocks: Sequence[Sequence[str]], index: Index) -> dict[int, Placed]:
    """Place the blocks that stand whole in one place only, and are the only ones with their text."""
    texts = Counter(tuple(tokens) for tokens in blocks if len(tokens) >= _SURE)
    placed: dict[int, Placed] = {}
    for number, tokens in enumerate(blocks):
        if len(tokens) >= _SURE and texts[tuple(tokens)] == 1:
            places = index.occurrences(tokens)
            if len(places) == 1:
                placed[number] = whole(places[0], len(tokens))
                index.claim(placed[number])
    return placed


def _chained(
    blocks: Sequence[Sequence[str]], index: Index, placed: Mapping[int, Placed], fences: Sequence[Pair]
) -> dict[int, Placed]:
    """Match the other blocks in their order, between those that are placed."""
    rest = [(number, place) for number, tokens in enumerate(blocks) if number not in placed for place in range(len(tokens))]
    source = [blocks[number][place] for number, place in rest]
    by_block: dict[int, list[Pair]] = {}
    for a0, a1, b0, b1 in _gaps(blocks, index, placed, fences):
        part, there = source[a0:a1], index.free[b0:b1]
        for i, j in closed_up(matched(part, there), part, there):
            if there[j]:
                number, token = rest[a0 + i]
                by_block.setdefault(number, []).append((token, b0 + j))
    return {number: found for number, pairs in by_block.items() if (found := cleaned(pairs, len(blocks[number])))}


def _gaps(
    blocks: Sequence[Sequence[str]], index: Index, placed: Mapping[int, Placed], fences: Sequence[Pair]
) -> Iterator[tuple[int, int, int, int]]:
    """Give what lies between placed blocks that keep their order: (start, end) of the rest's tokens and of the pages'."""
    starts = [0, *accumulate(0 if number in placed else len(tokens) for number, tokens in enumerate(blocks))]
    a, b = 0, 0
    for number, start in fences:
        if starts[number] > a and start > b:
            yield a, starts[number], b, start
        a, b = starts[number], placed[number].end + 1
    yield a, starts[-1], b, len(index.free)


def _place_moved(number: int, tokens: Sequence[str], placed: dict[int, Placed], index: Index, chained: Placed | None) -> None:
    start = index.nearest(tokens, *_between(number, placed, end=len(index.free))) if len(tokens) <= _SHORT else None
    options = [whole(start, len(tokens)) if start is not None else index.find(tokens)]
    if chained is not None:
        options.append(cleaned([pair for pair in chained.pairs if index.free[pair[1]]], len(tokens)))
    best = max((option for option in options if option is not None), key=lambda option: option.share, default=None)
    if best is not None:
        placed[number] = best
        index.claim(best)


def _completed(tokens: Sequence[str], found: Placed, index: Index) -> Placed:
    """Look elsewhere for a long beginning or end that is missing: a float or a page's end may lie between."""
    known = {i for i, _ in found.pairs}
    for start, end in ((0, min(known)), (max(known) + 1, len(tokens))):
        part = index.find(tokens[start:end], least=_STRONG) if end - start >= _PART else None
        if part is not None:
            index.claim(part)
            pairs = sorted((*found.pairs, *((start + i, j) for i, j in part.pairs)), key=lambda pair: pair[1])
            found = Placed(tuple(pairs), len({i for i, _ in pairs}) / len(tokens))
    return found


def _place_tiny(number: int, tokens: Sequence[str], placed: dict[int, Placed], index: Index) -> None:
    """Place a block of a few tokens where it stands whole between its neighbours, nearest to the next one.

    Two or three tokens that stand only once on all pages may also have moved.
    """
    size = len(tokens)
    start = index.nearest(tokens, *_between(number, placed, end=len(index.free)))
    if start is None and size > 1:
        everywhere = index.occurrences(tokens)
        start = everywhere[0] if len(everywhere) == 1 else None
    if start is not None:
        placed[number] = whole(start, size)
        index.claim(placed[number])


def _between(number: int, placed: Mapping[int, Placed], *, end: int) -> tuple[int, int]:
    earlier = next((other for other in range(number - 1, -1, -1) if other in placed), None)
    later = next((other for other in range(number + 1, max(placed, default=0) + 1) if other in placed), None)
    after = placed[earlier].end if earlier is not None else -1
    before = placed[later].start if later is not None else end
    return (after + 1, before) if after < before else (max(0, before - _NEAR), before)
