"""How long and how parted the documents are that a bench asks over: pages, subsections, paragraphs, tokens.

Source: DHQ-10; section 5.1 and figure 3 of DocHop-QA.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from evidoc.records.analysis import Analysis, Bars, Cell, Series, StatsTable
from evidoc.records.bench import Bench
from evidoc.records.document import FURNITURE, Block, Document
from evidoc.records.record import Record
from evidoc.statistics.dispersion import five_numbers
from evidoc.views import tokens_of

_MOST_BINS = 12
_UNCOUNTED = FURNITURE | {"reference", "toc"}
_NOTE = (
    "Every document that an item is asked over counts once. Subsections are headings with text below them; paragraphs are whole, "
    "also where a formula parts one; tokens are guessed at four characters each, over all text but the references. Pages of a "
    "document that had none are those on which evidoc has laid it out. Published figures are DocHop-QA's, and rough."
)


class Profile(Record, frozen=True, kw_only=True):
    """How long a document is."""

    pages: int
    subsections: int
    paragraphs: int
    tokens: int


@dataclass(frozen=True, slots=True)
class _Measure:
    title: str
    published: str
    value: Callable[[Profile], int]


_MEASURES: Mapping[str, _Measure] = {
    "pages": _Measure("Pages", "about 10", lambda profile: profile.pages),
    "subsections": _Measure("Subsections", "about 20", lambda profile: profile.subsections),
    "paragraphs": _Measure("Paragraphs", "about 60", lambda profile: profile.paragraphs),
    "tokens": _Measure("Tokens", "10,000 to 15,000", lambda profile: profile.tokens),
}


def analyse(bench: Bench) -> Analysis:
    """Measure every document that the items are asked over."""
    used = documents_of(bench)
    profiles = [profile_of(bench.corpus[document]) for document in used]
    return Analysis(
        name="documents",
        title="The documents",
        note=_NOTE,
        tables=(_table(profiles),) if profiles else (),
        figures=tuple(_histograms(profiles)),
        left_out=_unused(len(bench.corpus) - len(used)),
    )


def documents_of(bench: Bench) -> list[str]:
    """Give the documents that items show or rest on, in the order of the corpus."""
    used: set[str] = set()
    for item in bench.items():
        used.update(document.id for document in item.documents)
        used.update(evidence.document for evidence in item.evidence)
    return [document for document in bench.corpus.ids if document in used]


def profile_of(document: Document) -> Profile:
    """Measure a document."""
    continued = {relation.target for relation in document.relations if relation.kind == "continuation"}
    paragraphs = [block for block in document.blocks if block.kind == "paragraph" and block.id not in continued]
    return Profile(
        pages=len(document.pages),
        subsections=_subsections(document.blocks),
        paragraphs=len(paragraphs),
        tokens=sum(map(_tokens, document.blocks)),
    )


def _unused(count: int) -> tuple[str, ...]:
    if not count:
        return ()
    return (f"{count} document{'' if count == 1 else 's'} of the bench: no item is asked over {'it' if count == 1 else 'them'}",)


def _subsections(blocks: Sequence[Block]) -> int:
    """Count the headings that have something below them before the next heading."""
    has_heading = False
    count = 0
    for block in blocks:
        if block.kind == "heading":
            has_heading = True
        elif has_heading and block.kind not in _UNCOUNTED:
            count, has_heading = count + 1, False
    return count


def _tokens(block: Block) -> int:
    if block.kind in _UNCOUNTED:
        return 0
    texts = [block.text] if block.table is None else [cell.text for cell in block.table.cells]
    return sum(map(tokens_of, texts))


def _table(profiles: Sequence[Profile]) -> StatsTable:
    rows: list[tuple[Cell, ...]] = []
    for measure in _MEASURES.values():
        cuts = five_numbers([measure.value(profile) for profile in profiles])
        rows.append((measure.title, len(profiles), *(round(cut, 1) for cut in cuts), measure.published))
    header = ("measure", "documents", "least", "lower quartile", "median", "upper quartile", "most", "published")
    return StatsTable(name="profile", title="Length of the documents", header=header, rows=tuple(rows))


def _histograms(profiles: Sequence[Profile]) -> Iterator[Bars]:
    for name, measure in _MEASURES.items() if profiles else ():
        labels, counts = bins([measure.value(profile) for profile in profiles])
        series = Series(name="documents", values=tuple(map(float, counts)))
        yield Bars(name=name, title=measure.title, x=name, y="documents", labels=labels, series=(series,))


def bins(values: Sequence[int]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Give bins of one round width (1, 2 or 5 times a power of ten), twelve at most, and how many values each has."""
    low, high = min(values), max(values)
    width = next(width for width in _widths() if high // width - low // width < _MOST_BINS)
    first = low // width
    counts = [0] * (high // width - first + 1)
    for value in values:
        counts[value // width - first] += 1
    starts = [width * (first + place) for place in range(len(counts))]
    return tuple(str(start) if width == 1 else f"{start}–{start + width - 1}" for start in starts), tuple(counts)


def _widths() -> Iterator[int]:
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10
