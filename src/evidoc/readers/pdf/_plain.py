"""Paragraphs from lines alone, for pages or parts of pages whose layout no engine gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidoc.pages.glyphs import MappedText, PageText, lines_of
from evidoc.pages.text import clean_text
from evidoc.readers.pdf._draft import Draft
from evidoc.records.geometry import Box, hull

_GAP = 0.6  # of a line's height; single-spaced lines are 0.2 apart and less, paragraphs about a whole line
_INDENT = 0.8  # of a line's height; the smallest paragraph indents measure 1
_BESIDE = 0.4  # of the lower piece's height
_SIZE = 1.25  # how much taller a line of another kind of text is


def paragraphs_of(text: PageText, *, within: Box | None = None) -> list[Draft]:
    """Group the lines of a page or of a box into paragraphs, in the order of the file."""
    lines = [line for line in lines_of(text, within=within) if line.box is not None]
    return [_draft(group) for group in _groups(lines)]


def _groups(lines: Sequence[MappedText]) -> Iterator[list[MappedText]]:
    group: list[MappedText] = []
    for line in lines:
        if group and _begins(line, group):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _begins(line: MappedText, group: Sequence[MappedText]) -> bool:
    """Say whether a line begins a paragraph: after a gap or a jump, indented, or in another size."""
    before, here = group[-1].box, line.box
    assert before is not None and here is not None
    height = before.height
    if _is_beside(before, here):
        return False
    if here.y0 - before.y1 > _GAP * height or here.y0 < before.y0:
        return True
    if here.x1 < before.x0 or here.x0 > before.x1:
        return True
    if not 1 / _SIZE < here.height / height < _SIZE:
        return True
    left = min(member.box.x0 for member in group[1:] or group if member.box is not None)
    return len(group) > 1 and here.x0 - left > _INDENT * height


def _is_beside(before: Box, here: Box) -> bool:
    """Say whether a piece goes on in the same line, raised or smaller."""
    overlap = min(before.y1, here.y1) - max(before.y0, here.y0)
    return overlap > _BESIDE * min(before.height, here.height) and 0 <= here.x0 - before.x1 + 1 < before.height


def _draft(group: Sequence[MappedText]) -> Draft:
    boxes = [line.box for line in group if line.box is not None]
    return Draft(kind="paragraph", text=clean_text("\n".join(_joinable(line.text) for line in group)), boxes=list(hull(boxes)))


def _joinable(line: str) -> str:
    """Mark a hyphen at the end of a line, so that cleaning joins the word with its rest."""
    return line[:-1] + "\x02" if len(line) > 1 and line[-1] == "-" and line[-2].isalpha() else line
