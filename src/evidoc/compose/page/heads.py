"""The head of a page: who publishes it, what sort of document it is, its title, date and fields."""

from __future__ import annotations

from collections.abc import Callable

from evidoc.compose.charts.palettes import Colour
from evidoc.compose.charts.shapes import GREY, INK, WHITE, Fill, Polyline, Rectangle, Shape
from evidoc.compose.page.bands import MARGIN, MEASURE, TOP, WIDTH, Band, Stack, pencil, tint
from evidoc.compose.page.content import PageContent
from evidoc.compose.page.templates import Template

_TITLE = 17.0


def head(content: PageContent, template: Template, *, fields: bool) -> Band:
    """Set the head in the template's way; `fields` says whether the fields stand in it."""
    ways: dict[str, Callable[[PageContent, Colour], Stack]] = {
        "centred": _centred,
        "memo": _memo,
        "boxed": _boxed,
        "banner": _banner,
        "letterhead": _letterhead,
        "strip": _strip,
    }
    stack = ways[template.head](content, template.accent)
    if fields and content.fields:
        stack.skip(2.0)
        field_lines(stack, content, template.accent)
        stack.skip(3.0)
        stack.rule(tint(template.accent, 0.5), width=0.5)
    return stack.band(after=10.0)


def field_lines(stack: Stack, content: PageContent, accent: Colour, *, size: float = 8.5) -> None:
    """Set the fields, names in one column and what they say in the next."""
    names = pencil(size, "bold", accent)
    wide = min(max(names.width(name) for name, _ in content.fields) + 8, 0.42 * stack.width)
    left, width = stack.left, stack.width
    for number, (name, said) in enumerate(content.fields):
        top = stack.y
        stack.left, stack.width = left, wide - 4
        stack.text(name, names, owner=f"field:{number}")
        bottom, stack.y = stack.y, top
        stack.left, stack.width = left + wide, width - wide
        stack.text(said, pencil(size), owner=f"field:{number}", most=3)
        stack.y = max(stack.y, bottom) + 1.0
    stack.left, stack.width = left, width


def _centred(content: PageContent, accent: Colour) -> Stack:
    stack = Stack()
    stack.text(content.masthead, pencil(10.5, "bold", accent), owner="masthead", anchor="middle")
    stack.text(content.kicker, pencil(8.5, colour=GREY), owner="kicker", anchor="middle")
    stack.skip(3.0)
    stack.rule(accent, width=1.4)
    stack.skip(2.2)
    stack.rule(accent, width=0.4)
    stack.skip(7.0)
    stack.text(content.title, pencil(_TITLE, "bold", role="title"), owner="title", anchor="middle", most=3)
    stack.text(content.subtitle, pencil(10.0, "italic", GREY), owner="subtitle", anchor="middle")
    stack.text(content.date, pencil(8.5, colour=GREY), owner="date", anchor="middle")
    return stack


def _memo(content: PageContent, accent: Colour) -> Stack:
    stack = Stack()
    _two_sides(stack, content.masthead, content.date, accent)
    stack.skip(4.0)
    stack.text(content.kicker, pencil(20.0, "bold", tint(accent, 0.85)), owner="kicker")
    stack.rule(INK, width=1.2)
    stack.skip(6.0)
    stack.text(content.title, pencil(_TITLE - 3, "bold", role="title"), owner="title", most=3)
    stack.text(content.subtitle, pencil(9.5, "italic", GREY), owner="subtitle")
    return stack


def _boxed(content: PageContent, accent: Colour) -> Stack:
    stack = Stack(left=MARGIN + 12, width=MEASURE - 24)
    stack.skip(8.0)
    stack.text(content.kicker, pencil(9.5, "bold", accent), owner="kicker", anchor="middle")
    stack.text(content.title, pencil(_TITLE, "bold", role="title"), owner="title", anchor="middle", most=3)
    stack.text(content.subtitle, pencil(9.5, "italic", GREY), owner="subtitle", anchor="middle")
    stack.skip(6.0)
    frame: list[Shape] = [Rectangle((MARGIN, 0.0, MARGIN + MEASURE, stack.y), Fill(tint(accent, 0.05), edge=accent, width=1.1))]
    stack.shapes[:0] = frame
    stack.left, stack.width = MARGIN, MEASURE
    stack.skip(5.0)
    _two_sides(stack, content.masthead, content.date, accent)
    return stack


