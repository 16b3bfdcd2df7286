"""Reading: our readers against the bare libraries that they stand on, on the same files in the same process."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

from benchmarks.measure import Row, at_least, cpu_seconds

SHARED = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
PDFS = ("jats/jose/jose.00307.pdf", "jats/ocimum/PMC4945999.pdf", "jats/misc/metabolites-04-00932.pdf")
TWINS = ("jats/jose/jose.00307", "jats/ocimum/PMC2803133", "jats/misc/metabolites-04-00932", "jats/clinical/PMC4745352")


def measure() -> list[Row]:
    with as_file(files("evidoc.demo") / "documents") as documents:
        articles = sorted(SHARED.glob("jats/*/*.xml")) or sorted(documents.glob("*.xml"))
        pdfs = [SHARED / name for name in PDFS if (SHARED / name).is_file()] or sorted(documents.glob("*.pdf"))
        pairs = [(SHARED / f"{name}.xml", SHARED / f"{name}.pdf") for name in TWINS if (SHARED / f"{name}.pdf").is_file()]
        pairs = pairs or [(path, path.with_suffix(".pdf")) for path in sorted(documents.glob("*.xml"))]
        return [*_jats(articles), *_pdf(pdfs), *_twins(pairs)]


def _jats(articles: list[Path]) -> list[Row]:
    from lxml import etree

    from evidoc.readers import read_file

    for path in articles:
        read_file(path)
    ours = cpu_seconds(lambda: [read_file(path) for path in articles])
    bare = cpu_seconds(lambda: [etree.parse(str(path)) for path in articles])
    return [
        at_least(f"JATS articles a second and core ({len(articles)} articles)", len(articles) / ours, "articles/s", 100),
        Row("the same, lxml's bare parse for comparison", len(articles) / bare, "articles/s"),
    ]


def _pdf(pdfs: list[Path]) -> list[Row]:
    import docvortex

    from evidoc.readers import read_file

    pages = sum(len(read_file(path).pages) for path in pdfs)  # also warms both up
    ours, bare = _turns(lambda path: read_file(path), lambda path: docvortex.parse(str(path)).middle_json, pdfs)
    return [
        Row(f"PDF pages a second ({pages} pages)", pages / ours, "pages/s"),
        Row("the same, the bare layout engine", pages / bare, "pages/s"),
        at_least("PDF reading as a share of the bare engine's speed", bare / ours, "×", 0.8),
    ]


def _turns(first: Callable[[Path], object], second: Callable[[Path], object], paths: list[Path]) -> tuple[float, float]:
    """Give the wall seconds of two functions over the same files, taking turns so that neither has the quieter machine."""
    totals = [0.0, 0.0]
    for path in paths:
        for place, function in enumerate((first, second)):
            start = time.perf_counter()
            function(path)
            totals[place] += time.perf_counter() - start
    return totals[0], totals[1]


def _twins(pairs: list[tuple[Path, Path]]) -> list[Row]:
    from evidoc.align.source_pages import align
    from evidoc.readers import read_file

    documents = [(read_file(source), pdf) for source, pdf in pairs]
    pages = sum(len(align(document, pdf).document.pages) for document, pdf in documents)
    seconds = cpu_seconds(lambda: [align(read_file(source), pdf) for source, pdf in pairs], repeat=2)
    return [at_least(f"pages a second and core of PDFs with a structured twin ({pages} pages)", pages / seconds, "pages/s", 15)]
