"""What is a chain and what is not, and where a table is from. Source: DHQ-89, DHQ-93 to DHQ-95, X-09."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from evidoc.analyses._places import EvidencePlaces
from evidoc.records.bench import Bench
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.item import ContextDocument, Evidence, Item, Task
from evidoc.records.store import new_header
from tests.build import box, document_of, item_of, paragraph, table_of

FIRST = document_of(*(paragraph(number, f"First {number}.") for number in range(4)), name="a")
SECOND = document_of(*(paragraph(number, f"Second {number}.") for number in range(6)), name="b")


def places_of(*documents: Document) -> EvidencePlaces:
    bench = Bench(Path("nowhere"), new_header("evidoc.bench", settings={}))
    bench.__dict__["corpus"] = Corpus(documents)  # the cached property, filled by hand
    return EvidencePlaces(bench)


def item_over(pieces: Sequence[tuple[Document, int, int]], *, category: str) -> Item:
    """Give an item with evidence at (document, block, hop)."""
    evidence = [
        Evidence(document=document.id, block=block, boxes=(box(50, 50, 90, 90),), hop=hop) for document, block, hop in pieces
    ]
    documents = (ContextDocument(id=FIRST.id), ContextDocument(id=SECOND.id))
    return replace(
        item_of(evidence=evidence), documents=documents, task=Task(family="dochop_qa", category=category, concept="PS")
    )


def test_a_chain_is_measured_from_step_to_step_over_both_documents() -> None:
    """Places 1, 4 + 5 and 4 + 2 of the two documents in a row: 8 and 3 apart, 5.5 in the mean (DHQ-93 to DHQ-95)."""
    places = places_of(FIRST, SECOND)
    places.add(item_over([(FIRST, 1, 0), (SECOND, 5, 1), (SECOND, 2, 2)], category="chain"))
    assert (places.distances["step"], places.distances["chain"]) == ([8, 3], [5.5])


def test_snippets_that_are_ranked_by_likeness_are_no_chain() -> None:
    """The hops of a fan are ranks, so there is no way from one to the next; only pairs in one document count (DHQ-91)."""
    places = places_of(FIRST, SECOND)
    places.add(item_over([(FIRST, 3, 0), (SECOND, 0, 1), (FIRST, 1, 2)], category="fan"))
    assert (places.distances["step"], places.distances["chain"], places.distances["paragraph"]) == ([], [], [2])


def test_a_hop_over_two_blocks_is_one_step() -> None:
    """A step fewer than hops, however many blocks a hop has; the hop lies where its first block does (DHQ-94)."""
    places = places_of(FIRST, SECOND)
    places.add(item_over([(FIRST, 0, 0), (FIRST, 1, 0), (SECOND, 3, 1)], category="chain"))
    assert places.distances["step"] == [7]


def test_a_table_at_the_end_of_an_article_is_from_the_section_that_refers_to_it() -> None:
    """DHQ-89: journals put floats at the end, in no section."""
    speaking = replace(paragraph(0, "Table 1 shows it."), section=("Results",), refers_to=("t1",))
    table = replace(paragraph(1, ""), kind="table", table=table_of(["Plot", "Yield"], ["A", "3"]), labels=("t1",))
    document = document_of(speaking, table, name="c")
    places = places_of(document)
    places.add(item_over([(document, 1, 0)], category="chain"))
    assert dict(places.origins) == {("PS", "Results"): 1}
