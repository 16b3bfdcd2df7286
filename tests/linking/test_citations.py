"""Tables that cite other documents of the corpus (DHQ-08)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from evidoc.errors import UnknownName
from evidoc.linking import Job, citations
from evidoc.linking.citations import markers_of
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.groups import LinkedGroup
from tests.linking.articles import article, cited_table, reference

ZIKA = article("zika.xml", "Zika virus in the mosquitoes of Senegal", identifiers=("pmcid:PMC1", "pmid:11"))
WHEAT = article("wheat.xml", "Zinc in wheat: loci of the long arm", identifiers=("doi:10.1/Wheat",))
REFERENCES = (
    reference("r1", pmid="11"),
    reference("r2", doi="https://doi.org/10.1/WHEAT"),
    reference("r3", title="Nowhere to be found in this corpus"),
)


def citing(*cells: tuple[str, str], title: str = "A systematic review of all", identifiers: tuple[str, ...] = ()) -> Document:
    return article("review.xml", title, blocks=[cited_table(4, *cells)], references=REFERENCES, identifiers=identifiers)


def link(*documents: Document, **options: object) -> tuple[list[LinkedGroup], Job]:
    job = Job()
    return list(citations.link(Corpus(documents), job, **options)), job  # type: ignore[arg-type]


def test_of_three_markers_two_lead_to_documents_of_the_corpus() -> None:
    """DHQ-08."""
    review = citing(("Diallo [1]", "r1"), ("Tiwari [2]", "r2"), ("Li [3]", "r3"))
    groups, job = link(review, ZIKA, WHEAT)
    assert [group.documents for group in groups] == [(review.id, ZIKA.id), (review.id, WHEAT.id)]
    [tie] = groups[0].rationale
    assert (tie.block, tie.row, tie.column, tie.reference, tie.target, tie.text) == (4, 0, 0, "r1", ZIKA.id, "Diallo [1]")
    assert job.counts == {"markers": 3, "markers_resolved": 2}
    assert "1 of 3 markers" in next(row.detail for row in job.unlinked if row.document == review.id)


@pytest.mark.parametrize(
    ("names", "score"),
    [
        ({"pmcid": "1"}, 1.0),
        ({"pmcid": "pmc1"}, 1.0),
        ({"pmid": " 11 "}, 1.0),
        ({"title": "ZIKA virus in the Mosquitoes of Sénégal."}, 0.9),
        ({"pmid": "99", "title": "Zika virus in the mosquitoes of Senegal"}, 0.9),
    ],
)
def test_an_entry_is_found_by_any_of_its_names(names: dict[str, str], score: float) -> None:
    review = article("r.xml", "Review", blocks=[cited_table(1, ("[1]", "k"))], references=[reference("k", **names)])
    [group] = link(review, ZIKA)[0]
    assert (group.documents, group.score) == ((review.id, ZIKA.id), score)


def test_a_title_that_two_documents_have_names_none_of_them() -> None:
    twin = article("twin.xml", ZIKA.title)
    review = article("r.xml", "Review", blocks=[cited_table(1, ("[1]", "k"))], references=[reference("k", title=ZIKA.title)])
    assert link(review, ZIKA, twin)[0] == []


def test_a_short_title_names_no_document() -> None:
    editorial = article("e.xml", "Editorial")
    review = article("r.xml", "Review", blocks=[cited_table(1, ("[1]", "k"))], references=[reference("k", title="Editorial")])
    assert link(review, editorial)[0] == []


def test_a_document_is_not_linked_to_itself() -> None:
    own = citing(("[1]", "r1"), identifiers=("pmid:11",))
    assert link(own)[0] == []


def test_a_marker_whose_entry_is_missing_is_counted_and_leads_nowhere() -> None:
    groups, job = link(citing(("[9]", "gone")), ZIKA)
    assert groups == []
    assert (job.counts["markers"], job.counts["markers_resolved"]) == (1, 0)


def test_a_document_that_cites_in_no_table_is_left_out_with_the_reason() -> None:
    with_table, without = citing(("plain", "")), article("b.xml", "B")
    job = link(with_table, without)[1]
    assert {row.document: row.reason for row in job.unlinked} == {with_table.id: "no_marker", without.id: "no_table"}


def test_a_document_without_tables_that_cites_nothing_in_its_text_has_no_marker() -> None:
    job = link(article("b.xml", "B"), anchors=("text",))[1]
    assert {row.reason for row in job.unlinked} == {"no_marker"}


def test_only_systematic_reviews_cite_where_that_is_asked() -> None:
    cells = ("Diallo [1]", "r1")
    assert link(citing(cells), ZIKA, reviews_only=True)[0]
    groups, job = link(citing(cells, title="Mosquitoes again"), ZIKA, reviews_only=True)
    assert groups == []
    assert {row.reason for row in job.unlinked} == {"not_a_systematic_review"}


def test_weaker_anchors_bind_when_they_are_asked_for() -> None:
    table = Block(id=1, kind="table", table=cited_table(1, ("a", "")).table, labels=("t1",), captions=(2,))
    caption = Block(id=2, kind="caption", text="After Diallo", caption_of=1, citations=("r1",))
    names_table = Block(id=3, kind="paragraph", text="Table 1 follows Tiwari", refers_to=("t1",), citations=("r2",))
    document = article("a.xml", "A", blocks=[table, caption, names_table], references=REFERENCES)
    assert link(document, ZIKA, WHEAT)[0] == []
    groups = link(document, ZIKA, WHEAT, anchors=("caption", "paragraph"))[0]
    assert [(group.documents[1], group.score, group.rationale[0].block) for group in groups] == [
        (ZIKA.id, 0.9, 1),
        (WHEAT.id, 0.8, 1),
    ]
    [text] = link(document, ZIKA, WHEAT, anchors=("text",))[0]
    assert (text.documents[1], text.score, text.rationale[0].kind) == (WHEAT.id, 0.5, "text_citation")


def test_an_anchor_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean cell"):
        link(ZIKA, anchors=("cells",))


def test_the_markers_of_one_document_are_in_reading_order() -> None:
    review = citing(("Diallo [1]", "r1"), ("Li [3]", "r3"))
    assert [marker.key for marker in markers_of(review)] == ["r1", "r3"]


def test_a_paragraph_that_names_a_table_twice_binds_it_once_and_several_in_their_order() -> None:
    tables = [Block(id=at, kind="table", table=cited_table(at, ("a", "")).table, labels=labels) for at, labels in TABLES]
    naming = Block(id=9, kind="paragraph", text="Tables 1 to 3", refers_to=("t3", "t1b", "t1"), citations=("r2",))
    document = article("a.xml", "A", blocks=[*tables, naming], references=REFERENCES)
    assert [marker.block for marker in markers_of(document, anchors=("paragraph",))] == [1, 2]


TABLES = ((1, ("t1", "t1b")), (2, ("t3",)), (3, ("t4",)))


class Blocks(tuple[Block, ...]):
    """Blocks that count how often somebody goes through them."""

    passes = 0

    def __iter__(self) -> Iterator[Block]:
        self.passes += 1
        return super().__iter__()


def test_the_blocks_of_a_document_are_gone_through_as_often_however_many_cite() -> None:
    def passes(count: int) -> int:
        citing = (Block(id=at, kind="paragraph", text="As in [1]", refers_to=("t9",), citations=("r1",)) for at in range(count))
        blocks = Blocks(citing)
        document = msgspec.structs.replace(article("a.xml", "A", references=REFERENCES), blocks=blocks)
        assert len(markers_of(document, anchors=("text",))) == count
        return blocks.passes

    assert passes(2) == passes(50)


COPIES = (
    article("c1.xml", "Ferry lines in Ghent and beyond", identifiers=("doi:10.1/x",)),
    article("c2.xml", "Ferry lines in Ghent and beyond", identifiers=("doi:10.1/x", "pmid:5")),
    article("c3.xml", "Ferry lines in Ghent and beyond", identifiers=("pmid:5",)),
)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (0, 2, 1)])
def test_a_title_of_copies_of_one_article_names_the_first_of_them(order: tuple[int, ...]) -> None:
    """Copies share an identifier, if only through a third copy."""
    review = article("r.xml", "Review", blocks=[cited_table(1, ("[1]", "k"))], references=[reference("k", title=COPIES[0].title)])
    copies = [COPIES[at] for at in order]
    assert [group.documents[1] for group in link(review, *copies)[0]] == [copies[0].id]
    other = article("o.xml", COPIES[0].title, identifiers=("doi:10.1/other",))
    assert link(review, *copies, other)[0] == []


@pytest.mark.parametrize(
    "doi",
    [
        "10.1/Wheat",
        "https://www.doi.org/10.1/wheat",
        "http://dx.doi.org/10.1/wheat",
        "DOI 10.1/wheat",
        "doi: 10.1/wheat.",
        "DOI:https://doi.org/10.1%2Fwheat",
        "info:doi/10.1/wheat",
    ],
)
def test_a_doi_is_read_in_the_ways_that_people_write_it(doi: str) -> None:
    review = article("r.xml", "Review", blocks=[cited_table(1, ("[1]", "k"))], references=[reference("k", doi=doi)])
    assert [group.documents[1] for group in link(review, WHEAT)[0]] == [WHEAT.id]


@pytest.mark.parametrize(
    "names",
    [
        {"pmid": "PMID: 11"},
        {"pmid": "https://pubmed.ncbi.nlm.nih.gov/11/"},
        {"pmcid": "PMCID: PMC1"},
        {"pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1/"},
    ],
)
def test_numbers_of_pubmed_are_read_in_the_ways_that_people_write_them(names: dict[str, str]) -> None:
    review = article("r.xml", "Review", blocks=[cited_table(1, ("[1]", "k"))], references=[reference("k", **names)])
    assert [group.documents[1] for group in link(review, ZIKA)[0]] == [ZIKA.id]
