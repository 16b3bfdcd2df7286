"""Where in their documents snippets lie, and how far they are apart: pairs of a fan, steps of a chain.

Source: DHQ-90 to DHQ-96, CV-27, X-09; figures 5 and 22 of DocHop-QA.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from evidoc.analyses._counts import Counted, Counts
from evidoc.analyses._distances import LEVELS, Distances, Key, Level, Measure, distances, index, length, ratio
from evidoc.analyses._published import in_order
from evidoc.analyses._snippets import Snippet, Survey, survey
from evidoc.records.analysis import Analysis, Bars, BoxOfValues, BoxPlot, Cell, StatsTable
from evidoc.records.bench import Bench
from evidoc.statistics.dispersion import five_numbers, within_quartiles

_MEASURES: Mapping[Measure, str] = {
    "pairs_absolute": "Pairs of snippets in one document, places apart",
    "pairs_ratio": "Pairs of snippets in one document, apart as a share of it",
    "chain_element": "Steps of chains, places apart",
    "chain_average": "Mean step of each chain, places apart",
}
_FIVE = ("least", "lower quartile", "median", "upper quartile", "most")
_TENTHS = tuple(f"{10 * tenth}–{10 * tenth + 10} %" for tenth in range(10))
_NOTE = (
    "Places count from 0: sections are the stretches of text under one heading, paragraphs also the abstract, items of lists, "
    "tables and pictures. Pairs are all those of one item in one document; chains do not count among them. Steps go over the "
    "documents of a chain put one after the other. Tables have the five numbers of all values; box plots, as DocHop-QA's, "
    "those of the values from the lower to the upper quartile alone."
)


def analyse(bench: Bench, *, each: bool = False) -> Analysis:
    """Measure where snippets lie and how far they are apart; `each` adds a table with a row for every snippet."""
    found = survey(bench)
    measured = distances(found)
    tenths = _tenths(found)
    tables = (
        _distances(measured),
        _positions(found),
        tenths.table("tenths", "Snippets by tenth of their document", first="type"),
    )
    return Analysis(
        name="dispersion",
        title="Where the evidence lies, and how far apart",
        note=_NOTE,
        tables=(*tables, *_spreads(found), *((_each(found),) if each else ())),
        figures=(*_distance_plots(measured), *_position_plots(found), *_tenths_bars(tenths)),
        left_out=(*found.left_out(), *measured.left_out()),
    )


def _distances(measured: Distances) -> StatsTable:
    rows = tuple(
        (of, _MEASURES[what], level, *_five(values), len(within_quartiles(values)))
        for of, what, level in _keys(measured)
        for values in (measured.values[of, what, level],)
    )
    header = ("items", "measure", "level", "values", *_FIVE, "values within the quartiles")
    return StatsTable(name="distances", title="How far apart snippets lie", header=header, rows=rows)


def _keys(measured: Distances) -> list[Key]:
    """Give what there are values of, in the order of the measures."""
    order = list(_MEASURES)
    return sorted((key for key, values in measured.values.items() if values), key=lambda key: (order.index(key[1]), key[0]))


def _positions(found: Survey) -> StatsTable:
    rows: list[tuple[Cell, ...]] = []
    for concept, level, places, ratios in _by_concept(found):
        rows.append((concept, level, "place", *_five(places)))
        rows.append((concept, level, "share of the document", *_five(ratios)))
    header = ("concept", "level", "measure", "snippets", *_FIVE)
    return StatsTable(name="positions", title="Where snippets lie in their documents", header=header, rows=tuple(rows))


def _by_concept(found: Survey) -> Iterator[tuple[str, Level, list[float], list[float]]]:
    """Give by concept and level the places of all snippets, and these as shares of their documents."""
    places: dict[tuple[str, Level], list[float]] = defaultdict(list)
    ratios: dict[tuple[str, Level], list[float]] = defaultdict(list)
    for asked in found.asked:
        for snippet in asked.snippets:
            for level in LEVELS:
                places[asked.concept, level].append(index(found.place(snippet), level))
                ratios[asked.concept, level].append(ratio(snippet, found, level))
    for concept in in_order(concept for concept, _ in places):
        for level in LEVELS:
            yield concept, level, places[concept, level], ratios[concept, level]


def _tenths(found: Survey) -> Counted:
    """Count snippets by the tenth of their document in which their paragraph lies."""
    counts: Counts = Counts()
    for asked in found.asked:
        for snippet in asked.snippets:
            counts[asked.type, _TENTHS[min(int(10 * ratio(snippet, found, "paragraph")), 9)]] += 1
    return Counted(counts, in_order(kind for kind, _ in counts), _TENTHS, "snippets")


def _spreads(found: Survey) -> Iterator[StatsTable]:
    """Give what items themselves state of their spread: words from the first source to the last, and pages."""
    measures = [asked.measures for asked in found.asked]
    spreads = {
        "words from the first source to the last": [of.source_spread for of in measures if of.source_spread is not None],
        "pages with evidence": [of.pages_spanned for of in measures if of.pages_spanned is not None],
    }
    rows = tuple((name, *_five(values)) for name, values in spreads.items() if values)
    if rows:
        yield StatsTable(name="spreads", title="How far items spread", header=("measure", "items", *_FIVE), rows=rows)


def _each(found: Survey) -> StatsTable:
    rows = tuple(
        (asked.item, asked.concept, snippet.hop, *snippet.parts[0], *_place_of(snippet, found))
        for asked in found.asked
        for snippet in asked.snippets
    )
    levels = (f"{level}{what}" for level in LEVELS for what in ("", "s", " share"))
    header = ("item", "concept", "hop", "document", "block", *levels)
    return StatsTable(name="snippets", title="Every snippet", header=header, rows=rows)


def _place_of(snippet: Snippet, found: Survey) -> Iterator[Cell]:
    for level in LEVELS:
        yield index(found.place(snippet), level)
        yield length(found.extents[snippet.document], level)
        yield round(ratio(snippet, found, level), 4)


def _distance_plots(measured: Distances) -> Iterator[BoxPlot]:
    for what, title in _MEASURES.items():
        boxes = [(f"{of}, {level}s", measured.values[of, what, level]) for of, named, level in _keys(measured) if named == what]
        if boxes:
            yield _box_plot(what, title, "share of the document" if what == "pairs_ratio" else "places apart", boxes)


def _position_plots(found: Survey) -> Iterator[BoxPlot]:
    places = list(_by_concept(found))
    for level in LEVELS if places else ():
        boxes = [(concept, values) for concept, at, values, _ in places if at == level]
        yield _box_plot(f"positions_{level}", f"Where snippets lie, by {level}", f"{level} of its document, from 0", boxes)


def _tenths_bars(tenths: Counted) -> Iterator[Bars]:
    if tenths.rows:
        title = "Snippets by tenth of their document"
        yield Bars(name="tenths", title=title, x="place in the document", y="snippets", labels=_TENTHS, series=tenths.series())


def _box_plot(name: str, title: str, y: str, boxes: Sequence[tuple[str, Sequence[float]]]) -> BoxPlot:
    """Give boxes over the values within the quartiles (DHQ-96); two values have none there, and no box."""
    kept = [(label, within_quartiles(values)) for label, values in boxes]
    shown = tuple(_box(label, values) for label, values in kept if values)
    return BoxPlot(name=name, title=f"{title} (values within the quartiles)", y=y, boxes=shown)


def _box(label: str, values: Sequence[float]) -> BoxOfValues:
    n, least, lower, median, upper, most = _five(values)
    return BoxOfValues(label=label, n=n, least=least, lower=lower, median=median, upper=upper, most=most)


def _five(values: Sequence[float]) -> tuple[int, float, float, float, float, float]:
    """Give how many values there are, and their five numbers to four places."""
    least, lower, median, upper, most = (round(cut, 4) for cut in five_numbers(values))
    return len(values), least, lower, median, upper, most
