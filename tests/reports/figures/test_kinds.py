"""What each kind of figure shows, read back off its geometry."""

from __future__ import annotations

import math
import re

import pytest

from evidoc.records.analysis import Cloud, Flow, FlowLink, FlowNode, LineOverBars, Matrix
from evidoc.reports.figures.layers import layers_of
from tests.reports.figures.reading import SVG, axis_value, marks, of, parsed, said, texts, words
from tests.reports.figures.samples import LONG, SECTIONS, bars, box, boxes, cloud, counts, flow, line, matrix, points

ROUNDING = 0.02  # px


def test_upright_bars_are_as_high_as_their_values() -> None:
    values = (12.0, 40.0, 7.0, 0.5)
    svg = parsed(bars(("a", "b", "c", "d"), values))
    tops = [axis_value(svg, of(bar, "y"), upright=True) for bar in marks(svg, "bar")]
    assert tops == pytest.approx(values, abs=0.02)
    feet = [axis_value(svg, of(bar, "y") + of(bar, "height"), upright=True) for bar in marks(svg, "bar")]
    assert feet == pytest.approx([0] * 4, abs=0.02)


def test_lying_bars_are_as_long_as_their_values() -> None:
    svg = parsed(bars((LONG, "b"), (1234.0, 88.0)))
    ends = [axis_value(svg, of(bar, "x") + of(bar, "width"), upright=False) for bar in marks(svg, "bar")]
    assert ends == pytest.approx((1234, 88), abs=0.1)


def test_bars_below_zero_hang() -> None:
    svg = parsed(bars(("a", "b"), (-3.5, 2.0)))
    low, high = (axis_value(svg, of(bar, "y") + of(bar, "height"), upright=True) for bar in marks(svg, "bar"))
    assert (low, high) == pytest.approx((-3.5, 0), abs=0.02)


def test_parts_of_a_stacked_bar_stand_on_each_other_and_the_whole_is_written() -> None:
    svg = parsed(bars(("a", "b"), (10.0, 5.0), (20.0, None), stacked=True))
    first, alone, second = marks(svg, "bar")
    assert of(second, "y") + of(second, "height") == pytest.approx(of(first, "y"), abs=ROUNDING)
    assert of(second, "height") == pytest.approx(2 * of(first, "height"), abs=ROUNDING) and said(alone) == "series 0, b: 5"
    assert "30" in words(svg).split()


def test_each_series_has_its_own_colour_and_pattern() -> None:
    """So that a print in grey tells them apart."""
    svg = parsed(bars(SECTIONS, *(counts(8, seed=seed) for seed in range(20))))
    looks = {(bar.get("stroke"), bar.get("fill")) for bar in marks(svg, "bar")}
    patterns = [pattern.find(SVG + "path") for pattern in svg.iter(SVG + "pattern")]
    assert len(looks) == 20 and len(patterns) >= 19


def test_the_bins_of_a_histogram_stay_upright_and_phrases_lie() -> None:
    bins = parsed(bars(tuple(f"{index}–{index + 1}" for index in range(40)), counts(40)))
    phrases = parsed(bars(tuple(f"{LONG} {index}" for index in range(4)), counts(4)))
    assert len({of(bar, "width") for bar in marks(bins, "bar")}) == 1
    assert len({of(bar, "height") for bar in marks(phrases, "bar")}) == 1


def test_a_bar_without_a_value_is_not_drawn_and_said_to_be_none() -> None:
    svg = parsed(bars(("a", "b"), (None, 2.0)))
    assert len(marks(svg, "bar")) == 1 and "a: none" in svg.findtext(SVG + "desc")


@pytest.mark.parametrize(
    ("most", "ticks"),
    [(60.0, "0 20 40 60"), (0.7, "0 0.2 0.4 0.6 0.8"), (3.0, "0 1 2 3"), (1.0, "0 1"), (1234.0, "0 500 1,000 1,500")],
)
def test_axes_have_round_steps_and_those_of_counts_are_whole(most: float, ticks: str) -> None:
    svg = parsed(bars(("a", "b"), (most, 0.0)))
    assert " ".join(text.text for text in texts(svg) if text.right < 50 and re.fullmatch(r"[\d.,]+", text.text)) == ticks


def test_a_box_has_its_five_numbers_and_how_many_there_are() -> None:
    five = (1.0, 5.0, 12.5, 40.0, 310.0)
    svg = parsed(boxes(box("pairs", *five, n=1234), box("other", 0, 1, 2, 3, 4)))
    drawn = marks(svg, "box")[0]
    left, right = of(drawn, "x"), of(drawn, "x") + of(drawn, "width")
    middle = of(marks(svg, "median")[0], "x") + 1.5
    assert [axis_value(svg, x, upright=False) for x in (left, middle, right)] == pytest.approx((5, 12.5, 40), abs=0.05)
    assert {"1,234", "1", "5", "12.5", "40", "310"} <= set(words(svg).split())


