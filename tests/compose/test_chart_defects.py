"""Every kind of defect that is planted in a drawing is named (DH-61, case G01)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from msgspec.structs import replace

from evidoc.compose.chart import ChartGeometry, ChartStyle, Series, chart_defects, draw_chart, misread
from evidoc.compose.charts.defects import refuse
from evidoc.errors import Undrawable
from tests.compose.chart_specs import HOTELS, MONTHS, chart, scatter

SPEC = chart("bar", {"Night": [4, 9, 6], "Day": [7, 3, 8]}, HOTELS[:3], title="Sales by hotel")
Plant = Callable[[ChartGeometry], ChartGeometry]


def first(geometry: ChartGeometry, role: str) -> int:
    return next(number for number, words in enumerate(geometry.words) if words.role == role)


def worded(geometry: ChartGeometry, role: str, **changes: object) -> ChartGeometry:
    """Change the first line of a role."""
    number = first(geometry, role)
    changed = replace(geometry.words[number], **changes)
    return replace(geometry, words=(*geometry.words[:number], changed, *geometry.words[number + 1 :]))


def marked(geometry: ChartGeometry, **changes: object) -> ChartGeometry:
    return replace(geometry, marks=(replace(geometry.marks[0], **changes), *geometry.marks[1:]))


def unlisted(geometry: ChartGeometry) -> ChartGeometry:
    return replace(geometry, legend=geometry.legend[1:])


def unnamed(geometry: ChartGeometry) -> ChartGeometry:
    return replace(geometry, words=tuple(words for words in geometry.words if words.text != "Night"))


def off_the_panel(geometry: ChartGeometry) -> ChartGeometry:
    entry = geometry.legend[0]
    return replace(geometry, legend=(replace(entry, edges=(240.0, 10.0, 260.0, 18.0)), *geometry.legend[1:]))


def under_text(geometry: ChartGeometry) -> ChartGeometry:
    words = geometry.words[first(geometry, "title")]
    return replace(geometry, legend=(replace(geometry.legend[0], edges=words.edges), *geometry.legend[1:]))


PLANTED: list[tuple[str, Plant]] = [
    ("text_outside", lambda g: worded(g, "title", x=-20.0)),
    ("text_outside", lambda g: worded(g, "category", y=200.0)),
    ("text_overlap", lambda g: worded(g, "category", x=g.words[first(g, "category") + 1].x)),
    ("text_overlap", under_text),
    ("text_on_mark", lambda g: worded(g, "title", x=g.marks[0].edges[0], y=g.marks[0].edges[3] - 1)),
    ("text_truncated", lambda g: worded(g, "title", text="Sales by ho")),
    ("text_truncated", lambda g: worded(g, "axis_title", text="Items")),
    ("text_truncated", lambda g: worded(g, "category", text="Harb")),
    ("small_glyphs", lambda g: worded(g, "tick", size=5.0)),
    ("legend_missing", unlisted),
    ("legend_missing", unnamed),
    ("legend_clipped", off_the_panel),
    ("mark_missing", lambda g: replace(g, marks=g.marks[1:])),
    ("mark_outside", lambda g: marked(g, edges=(0.0, 0.0, 4.0, 4.0))),
    ("value_unreadable", lambda g: marked(g, tip=(g.marks[0].tip[0], g.marks[0].tip[1] + 12))),
]


def test_a_sound_chart_has_no_defects() -> None:
    assert chart_defects(SPEC, draw_chart(SPEC).geometry) == ()


@pytest.mark.parametrize(("kind", "plant"), PLANTED)
def test_a_planted_defect_is_named(kind: str, plant: Plant) -> None:
    found = chart_defects(SPEC, plant(draw_chart(SPEC).geometry))
    assert kind in {defect.kind for defect in found}


def test_only_the_corrupted_mark_is_misread() -> None:
    """X-22: one-mark corruption is detected."""
    geometry = draw_chart(SPEC).geometry
    corrupted = marked(geometry, tip=(geometry.marks[0].tip[0], geometry.marks[0].tip[1] - 9))
    assert [(mark.series, mark.category) for mark in misread(corrupted, least=Decimal(1))] == [("Night", "Harbour")]


def test_a_printed_value_that_its_mark_belies_is_a_defect() -> None:
    from evidoc.compose.chart import ChartStyle

    spec = replace(SPEC, style=ChartStyle(value_labels="on"))
    geometry = draw_chart(spec).geometry
    assert chart_defects(spec, geometry) == ()
    assert chart_defects(spec, worded(geometry, "value", text="8"))
    assert chart_defects(spec, marked(geometry, tip=(geometry.marks[0].tip[0], geometry.marks[0].tip[1] + 9)))


def test_a_slice_that_has_not_its_share_is_a_defect() -> None:
    from evidoc.compose.chart import ChartStyle

    spec = chart("pie", {"Items sold": [4, 9, 6]}, HOTELS[:3], style=ChartStyle())
    geometry = draw_chart(spec).geometry
    assert {defect.kind for defect in chart_defects(spec, marked(geometry, sweep=10.0))} == {"value_unreadable"}


def test_slanted_names_overlap_only_where_their_letters_do() -> None:
    """Upright rectangles around slanted names always overlap; the names need not."""
    names = tuple(f"Guests of {month}" for month in MONTHS)
    spec = chart("line", {"Items sold": list(range(12))}, names, width=300.0)
    geometry = draw_chart(spec).geometry
    slanted = [words for words in geometry.words if words.role == "category"]
    assert {words.angle for words in slanted} <= {45.0, 90.0}
    assert chart_defects(spec, geometry) == ()


def test_the_error_of_a_chart_with_defects_names_them() -> None:
    found = chart_defects(SPEC, worded(draw_chart(SPEC).geometry, "title", x=-20.0))
    with pytest.raises(Undrawable, match=r"text_outside \(Sales by hotel\)") as caught:
        refuse(found, "a bar chart")
    assert caught.value.reason == "defects"


def test_a_point_upon_another_one_is_a_defect() -> None:
    """Case G06."""
    pairs = {"Harbour": (20, 35), "Court": (20, 35), "Grange": (90, 80)}
    points = [Series(name=name, values=(Decimal(up),), across=(Decimal(across),)) for name, (across, up) in pairs.items()]
    spec = replace(scatter(pairs, style=ChartStyle()), series=tuple(points), categories=("May",))
    with pytest.raises(Undrawable, match="mark_hidden"):
        draw_chart(spec)
    assert draw_chart(replace(spec, series=(points[0], points[2]))).geometry.marks


def test_a_point_that_stands_too_far_to_the_right_is_misread() -> None:
    drawn = draw_chart(scatter({"Harbour": (20, 35), "Court": (64, 80)}))
    mark = drawn.geometry.marks[0]
    moved = marked(drawn.geometry, tip=(mark.tip[0] + 30, mark.tip[1]))
    assert [found.category for found in misread(moved, least=Decimal(1), across=Decimal(1))] == ["Harbour"]
