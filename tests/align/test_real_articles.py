"""Real articles with the PDF of the same text: their blocks and cells are found, and their boxes hold their text."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from evidoc.align._tokens import tokens_of
from evidoc.align.source_pages import Aligned, align
from evidoc.demo.make_documents import FOLDER
from evidoc.pages.glyphs import text_in
from evidoc.readers import jats
from tests.build import shared

PAIRS = (
    "clinical/PMC4745352", "jose/jose.00239", "jose/jose.00307", "misc/metabolites-04-00932", "ocimum/PMC2803133",
    "ocimum/PMC4945999", "ocimum/PMC5376420", "ocimum/PMC6313609", "preprint-elife/elife-19405",
)  # fmt: skip


def aligned(stem: Path) -> tuple[Aligned, Path]:
    source, pdf = stem.parent / f"{stem.name}.xml", stem.parent / f"{stem.name}.pdf"
    document = jats.read(source, name=source.name, sha256="0" * 64)
    return align(replace(document, pages=()), pdf), pdf


def recall(text: str, found: str) -> float:
    wanted = Counter(tokens_of(text))
    return (wanted & Counter(tokens_of(found))).total() / max(1, wanted.total())


def texts(found: Aligned, pdf: Path) -> list[float]:
    """Give the recall of each block; references are left out, for a page prints them in another style."""
    return [
        recall(block.text or block.latex, " ".join(text_in(pdf, box) for box in block.boxes))
        for block in found.document.blocks
        if block.id in found.scores and block.table is None and block.kind != "reference"
    ]


def cells(found: Aligned, pdf: Path) -> list[float]:
    tables = [block.table for block in found.document.blocks if block.table is not None]
    wanted = [cell for table in tables for cell in table.cells if tokens_of(cell.text)]
    return [recall(cell.text, text_in(pdf, cell.box)) if cell.box is not None else 0.0 for cell in wanted]


@pytest.mark.parametrize("name", PAIRS)
def test_blocks_and_cells_of_an_article_are_found_with_their_text(name: str) -> None:
    found, pdf = aligned(shared("data/jats") / name)
    assert found.matched >= 0.98
    recalls = texts(found, pdf)
    assert sum(value >= 0.9 for value in recalls) >= 0.95 * len(recalls)
    in_cells = cells(found, pdf)
    assert sum(value >= 0.9 for value in in_cells) >= 0.95 * len(in_cells)


@pytest.mark.parametrize("name", ["green-roof-cooling", "green-roof-retention"])
def test_demo_papers_are_found_whole(name: str) -> None:
    found, pdf = aligned(FOLDER / name)
    assert found.matched == 1.0
    assert min(cells(found, pdf)) == 1.0
    assert [block.id for block in found.document.blocks if "no_box" in block.flags] == []
