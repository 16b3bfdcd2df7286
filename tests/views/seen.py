"""One item over two documents, with every kind of block, evidence and a distractor, and a real PDF behind each."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document, Source
from evidoc.records.geometry import Page
from evidoc.records.item import Answer, ContextDocument, Evidence
from evidoc.records.reply import ImagePart, Prompt, TextPart
from evidoc.records.table import Cell, Table
from tests.build import box, document_of, item_of, line, pdf_bytes

PAGES = tuple(Page(index=index, width=400.0, height=200.0) for index in range(3))
SPANNED = Table(
    rows=3,
    columns=3,
    header_rows=2,
    header_columns=1,
    cells=(
        Cell(row=0, column=0, row_span=2, text="Site", header=True),
        Cell(row=0, column=1, column_span=2, text="Tonnes | CO2", header=True),
        Cell(row=1, column=1, text="2022", header=True),
        Cell(row=1, column=2, text="2023", header=True),
        Cell(row=2, column=0, text="Antwerp"),
        Cell(row=2, column=1, text="1,204", box=box(150, 60, 250, 80, page=1)),
        Cell(row=2, column=2, text="1,310", box=box(250, 60, 350, 80, page=1)),
    ),
)
REPORT = document_of(
    Block(id=0, kind="title", text="Climate report", boxes=(box(40, 20, 360, 40),)),
    Block(id=1, kind="heading", text="Emissions", level=1, boxes=(box(40, 50, 200, 60),)),
    Block(
        id=2,
        kind="paragraph",
        text="Emissions rose, as the table shows, and fell later.",
        boxes=(box(40, 70, 360, 190), box(40, 10, 360, 20, page=1)),
    ),
    Block(id=3, kind="header", text="Confidential draft", boxes=(box(40, 2, 360, 8, page=1),)),
    Block(id=4, kind="caption", text="Table 1: emissions by site", caption_of=5, boxes=(box(40, 30, 360, 38, page=1),)),
    Block(id=5, kind="table", captions=(4,), table=SPANNED, boxes=(box(50, 40, 350, 80, page=1),)),
    Block(id=6, kind="figure", boxes=(box(100, 100, 300, 180, page=1),)),
    Block(id=7, kind="equation", text="a = b", latex="a = b", boxes=(box(40, 20, 100, 40, page=2),)),
    Block(id=8, kind="code", text="print(1)", boxes=(box(40, 50, 100, 60, page=2),)),
    name="report.pdf",
    title="Climate report",
    pages=PAGES,
)
OTHER = document_of(
    Block(id=0, kind="paragraph", text="A competitor emitted 999 tonnes.", boxes=(box(40, 20, 360, 60),)),
    name="other.pdf",
    title="Rival",
    pages=PAGES[:1],
)
ITEM = msgspec.structs.replace(
    item_of(
        "How much did Antwerp emit in 2023?",
        answer=Answer(kind="number", value="1310", aliases=("one thousand three hundred and ten",)),
        evidence=[
            Evidence(document=REPORT.id, block=5, boxes=(box(250, 60, 350, 80, page=1),), text="evidence words", cells=((2, 2),)),
            Evidence(document=OTHER.id, block=0, boxes=(box(40, 20, 360, 60),), role="distractor"),
        ],
    ),
    documents=(ContextDocument(id=REPORT.id), ContextDocument(id=OTHER.id, role="distractor")),
    contract="Answer with a whole number of tonnes.",
)
ALONE = msgspec.structs.replace(ITEM, documents=ITEM.documents[:1], evidence=ITEM.evidence[:1])
ACCESSES = ("none", "gold_evidence", "gold_pages", "gold_docs", 'retrieved(k=2, by="bm25")', "full")
VIEWS = ("question", "text", "markdown", "page_images", "both", "entities")


def corpus_in(folder: Path) -> Corpus:
    """Give the two documents with PDFs of theirs in a corpus folder."""
    (folder / "sources").mkdir(parents=True, exist_ok=True)
    return Corpus([_with_pdf(folder, REPORT), _with_pdf(folder, OTHER)], folder=folder)


def written(prompt: Prompt) -> str:
    """Give a prompt as text for people to review, pictures by what they show."""
    lines = []
    for message in prompt.messages:
        lines.append(f"=== {message.role} ===")
        for part in message.parts:
            if isinstance(part, TextPart):
                lines.append(part.text)
            elif isinstance(part, ImagePart):
                lines.append(f"[picture of document {part.document}, page index {part.page}, {part.width} x {part.height} px]")
    return "\n".join(lines) + "\n"


def images(prompt: Prompt) -> list[ImagePart]:
    return [part for message in prompt.messages for part in message.parts if isinstance(part, ImagePart)]


def _with_pdf(folder: Path, document: Document) -> Document:
    contents = [("/MediaBox[0 0 400 200]", line(20, 150, f"page {page.index + 1}", size=40)) for page in document.pages]
    pdf = pdf_bytes(contents)
    digest = hashlib.sha256(pdf).hexdigest()
    (folder / "sources" / f"{digest}.pdf").write_bytes(pdf)
    return msgspec.structs.replace(document, pages_source=Source(name=f"{document.title}.pdf", sha256=digest))
