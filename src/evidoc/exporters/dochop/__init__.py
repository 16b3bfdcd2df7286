"""DocHop's public TSV: a row an item, with the page as a base64 PNG of 300 dpi.

Columns: index, image, question, answer, task, depth, chart_num, example_id. Source: formats.md, section 6.
"""

from __future__ import annotations

import base64
from pathlib import Path

from evidoc.errors import NothingKept
from evidoc.exporters import ExportSummary
from evidoc.pages.picture import page_picture
from evidoc.records.bench import Bench, open_bench
from evidoc.records.item import Item
from evidoc.records.store import whole_file

NAME = "DocHop.tsv"
COLUMNS = ("index", "image", "question", "answer", "task", "depth", "chart_num", "example_id")
_TITLED = {"yes": "Yes", "no": "No"}
_PICTURES = "images"


def export(source: Path, *, out: Path, dpi: int = 300) -> ExportSummary:
    """Write the items of a bench whose document has one page as `DocHop.tsv`; others are counted and left out.

    Raises:
        NothingKept: No item is asked over one page.
        InvalidRecord: The folder is no bench.
    """
    bench = open_bench(source)
    out.mkdir(parents=True, exist_ok=True)
    written, left = 0, 0
    with whole_file(out / NAME) as file:
        file.write(("\t".join(COLUMNS) + "\n").encode())
        for item in bench.items():
            image = _page(bench, item, dpi)
            if image is None:
                left += 1
                continue
            file.write(_line(written, item, image))
            written += 1
    if not written:
        (out / NAME).unlink()
        raise NothingKept(f"{source}: no item is asked over a single page that can be drawn; DocHop's are")
    return ExportSummary(out=str(out), written=written, files=1, counts={"items left out": left})


def _page(bench: Bench, item: Item, dpi: int) -> bytes | None:
    """Give the PNG of the item's one page: the one that the recipe drew, or its PDF's page."""
    if len(item.documents) != 1:
        return None
    document = bench.corpus[item.documents[0].id]
    drawn = bench.folder / _PICTURES / f"{document.id}.png"
    if drawn.is_file():
        return drawn.read_bytes()
    pdf = bench.corpus.pdf(document)
    if pdf is None or len(document.pages) != 1:
        return None
    return page_picture(pdf, document.pages[0], dpi=dpi).png


def _line(number: int, item: Item, image: bytes) -> bytes:
    value = item.answer.text
    fields = {
        "index": str(number),
        "image": base64.b64encode(image).decode("ascii"),
        "question": item.question,
        "answer": _TITLED.get(value, value) if item.answer.kind == "yes_no" else value,
        "task": item.task.category,
        "depth": "" if item.measures.depth is None else str(item.measures.depth),
        "chart_num": "" if item.measures.charts is None else str(item.measures.charts),
        "example_id": item.construction.unit or item.id,
    }
    return ("\t".join(_cell(fields[name]) for name in COLUMNS) + "\n").encode()


def _cell(text: str) -> str:
    """Write a field on one line; quotes are doubled where a reader would take them for its own."""
    flat = " ".join(text.split())
    return '"' + flat.replace('"', '""') + '"' if flat.startswith('"') else flat
