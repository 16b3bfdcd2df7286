"""What of a document can be found. Source: DHQ-13, DHQ-141."""

from __future__ import annotations

import pytest

from evidoc.errors import UsageError
from evidoc.pages.segments import By, Segment, segments_of
from evidoc.records.document import Block, BlockKind, Document
from evidoc.retrieval import Unit, _passages, check_retriever, passage_blocks, passage_of, retriever, unit_of
from evidoc.retrieval._passages import found_in
from tests.build import corpus_of, document_of, paragraph, table_of

TABLE = Block(id=1, kind="table", captions=(2,), table=table_of(["Site", "2023"], ["Antwerp", "1,310"]))
CAPTION = Block(id=2, kind="caption", text="Emissions by site", caption_of=1)


@pytest.mark.parametrize("kind", ["title", "heading", "reference", "toc", "header", "footer", "page_number", "margin"])
def test_what_names_things_is_no_passage(kind: BlockKind) -> None:
    assert list(found_in(document_of(Block(id=0, kind=kind, text="Said. And said.")))) == []


@pytest.mark.parametrize("kind", ["abstract", "paragraph", "list", "equation", "code", "algorithm", "footnote"])
def test_what_says_something_is_a_passage_however_short(kind: BlockKind) -> None:
    assert list(found_in(document_of(Block(id=0, kind=kind, text="Said")))) == [(0, "Said")]


def test_a_caption_is_found_with_its_table() -> None:
    document = document_of(TABLE, CAPTION)
    assert list(found_in(document)) == [(1, "Emissions by site Site 2023 Antwerp 1,310")]
    assert [passage_of(document, block) for block in (1, 2)] == [1, 1]


def test_a_figure_is_found_by_its_caption() -> None:
    figure = Block(id=1, kind="figure", captions=(2,))
    assert list(found_in(document_of(figure, CAPTION))) == [(1, "Emissions by site")]


def test_a_caption_of_nothing_stands_for_itself() -> None:
    document = document_of(paragraph(1, "Said."), CAPTION)
    assert list(found_in(document)) == [(1, "Said."), (2, "Emissions by site")]
    assert passage_of(document, 2) == 2


def test_a_paragraph_that_serves_as_a_caption_is_found_too() -> None:
    """As in filings, where "The following table shows …" stands for a caption and can be evidence itself."""
    document = document_of(TABLE, paragraph(2, "The table shows emissions."))
    assert [block for block, _ in found_in(document)] == [1, 2]
    assert passage_of(document, 2) == 2


@pytest.mark.parametrize("title", ["References", "5. REFERENCES", "Bibliography", "Literature cited"])
def test_works_cited_are_none_even_as_paragraphs(title: str) -> None:
    """A PDF reader may not tell the entries of a bibliography."""
    cited = Block(id=0, kind="paragraph", text="Smith J. Emissions. 2019.", section=(title,))
    units: tuple[Unit, ...] = ("passages", "segments", "subsections")
    for unit in units:
        assert list(found_in(document_of(cited), unit=unit)) == []


def test_segments_are_the_abstract_and_then_paragraphs_of_two_sentences() -> None:
    abstract = Block(id=3, kind="abstract", text="We asked. We saw.")
    document = document_of(paragraph(0, "It rose. It fell."), TABLE, CAPTION, abstract, paragraph(4, "It rose."))
    assert [block for block, _ in found_in(document, unit="segments")] == [3, 0]


def in_section(number: int, text: str, *section: str) -> Block:
    return Block(id=number, kind="paragraph", text=text, section=section)


def test_subsections_are_found_whole_by_their_first_block() -> None:
    """What the recipe dochop_qa matches with under segments='subsection'; a table is in none."""
    document = document_of(
        in_section(0, "It rose.", "Results", "Antwerp"),
        TABLE,
        CAPTION,
        in_section(3, "It fell. It rose.", "Results", "Antwerp"),
        in_section(4, "Short.", "Results", "Ghent"),
    )
    assert list(found_in(document, unit="subsections")) == [(0, "It rose.\nIt fell. It rose.")]
    assert [passage_of(document, block, unit="subsections") for block in (0, 2, 3, 4)] == [0, 1, 0, 4]
    assert [block.id for block in passage_blocks(document, 0, unit="subsections")] == [0, 3]
    assert [block.id for block in passage_blocks(document, 1, unit="subsections")] == [1, 2]


def test_a_retriever_says_what_it_finds() -> None:
    assert [unit_of(by) for by in ("bm25", "dense(unit='segments')", "hybrid(unit='subsections', words=0.5)")] == [
        "passages",
        "segments",
        "subsections",
    ]


@pytest.mark.parametrize("by", ["bm25", "tfidf", "dense", "hybrid"])
def test_every_retriever_takes_the_unit(by: str) -> None:
    document = document_of(paragraph(0, "It rose in Antwerp. It fell."), paragraph(1, "It rose in Antwerp."))
    corpus = corpus_of(document)
    found = {
        unit: {one.block for one in retriever(f"{by}(unit='{unit}')", corpus, [document.id]).rank("Antwerp rose", k=5)}
        for unit in ("passages", "segments", "subsections")
    }
    assert found == {"passages": {0, 1}, "segments": {0}, "subsections": {0}}


def test_an_unknown_unit_is_refused() -> None:
    with pytest.raises(UsageError, match="unit of retrieval.bm25 is 'pages'; give 'passages' or 'segments' or 'subsections'"):
        check_retriever("bm25(unit='pages')")


def test_a_document_is_parted_into_subsections_once_however_many_of_its_blocks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    parted: list[str] = []

    def parting(document: Document, *, by: By = "paragraph") -> tuple[Segment, ...]:
        parted.append(document.id)
        return segments_of(document, by=by)

    monkeypatch.setattr(_passages, "segments_of", parting)
    blocks = [Block(id=number, kind="paragraph", text="One. Two.", section=(title,)) for number, title in enumerate("aab")]
    document = document_of(*blocks, name="parted-once.txt")
    found = [[block.id for block in passage_blocks(document, number, unit="subsections")] for number in range(3)]
    assert found == [[0, 1], [0, 1], [2]]
    assert parted == [document.id]
