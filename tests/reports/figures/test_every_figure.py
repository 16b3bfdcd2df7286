"""What holds for figures of every kind, whatever is in them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidoc.records.analysis import Figure
from evidoc.reports.figures import draw, style
from evidoc.reports.figures.lettering import plain
from tests.reports.browsing import HOSTILE
from tests.reports.figures.reading import SVG, faults, parsed, texts, words
from tests.reports.figures.samples import EMPTY, FIGURES, TERRIBLE, bars, box, boxes, cloud, flow, line, matrix, points

every_figure = pytest.mark.parametrize("figure", FIGURES.values(), ids=list(FIGURES))
labels = st.lists(
    st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), min_size=1, max_size=60), min_size=1, max_size=14
)


@every_figure
def test_a_figure_is_an_image_with_a_title_and_its_values_in_words(figure: Figure) -> None:
    svg = parsed(figure)
    title, description = svg.find(SVG + "title"), svg.find(SVG + "desc")
    assert svg.get("role") == "img"
    assert svg.get("aria-labelledby").split() == [title.get("id"), description.get("id")]
    assert title.text and description.text


@every_figure
def test_no_text_is_cut_or_over_another(figure: Figure) -> None:
    assert faults(parsed(figure)) == []


@pytest.mark.parametrize("kind", ["bars", "boxes", "matrix", "flow", "points", "line"])
def test_no_label_loses_a_letter(kind: str) -> None:
    """The lines of a label stand one after another in the file."""
    name = next(name for name in FIGURES if name.startswith(kind) and "terrible" in name)
    written = "".join(words(parsed(FIGURES[name])).split())
    assert not [label for label in TERRIBLE if "".join(plain(label).split()) not in written]


@every_figure
def test_the_same_figure_has_the_same_bytes(figure: Figure) -> None:
    assert draw(figure) == draw(figure)


@every_figure
def test_nothing_is_loaded_and_nothing_can_run(figure: Figure) -> None:
    svg = parsed(figure)
    assert not [node.tag for node in svg.iter() if node.tag in (SVG + "script", SVG + "image", SVG + "a", SVG + "foreignObject")]
    names = {name for node in svg.iter() for name in node.attrib}
    assert not [name for name in names if name.startswith("on") or name.endswith("href") or name == "style"]


@every_figure
def test_colours_stand_in_the_marks_and_have_a_class_for_dark_screens(figure: Figure) -> None:
    """A program without style sheets draws the figure as on paper."""
    for node in parsed(figure).iter(SVG + "text", SVG + "rect", SVG + "path", SVG + "line", SVG + "circle"):
        assert node.get("fill") and re.search(r"\b[fs]-", node.get("class"))


@pytest.mark.parametrize("figure", EMPTY.values(), ids=list(EMPTY))
def test_a_figure_without_values_says_so(figure: Figure) -> None:
    svg = parsed(figure)
    assert "Nothing to draw" in words(svg) and "Nothing to draw" in (svg.findtext(SVG + "desc") or "")
    assert faults(svg) == []


def test_markup_in_labels_is_text() -> None:
    svg = parsed(bars((HOSTILE, "b"), (1.0, 2.0)))
    assert HOSTILE.split()[0] in words(svg).replace(" ", "") or "<script>" in words(svg)


def test_what_xml_does_not_take_is_replaced() -> None:
    assert "\ufffd" in words(parsed(bars(("\x00\x0b\ud800", "b"), (1.0, 2.0))))


def test_a_figure_in_a_page_leaves_its_style_to_the_page() -> None:
    figure = FIGURES["bars"]
    assert style() in draw(figure) and "<style" not in draw(figure, standalone=False)


def test_two_figures_in_a_page_have_different_ids() -> None:
    ids = [set(re.findall(r' id="([^"]+)"', draw(figure))) for figure in (FIGURES["bars stacked"], FIGURES["bars side by side"])]
    assert ids[0] and ids[1] and not ids[0] & ids[1]


def test_a_dark_screen_gets_other_colours_and_paper_does_not() -> None:
    assert style().count("@media") == 1 and "@media screen and (prefers-color-scheme:dark)" in style()


def test_a_very_long_label_says_how_much_more_there_is() -> None:
    assert "(4,699 more characters)" in words(parsed(bars(("a " * 2500, "b"), (1.0, 2.0)))).replace("  ", " ")


@pytest.mark.parametrize("label", TERRIBLE)
def test_a_title_of_any_length_fits(label: str) -> None:
    figure = bars(("a", "b"), (1.0, 2.0))
    svg = parsed(type(figure)(name="b", title=label, x=label, y="y", labels=figure.labels, series=figure.series))
    assert faults(svg) == []


@settings(max_examples=40, deadline=None)
@given(labels, st.booleans(), st.integers(1, 4), st.data())
def test_bars_fit_with_any_labels(names: list[str], stacked: bool, series: int, data: st.DataObject) -> None:
    value = st.one_of(st.none(), st.integers(0, 10**7).map(float), st.floats(-1e4, 1e4))
    values = [tuple(data.draw(st.lists(value, min_size=len(names), max_size=len(names)))) for _ in range(series)]
    assert faults(parsed(bars(tuple(names), *values, stacked=stacked))) == []


@settings(max_examples=25, deadline=None)
@given(labels, st.lists(st.floats(-1e6, 1e6), min_size=5, max_size=5))
def test_boxes_and_groups_fit_with_any_labels(names: list[str], five: list[float]) -> None:
    assert faults(parsed(boxes(*(box(name, *sorted(five)) for name in names)))) == []
    assert faults(parsed(points(*((name, ((five[0], five[1]),)) for name in names)))) == []


@settings(max_examples=25, deadline=None)
@given(labels, st.integers(1, 9))
def test_matrices_and_flows_fit_with_any_labels(names: list[str], columns: int) -> None:
    assert faults(parsed(matrix(tuple(names), tuple(names[:columns])))) == []
    assert faults(parsed(flow(tuple(names[:6]), layers=2 + columns % 3))) == []


@settings(max_examples=20, deadline=None)
@given(labels)
def test_clouds_and_lines_fit_with_any_labels(names: list[str]) -> None:
    assert faults(parsed(cloud(*((name, 1 + len(name)) for name in names)))) == []
    assert faults(parsed(line(tuple(names), tuple(len(name) / 60 for name in names)))) == []


def test_every_text_is_at_least_eleven_px_high() -> None:
    sizes = {float(node.get("font-size")) for figure in FIGURES.values() for node in parsed(figure).iter(SVG + "text")}
    assert min(sizes) >= 11 and texts(parsed(FIGURES["bars"]))
