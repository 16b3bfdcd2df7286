"""A small paper with everything that SciDocIR has a field for, and its corpus."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from evidoc.records.corpus import SCHEMA, encode_document, source_name, write_documents
from evidoc.records.document import Block, Document, Figure, Reference, Relation, Source
from evidoc.records.geometry import Page
from evidoc.records.store import new_header, write_bytes
from evidoc.records.table import Cell, Table
from tests.build import box, line, pdf_bytes

PDF = pdf_bytes(
    [("/MediaBox[0 0 600 800]", line(60, 740, "Yield of alder")), ("/MediaBox[0 0 600 800]", line(60, 740, "rises."))]
)


def paper() -> Document:
    """Give a paper of two pages: a paragraph over both, a table with cells, a figure with a part, furniture on each."""
    table = Table(
        rows=2,
        columns=2,
        header_rows=1,
        unit="t",
        scale=3,
        cells=(
            Cell(row=0, column=0, column_span=2, text="Yield", header=True, box=box(60, 300, 300, 320)),
            Cell(row=1, column=0, text="2020", bold=True, notes=("a",), citations=("1",)),
            Cell(row=1, column=1, text="1.10", number=Decimal("1.10"), unit="t", scale=3, box=box(60, 40, 90, 50, page=1)),
        ),
    )
    source = Source(name="alder.pdf", sha256="ab" * 32, media_type="application/pdf", licence="CC-BY-4.0", link="https://x.org/a")
    return Document(
        id="d-" + "ab" * 6,
        source=source,
        kind="article",
        title="Yield of alder",
        language="en",
        pages=(Page(index=0, width=600.0, height=800.0), Page(index=1, width=600.0, height=800.0)),
        pages_source=source,
        identifiers=("doi:10.1/x",),
        reader="pdf@1",
        flags=("rtl_unverified",),
        relations=(Relation(kind="continuation", source=4, target=12),),
        references=(Reference(key="1", title="Soils", text="A. Soils. 2020.", year="2020"),),
        blocks=(
            Block(id=0, kind="title", text="Yield of alder", boxes=(box(60, 40, 300, 60),), next=1),
            Block(id=1, kind="heading", text="1 Results", level=1, boxes=(box(60, 80, 200, 95),), previous=0, next=2),
            Block(
                id=2, kind="paragraph", text="It rises, see Table 1 [1].", section=("1 Results",), parent=1, previous=1, next=3,
                boxes=(box(60, 100, 300, 200), box(310, 80, 550, 100), box(60, 60, 300, 80, page=1)),
                refers_to=("table-1",), citations=("1",), source="It \\emph{rises}", markup="latex",
            ),
            Block(id=3, kind="caption", text="Table 1: Yield.", label="Table 1", caption_of=4, parent=4, previous=2, next=4,
                  boxes=(box(60, 280, 200, 295),), section=("1 Results",)),
            Block(id=4, kind="table", table=table, label="Table 1", labels=("table-1",), captions=(3,), previous=3, next=5,
                  parent=1, boxes=(box(60, 300, 300, 400),), section=("1 Results",)),
            Block(id=5, kind="figure", text="0 1 2", figure=Figure(image="f1.png"), captions=(7,), previous=4, next=6,
                  parent=1, boxes=(box(60, 420, 300, 600),)),
            Block(id=6, kind="figure", role="subfigure", figure=Figure(chart_type="bar_chart"), parent=5, previous=5, next=7,
                  boxes=(box(60, 420, 180, 500),), captions=(7,)),
            Block(id=7, kind="caption", text="Fig. 1. Growth.", label="Fig. 1", caption_of=5, previous=6, next=8,
                  boxes=(box(60, 610, 300, 620),)),
            Block(id=8, kind="equation", text="y=ax", latex="y=ax", labels=("eq:1",), previous=7, next=9,
                  boxes=(box(100, 640, 200, 660),)),
            Block(id=9, kind="reference", text="A. Soils. 2020.", labels=("1",), previous=8, next=12, flags=("no_box",)),
            Block(id=10, kind="header", text="Alder report", boxes=(box(60, 10, 200, 20),)),
            Block(id=11, kind="header", text="Alder report", boxes=(box(60, 10, 200, 20, page=1),)),
            Block(id=12, kind="table", previous=9, boxes=(box(60, 100, 300, 200, page=1),), task_fields='{"gold":["1.10"]}'),
        ),
    )  # fmt: skip


def corpus_folder(folder: Path, *documents: Document, pdf: bytes | None = PDF) -> Path:
    """Write documents as a corpus, with one PDF as the source of each that has pages."""
    members = ((document.id, encode_document(document)) for document in documents)
    write_documents(folder, members, header=new_header(SCHEMA, settings={}))
    for document in documents:
        if pdf is not None and document.pages_source is not None:
            write_bytes(folder / "sources" / source_name(document.pages_source), pdf)
    return folder
