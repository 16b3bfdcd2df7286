"""A chart is drawn so that every value can be read, or refused with a reason (DH-10, DH-34, DH-55…DH-61, X-22)."""

from __future__ import annotations

import io
from decimal import Decimal
from itertools import combinations

import pdfplumber
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from evidoc.compose.chart import (
    PALETTES,
    ChartKind,
    ChartSpec,
    ChartStyle,
    chart_defects,
    draw_chart,
    legible_step,
    needs_value_labels,
)
from evidoc.compose.charts.palettes import colour, distance, looks
from evidoc.compose.charts.ticks import scale, written
from evidoc.errors import Undrawable, UnknownName, UsageError
from evidoc.records.record import from_json, to_json
from tests.compose.chart_specs import HOTELS, MONTHS, SHIFTS, chart, scatter

AUTO = ChartStyle()
ON = ChartStyle(value_labels="on")


def said(pdf: bytes) -> str:
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        return " ".join(word["text"] for word in opened.pages[0].extract_words())


def values_read(spec: ChartSpec) -> bool:
    drawn = draw_chart(spec)
    return [reading.value for reading in drawn.readings] == list(spec.values())


def test_the_same_chart_gives_the_same_bytes() -> None:
    spec = chart("bar", {"Night": [4, 9], "Day": [7, 3]}, HOTELS[:2])
    assert draw_chart(spec).pdf() == draw_chart(spec).pdf()


def test_a_spec_and_its_geometry_are_written_down_and_read_back() -> None:
    """DH-62: an instance keeps both."""
    spec = chart("line", {"Harbour": ["1.5", "2.0"]}, MONTHS[:2])
    geometry = draw_chart(spec).geometry
    assert from_json(to_json(spec), ChartSpec, place="test") == spec
    assert from_json(to_json(geometry), type(geometry), place="test") == geometry


def test_every_name_and_unit_is_printed() -> None:
    spec = chart("bar", {"Night": [4, 9], "Day": [7, 3]}, HOTELS[:2], title="Sales", category_title="Hotel")
    text = said(draw_chart(spec).pdf())
    assert all(name in text for name in ("Night", "Day", "Harbour", "Court", "Sales", "Hotel", "Items sold (units)"))


def test_a_lone_series_named_at_the_axis_has_no_legend() -> None:
    assert draw_chart(chart("bar", {"Items sold": [4, 9]}, HOTELS[:2])).geometry.legend == ()


def test_a_lone_series_not_named_elsewhere_has_one() -> None:
    assert [entry.name for entry in draw_chart(chart("bar", {"Night": [4, 9]}, HOTELS[:2])).geometry.legend] == ["Night"]


def test_values_are_printed_where_the_axis_cannot_resolve_them() -> None:
    """DH-60: 0 to 5,000 on some 90 points is 13 units a px."""
    spec = chart("bar", {"Items sold": [4001, 4002, 13]}, HOTELS[:3], style=AUTO)
    assert needs_value_labels(spec)
    drawn = draw_chart(spec)
    assert drawn.geometry.value_labels
    assert {reading.by for reading in drawn.readings} == {"label"}


def test_values_are_not_printed_where_the_axis_resolves_them() -> None:
    spec = chart("bar", {"Items sold": [40, 55, 13]}, HOTELS[:3], style=AUTO)
    assert not needs_value_labels(spec)
    assert not draw_chart(spec).geometry.value_labels


def test_a_chart_that_needs_printed_values_is_refused_where_they_are_off() -> None:
    with pytest.raises(Undrawable, match=r"steps of 1 .* its axis resolves 50") as caught:
        draw_chart(chart("bar", {"Items sold": [4001, 4002, 13]}, HOTELS[:3]))
    assert caught.value.reason == "unreadable_values"


def test_the_legible_step_is_one_that_the_axis_resolves() -> None:
    spec = chart("bar", {"Items sold": [4001, 4002, 13]}, HOTELS[:3])
    step = legible_step(spec)
    assert not needs_value_labels(replace(spec, step=step))
    assert needs_value_labels(replace(spec, step=step / 5))


def test_a_pie_always_prints_its_values() -> None:
    spec = chart("pie", {"Items sold": [40, 55, 13]}, HOTELS[:3], style=AUTO)
    assert needs_value_labels(spec)
    assert values_read(spec)
    with pytest.raises(Undrawable, match="without printed values"):
        draw_chart(replace(spec, style=ChartStyle(value_labels="off")))


