"""Charts as inline SVG: positions in percent, so that a chart is as wide as its place and its marks keep their shape.

Systems differ by colour and by shape, so that neither print in grey nor colour blindness hides one.
All text is escaped; colours are classes that the style sheet gives for light and dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

SHAPES = (
    Markup('<circle r="5"/>'),
    Markup('<rect x="-4.6" y="-4.6" width="9.2" height="9.2"/>'),
    Markup('<path d="M0-6.4 6.4 0 0 6.4-6.4 0z"/>'),
    Markup('<path d="M0-5.8 5.8 4.8H-5.8z"/>'),
    Markup('<path d="M0 5.8-5.8-4.8H5.8z"/>'),
    Markup('<path d="M-2-6H2V-2H6V2H2V6H-2V2H-6V-2H-2z"/>'),
)
COLOURS = 7  # classes c0 … c6 of the style sheet; with six shapes, 42 systems before a mark repeats


@dataclass(frozen=True, slots=True)
class Range:
    """A value with its interval, all in [0, 1]; an interval that is not defined is None."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a stacked bar: its class in the style sheet, its name, and how many."""

    style: str
    name: str
    count: int


def mark(system: int) -> Markup:
    """Draw the mark of a system by itself, as legends and tables show it."""
    return Markup('<svg class="mark c{}" viewBox="-8 -8 16 16" width="14" height="14" aria-hidden="true">{}</svg>').format(
        system % COLOURS, SHAPES[system % len(SHAPES)]
    )


def strip(range_: Range, *, system: int, label: str = "") -> Markup:
    """Draw a value on the way from 0 to 1: a rule with quarters, the whisker of the interval, the system's mark."""
    return Markup('<svg class="strip c{}" width="100%" height="20" {}>{}{}{}</svg>').format(
        system % COLOURS, _named(label), _quarters(20), _whisker(range_, 10), _placed(system, range_.value, 10)
    )


def difference(value: float, low: float | None, high: float | None, *, reach: float, label: str = "") -> Markup:
    """Draw a difference around 0 on an axis from -reach to reach; `reach` is above every edge drawn."""
    position = Range(*(None if edge is None else 0.5 + edge / (2 * reach) for edge in (value, low, high)))  # type: ignore[arg-type]
    zero = Markup('<line class="zero" x1="50%" x2="50%" y1="0" y2="20"/>')
    dot = Markup('<svg x="{}" y="10" class="at"><circle r="5"/></svg>').format(_percent(position.value))
    return Markup('<svg class="strip c0" width="100%" height="20" {}>{}{}{}</svg>').format(
        _named(label), zero, _whisker(position, 10), dot
    )


def stacked(parts: Sequence[Part], *, label: str) -> Markup:
    """Draw counts as parts of one bar, each with a gap to the next."""
    total = sum(part.count for part in parts) or 1
    pieces, start = [], 0
    for part in parts:
        if part.count:
            pieces.append(
                Markup('<rect class="o-{}" x="{}" width="{}" y="0" height="18"><title>{}: {}</title></rect>').format(
                    part.style, _percent(start / total), _percent(part.count / total), part.name, part.count
                )
            )
        start += part.count
    return Markup('<svg class="stack" width="100%" height="18" {}>{}</svg>').format(_named(label), Markup("").join(pieces))


def bar(share: float, *, style: str = "", label: str = "") -> Markup:
    """Draw one bar from 0 to a share of the width."""
    return Markup('<svg class="{}" width="100%" height="14" {}><rect width="{}" height="14"/></svg>').format(
        style, _named(label), _percent(share)
    )


def histogram(counts: Sequence[int], *, system: int, label: str) -> Markup:
    """Draw how many items have which score: one bar a bin from 0 to 1, scaled to the fullest bin."""
    height, fullest = 56, max(counts, default=0) or 1
    bars = [_column(index, count, share=count / fullest, bins=len(counts), height=height) for index, count in enumerate(counts)]
    floor = Markup('<line class="axis" x1="0" x2="100%" y1="{0}" y2="{0}"/>').format(height)
    return Markup('<svg class="histogram c{}" width="100%" height="{}" {}>{}{}</svg>').format(
        system % COLOURS, height + 1, _named(label), Markup("").join(bars), floor
    )


def _column(index: int, count: int, *, share: float, bins: int, height: int) -> Markup:
    left, width = _percent(index / bins), _percent(0.86 / bins)
    return Markup('<rect x="{}" width="{}" y="{:.1f}" height="{:.1f}"><title>{}</title></rect>').format(
        left, width, height * (1 - share), height * share, count
    )


def _named(label: str) -> Markup:
    return Markup('role="img" aria-label="{}"').format(label) if label else Markup('aria-hidden="true"')


def _quarters(height: int) -> Markup:
    middle = height / 2
    tick = Markup('<line x1="{0}%" x2="{0}%" y1="{1}" y2="{2}"/>')
    ticks = Markup("").join(tick.format(quarter, middle - 3, middle + 3) for quarter in (0, 25, 50, 75, 100))
    return Markup('<g class="axis"><line x1="0" x2="100%" y1="{0}" y2="{0}"/>{1}</g>').format(middle, ticks)


def _whisker(range_: Range, middle: float) -> Markup:
    if range_.low is None or range_.high is None:
        return Markup("")
    left, right = _percent(range_.low), _percent(range_.high)
    ends = Markup("").join(
        Markup('<line x1="{0}" x2="{0}" y1="{1}" y2="{2}"/>').format(end, middle - 4, middle + 4) for end in (left, right)
    )
    rule = Markup('<line x1="{0}" x2="{1}" y1="{2}" y2="{2}"/>').format(left, right, middle)
    return Markup('<g class="whisker">{}{}</g>').format(rule, ends)


def _placed(system: int, value: float, middle: float) -> Markup:
    return Markup('<svg x="{}" y="{}" class="at">{}</svg>').format(_percent(value), middle, SHAPES[system % len(SHAPES)])


def _percent(share: float) -> str:
    return f"{100 * min(1.0, max(0.0, share)):.2f}%"
