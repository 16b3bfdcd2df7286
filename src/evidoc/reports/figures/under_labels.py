"""Labels under the places of an axis: flat where all fit, else turned; and how many px a place needs for that."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.reports.figures.canvas import LABEL, Canvas, widest
from evidoc.reports.figures.lettering import fits, plain, wrapped

TURNED_SLOT = 17.0  # px that a turned label needs
_WIDEST = 130.0
_LINES = 3
_SHORT = 12  # characters of a label that may be turned: the name of a bin, not a phrase


def lie_flat(labels: Sequence[str], *, slot: float) -> bool:
    """Whether each label fits under its place without a broken word."""
    return all(fits(plain(label), size=LABEL.size, width=min(slot - 8, _WIDEST), lines=_LINES) for label in labels)


def may_be_turned(labels: Sequence[str]) -> bool:
    """Whether the labels are short enough to be read from the side."""
    return all(len(plain(label)) <= _SHORT for label in labels)


def turned_lines(text: str, *, room: float) -> tuple[str, ...]:
    """Break a label into lines that stand beside each other in a place; the more text, the longer the lines."""
    length = 150.0
    while len(lines := wrapped(text, size=LABEL.size, width=length)) > 1 and len(lines) * LABEL.leading > room:
        length *= 1.4
    return lines


def write_turned(canvas: Canvas, lines: Sequence[str], *, middle: float, foot: float) -> None:
    """Write lines that read from the bottom up, each from its foot, around the middle of a place."""
    for place, line in enumerate(lines):
        canvas.text(line, (middle + (place - (len(lines) - 1) / 2) * LABEL.leading + 4, foot), turned=True)


def write_under(canvas: Canvas, labels: Sequence[str], *, middles: Sequence[float], top: float) -> float:
    """Write the labels under places that are equally far apart; give where they end."""
    slot = middles[1] - middles[0] if len(middles) > 1 else 2 * _WIDEST
    texts = [plain(label) for label in labels]
    if not lie_flat(texts, slot=slot):
        turned = [turned_lines(text, room=slot) for text in texts]
        for x, some in zip(middles, turned, strict=True):
            write_turned(canvas, some, middle=x, foot=top + 8 + widest(some, LABEL))
        return top + 8 + max(widest(some, LABEL) for some in turned)
    lines = [wrapped(text, size=LABEL.size, width=min(slot - 8, _WIDEST)) for text in texts]
    for x, some in zip(middles, lines, strict=True):
        canvas.lines(some, (x, top + 17), anchor="middle")
    return top + 6 + max(map(len, lines)) * LABEL.leading
