"""Source files written in one line for the tests of the readers."""

from __future__ import annotations

from pathlib import Path

from evidoc.readers import read_file
from evidoc.records.document import Block, Document
from evidoc.records.record import from_json, to_json
from evidoc.records.table import Table


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def document_from(folder: Path, name: str, content: str | bytes) -> Document:
    """Write a file and read it as a user's file is read; every document of every test must be sound."""
    document = read_file(written(folder, name, content))
    check_sound(document)
    return document


def kinds(document: Document) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in document.blocks]


def of_kind(document: Document, kind: str) -> list[Block]:
    return [block for block in document.blocks if block.kind == kind]


def texts(table: Table | None) -> list[list[str]]:
    """Give a table as lists of texts; a spanning cell stands at each place that it covers."""
    assert table is not None
    return [[cell.text if cell is not None else "" for cell in row] for row in table.grid()]


def check_sound(document: Document) -> None:
    """Ids count from 0, links lead to blocks and back, cells lie in their grid, and JSON gives the same document."""
    blocks = document.blocks
    assert [block.id for block in blocks] == list(range(len(blocks)))
    for block in blocks:
        for link in (block.previous, block.next, block.parent, block.caption_of, *block.captions):
            assert link is None or (0 <= link < len(blocks) and link != block.id), block
        assert all(blocks[caption].caption_of == block.id for caption in block.captions)
        assert block.caption_of is None or block.id in blocks[block.caption_of].captions
        assert block.next is None or blocks[block.next].previous == block.id
        check_grid(block.table)
    ids = set(range(len(blocks)))
    assert all(relation.source in ids and relation.target in ids for relation in document.relations)
    assert from_json(to_json(document), Document, place="test") == document


def check_grid(table: Table | None) -> None:
    taken = set()
    for cell in table.cells if table is not None else ():
        assert table is not None
        for row in range(cell.row, cell.row + cell.row_span):
            for column in range(cell.column, cell.column + cell.column_span):
                assert 0 <= row < table.rows and 0 <= column < table.columns
                assert (row, column) not in taken
                taken.add((row, column))
