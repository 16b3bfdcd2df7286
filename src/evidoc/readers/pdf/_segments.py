"""Words of a table in lines, lines in pieces, and the columns that the pieces stand in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from evidoc.pages.glyphs import Word
from evidoc.pages.rules import Rule

_WORD_GAP = 0.55  # of a line's height; spaces between words measure 0.2 to 0.4, between columns 1 and more
_SAME_LINE = 0.5  # of a word's height, between the middles of two words of a line
_GUTTER = 2.0  # points; narrower stripes of white come between words by chance
_FULL = 0.5  # the share of the fullest line's segments that a line of the body has at least
_STRAY = 0.1  # of the lines of the body may cross a gutter: titles and notes
_MANY = 6  # lines of the body, of which one may cross a gutter
_APART = 3  # lines without columns between two stretches of full ones
_TIGHT = 3  # lines that must agree before words without a wide gap between them are of two columns
_AGREE = 0.8  # of the lines
_SAME_EDGE = 1.0  # points

_NARROW = 0.9  # of the table's width, for a rule below a name over several columns
_LONG = 0.5  # of the table's width, for a title
_JUSTIFIED = 0.85  # of the table's width, for a line of text that is cut by wide spaces
_LEADER = re.compile(r"[.…·]{3,}")  # dots that lead the eye to a figure

Segment = tuple[Word, ...]
Line = Sequence[Segment]
Span = tuple[float, float]


def lines_of(words: Sequence[Word], uprights: Sequence[Rule] = ()) -> list[list[Segment]]:
    """Give the lines from the top down, without leader dots, cut at wide gaps and at upright rules between two words."""
    return [_segments(line, uprights) for line in _lines([word for word in words if not _LEADER.fullmatch(word.text)])]


def without_titles(lines: list[list[Segment]], levels: Sequence[Rule] = ()) -> list[list[Segment]]:
    """Leave out lines at the top that are no row: one piece, long or in the middle, and no rule below it that is as narrow."""
    if not lines:
        return lines
    left = min(segment[0].box.x0 for line in lines for segment in line)
    right = max(segment[-1].box.x1 for line in lines for segment in line)
    narrow = [rule for rule in levels if rule.length < _NARROW * (right - left)]
    count = int(len(lines) > 1 and _is_over_names(lines))
    while count + 1 < len(lines) and _is_title(lines[count], left=left, right=right, is_first=count == 0):
        bottom, top = lines[count][0][0].box.y1, lines[count + 1][0][0].box.y0
        if any(bottom - _GUTTER <= rule.place <= top + _GUTTER for rule in narrow):
            break
        count += 1
    return lines[count:]


def _is_over_names(lines: Sequence[Line]) -> bool:
    """Say whether the first line is one piece that goes from the left edge beyond all names of rows, over a free place."""
    first = lines[0][0]
    stubs = [line[0] for line in lines[1:] if len(line) > 1 and abs(line[0][0].box.x0 - first[0].box.x0) <= _GUTTER]
    is_alone = len(lines[0]) == 1 and len(lines[1]) > 1 and lines[1][0][0].box.x0 > first[0].box.x0 + _GUTTER
    return is_alone and len(stubs) > 1 and first[-1].box.x1 > max(stub[-1].box.x1 for stub in stubs)


def _is_title(line: Line, *, left: float, right: float, is_first: bool) -> bool:
    low, high = line[0][0].box.x0, line[-1][-1].box.x1
    is_in_the_middle = abs(low - left - (right - high)) <= _GUTTER * 3 and low - left > _GUTTER
    if len(line) > 1:
        inked = sum(segment[-1].box.x1 - segment[0].box.x0 for segment in line)
        return not is_first and inked >= _JUSTIFIED * (right - left)
    is_at_left = low - left <= _GUTTER
    is_long = high - low >= _LONG * (right - left)
    return is_in_the_middle or (is_at_left and (is_long or not is_first))


def columns_of(lines: Sequence[Line], borders: Sequence[float] = ()) -> list[Span]:
    """Give the stripes from left to right between which almost no line of the table's body has ink.

    `borders` are where upright rules run from top to bottom: no column goes over one.
    """
    body = [_without_spanning(line, lines) for line in _body(lines)]
    edges = sorted((segment[0].box.x0, segment[-1].box.x1) for line in body for segment in line)
    allowed = max(int(_STRAY * len(body)), len(body) >= _MANY)
    stripes = _with_lone(_held_together(_stripes(edges, allowed=allowed), body), edges)
    stripes = _with_lone(stripes, _repeated(lines))
    stripes = _joined([part for stripe in stripes for part in _parts(stripe, body)], lines)
    return _between(stripes, borders, body) if borders else stripes


def _joined(stripes: Sequence[Span], lines: Sequence[Line]) -> list[Span]:
    """Make one column of two that few lines part and most go over: "11 August" set wider than "12 August"."""
    joined: list[Span] = []
    for stripe in stripes:
        if joined and _is_one(joined[-1], stripe, lines):
            joined[-1] = (joined[-1][0], stripe[1])
        else:
            joined.append(stripe)
    return joined


def _is_one(first: Span, second: Span, lines: Sequence[Line]) -> bool:
    over, parted = 0, 0
    for line in lines:
        own = [segment for segment in line if _overlaps(segment, first) or _overlaps(segment, second)]
        over += len(own) == 1 and _overlaps(own[0], first) and _overlaps(own[0], second)
        parted += len(own) > 1
    return over >= _TIGHT and over >= 2 * parted


def covered(segment: Segment, columns: Sequence[Span]) -> tuple[int, int]:
    """Give the half-open range of columns that a segment stands in."""
    low, high = segment[0].box.x0, segment[-1].box.x1
    touched = [index for index, (start, end) in enumerate(columns) if low < end and high > start]
    if touched:
        return touched[0], touched[-1] + 1
    middle = (low + high) / 2
    nearest = min(range(len(columns)), key=lambda index: abs(middle - sum(columns[index]) / 2))
    return nearest, nearest + 1


def fits(line: Sequence[Segment], columns: Sequence[Span]) -> bool:
    """Say whether a line is one of the table's: several segments, in one column each."""
    single = sum(end - start == 1 for start, end in (covered(segment, columns) for segment in line))
    return single >= 2 and single >= len(line) / 2


