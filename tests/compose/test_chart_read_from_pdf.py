"""A second reader, which knows only the vector PDF, gets every value of every kind of chart (DH-60, X-22)."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal

import pytest

from evidoc.compose.chart import ChartSpec, draw_chart
from tests.compose import chart_reader
from tests.compose.chart_reader import Values
from tests.compose.chart_specs import HOTELS, MONTHS, SHIFTS, chart, scatter

SEEDS = range(5)


def rows(names: tuple[str, ...], count: int, *, seed: int, low: int = 5, high: int = 100) -> dict[str, list[int]]:
    chance = random.Random(seed)
    return {name: [chance.randrange(low, high) for _ in range(count)] for name in names}


def check(spec: ChartSpec, read: Values, *, within: float) -> None:
    wanted = {(s.name, c): float(v) for s in spec.series for c, v in zip(spec.categories, s.values, strict=True)}
    assert read.keys() == wanted.keys()
    for key, value in wanted.items():
        assert read[key] == pytest.approx(value, abs=within), key


@pytest.mark.parametrize("seed", SEEDS)
def test_grouped_bars_are_read_by_grid_ticks_and_legend_colours(seed: int) -> None:
    spec = chart("bar", rows(SHIFTS[:3], 5, seed=seed), HOTELS[:5])
    check(spec, chart_reader.bars(draw_chart(spec).pdf(), SHIFTS[:3], HOTELS[:5]), within=0.05)


@pytest.mark.parametrize("seed", SEEDS)
def test_bars_below_zero_are_read(seed: int) -> None:
    spec = chart("bar", rows(("Items sold",), 6, seed=seed, low=-50, high=-1) | {}, HOTELS[:6])
    check(spec, chart_reader.bars(draw_chart(spec).pdf(), ("Items sold",), HOTELS[:6]), within=0.05)


@pytest.mark.parametrize("seed", SEEDS)
def test_lying_bars_are_read(seed: int) -> None:
    spec = chart("horizontal_bar", rows(("Items sold",), 7, seed=seed), HOTELS[:7])
    check(spec, chart_reader.bars(draw_chart(spec).pdf(), ("Items sold",), HOTELS[:7], lying=True), within=0.05)


@pytest.mark.parametrize("seed", SEEDS)
def test_stacked_bars_are_read_by_their_two_ends(seed: int) -> None:
    spec = chart("stacked_bar", rows(SHIFTS[:3], 5, seed=seed), HOTELS[:5], step=Decimal(5))
    spec = chart("stacked_bar", {s.name: [int(v) // 5 * 5 for v in s.values] for s in spec.series}, HOTELS[:5], step=Decimal(5))
    check(spec, chart_reader.stacks(draw_chart(spec).pdf(), SHIFTS[:3], HOTELS[:5]), within=0.1)


@pytest.mark.parametrize("seed", SEEDS)
def test_lines_are_read_by_the_corners_of_their_paths(seed: int) -> None:
    spec = chart("line", rows(HOTELS[:4], 6, seed=seed), MONTHS[:6])
    check(spec, chart_reader.polylines(draw_chart(spec).pdf(), HOTELS[:4], MONTHS[:6]), within=0.05)


@pytest.mark.parametrize("seed", SEEDS)
def test_areas_are_read_by_their_upper_edges(seed: int) -> None:
    spec = chart("area", rows(HOTELS[:3], 6, seed=seed), MONTHS[:6])
    check(spec, chart_reader.polylines(draw_chart(spec).pdf(), HOTELS[:3], MONTHS[:6]), within=0.05)


@pytest.mark.parametrize("seed", SEEDS)
def test_lollipops_are_read_by_their_stems(seed: int) -> None:
    spec = chart("lollipop", rows(("Items sold",), 8, seed=seed), HOTELS[:8])
    check(spec, chart_reader.stems(draw_chart(spec).pdf(), "Items sold", HOTELS[:8]), within=0.05)


@pytest.mark.parametrize("seed", SEEDS)
def test_radars_are_read_by_the_distance_from_the_centre(seed: int) -> None:
    spec = chart("radar", rows(SHIFTS[:3], 6, seed=seed), HOTELS[:6], step=Decimal(5))
    spec = chart("radar", {s.name: [int(v) // 5 * 5 for v in s.values] for s in spec.series}, HOTELS[:6], step=Decimal(5))
    check(spec, chart_reader.spokes(draw_chart(spec).pdf(), SHIFTS[:3], HOTELS[:6]), within=0.1)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_shares_of_a_pie_are_the_angles_of_its_slices(seed: int) -> None:
    from evidoc.compose.chart import ChartStyle

    values = rows(("Items sold",), 5, seed=seed)["Items sold"]
    spec = chart("pie", {"Items sold": values}, HOTELS[:5], style=ChartStyle())
    assert chart_reader.shares(draw_chart(spec).pdf()) == pytest.approx([value / sum(values) for value in values], abs=1e-3)


def test_scattered_points_are_read_by_both_axes() -> None:
    spec = scatter({"Harbour": (20, 35), "Court": (64, 80), "Grange": (41, 12), "Tower": (88, 55)})
    found = chart_reader.points(draw_chart(spec).pdf())
    wanted = {(20, 35), (64, 80), (41, 12), (88, 55)}
    assert {(round(across), round(up)) for across, up in found} == wanted


READERS: dict[str, Callable[[bytes], Values]] = {
    "bar": lambda pdf: chart_reader.bars(pdf, SHIFTS[:3], HOTELS[:5]),
    "line": lambda pdf: chart_reader.polylines(pdf, SHIFTS[:3], HOTELS[:5]),
}


@pytest.mark.parametrize("kind", ["bar", "line"])
def test_one_changed_value_is_the_one_that_the_reader_sees_change(kind: str) -> None:
    """X-22: corruption of one mark is detected."""
    before = rows(SHIFTS[:3], 5, seed=7)
    after = {name: list(values) for name, values in before.items()}
    after["Day"][2] += 7
    one, other = (READERS[kind](draw_chart(chart(kind, r, HOTELS[:5])).pdf()) for r in (before, after))  # type: ignore[arg-type]
    assert [key for key in one if abs(one[key] - other[key]) > 0.5] == [("Day", "Grange")]