def test_printed_values_that_do_not_fit_and_are_not_needed_are_left_out() -> None:
    rows = {name: [(17 * place * (row + 3)) % 90 for place in range(12)] for row, name in enumerate(HOTELS[:6])}
    assert not draw_chart(chart("line", rows, MONTHS, style=ON, step=Decimal(1))).geometry.value_labels


def test_a_bar_is_drawn_for_zero() -> None:
    spec = chart("bar", {"Items sold": [0, 5]}, HOTELS[:2], style=ON)
    mark = draw_chart(spec).geometry.mark("Items sold", "Harbour")
    assert mark.edges[1] < mark.edges[3]


@pytest.mark.parametrize("kind", ["line", "bar", "horizontal_bar", "lollipop", "area", "radar", "stacked_bar"])
def test_equal_values_and_zeros_can_be_read(kind: ChartKind) -> None:
    for value in (0, 7):
        assert values_read(chart(kind, {"Night": [value] * 4, "Day": [value] * 4}, HOTELS[:4], style=AUTO))


@pytest.mark.parametrize("kind", ["line", "bar", "horizontal_bar", "lollipop", "area", "pie", "donut", "stacked_bar"])
def test_one_category_is_enough(kind: ChartKind) -> None:
    assert values_read(chart(kind, {"Items sold": [7]}, ["Harbour"], style=AUTO))


@pytest.mark.parametrize("kind", ["line", "bar", "horizontal_bar", "lollipop", "area"])
def test_negative_values_can_be_read(kind: ChartKind) -> None:
    assert values_read(chart(kind, {"Items sold": [-12, 30, -5, 0]}, HOTELS[:4], style=ON))


@pytest.mark.parametrize("values", [["0.00012", "0.00045"], ["980000000000", "1200000000"], ["1000000.5", "999999.5"]])
def test_tiny_and_huge_ranges_can_be_read(values: list[str]) -> None:
    assert values_read(chart("bar", {"Items sold": values}, HOTELS[:2], style=AUTO))
    assert values_read(chart("line", {"Items sold": values}, HOTELS[:2], style=AUTO))


def test_long_ticks_are_multiples_of_a_power_of_ten() -> None:
    style = ChartStyle(axis_title="above")
    text = said(draw_chart(chart("bar", {"Items sold": ["980000000000"]}, HOTELS[:1], style=style)).pdf())
    assert "\u00d710\u00b9\u00b2" in text


def test_twelve_months_of_eight_series_are_drawn() -> None:
    rows = {name: [(17 * place * (row + 3)) % 20 * 5 for place in range(12)] for row, name in enumerate(HOTELS[:8])}
    assert values_read(chart("line", rows, MONTHS, style=AUTO, step=Decimal(5)))


def test_lines_with_equal_values_stand_beside_one_another() -> None:
    """Case G06: a line that another one hides cannot be read."""
    geometry = draw_chart(chart("line", {"Night": [5, 9], "Day": [5, 2]}, MONTHS[:2], style=AUTO)).geometry
    night, day = (geometry.mark(name, MONTHS[0]).tip for name in ("Night", "Day"))
    assert night[1] == pytest.approx(day[1])
    assert abs(night[0] - day[0]) > 1.5


@pytest.mark.parametrize("kind", ["bar", "line", "horizontal_bar", "lollipop"])
def test_twelve_very_long_names_do_not_overlap(kind: ChartKind) -> None:
    """Case G01: in the usual plotting library 11 of 11 neighbours overlap."""
    names = tuple(f"Very long category name {number}" for number in range(12))
    spec = chart(kind, {"Items sold": list(range(3, 15))}, names, style=AUTO, width=288.0, height=216.0)
    assert chart_defects(spec, draw_chart(spec).geometry) == ()


def test_a_legend_of_sixty_letters_stays_inside() -> None:
    """Case G01: in the usual plotting library it ends at 912 of 400 px."""
    long = "the total of all linens replaced by the night shift of hotels"
    spec = chart("bar", {long: [3, 5], "Day": [4, 1]}, HOTELS[:2], style=ChartStyle(legend="right"))
    assert chart_defects(spec, draw_chart(spec).geometry) == ()


def test_a_name_that_cannot_stand_anywhere_is_refused() -> None:
    with pytest.raises(Undrawable) as caught:
        draw_chart(chart("bar", {"Items sold": [1, 2]}, ["x" * 300, "y"]))
    assert caught.value.reason == "does_not_fit"