def is_figure(segment: Segment) -> bool:
    """Say whether a piece is mostly digits."""
    text = "".join(word.text for word in segment)
    return 2 * sum(character.isdigit() for character in text) >= sum(character.isalnum() for character in text) > 0


def _lines(words: Sequence[Word]) -> list[list[Word]]:
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: ((word.box.y0 + word.box.y1) / 2, word.box.x0)):
        middle = (word.box.y0 + word.box.y1) / 2
        if lines and middle - median((w.box.y0 + w.box.y1) / 2 for w in lines[-1]) < _SAME_LINE * word.box.height:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line, key=lambda word: word.box.x0) for line in lines]


def _segments(line: Sequence[Word], uprights: Sequence[Rule]) -> list[Segment]:
    height = median(word.box.height for word in line)
    middle = median((word.box.y0 + word.box.y1) / 2 for word in line)
    crossing = [rule.place for rule in uprights if rule.start <= middle <= rule.end]
    segments: list[list[Word]] = []
    for word in line:
        before = segments[-1][-1].box.x1 if segments else None
        if before is None or word.box.x0 - before >= _WORD_GAP * height or _is_cut(before, word.box.x0, crossing):
            segments.append([word])
        else:
            segments[-1].append(word)
    return [tuple(segment) for segment in segments]


def _is_cut(left: float, right: float, places: Sequence[float]) -> bool:
    return any(left - _SAME_EDGE <= place <= right + _SAME_EDGE for place in places)


def _body(lines: Sequence[Line]) -> list[Line]:
    """Give the full lines of the longest stretch of them; below a table, justified text has single lines with wide gaps."""
    fullest = max((len(line) for line in lines), default=0)
    stretches: list[list[int]] = [[]]
    for number, line in enumerate(lines):
        if len(line) < max(2, _FULL * fullest):
            continue
        if stretches[-1] and number - stretches[-1][-1] > _APART:
            stretches.append([])
        stretches[-1].append(number)
    return [lines[number] for number in max(stretches, key=len)]


def _stripes(intervals: Sequence[Span], *, allowed: int) -> list[Span]:
    """Give where more than `allowed` intervals overlap, joined over gaps that are too narrow."""
    changes = sorted([(low, 1) for low, _ in intervals] + [(high, -1) for _, high in intervals])
    stripes: list[Span] = []
    depth, start = 0, 0.0
    for place, change in changes:
        if depth <= allowed < depth + change:
            start = place
        if depth + change <= allowed < depth:
            if stripes and start - stripes[-1][1] < _GUTTER:
                stripes[-1] = (stripes[-1][0], place)
            else:
                stripes.append((start, place))
        depth += change
    return stripes


def _without_spanning(line: Line, lines: Sequence[Line]) -> list[Segment]:
    """Leave out names over several columns: pieces above or below which most lines have two pieces or more."""
    return [segment for segment in line if not _spans(segment, [other for other in lines if other is not line])]