def test_whiskers_reach_to_the_least_and_the_most() -> None:
    svg = parsed(boxes(box("pairs", 1, 5, 12.5, 40, 310)))
    whiskers = [rule for rule in svg.iter(SVG + "line") if "s-c0" in rule.get("class")]
    ends = {round(axis_value(svg, of(rule, name), upright=False)) for rule in whiskers for name in ("x1", "x2")}
    assert ends == {1, 310}


def test_a_cell_is_shaded_by_its_share_of_the_row_and_has_its_count() -> None:
    figure = Matrix(name="m", title="M", rows=("a", "b"), columns=("x", "y"), values=((1.0, 3.0), (0.0, 0.0)))
    svg = parsed(figure)
    assert [of(cell, "fill-opacity") for cell in marks(svg, "cell")] == [0.25, 0.75, 0, 0]
    assert said(marks(svg, "cell")[1]) == "a, y: 3 (75.0 %)" and words(svg).split()[-8:] == [
        "a",
        "1",
        "3",
        "4",
        "b",
        "0",
        "0",
        "0",
    ]


def test_a_number_in_a_cell_can_be_read_on_its_shade() -> None:
    """WCAG AA, 4.5 to 1, on paper and on a dark screen, at every share."""
    from evidoc.reports.figures.matrix import _DARK, _LIGHT

    for share in [index / 200 for index in range(201)]:
        paper = _contrast(_mixed((0x08, 0x45, 0x7A), (255, 255, 255), share), 0.0 if share <= _LIGHT else 1.0)
        screen = _contrast(_mixed((0x8F, 0xC4, 0xF5), (0x12, 0x17, 0x1C), share), 1.0 if share <= _DARK else 0.0)
        assert min(paper, screen) >= 4.4, share


def test_columns_that_do_not_fit_flat_are_turned() -> None:
    short, long = (
        parsed(matrix(("a",), ("b", "c"))),
        parsed(matrix(("a",), tuple(f"quite_a_long_name_{index}" for index in range(9)))),
    )
    assert "rotate" not in "".join(node.get("transform", "") for node in short.iter(SVG + "text"))
    assert sum("rotate" in node.get("transform", "") for node in long.iter(SVG + "text")) == 9


def test_links_are_as_wide_as_their_counts_and_fill_their_nodes() -> None:
    svg = parsed(flow(SECTIONS, layers=4))
    per_count = {round(thick / int(said(link).split()[-1]), 3) for link in marks(svg, "link") for thick in _thicknesses(link)}
    nodes = {round(of(node, "height") / int(said(node).split()[-1].replace(",", "")), 3) for node in marks(svg, "node")}
    assert max(per_count | nodes) - min(per_count | nodes) < 0.02


def test_links_that_need_not_cross_do_not() -> None:
    nodes = tuple(FlowNode(id=f"{layer}{name}", label=name, layer=layer) for layer in (0, 1) for name in "abcd")
    links = tuple(FlowLink(source=f"0{one}", target=f"1{other}", count=5) for one, other in zip("abcd", "dcba", strict=True))
    order = layers_of(Flow(name="f", title="F", nodes=nodes, links=links)).order
    assert [stop[1] for stop in order[0]] == [stop[1] for stop in order[1]][::-1]


def test_a_link_over_several_layers_has_a_place_of_its_own_in_each() -> None:
    nodes = tuple(FlowNode(id=str(layer), label=str(layer), layer=layer) for layer in range(4))
    links = (*(FlowLink(source=str(i), target=str(i + 1), count=3) for i in range(3)), FlowLink(source="0", target="3", count=2))
    assert [len(stops) for stops in layers_of(Flow(name="f", title="F", nodes=nodes, links=links)).order] == [1, 2, 2, 1]


def test_links_between_the_same_nodes_are_one_and_a_lonely_node_is_left_out_and_said() -> None:
    nodes = tuple(FlowNode(id=name, label=name, layer=layer) for name, layer in (("a", 0), ("b", 1), ("lonely", 1)))
    links = (FlowLink(source="a", target="b", count=3), FlowLink(source="a", target="b", count=4))
    svg = parsed(Flow(name="f", title="F", nodes=nodes, links=links))
    assert [said(link) for link in marks(svg, "link")] == ["a → b: 7"]
    assert "1 without anything that comes or goes is not drawn" in words(svg)


def test_the_same_label_has_the_same_colour_in_every_layer() -> None:
    svg = parsed(flow(SECTIONS, layers=3))
    colours: dict[str, set[str]] = {}
    for node in marks(svg, "node"):
        colours.setdefault(said(node).split(":")[0], set()).add(node.get("fill"))
    assert all(len(some) == 1 for some in colours.values()) and len({next(iter(some)) for some in colours.values()}) == 8


