"""Tables by their rules: level lines of one width, one under the other, hold one table, however the engine cut it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from evidoc.pages.glyphs import PageText, Word, mapped_text, usual_height, words_of
from evidoc.pages.rules import Rule
from evidoc.readers._assembly.captions import is_caption
from evidoc.readers.pdf._aligned import Aligned, aligned_table
from evidoc.readers.pdf._draft import Draft
from evidoc.readers.pdf._plain import paragraphs_of
from evidoc.readers.pdf._segments import Segment, columns_of, fits, lines_of
from evidoc.readers.pdf._tables import ALIGNED, below_titles, rules_near, set_table
from evidoc.records.geometry import Box, coverage, hull, make_box
from evidoc.records.table import Table

_SAME_PLACE = 2.0  # points between strokes of one line
_SAME_END = 3.0  # points between the ends of lines that belong together
_RULES = 3  # of one width
_BAND = 14.0  # of a line's height, between two rules of a table whose rows are ruled
_WITHIN = 0.5  # of a block, for it to be part of a table
_IN_COLUMNS = 0.5  # of the rows have more than one cell
_FILLED = 0.4  # of the places of the grid
_NARROW = 0.9  # of the table's width, for a rule below a name over several columns
_BEYOND = 4.0  # of a line's height, above the first rule and below the last
_LONG = 40  # words; a cell of more is a paragraph in a box


def with_framed_tables(drafts: Sequence[Draft], text: PageText) -> list[Draft]:
    """Give the drafts of a page with one table for what level rules of one width hold, where it stands in columns."""
    result = list(drafts)
    for box in _frames(text, [draft.boxes[0] for draft in drafts if _is_caption(draft)]):
        box = below_titles(_grown(box, text), text)
        words = words_of(text, within=box)
        read = aligned_table(words, rules_near(text, box)) if words else None
        if read is None or not _is_table(read, words):
            continue
        own = [draft for draft in result if _is_part(draft, box)]
        if any(draft.kind == "table" for draft in own):
            above, below = _beside(own, box, text, is_above=True), _beside(own, box, text, is_above=False)
            table = _table(read, box, text)
            if any(_say_the_same(draft.table, table.table) for draft in own):
                table.flags.remove(ALIGNED)
            result = _in_place(result, own, [*above, table, *below])
    return result


def _say_the_same(one: Table | None, other: Table | None) -> bool:
    """Say whether the engine's grid and our own agree on every cell; two readings are surer than one."""
    return one is not None and other is not None and _texts(one) == _texts(other)


def _texts(table: Table) -> set[tuple[int, int, str]]:
    return {(cell.row, cell.column, "".join(cell.text.split())) for cell in table.cells if cell.text}


def _table(read: Aligned, box: Box, text: PageText) -> Draft:
    draft = Draft(kind="table", text=mapped_text(text, within=box).text, boxes=[box], flags=[ALIGNED])
    set_table(draft, read)
    return draft


def _beside(own: Sequence[Draft], box: Box, text: PageText, *, is_above: bool) -> list[Draft]:
    """Give what parts of the table say above or below its rules, as paragraphs."""
    beyond = [draft.boxes[0] for draft in own if (draft.boxes[0].y0 < box.y0 if is_above else draft.boxes[0].y1 > box.y1)]
    if not beyond:
        return []
    whole = hull(beyond)[0]
    top, bottom = (whole.y0, box.y0) if is_above else (box.y1, whole.y1)
    return paragraphs_of(text, within=msgspec.structs.replace(whole, y0=top, y1=bottom)) if bottom - top > 1 else []


def _in_place(drafts: Sequence[Draft], own: Sequence[Draft], instead: Sequence[Draft]) -> list[Draft]:
    """Put a table, and what stands above and below it, in the place of its parts; what belonged to one belongs to it."""
    replaced = {id(draft) for draft in own}
    first = next(draft for draft in own if draft.kind == "table")
    table = next(draft for draft in instead if draft.kind == "table")
    table.label, table.continues = first.label, first.continues
    result: list[Draft] = []
    for draft in drafts:
        if draft is own[0]:
            result.extend(instead)
        if id(draft) in replaced:
            continue
        if draft.owner is not None and id(draft.owner) in replaced:
            draft.owner = table
        result.append(draft)
    return result


def _is_part(draft: Draft, box: Box) -> bool:
    return draft.page == box.page and len(draft.boxes) == 1 and coverage(draft.boxes[0], box) >= _WITHIN


