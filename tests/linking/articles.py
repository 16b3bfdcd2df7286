"""Tiny articles to be linked."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from evidoc.records.document import Block, Document, Reference
from evidoc.records.table import Cell, Table
from tests.build import document_of

ZIKA = "Zika virus infects mosquitoes. The mosquitoes of Senegal carry Zika virus in the wild."
DENGUE = "Dengue virus infects mosquitoes. The mosquitoes of Senegal carry dengue virus in towns."
WHEAT = "Wheat grains store zinc. Breeders raise zinc content of wheat grains by selection."


def article(name: str, title: str, abstract: str = "", *, blocks: Sequence[Block] = (), **fields: object) -> Document:
    made = document_of(*blocks, name=name, title=title, pages=())
    return msgspec.structs.replace(made, kind="article", abstract=abstract, **fields)


def cited_table(block_id: int, *cells: tuple[str, str], section: tuple[str, ...] = ("Results",)) -> Block:
    """Give a table with one row a cell: its text and the key of the reference that it cites, if any."""
    placed = tuple(Cell(row=row, column=0, text=text, citations=(key,) if key else ()) for row, (text, key) in enumerate(cells))
    return Block(id=block_id, kind="table", table=Table(rows=len(cells), columns=1, cells=placed), section=section)


def reference(key: str, **names: str) -> Reference:
    return Reference(key=key, **names)  # type: ignore[arg-type]  # the names are of string fields
