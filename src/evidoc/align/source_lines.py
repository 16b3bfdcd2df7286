"""Boxes from SyncTeX: the lines of the source that a block comes of, and where TeX says that it has put them."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from msgspec.structs import replace

from evidoc.align._index import Index
from evidoc.align._place import place
from evidoc.align._regions import boxes_of
from evidoc.align._synctex import Mark, read_synctex
from evidoc.align._tokens import tokens_of
from evidoc.align.source_pages import NO_BOX
from evidoc.records.document import Block, Document
from evidoc.records.geometry import Box, Page, make_box

BY_LINES = "box_from_synctex"
ANOTHER_COMPILE = "synctex_of_another_compile"
_PICTURES = ("figure", "chart")
_LEAST_MATCH = 0.8  # of a block's words found on the pages; below it the source's lines say more
_LEAST_AGREED = 0.7  # of blocks whose words were found must stand where their lines do, or the file is of another compile
_WITNESSES = 60  # blocks that are asked; more say no more
_SURE = 0.95  # match of a witness
_LEAST_IN_SOURCE = 0.6  # of a block's words must follow one another in the source
_REACH = 6  # lines over and under a formula in which its environment begins and ends


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of a source file, first and last, counted from 1."""

    file: str
    first: int
    last: int


def with_source_lines(document: Document, synctex: Path, *, files: Sequence[Path]) -> Document:
    """Give blocks of a LaTeX document that has been aligned the boxes that SyncTeX states for the lines of their source.

    `files` are the main file and those that it enters. Pictures, formulas on lines of their own and blocks few of whose
    words were found on the pages take these boxes, with the flag `box_from_synctex`; running text keeps those of its
    words, which are finer. Where blocks whose words were found stand elsewhere than their lines, the file is of another
    compile: the document is left as it is, with the flag `synctex_of_another_compile`.

    Raises:
        UnreadableDocument: The SyncTeX file cannot be read.
    """
    marks = read_synctex(synctex)
    lines = lines_of(document.blocks, files)
    stated = {number: _boxes(block, lines[number], marks, document.pages) for number, block in _told(document.blocks, lines)}
    if not _agree(document.blocks, stated):
        return replace(document, flags=(*document.flags, ANOTHER_COMPILE))
    alone = _alone(lines)
    blocks = tuple(
        _settled(block, stated.get(number, ()), is_alone=number in alone) for number, block in enumerate(document.blocks)
    )
    return replace(document, blocks=blocks)


def lines_of(blocks: Sequence[Block], files: Sequence[Path]) -> dict[int, Lines]:
    """Give the lines of the source that blocks come of, by their number; those whose words are not found there are left out."""
    texts = [file.read_text("utf-8", "replace") for file in files]
    tokens: list[str] = []
    places: list[tuple[int, int]] = []  # the file and line of each token
    for number, text in enumerate(texts):
        for line, written in enumerate(text.split("\n"), start=1):
            found = tokens_of(written)
            tokens += found
            places += [(number, line)] * len(found)
    wanted = [_tokens(block) for block in blocks]
    floating = {number for number, block in enumerate(blocks) if block.kind in ("caption", "footnote", *_PICTURES)}
    out: dict[int, Lines] = {}
    for number, found_at in place(wanted, Index(tokens), floating=floating).items():
        spots = [places[token] for _, token in found_at.pairs]
        file = max({spot[0] for spot in spots}, key=[spot[0] for spot in spots].count)
        inside = [line for at, line in spots if at == file]
        if found_at.share >= _LEAST_IN_SOURCE:
            out[number] = _whole(Lines(files[file].name, min(inside), max(inside)), texts[file], blocks[number])
    return out | dict(_pictured(blocks, files, texts))


def _tokens(block: Block) -> list[str]:
    if block.kind in _PICTURES:
        return []
    return tokens_of(block.latex if block.kind == "equation" and block.latex else block.text)


