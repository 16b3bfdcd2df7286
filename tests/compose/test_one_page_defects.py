"""What must not be on a page is found by its geometry (DH-61)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from evidoc.compose.charts.geometry import Edges, Words
from evidoc.compose.one_page import draw_page
from evidoc.compose.page.defects import page_defects
from tests.compose.page_contents import whole

PAGE = draw_page(whole(2))
PANELS = [(chart.box.x0, chart.box.y0, chart.box.x1, chart.box.y1) for chart in PAGE.geometry.charts]
Drawing = tuple[list[Words], list[Edges]]


def body(words: list[Words], number: int = 0) -> int:
    return [place for place, line in enumerate(words) if line.role == "body"][number]


def worded(words: list[Words], **changes: object) -> list[Words]:
    place = body(words, 2)
    return [*words[:place], replace(words[place], **changes), *words[place + 1 :]]


PLANTED: list[tuple[str, Callable[[list[Words], list[Edges]], Drawing]]] = [
    ("text_outside", lambda w, c: (worded(w, x=500.0), c)),
    ("text_outside", lambda w, c: (worded(w, y=850.0), c)),
    ("text_overlap", lambda w, c: (worded(w, y=w[body(w, 1)].y + 2), c)),
    ("text_truncated", lambda w, c: ([line for line in w if line != w[body(w, 2)]], c)),
    ("text_truncated", lambda w, c: ([line for line in w if line.role != "title"], c)),
    ("small_glyphs", lambda w, c: (worded(w, size=5.5), c)),
    ("picture_outside", lambda w, c: (w, [(500.0, *c[0][1:2], 700.0, c[0][3]), c[1]])),
    ("picture_overlap", lambda w, c: (w, [c[1], c[1]])),
    ("picture_over_text", lambda w, c: (w, [w[body(w)].edges, c[1]])),
]


def test_a_sound_page_has_no_defects() -> None:
    assert page_defects(PAGE.content, PAGE.words, PANELS) == ()


@pytest.mark.parametrize(("kind", "plant"), PLANTED)
def test_a_planted_defect_is_named(kind: str, plant: Callable[[list[Words], list[Edges]], Drawing]) -> None:
    words, panels = plant(list(PAGE.words), list(PANELS))
    assert kind in {defect.kind for defect in page_defects(PAGE.content, words, panels)}