def test_chinese_names_are_drawn() -> None:
    spec = chart(
        "bar", {"夜班": [4, 9], "白班": [7, 3]}, ["海港酒店", "石庭酒店"], value_title="更换数量", unit="件", title="每月更换床单"
    )
    text = said(draw_chart(spec).pdf())
    assert all(name in text for name in ("夜班", "白班", "海港酒店", "石庭酒店", "更换数量"))


def test_a_sign_that_no_font_has_is_named() -> None:
    with pytest.raises(Undrawable, match=r"U\+1F3E8") as caught:
        draw_chart(chart("bar", {"Items sold": [1]}, ["Hotel \U0001f3e8"]))
    assert caught.value.reason == "glyphs_missing"


@pytest.mark.parametrize(
    ("kind", "rows", "why"),
    [
        ("pie", {"A": [1], "B": [2]}, "one series"),
        ("pie", {"A": [-1]}, "not negative"),
        ("donut", {"A": [0]}, "not all zero"),
        ("stacked_bar", {"A": [-1]}, "negative"),
        ("radar", {"A": [1]}, "three categories"),
        ("area", {name: [1] for name in "ABCDE"}, "at most 4"),
    ],
)
def test_data_that_do_not_suit_a_kind_are_refused(kind: ChartKind, rows: dict[str, list[int]], why: str) -> None:
    with pytest.raises(Undrawable, match=why) as caught:
        draw_chart(chart(kind, rows, ["Harbour"], style=AUTO))
    assert caught.value.reason == "unsuited"


def test_thirteen_series_cannot_be_told_apart() -> None:
    with pytest.raises(Undrawable) as caught:
        draw_chart(chart("line", {f"Hotel {number}": [number] for number in range(13)}, ["May"]))
    assert caught.value.reason == "indistinct_series"


@pytest.mark.parametrize(
    "spec",
    [
        chart("bar", {}, ["May"]),
        chart("bar", {"A": [1]}, []),
        chart("bar", {"A": [1, 2]}, ["May"]),
        chart("bar", {"A": [1, 2]}, ["May", "May"]),
        chart("bar", {"A": ["NaN"]}, ["May"]),
        chart("scatter", {"A": [1]}, ["May"]),
        replace(chart("bar", {"A": ["1.25"]}, ["May"]), decimals=1),
    ],
)
def test_a_spec_whose_parts_do_not_go_together_is_refused(spec: ChartSpec) -> None:
    with pytest.raises(UsageError):
        draw_chart(spec)


def test_an_unknown_palette_gets_the_nearest_known_one() -> None:
    with pytest.raises(UnknownName, match="bright"):
        draw_chart(chart("bar", {"A": [1]}, ["May"], palette="brigt"))


@pytest.mark.parametrize("palette", PALETTES)
def test_colours_differ_from_one_another_and_from_paper(palette: str) -> None:
    """Case G06: at least 15 by CIE Delta E."""
    colours = [colour(code) for code in PALETTES[palette]]
    assert min(distance(one, other) for one, other in combinations([*colours, (1.0, 1.0, 1.0)], 2)) >= 15


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("hatch", [False, True])
def test_twelve_series_look_different(palette: str, hatch: bool) -> None:
    found = looks(palette, 12, hatch=hatch)
    assert len({(look.colour, look.hatch) for look in found}) == 12
    assert len({(look.colour, look.dash) for look in found}) == 12
    assert len({(look.colour, look.marker) for look in found}) == 12


def test_delta_e_is_that_of_the_textbook() -> None:
    """Pure red against pure green in CIE 1976: 170.6 (Lab 53.24, 80.09, 67.20 and 87.73, -86.18, 83.18)."""
    assert distance((1, 0, 0), (0, 1, 0)) == pytest.approx(170.6, abs=0.5)


def test_a_named_scatter_point_is_read_by_its_label() -> None:
    spec = scatter({"Harbour": (20, 35), "Court": (64, 80), "Grange": (41, 12)}, style=ON)
    drawn = draw_chart(spec)
    assert {words.text for words in drawn.geometry.words if words.role == "point"} == {"Harbour", "Court", "Grange"}
    assert values_read(spec)


def test_both_values_of_a_scattered_point_are_read() -> None:
    """X-22: the horizontal ones in steps of their own."""
    spec = scatter({"Harbour": (20, 35), "Court": (65, 80)}, across_unit="%", across_step=Decimal(5))
    drawn = draw_chart(spec)
    assert [(reading.across, reading.value) for reading in drawn.readings] == [
        (Decimal(20), Decimal(35)),
        (Decimal(65), Decimal(80)),
    ]
    assert "Occupancy (%)" in {words.text for words in drawn.geometry.words}


