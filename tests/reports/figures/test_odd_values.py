"""Values that have no place on an axis are not drawn, and nothing in the file says `nan` or `inf`."""

from __future__ import annotations

import re
from xml.dom import minidom

import pytest

from evidoc.errors import InvalidRecord
from evidoc.records.analysis import (
    Bars,
    BoxOfValues,
    BoxPlot,
    Figure,
    LineOverBars,
    Matrix,
    PointGroup,
    Points,
    Series,
)
from evidoc.reports.figures import draw

NAN, INF, HUGE = float("nan"), float("inf"), 1e308


def _bars(*values: float | None, stacked: bool = False) -> Bars:
    names = tuple("abcdef"[: len(values)])
    both = tuple(Series(name=name, values=values) for name in ("s", "r"))
    return Bars(name="m", title="t", x="x", y="y", labels=names, series=both, stacked=stacked)


def _box(*five: float) -> BoxOfValues:
    least, lower, median, upper, most = five
    return BoxOfValues(label="a", n=1, least=least, lower=lower, median=median, upper=upper, most=most)


def _matrix(*values: float) -> Matrix:
    return Matrix(name="m", title="t", rows=("a",), columns=tuple("xyz"[: len(values)]), values=(values,))


def _line(mean: float | None, low: float | None, high: float | None) -> LineOverBars:
    return LineOverBars(name="m", title="t", x="x", y="y", labels=("a",), counts=(3,), means=(mean,), lows=(low,), highs=(high,))


def _points(*points: tuple[float, float]) -> Points:
    return Points(name="m", title="t", x="x", y="y", groups=(PointGroup(name="g", points=points),))


@pytest.mark.parametrize("odd", [NAN, INF, -INF, HUGE, -HUGE])
@pytest.mark.parametrize("kind", ["bars", "stack", "box", "matrix", "line", "points"])
def test_a_value_without_place_is_not_drawn_and_the_others_are(kind: str, odd: float) -> None:
    figures: dict[str, Figure] = {
        "bars": _bars(1.0, odd, -odd),
        "stack": _bars(1.0, odd, odd, stacked=True),
        "box": BoxPlot(name="m", title="t", y="y", boxes=(_box(odd, 1, 1, 1, 2), _box(0, 1, 1, 1, odd), _box(0, 1, 1, 1, 2))),
        "matrix": _matrix(odd, 1.0, odd),
        "line": _line(0.5, odd, -odd),
        "points": _points((odd, -odd), (-odd, odd), (1.0, 2.0)),
    }
    svg = draw(figures[kind])
    minidom.parseString(svg)
    assert not re.search(r'"[^"]*\b(?:nan|inf)\b[^"]*"', svg)
    marks = {"bars": "bar", "stack": "bar", "box": "box", "matrix": "cell", "line": "mean", "points": "point"}
    drawn = {"bars": 2, "stack": 2}.get(kind, 1)
    assert svg.count(f'data-mark="{marks[kind]}"') == drawn


def test_the_numbers_of_a_box_without_place_are_written_all_the_same() -> None:
    svg = draw(BoxPlot(name="m", title="t", y="y", boxes=(_box(NAN, 1, 2, 3, 4),)))
    assert ">4<" in svg and "data-mark" not in svg


def test_shares_of_a_row_are_of_what_is_known() -> None:
    assert 'fill-opacity="1.0"' in draw(_matrix(NAN, 2.0)) or 'fill-opacity="1"' in draw(_matrix(NAN, 2.0))


def test_a_figure_of_values_without_place_has_nothing_to_draw() -> None:
    assert "Nothing to draw" in draw(_bars(HUGE, NAN))
    assert "Nothing to draw" in draw(_points((NAN, 1.0)))


def test_values_of_another_length_than_their_names_are_refused_when_the_figure_is_made() -> None:
    with pytest.raises(InvalidRecord, match="series 's': 1 values; there should be 2"):
        Bars(name="m", title="t", x="x", y="y", labels=("a", "b"), series=(Series(name="s", values=(1.0,)),))
    with pytest.raises(InvalidRecord, match="row 'a': 1 values; there should be 2"):
        Matrix(name="m", title="t", rows=("a",), columns=("x", "y"), values=((1.0,),))
    with pytest.raises(InvalidRecord, match="its rows: 0 values; there should be 1"):
        Matrix(name="m", title="t", rows=("a",), columns=("x",), values=())
    with pytest.raises(InvalidRecord, match="highs: 2 values; there should be 1"):
        LineOverBars(name="m", title="t", x="x", y="y", labels=("a",), counts=(1,), means=(1.0,), lows=(1.0,), highs=(1.0, 2.0))
