"""The lines of a recognised page put together: by the parts that the page has, else by where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from evidoc.readers.pdf._ocr._order import in_reading_order, in_rows
from evidoc.readers.pdf._ocr._regions import Region
from evidoc.records.document import BlockKind
from evidoc.records.geometry import Box, Page, hull, intersection

_CLOSE = 0.9  # of a line's height, between two lines of one paragraph
_LIKE = 1.5  # times as high
_MARGIN = 0.07  # of the page's height, at its top and bottom; text begins within a tenth
_APART = 0.9  # of a line's height, from the text of the page; lines of one paragraph are half that apart
_ENTRY = re.compile(r"\[\d{1,3}\]|\d{1,3}\.$")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CLEAR = 0.85  # mean confidence; letters of tables have 0.95 and more
_FEW_WORDS = 12  # a heading of more is a sentence
_NARROW = 0.85  # of the paragraph below; a line as wide belongs to it
_SAME_EDGE = 4.0  # points
_HEADING_GAP = 2.5  # of a line's height, between a heading and its paragraph


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A recognised word, its box on the displayed page, and how sure the model is, in [0, 1]."""

    text: str
    box: Box
    confidence: float


@dataclass(frozen=True)
class OcrLine:
    """The words of one line from left to right."""

    words: tuple[OcrWord, ...]

    @cached_property
    def box(self) -> Box:
        """The box around the line."""
        return hull(word.box for word in self.words)[0]


@dataclass(slots=True)
class Group:
    """Lines that belong together, and what they are; a figure may have none."""

    kind: BlockKind
    box: Box
    lines: list[OcrLine] = field(default_factory=list)


def mean_confidence(words: Sequence[OcrWord]) -> float:
    """Give how sure the model is of a character of these words, on average; 0 where there is none."""
    characters = sum(len(word.text) for word in words)
    return sum(word.confidence * len(word.text) for word in words) / characters if characters else 0.0


def grouped(lines: Sequence[OcrLine], regions: Sequence[tuple[Region, Box]], page: Page) -> list[Group]:
    """Put each line into the surest region that has its middle, the rest together by where it stands; in reading order."""
    groups = [Group(kind=region.kind, box=box) for region, box in _distinct(regions)]
    left: list[OcrLine] = []
    for line in lines:
        group = next((group for group in groups if _has_middle(group.box, line.box)), None)
        if group is None:
            left.append(line)
        else:
            group.lines.append(line)
    kept = [_settled(group) for group in groups if group.lines or group.kind == "figure"]
    return _ordered([*kept, *_loose(left)], page)


def _ordered(groups: Sequence[Group], page: Page) -> list[Group]:
    """Put running heads first and feet last, for they stand in no column; and type what only order shows."""
    for group in groups:
        _doubt(group)
    for group in groups:
        _set_aside(group, groups, page)
    head, foot = (sorted(_of_kind(groups, kind), key=lambda group: group.box.x0) for kind in ("header", "footer"))
    body = in_reading_order([group for group in groups if group.kind not in ("header", "footer")], lambda group: group.box)
    _mark_headings(body)
    return [*head, *body, *foot]


def _of_kind(groups: Sequence[Group], kind: str) -> list[Group]:
    return [group for group in groups if group.kind == kind]


def _doubt(group: Group) -> None:
    """Take back what the words speak against: small print is no reference, and letters found in a drawing are no table."""
    if group.kind == "reference":
        entries = sum(_ENTRY.match(line.words[0].text) is not None for line in group.lines)
        years = sum(any(_YEAR.search(word.text) for word in line.words) for line in group.lines)
        if 4 * max(entries, years) < len(group.lines) or not entries + years:
            group.kind = "paragraph"
    elif group.kind == "table" and mean_confidence([word for line in group.lines for word in line.words]) < _CLEAR:
        group.kind = "figure"


def _set_aside(group: Group, groups: Sequence[Group], page: Page) -> None:
    """Type a single line in the margin as a running head or foot, unless it stands close to other text."""
    if group.kind not in ("paragraph", "heading") or len(group.lines) != 1:
        return
    box = group.box
    is_head, is_foot = box.y1 <= _MARGIN * page.height, box.y0 >= (1 - _MARGIN) * page.height
    others = [other.box for other in groups if other is not group]
    gaps = [other.y0 - box.y1 for other in others if is_head and other.y0 >= box.y1]
    gaps += [box.y0 - other.y1 for other in others if is_foot and other.y1 <= box.y0]
    if (is_head or is_foot) and min(gaps, default=page.height) >= _APART * box.height:
        group.kind = "header" if is_head else "footer"


def _mark_headings(groups: Sequence[Group]) -> None:
    """Type a short line over a paragraph, at its left edge, as its heading."""
    for group, below in zip(groups, groups[1:], strict=False):
        if group.kind == below.kind == "paragraph" and len(group.lines) == 1 < len(below.lines) and _heads(group, below):
            group.kind = "heading"


def _heads(group: Group, below: Group) -> bool:
    words = [word.text for word in group.lines[0].words]
    if len(words) > _FEW_WORDS or not words[0][:1].isupper() and not words[0][:1].isdigit() or words[-1][-1:] in ".,;:":
        return False
    is_at_edge = abs(group.box.x0 - below.box.x0) <= _SAME_EDGE and group.box.width < _NARROW * below.box.width
    return is_at_edge and 0 <= below.box.y0 - group.box.y1 <= _HEADING_GAP * group.box.height


def _distinct(regions: Sequence[tuple[Region, Box]]) -> Iterator[tuple[Region, Box]]:
    """Leave out a region that lies mostly in a surer one."""
    taken: list[Box] = []
    for region, box in regions:
        if all(intersection(box, other) <= 0.5 * box.area for other in taken):
            taken.append(box)
            yield region, box


def _has_middle(box: Box, line: Box) -> bool:
    x, y = (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2
    return box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1


def _settled(group: Group) -> Group:
    """Give a group its lines in order, and the box of these; figures and tables keep what the picture shows of them."""
    group.lines = in_rows(group.lines, lambda line: line.box)
    boxes = [line.box for line in group.lines]
    group.box = hull([group.box, *boxes] if group.kind in ("figure", "table") else boxes)[0]
    return group


def _loose(lines: Sequence[OcrLine]) -> list[Group]:
    """Group lines that stand close under each other and are of one size."""
    groups: list[Group] = []
    for line in in_rows(lines, lambda line: line.box):
        group = next((group for group in reversed(groups) if _goes_on(group, line)), None)
        if group is None:
            groups.append(Group(kind="paragraph", box=line.box, lines=[line]))
        else:
            group.lines.append(line)
            group.box = hull([group.box, line.box])[0]
    return groups


def _goes_on(group: Group, line: OcrLine) -> bool:
    last, box = group.lines[-1].box, line.box
    is_below = -0.5 * box.height < box.y0 - last.y1 <= _CLOSE * min(last.height, box.height)
    is_beside = min(last.y1, box.y1) - max(last.y0, box.y0) > 0.5 * box.height and box.x0 - last.x1 < 1.5 * box.height
    is_over = min(group.box.x1, box.x1) > max(group.box.x0, box.x0)
    return (is_below and is_over or is_beside) and 1 / _LIKE < box.height / last.height < _LIKE
