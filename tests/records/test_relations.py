"""The five relations of SciDocIR: SD-78 and SD-79, one fixture a kind."""

from __future__ import annotations

from evidoc.records.document import Block, Document, Figure, Relation, RelationKind
from evidoc.records.relations import KINDS, relations_of
from evidoc.records.table import Cell, Table
from tests.build import document_of

LONG = "The yield of alder rises with the water table in all years."


def related(kind: RelationKind, *blocks: Block) -> list[tuple[int, int]]:
    found = relations_of(document_of(*blocks))
    assert list(found) == sorted(found, key=lambda entry: (KINDS.index(entry.kind), entry.source, entry.target))
    return [(relation.source, relation.target) for relation in found if relation.kind == kind]


def test_adjacent_is_the_next_block_in_reading_order() -> None:
    assert related("adj", Block(id=0, kind="paragraph", next=2), Block(id=1, kind="header"), Block(id=2, kind="paragraph")) == [
        (0, 2)
    ]


def test_sub_leads_from_a_section_or_figure_to_what_is_in_it_but_not_to_its_caption() -> None:
    blocks = (
        Block(id=0, kind="heading", level=1),
        Block(id=1, kind="paragraph", parent=0),
        Block(id=2, kind="figure", parent=0),
        Block(id=3, kind="figure", parent=2),
        Block(id=4, kind="caption", parent=2, caption_of=2),
    )
    assert related("sub", *blocks) == [(0, 1), (0, 2), (2, 3)]


def test_peers_are_headings_of_one_level_in_one_section_items_of_one_list_and_parts_of_one_figure() -> None:
    blocks = (
        Block(id=0, kind="heading", level=1),
        Block(id=1, kind="heading", level=2, parent=0),
        Block(id=2, kind="heading", level=2, parent=0),
        Block(id=3, kind="heading", level=1),
        Block(id=4, kind="heading", level=2, parent=3),
        Block(id=5, kind="list", parent=4, level=1),
        Block(id=6, kind="page_number"),
        Block(id=7, kind="list", parent=4, level=1),
        Block(id=8, kind="list", parent=4, level=2),
        Block(id=9, kind="paragraph", parent=4),
        Block(id=10, kind="list", parent=4, level=2),
        Block(id=11, kind="figure", parent=4),
        Block(id=12, kind="figure", parent=11),
        Block(id=13, kind="figure", parent=11),
        Block(id=14, kind="figure", parent=4),
    )
    assert related("peer", *blocks) == [(0, 3), (1, 2), (5, 7), (12, 13)]


def test_identical_is_what_comes_again_running_heads_pictures_tables_and_long_texts() -> None:
    table = Table(rows=1, columns=1, cells=(Cell(row=0, column=0, text="1,204"),))
    blocks = (
        Block(id=0, kind="header", text="Alder report"),
        Block(id=1, kind="header", text="ALDER  report"),
        Block(id=2, kind="header", text="Other"),
        Block(id=3, kind="page_number", text="1"),
        Block(id=4, kind="page_number", text="1"),
        Block(id=5, kind="figure", figure=Figure(image="logo.png")),
        Block(id=6, kind="figure", figure=Figure(image="logo.png")),
        Block(id=7, kind="figure", figure=Figure()),
        Block(id=8, kind="figure", figure=Figure()),
        Block(id=9, kind="table", table=table),
        Block(id=10, kind="table", table=table),
        Block(id=11, kind="paragraph", text=LONG),
        Block(id=12, kind="paragraph", text=LONG),
        Block(id=13, kind="paragraph", text=LONG),
        Block(id=14, kind="paragraph", text="See below."),
        Block(id=15, kind="paragraph", text="See below."),
        Block(id=16, kind="caption", text=LONG),
    )
    assert related("identical", *blocks) == [(0, 1), (5, 6), (9, 10), (11, 12), (11, 13)]


def test_continuations_are_those_that_the_reader_has_found_and_none_is_there_twice() -> None:
    document = Document(
        id="d-000000000000",
        source=document_of().source,
        blocks=(Block(id=0, kind="table", next=1), Block(id=1, kind="table")),
        relations=(Relation(kind="continuation", source=0, target=1), Relation(kind="adj", source=0, target=1)),
    )
    assert relations_of(document) == (
        Relation(kind="adj", source=0, target=1),
        Relation(kind="continuation", source=0, target=1),
    )