def _spans(segment: Segment, others: Sequence[Line]) -> bool:
    low, high = segment[0].box.x0, segment[-1].box.x1
    counts = [sum(other[0].box.x0 < high and other[-1].box.x1 > low for other in line) for line in others]
    below = [count for count in counts if count]
    return 2 * sum(count > 1 for count in below) > len(below)


def _held_together(stripes: Sequence[Span], body: Sequence[Line]) -> list[Span]:
    """Join stripes that more lines go over with one piece than have a piece in each."""
    joined: list[Span] = []
    for stripe in stripes:
        if joined and _are_held(joined[-1], stripe, body):
            joined[-1] = (joined[-1][0], stripe[1])
        else:
            joined.append(stripe)
    return joined


def _are_held(first: Span, second: Span, body: Sequence[Line]) -> bool:
    over, apart = 0, 0
    for line in body:
        left = {index for index, segment in enumerate(line) if _overlaps(segment, first)}
        right = {index for index, segment in enumerate(line) if _overlaps(segment, second)}
        over += bool(left & right)
        apart += bool(left and right and not left & right)
    return over > apart


def _overlaps(segment: Segment, stripe: Span) -> bool:
    return segment[0].box.x0 < stripe[1] and segment[-1].box.x1 > stripe[0]


def _repeated(lines: Sequence[Line]) -> list[Span]:
    """Give the pieces of all lines with columns that have another piece below or above them in some line."""
    spans = [(segment[0].box.x0, segment[-1].box.x1) for line in lines if len(line) > 1 for segment in line]
    return sorted(span for span in spans if sum(span[0] < high and span[1] > low for low, high in spans) > 1)


def _with_lone(stripes: Sequence[Span], edges: Sequence[Span]) -> list[Span]:
    """Add what stands beside all stripes: the one piece of a column that is empty else."""
    all_of_them = list(stripes)
    for low, high in edges:
        if all(high + _GUTTER <= start or low - _GUTTER >= end for start, end in all_of_them):
            all_of_them.append((low, high))
    return sorted(all_of_them)


def _between(stripes: Sequence[Span], borders: Sequence[float], body: Sequence[Line]) -> list[Span]:
    """Cut stripes at borders; those between two borders are one column unless most of the lines have several of them."""
    columns: list[Span] = []
    for left, right in pairwise([float("-inf"), *borders, float("inf")]):
        own = [(max(start, left), min(end, right)) for start, end in stripes]
        own = [(start, end) for start, end in own if end - start > _SAME_EDGE]
        counts = [sum(any(_is_in(word, span) for segment in line for word in segment) for span in own) for line in body]
        if 2 * sum(count > 1 for count in counts) > sum(count > 0 for count in counts):
            columns.extend(own)
        elif own:
            columns.append((own[0][0], own[-1][1]))
    return columns


def _parts(stripe: Span, body: Sequence[Line]) -> list[Span]:
    """Cut a stripe where most of its lines have a space and the words after it begin, or end, at one edge."""
    rows = [[word for segment in line for word in segment if _is_in(word, stripe)] for line in body]
    rows = [row for row in rows if row]
    if len(rows) < _TIGHT:
        return [stripe]
    spaces = [(before.box.x1, after.box.x0) for row in rows for before, after in pairwise(row)]
    for place in sorted({round((left + right) / 2, 1) for left, right in spaces}):
        if _parts_columns(place, rows):
            left = max(word.box.x1 for row in rows for word in row if word.box.x1 <= place + _SAME_EDGE)
            right = min(word.box.x0 for row in rows for word in row if word.box.x0 >= place - _SAME_EDGE)
            return [(stripe[0], left), *_parts((right, stripe[1]), body)]
    return [stripe]


def _is_in(word: Word, stripe: Span) -> bool:
    return stripe[0] <= (word.box.x0 + word.box.x1) / 2 <= stripe[1]


def _parts_columns(place: float, rows: Sequence[Sequence[Word]]) -> bool:
    """Say whether the words on both sides of a place are of two columns."""
    if any(word.box.x0 < place < word.box.x1 for row in rows for word in row):
        return False
    left = [[word for word in row if word.box.x1 <= place] for row in rows]
    right = [[word for word in row if word.box.x0 >= place] for row in rows]
    both = sum(bool(first and second) for first, second in zip(left, right, strict=True))
    if both < max(_TIGHT, _AGREE * len(rows)):
        return False
    starts, ends = [row[0].box.x0 for row in right if row], [row[-1].box.x1 for row in left if row]
    return _agree(starts) and max(ends) - min(ends) > _SAME_EDGE


def _agree(places: Sequence[float]) -> bool:
    usual = median(places)
    return sum(abs(place - usual) <= _SAME_EDGE for place in places) >= _AGREE * len(places)
