"""Pages of made-up documents: drawing, rasterising and encoding, against the same charts drawn bare by matplotlib.

The sum that a page is measured by is what anybody pays who draws its four charts with matplotlib, rasterises the
page with PDFium and writes it as PNG with Pillow's defaults; all in one process and one run, in CPU seconds.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from decimal import Decimal

from benchmarks.measure import Row, at_most, cpu_seconds

SENTENCE = "A hotel is considered only if its linens replaced by the night shift in August 2026 were at least 45 pieces. "
HOTELS = ("Harbour Heights", "Stone Court", "Willow Grange", "Meridian Tower", "Old Mill", "Lakeside Garden")
MONTHS = ("Jan 2026", "Feb 2026", "Mar 2026", "Apr 2026", "May 2026", "Jun 2026")
SHARE = 1.25  # design section 8


def specs():  # type: ignore[no-untyped-def]
    from evidoc.compose.chart import ChartSpec, Series

    def rows(names: tuple[str, ...], count: int) -> tuple[Series, ...]:
        return tuple(
            Series(name=name, values=tuple(Decimal((37 * (row + 2) * (place + 3)) % 96 + 3) for place in range(count)))
            for row, name in enumerate(names)
        )

    named = {"value_title": "Items sold", "unit": "units"}
    return (
        ChartSpec(kind="line", series=rows(HOTELS[:4], 6), categories=MONTHS, **named),
        ChartSpec(kind="bar", series=rows(("Night", "Day", "Weekend"), 6), categories=HOTELS, **named),
        ChartSpec(kind="horizontal_bar", series=rows(("Items sold",), 6), categories=HOTELS, **named),
        ChartSpec(kind="pie", series=rows(("Items sold",), 5), categories=HOTELS[:5], **named),
    )


def content():  # type: ignore[no-untyped-def]
    from evidoc.compose.one_page import PageChart, PageContent, Passage

    return PageContent(
        title="Night Service Commendation: Rules for 2026",
        masthead="Meridian Hotel Group",
        kicker="Policy notice",
        date="14 October 2026",
        passages=tuple(Passage(text=(SENTENCE * 3).strip()) for _ in range(4)),
        charts=tuple(PageChart(spec=spec, caption=f"Items sold, {spec.kind}") for spec in specs()),
    )


def with_matplotlib() -> None:
    """Draw the same data bare: default style, title, legend, one PNG of 300 dpi a chart of the same size."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    for spec in specs():
        figure, axes = pyplot.subplots(figsize=(spec.width / 72, spec.height / 72), dpi=300)
        _DRAW[spec.kind](axes, spec)
        axes.set_title(spec.axis_name, fontsize=7)
        figure.tight_layout()
        figure.savefig(io.BytesIO(), format="png")
        pyplot.close(figure)


def _lines(axes, spec) -> None:  # type: ignore[no-untyped-def]
    for series in spec.series:
        axes.plot(spec.categories, [float(value) for value in series.values], marker="o", label=series.name)
    axes.legend(fontsize=6)
    axes.grid(axis="y")


def _bars(axes, spec) -> None:  # type: ignore[no-untyped-def]
    width = 0.8 / len(spec.series)
    for number, series in enumerate(spec.series):
        places = [place + number * width for place in range(len(spec.categories))]
        axes.bar(places, [float(value) for value in series.values], width, label=series.name)
    axes.set_xticks(range(len(spec.categories)), spec.categories, rotation=45)
    axes.legend(fontsize=6)


def _lying(axes, spec) -> None:  # type: ignore[no-untyped-def]
    axes.barh(spec.categories, [float(value) for value in spec.series[0].values])


def _pie(axes, spec) -> None:  # type: ignore[no-untyped-def]
    axes.pie([float(value) for value in spec.series[0].values], labels=spec.categories)


_DRAW: dict[str, Callable[..., None]] = {"line": _lines, "bar": _bars, "horizontal_bar": _lying, "pie": _pie}


def measure() -> list[Row]:
    import pypdfium2

    from evidoc.compose.chart import draw_chart
    from evidoc.compose.one_page import draw_page, page_picture
    from evidoc.pages.picture import page_image

    page = draw_page(content())
    pdf = pypdfium2.PdfDocument(page.pdf)
    image = page_image(pdf, page.geometry.page, dpi=300)
    with_matplotlib()
    bare = cpu_seconds(with_matplotlib)
    raster = cpu_seconds(lambda: page_image(pdf, page.geometry.page, dpi=300))
    png = cpu_seconds(lambda: image.save(io.BytesIO(), format="PNG"))
    ours = cpu_seconds(lambda: [draw_chart(spec) for spec in specs()])
    drawing = cpu_seconds(lambda: draw_page(content()))
    whole = cpu_seconds(lambda: page_picture(draw_page(content())))
    pdf.close()
    return [
        Row("four charts drawn bare by matplotlib", bare, "s"),
        Row("the page of four charts rasterised by PDFium at 300 dpi", raster, "s"),
        Row("its PNG by Pillow with defaults", png, "s"),
        Row("four charts drawn, labelled and looked over", ours, "s"),
        Row("the page as PDF with all geometry, looked over", drawing, "s"),
        Row("the page from content to PNG at 300 dpi", whole, "s"),
        at_most("the same against the sum of matplotlib, PDFium and Pillow", whole / (bare + raster + png), "×", SHARE),
    ]
