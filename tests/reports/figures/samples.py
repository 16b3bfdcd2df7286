"""Figures of every kind: as analyses give them, and as nobody wants them."""

from __future__ import annotations

import math

from evidoc.records.analysis import (
    Bars,
    BoxOfValues,
    BoxPlot,
    Cloud,
    Figure,
    Flow,
    FlowLink,
    FlowNode,
    LineOverBars,
    Matrix,
    PointGroup,
    Points,
    Series,
)
from tests.reports.browsing import HOSTILE

SECTIONS = ("Abstract", "Introduction", "Background", "Method", "Results", "Discussion", "Conclusion", "Others")
CONCEPTS = ("PS", "PSM", "PSR", "PSL", "ME", "SAL", "FF", "SS", "PST", "TS", "TSL")
LONG = "A very long label about challenges and their solutions in plant breeding that never seems to come to an end"
CHINESE = "这是一个非常长的中文标签用来测试换行的情况因为中文没有空格" * 3
UNBROKEN = "https://example.org/" + "x" * 140
TERRIBLE = (LONG, CHINESE, UNBROKEN, HOSTILE, "\x00\x0b\ud800", "")


def bars(labels: tuple[str, ...], *values: tuple[float | None, ...], stacked: bool = False) -> Bars:
    series = tuple(Series(name=f"series {index}", values=some) for index, some in enumerate(values))
    return Bars(name="b", title="Items by section", x="section", y="items", labels=labels, series=series, stacked=stacked)


def counts(number: int, *, seed: int = 1) -> tuple[float, ...]:
    return tuple(float((index * 37 + seed * 11) % 83) for index in range(number))


def box(label: str, *five: float, n: int = 12) -> BoxOfValues:
    least, lower, median, upper, most = five
    return BoxOfValues(label=label, n=n, least=least, lower=lower, median=median, upper=upper, most=most)


def boxes(*some: BoxOfValues) -> BoxPlot:
    return BoxPlot(name="x", title="How far apart pieces lie", y="blocks apart", boxes=some)


def matrix(rows: tuple[str, ...], columns: tuple[str, ...], *, most: float = 83) -> Matrix:
    values = tuple(tuple(float((i * 29 + j * 53) % int(most)) for j in range(len(columns))) for i in range(len(rows)))
    return Matrix(name="m", title="Evidence by concept and section", rows=rows, columns=columns, values=values)


def flow(names: tuple[str, ...], *, layers: int) -> Flow:
    nodes = tuple(
        FlowNode(id=f"{layer}:{index}", label=name, layer=layer) for layer in range(layers) for index, name in enumerate(names)
    )
    links = tuple(
        FlowLink(source=f"{layer}:{one}", target=f"{layer + 1}:{other}", count=1 + (one * 7 + other * 5 + layer) % 23)
        for layer in range(layers - 1)
        for one in range(len(names))
        for other in range(len(names))
        if (one * 3 + other * 5 + layer) % 3 == 0
    )
    across = (FlowLink(source="0:0", target=f"{layers - 1}:{len(names) - 1}", count=30),) if layers > 2 else ()
    return Flow(name="f", title="From hop to hop", nodes=nodes, links=(*links, *across))


def cloud(*words: tuple[str, int]) -> Cloud:
    return Cloud(name="c", title="Words of the questions", words=words)


def points(*groups: tuple[str, tuple[tuple[float, float], ...]]) -> Points:
    some = tuple(PointGroup(name=name, points=places) for name, places in groups)
    return Points(name="p", title="Questions in two dimensions", x="first dimension", y="second dimension", groups=some)


def line(labels: tuple[str, ...], means: tuple[float | None, ...], *, reach: float | None = 0.1) -> LineOverBars:
    lows = tuple(None if mean is None or reach is None else mean - reach for mean in means)
    highs = tuple(None if mean is None or reach is None else mean + reach for mean in means)
    many = tuple(0 if mean is None else 10 + index for index, mean in enumerate(means))
    return LineOverBars(
        name="l",
        title="Score by entities",
        x="entities",
        y="mean score",
        labels=labels,
        counts=many,
        means=means,
        lows=lows,
        highs=highs,
    )


