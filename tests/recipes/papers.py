"""Small papers and filings with one table, as readers give them."""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.answers.table import typed_table
from evidoc.errors import Reject
from evidoc.kit import Kit, rng_for
from evidoc.recipes import pdfqa
from evidoc.recipes.pdfqa import _plan
from evidoc.recipes.pdfqa._facts import FactSheet
from evidoc.recipes.pdfqa._unit import Unit
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.item import Item
from evidoc.records.table import Table
from tests.build import box, corpus_of, document_of, paragraph, table_of

PROSE = (
    "We measured the mean biting rate and the yield of wheat, rice and maize in two seasons. The crop with the highest yield "
    "was rice, and the net sales of the region rose. Grain iron content was low in barley, as it is in most cereals of the area."
)


def paper_with(
    table: Table,
    *,
    caption: str = "Table 2. Grain yield and quality of four cereals.",
    name: str = "paper.xml",
    title: str = "Cereals of the highlands and their yield",
    **changes: object,
) -> Document:
    """Give an article with one captioned table after a paragraph; `changes` go to the document."""
    blocks = [Block(id=0, kind="heading", text="Results", level=1), paragraph(1, PROSE, top=60)]
    captions: tuple[int, ...] = ()
    if caption:
        blocks.append(
            Block(id=2, kind="caption", text=caption, boxes=(box(50, 80, 545, 95),), caption_of=3, section=("Results",))
        )
        captions = (2,)
    typed = typed_table(table, caption=caption)
    blocks.append(
        Block(id=3, kind="table", table=typed, boxes=(box(50, 100, 400, 300),), captions=captions, section=("Results",))
    )
    return _changed(document_of(*blocks, name=name, title=title), {"kind": "article", **changes})


def _changed(document: Document, changes: dict[str, object]) -> Document:
    from msgspec.structs import replace

    return replace(document, **changes)


def cereals() -> Table:
    return table_of(
        ["Crop", "Yield (t/ha)", "Number of plots", "Fe (mg/kg)"],
        ["Wheat", "3.10", "12", "30"],
        ["Rice", "4.25", "15", "2"],
        ["Maize", "5.75", "9", "30"],
        ["Barley", "2.90", "11", "41"],
    )


def sales() -> Table:
    return table_of(
        ["", "2023", "2022", "2021"],
        ["Americas", "1,310", "1,204", "990"],
        ["Europe", "700", "650", "700"],
        ["Total net sales", "2,010", "1,854", "1,690"],
    )


def sheet_of(document: Document) -> FactSheet:
    """Read the facts of the only table, not from what is kept."""
    block = next(block for block in document.blocks if block.table is not None)
    return _plan.sheet_of(document, block)


def refusal_of(document: Document) -> str:
    """Give why the only table is refused."""
    try:
        sheet = sheet_of(document)
    except Reject as reject:
        return reject.reason
    return f"not refused: {sheet.facts[0]}"


def units_of(*documents: Document, kinds: Sequence[str] = _plan.KINDS, per_block: int = 50) -> list[Unit]:
    planned = pdfqa.plan(corpus_of(*documents), kinds=kinds, per_document=500, per_block=per_block)
    return [unit for unit in planned if isinstance(unit, Unit)]


def items_of(*documents: Document, kinds: Sequence[str] = _plan.KINDS, seed: int = 0, per_block: int = 50) -> list[Item]:
    corpus = corpus_of(*documents)
    return [made(unit, corpus, seed=seed) for unit in units_of(*documents, kinds=kinds, per_block=per_block)]


def made(unit: Unit, corpus: Corpus, *, seed: int = 0) -> Item:
    return pdfqa.make(unit, corpus, Kit(rng=rng_for(seed, unit.id), corpus=corpus))
