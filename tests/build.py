"""Tiny documents, items and PDFs for tests, built in a line each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document, Source
from evidoc.records.geometry import Box, Page
from evidoc.records.item import Answer, Construction, ContextDocument, Evidence, Item, Measures, Task
from evidoc.records.table import Cell, Table

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
A4 = Page(index=0, width=595.0, height=842.0)


def shared(name: str) -> Path:
    """Give a path below ../shared, skipping the test where that folder is not beside the checkout."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"../shared/{name} is not beside this checkout; it is not part of the project")
    return path


def box(x0: float, y0: float, x1: float, y1: float, *, page: int = 0) -> Box:
    return Box(page=page, x0=x0, y0=y0, x1=x1, y1=y1)


def table_of(header: Sequence[str], *rows: Sequence[str], header_columns: int = 1) -> Table:
    """Give a table with one header row, cells 50 × 20 points each from (50, 100) on page 0."""
    lines = [list(header), *map(list, rows)]
    cells = tuple(
        Cell(
            row=r,
            column=c,
            text=text,
            header=r == 0,
            box=box(50 + 50 * c, 100 + 20 * r, 100 + 50 * c, 120 + 20 * r),
        )
        for r, line in enumerate(lines)
        for c, text in enumerate(line)
        if text
    )
    return Table(rows=len(lines), columns=len(header), cells=cells, header_rows=1, header_columns=header_columns)


def document_of(*blocks: Block, name: str = "sample.txt", title: str = "Sample", pages: Sequence[Page] = (A4,)) -> Document:
    digest = f"{int.from_bytes(name.encode(), 'big') % 16**12:012x}" if name != "sample.txt" else "0" * 12
    return Document(
        id=f"d-{digest}",
        source=Source(name=name, sha256=digest.ljust(64, "0")),
        title=title,
        language="en",
        pages=tuple(pages),
        blocks=blocks,
    )


def paragraph(block_id: int, text: str, *, top: float = 300.0) -> Block:
    return Block(id=block_id, kind="paragraph", text=text, boxes=(box(50, top, 545, top + 40),))


def corpus_of(*documents: Document) -> Corpus:
    return Corpus(documents)


def item_of(
    question: str = "What is it?",
    *,
    answer: Answer | None = None,
    evidence: Sequence[Evidence] = (),
    documents: Sequence[str] = ("d-000000000000",),
    scorer: str = "exact",
) -> Item:
    return Item(
        id=f"i-{int.from_bytes(question.encode(), 'big') % 16**12:012x}",
        question=question,
        answer=answer or Answer(kind="text", value="it"),
        evidence=tuple(evidence),
        documents=tuple(ContextDocument(id=document) for document in documents),
        task=Task(family="test"),
        measures=Measures(),
        scorer=scorer,
        contract="Answer in a few words.",
        construction=Construction(recipe="test"),
    )


def pdf_bytes(pages: Sequence[tuple[str, bytes]], *, objects: Sequence[bytes] = (), fonts: str = "/F1 3 0 R") -> bytes:
    """Give a PDF file; `pages` are pairs of page attributes ("/MediaBox[0 0 400 400]") and content bytes.

    `objects` are further objects, numbered from 4 on; `fonts` is the font resource that names them.
    Source: ../shared/cases.md, "A PDF writer for the inputs of area a".
    """
    helvetica = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    bodies = [b"<</Type/Catalog/Pages 2 0 R>>", b"", helvetica, *objects]
    kids = []
    for attributes, content in pages:
        bodies.append(b"<</Length %d>>stream\n%s\nendstream" % (len(content), content))
        page = f"<</Type/Page/Parent 2 0 R/Resources<</Font<<{fonts}>>>>/Contents {len(bodies)} 0 R {attributes}>>"
        bodies.append(page.encode())
        kids.append(f"{len(bodies)} 0 R")
    bodies[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]>>".encode()
    out, offsets = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(bodies, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(bodies) + 1, start)
    return bytes(out)


def line(x: float, y: float, text: str, *, size: float = 12) -> bytes:
    """Give page content that draws one line of text with its baseline at x, y."""
    return f"BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n".encode()
