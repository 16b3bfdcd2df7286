"""From the words of a block to its boxes: one for each stretch of a column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from evidoc.align._index import Placed
from evidoc.align._tokens import Stream, same_line
from evidoc.records.geometry import Box, hull

_BACK = 0.2  # line heights; a word that is as far above the last one stands in another column
_APART = 3.0  # line heights; lines further apart belong to different boxes (a picture stands between)
_BETWEEN = 12  # words; so many unclaimed ones between two matched ones belong to the block


def boxes_of(words: Sequence[Box]) -> tuple[Box, ...]:
    """Give the boxes that cover a block's words, given in reading order."""
    stretches: list[list[Box]] = []
    for word in words:
        if stretches and not _is_break(stretches[-1], word):
            stretches[-1].append(word)
        else:
            stretches.append([word])
    return tuple(_merged(cover for stretch in stretches for cover in hull(stretch)))


def _is_break(stretch: Sequence[Box], word: Box) -> bool:
    last = stretch[-1]
    if word.page != last.page:
        return True
    height = max(min(last.height, word.height), 1.0)
    return word.y0 - last.y1 > _APART * height or last.y0 - word.y1 > _BACK * height


def _merged(boxes: Iterable[Box]) -> list[Box]:
    """Join boxes that stand one directly below the other, or overlap."""
    merged: list[Box] = []
    for box in boxes:
        near = next((other for other in merged if _touches(other, box)), None)
        if near is None:
            merged.append(box)
        else:
            merged[merged.index(near)] = hull((near, box))[0]
    return merged


def _touches(first: Box, second: Box) -> bool:
    if first.page != second.page:
        return False
    across = min(first.x1, second.x1) - max(first.x0, second.x0)
    down = max(first.y0, second.y0) - min(first.y1, second.y1)
    return across > 0.5 * min(first.width, second.width) and down < 6.0


def words_between(found: Placed, stream: Stream, owners: Mapping[int, int], *, size: int) -> list[int]:
    """Give the words of a placed block: the matched ones, and unclaimed ones among them (formulas, marks of notes)."""
    matched = sorted({word for _, token in found.pairs for word in range(stream.first[token], stream.last[token] + 1)})
    words = _led_in(matched[0], found.pairs[0][0], stream, owners)
    for word, after in zip(matched, [*matched[1:], None], strict=True):
        words.append(word)
        if after is not None and after - word <= _BETWEEN:
            words.extend(number for number in range(word + 1, after) if number not in owners)
    missing = size - 1 - max(i for i, _ in found.pairs)
    return words + _led_out(matched[-1], missing, stream, owners)


def _led_in(word: int, missing: int, stream: Stream, owners: Mapping[int, int]) -> list[int]:
    """Give up to `missing` unclaimed words before a block's first one, on its line."""
    words: list[int] = []
    while missing > len(words) and word > 0 and word - 1 not in owners and same_line(stream.box(word - 1), stream.box(word)):
        word -= 1
        words.append(word)
    return words[::-1]


def _led_out(word: int, missing: int, stream: Stream, owners: Mapping[int, int]) -> list[int]:
    words: list[int] = []
    last = len(stream.words) - 1
    while missing > len(words) and word < last and word + 1 not in owners and same_line(stream.box(word), stream.box(word + 1)):
        word += 1
        words.append(word)
    return words