def test_the_area_of_a_word_is_in_proportion_to_its_count() -> None:
    svg = parsed(cloud(("most", 100), ("quarter", 25), ("rare", 1)))
    sizes = {node.text: float(node.get("font-size")) for node in svg.iter(SVG + "text")}
    assert sizes["quarter"] == pytest.approx(sizes["most"] / 2, abs=0.1) and sizes["rare"] == 11


def test_a_cloud_says_how_many_words_and_uses_there_are() -> None:
    assert "3 words, 126 uses; “most” 100." in words(parsed(cloud(("rare", 1), ("most", 100), ("quarter", 25))))


def test_words_over_three_hundred_are_counted() -> None:
    some = Cloud(name="c", title="C", words=tuple((f"w{index}", 400 - index) for index in range(320)))
    assert "20 rarer ones are not drawn" in words(parsed(some))


def test_points_are_where_their_values_are() -> None:
    places = ((1.0, -2.0), (4.5, 7.25), (-3.0, 0.5))
    svg = parsed(points(("a", places), ("b", ((0.0, 0.0),))))
    drawn = [tuple(map(float, re.findall(r"^M(\S+) (\S+?)m", point.get("d"))[0])) for point in marks(svg, "point")]
    read = [(axis_value(svg, x, upright=False), axis_value(svg, y, upright=True)) for x, y in drawn[:3]]
    assert [value for point in read for value in point] == pytest.approx([value for point in places for value in point], abs=0.03)


def test_groups_differ_by_colour_and_by_shape_and_say_how_many_they_have() -> None:
    svg = parsed(points(*((f"g{index}", ((float(index), 1.0),)) for index in range(48))))
    looks = {(point.get("fill"), point.get("d").split("m", 1)[1]) for point in marks(svg, "point")}
    assert len(looks) == 48 and "g7 (n 1)" in words(svg)


def test_a_point_that_is_nowhere_is_not_drawn_nor_counted() -> None:
    svg = parsed(points(("a", ((1.0, math.inf), (2.0, 2.0)))))
    assert len(marks(svg, "point")) == 1 and "a (n 1)" in words(svg)


def test_a_line_has_a_gap_where_a_bin_is_empty() -> None:
    svg = parsed(line(("a", "b", "c", "d", "e"), (0.9, 0.8, None, 0.5, 0.4)))
    assert [path.get("d").count("L") for path in marks(svg, "line")] == [1, 1]
    assert len(marks(svg, "mean")) == 4 and len(marks(svg, "bar")) == 4


def test_means_intervals_and_counts_can_be_read_off() -> None:
    svg = parsed(line(("a", "b"), (0.9, 0.4), reach=0.1))
    assert [axis_value(svg, of(mean, "cy"), upright=True) for mean in marks(svg, "mean")] == pytest.approx([0.9, 0.4], abs=0.003)
    whiskers = [rule for rule in svg.iter(SVG + "line") if "s-c0" in rule.get("class") and rule.get("x1") == rule.get("x2")]
    ends = [axis_value(svg, of(rule, name), upright=True) for rule in whiskers for name in ("y1", "y2")]
    assert ends == pytest.approx([0.8, 1.0, 0.3, 0.5], abs=0.003)
    first, second = marks(svg, "bar")
    assert of(first, "height") / of(second, "height") == pytest.approx(10 / 11, abs=0.01)


def test_a_mean_without_an_interval_has_no_whisker() -> None:
    figure = LineOverBars(
        name="l", title="L", x="x", y="y", labels=("a",), counts=(1,), means=(0.5,), lows=(None,), highs=(None,)
    )
    assert not [rule for rule in parsed(figure).iter(SVG + "line") if "s-c0" in rule.get("class")]


def _thicknesses(link: object) -> list[float]:
    """The thickness of a link at its two ends: upper edge there and back."""
    numbers = [float(text) for text in re.findall(r"-?[\d.]+", link.get("d"))]  # type: ignore[attr-defined]
    points_ = list(zip(numbers[::2], numbers[1::2], strict=True))
    half = len(points_) // 2
    return [points_[-1][1] - points_[0][1], points_[half][1] - points_[half - 1][1]]


def _mixed(shade: tuple[int, int, int], ground: tuple[int, int, int], share: float) -> tuple[float, ...]:
    return tuple(share * one + (1 - share) * other for one, other in zip(shade, ground, strict=True))


def _contrast(colour: tuple[float, ...], ink: float) -> float:
    linear = [(value / 255 / 12.92) if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4 for value in colour]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return (max(light, ink) + 0.05) / (min(light, ink) + 0.05)
