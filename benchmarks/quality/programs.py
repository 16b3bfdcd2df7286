"""The programs that read the same files, each in a process of its own: evidoc and the libraries that others would take."""

from __future__ import annotations

import pickle
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from benchmarks.measure import peak_megabytes
from benchmarks.quality.cases import grids_of, text_of
from benchmarks.quality.grids import Grid
from benchmarks.quality.truth_files import table_of_rows
from evidoc.records.document import Document


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What a program gave for one file; `grids` is None where it finds no tables, `document` is evidoc's alone."""

    text: str
    pages: int
    grids: tuple[Grid, ...] | None = None
    document: Document | None = None


@dataclass(frozen=True, kw_only=True)
class Ran:
    """A program over all files: what it gave for each, CPU seconds of all its threads, peak resident memory in MB."""

    program: str
    seen: Mapping[str, Seen]
    seconds: float
    megabytes: float

    @property
    def pages(self) -> int:
        return sum(seen.pages for seen in self.seen.values())


def run(program: str, pdfs: Sequence[Path]) -> Ran:
    """Read all files with one program in a fresh process; its imports count in the time and in the memory."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "seen.pickle"
        megabytes, _ = peak_megabytes(_read_all, program, tuple(pdfs), out)
        seconds, seen = pickle.loads(out.read_bytes())
    return Ran(program=program, seen=seen, seconds=seconds, megabytes=megabytes)


def installed() -> tuple[str, ...]:
    """Give the programs that can be run here, evidoc first."""
    return tuple(name for name, (module, _) in PROGRAMS.items() if find_spec(module) is not None)


def _read_all(program: str, pdfs: Sequence[Path], out: Path) -> None:
    _, read = PROGRAMS[program]
    start = time.process_time()
    seen = {pdf.name: read(pdf) for pdf in pdfs}
    out.write_bytes(pickle.dumps((time.process_time() - start, seen)))


def _evidoc(pdf: Path) -> Seen:
    from evidoc.readers import read_file

    document = read_file(pdf)
    text = "\n".join(map(text_of, document.body()))
    return Seen(text=text, pages=len(document.pages), grids=grids_of(document), document=document)


def _pypdfium2(pdf: Path) -> Seen:
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as opened:
        texts = [page.get_textpage().get_text_range() for page in opened]
    return Seen(text="\n".join(texts), pages=len(texts))


def _pdfplumber(pdf: Path) -> Seen:
    import pdfplumber

    texts, grids = [], []
    with pdfplumber.open(pdf) as opened:
        for number, page in enumerate(opened.pages):
            texts.append(page.extract_text())
            rows = [table.extract() for table in page.find_tables()]
            grids += [Grid(table_of_rows([[text or "" for text in row] for row in each]), frozenset({number})) for each in rows]
            page.close()
    return Seen(text="\n".join(texts), pages=len(texts), grids=tuple(grids))


def _pdfminer(pdf: Path) -> Seen:
    from pdfminer.high_level import extract_text

    text = extract_text(str(pdf))
    return Seen(text=text, pages=text.count("\f"))


def _docling_parse(pdf: Path) -> Seen:
    from docling_core.types.doc.page import TextCellUnit
    from docling_parse.pdf_parser import DoclingPdfParser

    opened = DoclingPdfParser(loglevel="fatal").load(str(pdf))
    texts = [
        "\n".join(cell.text for cell in page.iterate_cells(unit_type=TextCellUnit.LINE)) for _, page in opened.iterate_pages()
    ]
    return Seen(text="\n".join(texts), pages=len(texts))


PROGRAMS: Mapping[str, tuple[str, Callable[[Path], Seen]]] = MappingProxyType(
    {
        "evidoc": ("evidoc", _evidoc),
        "pypdfium2": ("pypdfium2", _pypdfium2),
        "pdfplumber": ("pdfplumber", _pdfplumber),
        "pdfminer.six": ("pdfminer", _pdfminer),
        "docling-parse": ("docling_parse", _docling_parse),
    }
)
