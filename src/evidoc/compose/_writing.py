"""Setting the text of a block: its lines in its style, from page to page."""

from __future__ import annotations

from dataclasses import dataclass

from evidoc.compose._lines import wrap
from evidoc.compose._pen import LEFT, MEASURE, Pen, Placed, ink_of
from evidoc.compose._styles import Style
from evidoc.records.geometry import Box


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a block and how far it stands in, in points."""

    text: str
    shift: float


@dataclass(frozen=True, slots=True)
class Written:
    """A text broken into lines; `missing` says that some of its signs have no glyph."""

    lines: tuple[Line, ...]
    missing: bool


def written(text: str, style: Style) -> Written:
    """Break a text into lines of a style."""
    lines: list[Line] = []
    missing = False
    for paragraph in text.strip("\n").split("\n") if style.hard else [text]:
        plain = paragraph.expandtabs(4).rstrip() if style.weight == "code" else " ".join(paragraph.split())
        spelled = style.typeface.spell(plain)
        missing = missing or spelled != plain
        lines.extend(_lines(spelled, style))
    return Written(tuple(lines), missing)


def write(pen: Pen, words: Written, style: Style) -> list[Box]:
    """Write lines from the pen's place on, turning pages; give the box that the letters fill on each page."""
    boxes: list[Box] = []
    rest = list(words.lines)
    while rest:
        fitting = int((pen.room + 1e-6) // style.line)
        if fitting < 1 and not pen.fresh:
            pen.turn()
            continue
        now, rest = rest[: max(1, fitting)], rest[max(1, fitting) :]
        boxes.extend(_write_here(pen, now, style))
    return boxes


def _lines(text: str, style: Style) -> list[Line]:
    size, face = style.size, style.typeface
    width = (MEASURE - 2 * style.indent - style.hanging) / size
    stripped = text.lstrip()
    inner = face.measure(text[: len(text) - len(stripped)])
    if style.weight == "code" and face.measure(text) <= width:
        return [Line(stripped, inner * size)]
    lines = wrap(text, typeface=face, width=width)
    return [Line(line, _shift(line, number, style, width)) for number, line in enumerate(lines)]


def _shift(line: str, number: int, style: Style, width: float) -> float:
    if style.centred:
        return (width - style.typeface.measure(line)) * style.size / 2
    return style.hanging if number else 0.0


def _write_here(pen: Pen, lines: list[Line], style: Style) -> list[Box]:
    left = LEFT + style.indent
    placed = [Placed(line.text, left + line.shift, pen.y + number * style.line) for number, line in enumerate(lines)]
    pen.write(placed, style)
    rise, fall = ink_of(style)
    top, bottom = placed[0].top + rise, placed[-1].top + fall
    right = max(line.x + style.typeface.measure(line.text) * style.size for line in placed)
    pen.y += len(lines) * style.line
    box = pen.box((min(line.x for line in placed), top, right, bottom))
    return [box] if box is not None else []