def _banner(content: PageContent, accent: Colour) -> Stack:
    stack = Stack()
    stack.text(content.masthead, pencil(9.5, "bold", tint(accent, 0.25)), owner="masthead")
    stack.text(content.title, pencil(_TITLE + 2, "bold", WHITE, role="title"), owner="title", most=3)
    stack.text(content.subtitle, pencil(10.0, colour=tint(accent, 0.15)), owner="subtitle")
    stack.skip(10.0)
    stack.shapes.insert(0, Rectangle((0.0, -TOP, WIDTH, stack.y), Fill(accent)))
    stack.skip(5.0)
    if content.kicker or content.date:
        _two_sides(stack, content.kicker, content.date, accent, owner="kicker")
    return stack


def _letterhead(content: PageContent, accent: Colour) -> Stack:
    stack = Stack(left=MARGIN + 22, width=MEASURE - 22)
    mark: list[Shape] = [
        Rectangle((MARGIN, 1.0, MARGIN + 14, 15.0), Fill(accent), 2.0),
        Rectangle((MARGIN + 3.5, 4.5, MARGIN + 10.5, 11.5), Fill(WHITE), 1.0),
    ]
    stack.shapes += mark
    stack.text(content.masthead, pencil(12.0, "bold", accent), owner="masthead", most=1)
    stack.y = max(stack.y, 17.0)
    stack.left, stack.width = MARGIN, MEASURE
    stack.skip(2.0)
    stack.rule(accent, width=0.9)
    stack.skip(3.5)
    if content.kicker or content.date:
        _two_sides(stack, content.kicker, content.date, accent, owner="kicker")
    stack.skip(6.0)
    stack.text(content.title, pencil(_TITLE - 1, "bold", role="title"), owner="title", most=3)
    stack.text(content.subtitle, pencil(9.5, "italic", GREY), owner="subtitle")
    return stack


def _strip(content: PageContent, accent: Colour) -> Stack:
    stack = Stack(left=MARGIN + 12, width=MEASURE - 12)
    stack.text(content.masthead, pencil(8.5, "bold", accent), owner="masthead")
    stack.text(content.kicker, pencil(8.5, colour=GREY), owner="kicker")
    stack.skip(2.0)
    stack.text(content.title, pencil(_TITLE + 1, "bold", role="title"), owner="title", most=3)
    stack.text(content.subtitle, pencil(10.0, "italic", GREY), owner="subtitle")
    stack.text(content.date, pencil(8.5, colour=GREY), owner="date")
    stack.shapes.insert(0, Rectangle((MARGIN, 0.0, MARGIN + 4, stack.y), Fill(accent)))
    stack.left, stack.width = MARGIN, MEASURE
    return stack


def _two_sides(stack: Stack, left: str, right: str, accent: Colour, *, owner: str = "masthead") -> None:
    """Set a text at the left edge and another one at the right edge of the same line."""
    top, x, width = stack.y, stack.left, stack.width
    stack.width = 0.62 * width
    stack.text(left, pencil(9.0, "bold", accent), owner=owner, most=1)
    bottom, stack.y = stack.y, top
    stack.left, stack.width = x + 0.64 * width, 0.36 * width
    stack.text(right, pencil(8.5, colour=GREY), owner="date", anchor="end", most=1)
    stack.left, stack.width, stack.y = x, width, max(stack.y, bottom)


def foot(content: PageContent, accent: Colour) -> tuple[Shape, ...]:
    """Set the footer, measured from the top of its line."""
    if not content.footer:
        return ()
    stack = Stack()
    stack.shapes.append(Polyline(((MARGIN, -3.0), (MARGIN + MEASURE, -3.0)), tint(accent, 0.4), 0.4))
    stack.text(content.footer, pencil(7.0, colour=GREY), owner="footer", anchor="middle", most=1)
    return tuple(stack.shapes)
