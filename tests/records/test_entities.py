from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from evidoc.records.document import Block, BlockKind, Document, Source
from evidoc.records.entities import UNMATCHED, entities_of, entity_index, entity_labels, entity_text
from evidoc.records.table import Cell, Table
from tests.build import document_of, table_of


def article(name: str, *kinds: BlockKind) -> Document:
    return document_of(
        *(Block(id=number, kind=kind, text=f"{kind} {number}") for number, kind in enumerate(kinds)), name=name, title=""
    )


PARAGRAPHS: tuple[BlockKind, ...] = ("paragraph",) * 20
FLOATS: tuple[BlockKind, ...] = (*("figure",) * 4, *("table",) * 6)
FIRST = article("a", "title", "abstract", "heading", *PARAGRAPHS[:8])
SECOND = article("b", "title", "abstract", *PARAGRAPHS, *FLOATS, "reference")


def test_entities_of_two_documents_are_numbered_through() -> None:
    """10 and 32 entities have the indices 0 to 41, and the first is the title of document 1 (DHQ-18)."""
    found = entities_of([FIRST, SECOND])
    assert [entity.index for entity in found] == list(range(42))
    assert (found[0].tag, found[10].tag, found[31].tag) == ("doc1_title", "doc2_title", "doc2_paragraph20")


def test_a_tag_names_one_entity() -> None:
    tags = [entity.tag for entity in entities_of([FIRST, SECOND])]
    assert len(set(tags)) == len(tags)


def test_what_is_none_of_the_five_kinds_belongs_to_the_nearest_paragraph() -> None:
    """Lists, equations and notes fold into the paragraph before them, or the first where none is before (DHQ-12)."""
    document = article("c", "list", "paragraph", "equation", "paragraph", "footnote")
    first, second = entities_of([document])
    assert (first.block, first.folded, second.folded) == (1, (0, 2), (4,))
    assert entity_text(first, document) == "paragraph 1\nlist 0\nequation 2"


def test_a_document_without_paragraphs_keeps_its_lists() -> None:
    assert [entity.tag for entity in entities_of([article("c", "list", "heading", "list")])] == [
        "doc1_paragraph1",
        "doc1_paragraph2",
    ]


def test_a_caption_belongs_to_its_table() -> None:
    caption = Block(id=0, kind="caption", text="Table 1. Yields.", caption_of=1)
    table = Block(id=1, kind="table", table=table_of(["", "2023"], ["Wheat", "4.1"]), captions=(0,))
    loose = Block(id=2, kind="caption", text="of nothing")
    document = document_of(caption, table, loose, title="")
    (entity,) = entities_of([document])
    assert (entity.kind, entity.folded) == ("table", (0,))
    assert entity_text(entity, document) == "Table 1. Yields.\n2023\nWheat | 4.1"


def test_a_figure_says_its_caption() -> None:
    caption = Block(id=0, kind="caption", text="Fig. 1. A curve.", caption_of=1)
    document = document_of(caption, Block(id=1, kind="figure", captions=(0,)), title="")
    assert entity_text(entities_of([document])[0], document) == "Fig. 1. A curve."


def test_a_title_that_only_the_record_has_is_an_entity_without_a_block() -> None:
    document = document_of(Block(id=0, kind="paragraph", text="Text."), title="On wheat")
    title, paragraph = entities_of([document])
    assert (title.tag, title.block, entity_text(title, document)) == ("doc1_title", None, "On wheat")
    assert entity_index([title, paragraph]) == {(document.id, 0): 1}


def test_labels_are_the_entities_that_hold_the_places_each_once() -> None:
    """DHQ-19; a heading is in no entity, which is told apart from entity 0 (DHQ-16)."""
    entities = entities_of([FIRST, SECOND])
    places = [(SECOND.id, 2), (FIRST.id, 0), (SECOND.id, 2), (FIRST.id, 2)]
    assert entity_labels(places, entities) == (12, 0, UNMATCHED)


@given(
    st.lists(
        st.lists(st.sampled_from(["title", "paragraph", "list", "table", "figure", "heading", "caption"]), max_size=8), max_size=3
    )
)
def test_every_block_is_in_one_entity_at_most(shapes: list[list[BlockKind]]) -> None:
    documents = [article(str(number), *kinds) for number, kinds in enumerate(shapes)]
    blocks = [
        (entity.document, block)
        for entity in entities_of(documents)
        for block in (*(() if entity.block is None else (entity.block,)), *entity.folded)
    ]
    assert len(set(blocks)) == len(blocks)


def test_an_abstract_that_only_the_record_has_is_an_entity_too() -> None:
    document = Document(id="d-1", source=Source(name="a", sha256="0"), abstract="We looked.")
    (abstract,) = entities_of([document])
    assert (abstract.tag, entity_text(abstract, document)) == ("doc1_abstract", "We looked.")


def test_an_empty_row_of_a_table_says_nothing() -> None:
    table = Block(id=0, kind="table", table=Table(rows=2, columns=1, cells=(Cell(row=0, column=0, text="Wheat"),)))
    document = document_of(table, title="")
    assert entity_text(entities_of([document])[0], document) == "Wheat"
