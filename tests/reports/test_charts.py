from __future__ import annotations

from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from evidoc.reports import charts

HOSTILE = '"><script>alert(1)</script>'


def parsed(svg: Markup) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


@pytest.mark.parametrize(
    "svg",
    [
        charts.strip(charts.Range(0.5, 0.4, 0.6), system=0, label=HOSTILE),
        charts.strip(charts.Range(0.5), system=11),
        charts.difference(-0.1, -0.2, 0.05, reach=0.3, label=HOSTILE),
        charts.stacked([charts.Part("answered", HOSTILE, 3), charts.Part("empty", "empty", 0)], label=HOSTILE),
        charts.bar(0.3, label=HOSTILE),
        charts.histogram([1, 0, 5], system=2, label=HOSTILE),
        charts.mark(99),
    ],
)
def test_a_chart_is_well_formed_and_text_in_it_is_inert(svg: Markup) -> None:
    root = parsed(svg)
    assert root.tag == "svg" and root.find(".//script") is None


def test_a_value_stands_at_its_percent_of_the_width() -> None:
    strip = parsed(charts.strip(charts.Range(0.625, 0.5, 0.75), system=1))
    placed = strip.find("svg")
    assert placed is not None and placed.get("x") == "62.50%"
    assert [line.get("x1") for line in strip.findall("g[@class='whisker']/line")] == ["50.00%", "50.00%", "75.00%"]


def test_without_an_interval_there_is_no_whisker() -> None:
    assert "whisker" not in charts.strip(charts.Range(0.5), system=0)


def test_a_difference_of_nothing_stands_in_the_middle() -> None:
    assert 'x="50.00%"' in charts.difference(0.0, None, None, reach=0.2)


def test_what_lies_outside_is_drawn_at_the_edge() -> None:
    assert 'x="100.00%"' in charts.strip(charts.Range(1.7), system=0)


def test_parts_of_a_bar_add_up_and_empty_ones_are_left_out() -> None:
    parts = [charts.Part("answered", "answered", 3), charts.Part("empty", "empty", 0), charts.Part("refused", "refused", 1)]
    widths = [rect.get("width") for rect in parsed(charts.stacked(parts, label="x")).findall("rect")]
    assert widths == ["75.00%", "25.00%"]


def test_the_fullest_column_of_a_histogram_has_the_full_height() -> None:
    heights = [rect.get("height") for rect in parsed(charts.histogram([2, 4], system=0, label="x")).findall("rect")]
    assert heights == ["28.0", "56.0"]


def test_a_histogram_and_a_bar_of_nothing_can_be_drawn() -> None:
    assert parsed(charts.histogram([], system=0, label="x")) is not None
    assert parsed(charts.stacked([], label="x")) is not None


def test_systems_differ_in_mark_or_colour_up_to_forty_two() -> None:
    assert len({charts.mark(system) for system in range(42)}) == 42


def test_a_chart_has_words_for_those_who_do_not_see_it() -> None:
    assert parsed(charts.bar(0.5, label="half")).get("aria-label") == "half"
    assert parsed(charts.bar(0.5)).get("aria-hidden") == "true"