def bins(number: int) -> tuple[str, ...]:
    return tuple(f"{5 * index}–{5 * index + 5}" for index in range(number))


def _spiral(number: int) -> tuple[tuple[float, float], ...]:
    return tuple((index * math.cos(index), -index * math.sin(index) / 3) for index in range(number))


FIGURES: dict[str, Figure] = {
    "bars": bars(SECTIONS, counts(8)),
    "bars side by side": bars(SECTIONS, counts(8), counts(8, seed=2), counts(8, seed=3)),
    "bars stacked": bars(SECTIONS, *(counts(8, seed=seed) for seed in range(9)), stacked=True),
    "bars of forty bins": bars(bins(40), tuple(float(4000 // (index + 1)) for index in range(40))),
    "bars of ninety documents": bars(tuple(f"d-{index:012x}" for index in range(90)), counts(90)),
    "bars with terrible labels": bars(TERRIBLE, (1.0, 2.5, 0.0, None, math.nan, 1234567.0)),
    "bars of one": bars(("only",), (1.0,)),
    "bars of zero": bars(("a", "b"), (0.0, 0.0)),
    "bars below zero": bars(("a", "b", "c"), (-3.5, 2.25, -0.0125), (1.0, None, -7.0)),
    "bars lying below zero": bars((LONG, "b", "c"), (-3.5, 2.25, -0.0125), (1.0, None, -7.0)),
    "boxes": boxes(
        box("pairs", 0, 5, 12.5, 40, 310, n=1234), box("sections", 0, 1, 2, 3, 9), box(LONG, 0.01, 0.1, 0.2, 0.55, 0.97)
    ),
    "boxes with terrible labels": boxes(*(box(label, 1, 2, 3, 4, 1e7, n=10**9) for label in TERRIBLE)),
    "box of one value": boxes(box("one", 7, 7, 7, 7, 7, n=1)),
    "matrix": matrix(CONCEPTS, SECTIONS),
    "matrix with terrible names": matrix(TERRIBLE, (*TERRIBLE, *SECTIONS), most=999983),
    "matrix of a zero": Matrix(name="m", title="Nothing but zero", rows=("a",), columns=("b",), values=((0.0,),)),
    "flow": flow(SECTIONS, layers=2),
    "flow over five layers": flow(SECTIONS, layers=5),
    "flow with terrible labels": flow(TERRIBLE, layers=3),
    "cloud": cloud(*((f"w{'o' * (index % 9)}rd{index}", 2000 // (index + 1) + 1) for index in range(200))),
    "cloud of terrible words": cloud(*((word, 10 - index) for index, word in enumerate(TERRIBLE))),
    "cloud of a word": cloud(("solution", 1)),
    "points": points(*((concept, _spiral(20 + index)) for index, concept in enumerate(CONCEPTS))),
    "points with terrible names": points(*((label, ((1.0, 2.0), (math.nan, 1.0))) for label in TERRIBLE)),
    "point": points(("one", ((3.0, -3.0),)), ("none", ())),
    "line": line(("1–5", "6–10", "11–15", "16–20", "21–25"), (0.9, 0.8, None, 0.5, 0.4)),
    "line over thirty bins": line(bins(30), tuple(index / 40 for index in range(30))),
    "line with terrible labels": line(TERRIBLE, (0.1, None, 0.3, None, 0.5, 0.6), reach=None),
}

EMPTY: dict[str, Figure] = {
    "bars": bars((), ()),
    "bars without values": bars(("a",), (None,)),
    "boxes": boxes(),
    "matrix": Matrix(name="m", title="Nothing", rows=(), columns=(), values=()),
    "flow": Flow(name="f", title="Nothing", nodes=(FlowNode(id="a", label="alone", layer=0),), links=()),
    "flow back": Flow(
        name="f",
        title="Back",
        nodes=(FlowNode(id="a", label="a", layer=0), FlowNode(id="b", label="b", layer=1)),
        links=(FlowLink(source="b", target="a", count=3), FlowLink(source="a", target="gone", count=3)),
    ),
    "cloud": cloud(),
    "cloud of nothing": cloud(("never", 0)),
    "points": points(("none", ())),
    "line": line((), ()),
}