def _whole(lines: Lines, text: str, block: Block) -> Lines:
    """Widen the lines of a formula to its environment, whose last line TeX takes for all of it."""
    if block.kind != "equation":
        return lines
    rows = text.split("\n")
    ends = range(lines.last, min(len(rows), lines.last + _REACH) + 1)
    last = next((line for line in ends if any(end in rows[line - 1] for end in (r"\end{", r"\]", "$$"))), lines.last)
    starts = range(lines.first, max(0, lines.first - _REACH), -1)
    first = next((line for line in starts if any(start in rows[line - 1] for start in (r"\begin{", r"\[", "$$"))), lines.first)
    return Lines(lines.file, first, last)


def _pictured(blocks: Sequence[Block], files: Sequence[Path], texts: Sequence[str]) -> Iterator[tuple[int, Lines]]:
    """Find the line that names a picture, where just one does."""
    starts = [[0, *accumulate(len(row) + 1 for row in text.split("\n"))] for text in texts]
    for number, block in enumerate(blocks):
        name = "{" + block.figure.image if block.figure is not None and block.figure.image else ""
        found = [(at, text.find(name)) for at, text in enumerate(texts) if name and text.count(name) == 1]
        if len(found) == 1:
            at, place_of_name = found[0]
            line = bisect_right(starts[at], place_of_name)
            yield number, Lines(files[at].name, line, line)


def _told(blocks: Sequence[Block], lines: Mapping[int, Lines]) -> Iterator[tuple[int, Block]]:
    return ((number, block) for number, block in enumerate(blocks) if number in lines)


def _boxes(block: Block, lines: Lines, marks: Mapping[str, list[Mark]], pages: Sequence[Page]) -> tuple[Box, ...]:
    own = [mark for mark in marks.get(lines.file, ()) if lines.first <= mark.line <= lines.last and mark.page < len(pages)]
    is_picture = block.kind in _PICTURES
    own = [mark for mark in own if mark.is_frame == is_picture]
    own = own[:1] if is_picture else own  # the outermost; those within it are not scaled yet
    boxes = (make_box(mark.page, (mark.left, mark.top, mark.right, mark.bottom), within=pages[mark.page]) for mark in own)
    return boxes_of([box for box in boxes if box is not None])


def _agree(blocks: Sequence[Block], stated: Mapping[int, tuple[Box, ...]]) -> bool:
    """Say whether blocks whose words were found on the pages stand where their lines are said to stand."""
    asked = [number for number in stated if _is_witness(blocks[number]) and stated[number]][:_WITNESSES]
    agreed = sum(_touch(blocks[number].boxes, stated[number]) for number in asked)
    return bool(asked) and agreed >= _LEAST_AGREED * len(asked)


def _is_witness(block: Block) -> bool:
    return block.kind in ("paragraph", "heading", "list") and (block.match or 0.0) >= _SURE and bool(block.boxes)


def _touch(first: Sequence[Box], second: Sequence[Box]) -> bool:
    return any(_overlap(one, other) for one in first for other in second)


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.x1, other.x1) - max(one.x0, other.x0)
    down = min(one.y1, other.y1) - max(one.y0, other.y0)
    return one.page == other.page and across > 0 and down > 0


def _alone(lines: Mapping[int, Lines]) -> frozenset[int]:
    """Give the blocks whose lines no other block comes of."""
    users = Counter((own.file, line) for own in lines.values() for line in range(own.first, own.last + 1))
    return frozenset(
        number for number, own in lines.items() if all(users[own.file, line] == 1 for line in range(own.first, own.last + 1))
    )


def _settled(block: Block, boxes: tuple[Box, ...], *, is_alone: bool) -> Block:
    is_better = block.kind in (*_PICTURES, "equation") or (block.match or 0.0) < _LEAST_MATCH
    is_shared = not is_alone and bool(block.boxes) and block.kind not in _PICTURES
    if not boxes or not is_better or is_shared or block.kind == "table":
        return block
    flags = tuple(flag for flag in block.flags if flag != NO_BOX)
    return replace(block, boxes=boxes, flags=(*flags, BY_LINES))