def test_a_scattered_point_stands_within_the_plot() -> None:
    drawn = draw_chart(scatter({"Harbour": (0, 0), "Court": (100, 80)}))
    x0, y0, x1, y1 = drawn.geometry.plot
    assert all(x0 < mark.edges[0] and mark.edges[2] < x1 for mark in drawn.geometry.marks)
    assert all(y0 < mark.edges[1] and mark.edges[3] < y1 for mark in drawn.geometry.marks)


def test_horizontal_values_have_no_more_decimals_than_are_said() -> None:
    spec = scatter({"Harbour": (20, 35), "Court": (64, 80)})
    odd = replace(spec.series[0], across=(Decimal("20.5"), Decimal(30)))
    with pytest.raises(UsageError, match="more than 0 decimals"):
        draw_chart(replace(spec, series=(odd,)))
    assert draw_chart(replace(spec, series=(odd,), across_decimals=1)).readings[0].across == Decimal("20.5")


@given(
    low=st.integers(-(10**9), 10**9),
    span=st.integers(0, 10**9),
    exponent=st.integers(-4, 3),
    most=st.integers(3, 9),
    zero=st.booleans(),
)
def test_ticks_hold_all_values_are_even_and_few(low: int, span: int, exponent: int, most: int, zero: bool) -> None:
    values = [Decimal(low).scaleb(exponent), Decimal(low + span).scaleb(exponent)]
    found = scale(values, most=most, least=Decimal(1).scaleb(exponent), zero=zero)
    assert found.low <= min(values)
    assert found.high >= max(values)
    assert 2 <= len(found.ticks) <= most
    assert len({high - low for low, high in zip(found.ticks, found.ticks[1:], strict=False)}) == 1
    assert not zero or found.low <= 0 <= found.high


@given(low=st.integers(-5000, 5000), span=st.integers(0, 5000), most=st.integers(3, 9))
def test_the_text_of_a_tick_is_its_exact_value(low: int, span: int, most: int) -> None:
    found = scale([Decimal(low), Decimal(low + span)], most=most, least=Decimal(1), zero=False)
    read = [Decimal(text.replace(",", "").replace("\u2212", "-")).scaleb(found.power) for text in found.texts]
    assert read == list(found.ticks)


def test_numbers_are_written_with_grouped_thousands_and_a_true_minus() -> None:
    assert written(Decimal("-1234.5"), 2) == "\u22121,234.50"


STYLES = st.builds(
    ChartStyle,
    font=st.sampled_from(["sans", "serif"]),
    grid=st.sampled_from(["none", "lines", "dashes", "both"]),
    spines=st.sampled_from(["left_bottom", "box", "bottom", "none"]),
    markers=st.booleans(),
    hatch=st.booleans(),
    shade=st.booleans(),
    legend=st.sampled_from(["top", "bottom", "right"]),
    title=st.sampled_from(["left", "centre"]),
    axis_title=st.sampled_from(["beside", "above"]),
    value_labels=st.sampled_from(["auto", "on"]),
)
KINDS = st.sampled_from(["line", "area", "bar", "stacked_bar", "horizontal_bar", "pie", "donut", "radar", "lollipop"])


def test_values_that_would_overlap_when_printed_are_printed_in_another_way_or_refused() -> None:
    """Two thin bands on one another: found by chance, and refused for a defect before."""
    style = ChartStyle(grid="none", legend="top", title="left", axis_title="beside")
    spec = chart("stacked_bar", {SHIFTS[0]: [13, 13], SHIFTS[1]: [13, 188]}, MONTHS[:2], style=style)
    try:
        assert not chart_defects(spec, draw_chart(spec).geometry)
    except Undrawable as error:
        assert error.reason == "unreadable_values"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(kind=KINDS, style=STYLES, data=st.data())
def test_a_chart_is_readable_without_defects_or_refused_with_a_reason(
    kind: ChartKind, style: ChartStyle, data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, 8))
    names = SHIFTS[: data.draw(st.integers(1, 1 if kind in ("pie", "donut") else 4))]
    values = st.lists(st.integers(0, 500), min_size=count, max_size=count)
    spec = chart(
        kind,
        {name: data.draw(values) for name in names},
        MONTHS[:count],
        style=style,
        title=data.draw(st.sampled_from(["", "Items sold by month"])),
    )
    try:
        drawn = draw_chart(spec)
    except Undrawable as error:
        assert error.reason in ("unsuited", "does_not_fit", "unreadable_values")
        return
    assert [reading.value for reading in drawn.readings] == list(spec.values())
    assert chart_defects(spec, drawn.geometry) == ()