def _is_table(read: Aligned, words: Sequence[Word]) -> bool:
    """Say whether what was read is a table and no text between lines."""
    if read.rest is not None or any(len(own) > _LONG for own in read.words):
        return False
    by_row: dict[int, int] = {}
    for cell in read.cells:
        by_row[cell.row] = by_row.get(cell.row, 0) + 1
    in_columns = sum(count > 1 for count in by_row.values())
    return in_columns >= _IN_COLUMNS * read.rows and len(read.cells) >= _FILLED * read.rows * read.columns


def _is_caption(draft: Draft) -> bool:
    return draft.kind == "caption" or (draft.kind in ("paragraph", "heading") and is_caption(draft.text))


def _frames(text: PageText, captions: Sequence[Box]) -> Iterator[Box]:
    """Give the boxes between the first and the last of at least three rules of one width that follow each other closely.

    No table goes over a caption.
    """
    farthest = _BAND * usual_height(text)
    runs: list[list[Rule]] = []
    for rule in _whole(rule for rule in text.rules if rule.is_level):
        run = next((run for run in runs if _is_next(run[-1], rule, farthest) and not _is_parted(run[-1], rule, captions)), None)
        if run is None:
            runs.append([rule])
        else:
            run.append(rule)
    for run in runs:
        if len(run) >= _RULES:
            edges = (min(rule.start for rule in run), run[0].place, max(rule.end for rule in run), run[-1].place)
            box = make_box(text.page.index, edges, within=text.page)
            if box is not None:
                yield box


def _is_next(before: Rule, rule: Rule, farthest: float) -> bool:
    has_same_ends = abs(before.start - rule.start) <= _SAME_END and abs(before.end - rule.end) <= _SAME_END
    return has_same_ends and rule.place - before.place <= farthest


def _grown(box: Box, text: PageText) -> Box:
    """Take in the lines right above and below that stand in the same columns: a head or a last row without its rule."""
    height = usual_height(text)
    columns = columns_of(lines_of(words_of(text, within=box)))
    if len(columns) < 2:
        return box
    narrow = [rule for rule in text.rules if rule.is_level and rule.length < _NARROW * box.width]
    above = _strip(box, text, top=box.y0 - _BEYOND * height, bottom=box.y0)
    below = _strip(box, text, top=box.y1, bottom=box.y1 + _BEYOND * height)
    top, bottom = box.y0, box.y1
    for line in reversed(above):
        is_part = fits(line, columns) or _is_ruled_off(line, top, narrow)
        if not is_part or top - _bottom(line) > height:
            break
        top = _top(line)
    for line in below:
        if not fits(line, columns) or _top(line) - bottom > height:
            break
        bottom = _bottom(line)
    return msgspec.structs.replace(box, y0=top, y1=bottom)


def _is_ruled_off(line: Sequence[Segment], top: float, rules: Sequence[Rule]) -> bool:
    """Say whether a rule as wide as a piece of the line parts it from what follows: a name over several columns."""
    spans = [(segment[0].box.x0, segment[-1].box.x1) for segment in line]
    between = [rule for rule in rules if _bottom(line) - _SAME_PLACE <= rule.place <= top + _SAME_PLACE]
    return any(rule.start <= low and high <= rule.end for rule in between for low, high in spans)


def _strip(box: Box, text: PageText, *, top: float, bottom: float) -> list[list[Segment]]:
    strip = make_box(box.page, (box.x0, top, box.x1, bottom), within=text.page)
    return lines_of(words_of(text, within=strip)) if strip is not None else []


def _top(line: Sequence[Segment]) -> float:
    return min(word.box.y0 for segment in line for word in segment)


def _bottom(line: Sequence[Segment]) -> float:
    return max(word.box.y1 for segment in line for word in segment)


def _is_parted(before: Rule, rule: Rule, captions: Sequence[Box]) -> bool:
    between = [box for box in captions if before.place < (box.y0 + box.y1) / 2 < rule.place]
    return any(box.x0 < rule.end and box.x1 > rule.start for box in between)


def _whole(rules: Iterator[Rule]) -> list[Rule]:
    """Give the rules from the top down, with those that were drawn piece by piece as one."""
    whole: list[Rule] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.place / _SAME_PLACE), rule.start)):
        last = whole[-1] if whole else None
        if last is not None and abs(last.place - rule.place) <= _SAME_PLACE and rule.start <= last.end + _SAME_END:
            whole[-1] = Rule(is_level=True, place=last.place, start=last.start, end=max(last.end, rule.end))
        else:
            whole.append(rule)
    return sorted(whole, key=lambda rule: rule.place)
