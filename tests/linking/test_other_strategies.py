"""Shared data sets, columns and profiles (X-13)."""

from __future__ import annotations

import pytest

from evidoc.errors import UsageError
from evidoc.linking import Job, datasets, profiles, schemas
from evidoc.linking.schemas import columns_of
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from tests.build import paragraph, table_of
from tests.linking.articles import WHEAT, ZIKA, article


def saying(name: str, *texts: str) -> Document:
    return article(name, name, blocks=[paragraph(place, text) for place, text in enumerate(texts)])


def test_documents_that_name_one_accession_are_a_group_with_the_place_of_each() -> None:
    first, second = saying("a.xml", "Nothing.", "Reads are in GSE12345."), saying("b.xml", "We took gse12345 again.")
    [group] = datasets.link(Corpus([first, second, saying("c.xml", "Reads are in GSE99999.")]))
    assert group.documents == (first.id, second.id)
    assert [(tie.text, tie.block) for tie in group.rationale] == [("GSE12345", 1), ("gse12345", 0)]
    assert group.score == 1


@pytest.mark.parametrize(
    "name", ["NCT01234567", "PRJNA123456", "PXD012345", "10.5061/dryad.ab12c", "10.5281/zenodo.1234567", "CRD42018093245"]
)
def test_registries_are_told_by_the_form_of_their_numbers(name: str) -> None:
    [group] = datasets.link(Corpus([saying("a.xml", f"See {name}."), saying("b.xml", f"({name})")]))
    assert [tie.text for tie in group.rationale] == [name, name]


def test_a_named_data_set_binds_less_than_a_number() -> None:
    documents = [saying("a.xml", "From the NHANES survey we took"), saying("b.xml", "the NHANES cohort")]
    [group] = datasets.link(Corpus(documents))
    assert group.score == 0.6
    assert list(datasets.link(Corpus(documents), by_name=False)) == []


def test_names_of_data_sets_can_be_given() -> None:
    documents = [saying("a.xml", "As in Cranfield."), saying("b.xml", "Cranfield once more")]
    assert list(datasets.link(Corpus(documents))) == []
    assert len(list(datasets.link(Corpus(documents), names=("Cranfield",)))) == 1


def test_a_data_set_asked_for_by_name_is_as_sure_as_a_number_whatever_word_follows() -> None:
    """A guess that was read first, or in an earlier block, must not stand for what was asked for."""
    documents = [saying("a.xml", "the NHANES survey of 2010"), saying("b.xml", "NHANES III data", "From NHANES again.")]
    [group] = datasets.link(Corpus(documents), names=("NHANES",), by_name=False)
    assert (group.documents, group.score) == (tuple(document.id for document in documents), 1.0)


def test_a_longer_name_that_was_asked_for_is_no_shorter_one() -> None:
    documents = [saying("a.xml", "As in NHANES III."), saying("b.xml", "NHANES III once more"), saying("c.xml", "NHANES")]
    [group] = datasets.link(Corpus(documents), names=("NHANES", "NHANES III"))
    assert [tie.text for tie in group.rationale] == ["NHANES III", "NHANES III"]


def test_a_name_that_ends_in_a_mark_is_found() -> None:
    documents = [saying("a.xml", "We took Open Images (V7)."), saying("b.xml", "Open Images (V7) again")]
    assert len(list(datasets.link(Corpus(documents), names=("Open Images (V7)",)))) == 1
    with pytest.raises(UsageError, match="no name"):
        list(datasets.link(Corpus(documents), names=("NHANES", " ")))


def test_what_too_many_documents_name_binds_none_of_them() -> None:
    job = Job()
    documents = [saying(f"{n}.xml", "GSE12345") for n in range(4)]
    assert list(datasets.link(Corpus(documents), job, most=3)) == []
    assert job.counts["data_sets_too_common"] == 1
    with pytest.raises(UsageError, match="at least 2"):
        list(datasets.link(Corpus(documents), most=1))


def test_a_bibliography_names_no_data_set() -> None:
    entry = Block(id=0, kind="reference", text="Data of GSE12345")
    documents = [article("a.xml", "A", blocks=[entry]), article("b.xml", "B", blocks=[entry])]
    assert list(datasets.link(Corpus(documents))) == []


def with_table(name: str, *header: str) -> Document:
    return article(name, name, blocks=[Block(id=7, kind="table", table=table_of(list(header), ["1"] * len(header)))])


def test_tables_with_the_same_columns_bind_their_documents() -> None:
    first = with_table("a.xml", "Variety", "Zinc (mg/kg)", "Iron (mg/kg)", "Yield")
    second = with_table("b.xml", "variety", "iron [ppm]", "ZINC", "Height")
    job = Job()
    [group] = schemas.link(Corpus([first, second, with_table("c.xml", "Site", "Rain"), article("d.xml", "D")]), job)
    assert (group.documents, group.score) == ((first.id, second.id), 0.6)
    assert [(tie.text, tie.block) for tie in group.rationale] == [("iron; variety; zinc", 7)] * 2
    assert {row.reason for row in job.unlinked} == {"no_table_with_enough_columns", "no_table"}


def test_columns_are_compared_without_case_numbers_and_units() -> None:
    assert columns_of(["Zinc (mg/kg)", "2019", "Group 1", "Group 2", ""]) == {"zinc", "group"}


def test_fewer_common_columns_than_asked_bind_nothing() -> None:
    documents = [with_table("a.xml", "Variety", "Zinc", "Iron"), with_table("b.xml", "Variety", "Zinc", "Iron")]
    assert len(list(schemas.link(Corpus(documents)))) == 1
    assert list(schemas.link(Corpus(documents), least=4)) == []
    with pytest.raises(UsageError, match="threshold"):
        list(schemas.link(Corpus(documents), threshold=0))


def test_the_partners_found_by_rare_columns_are_those_of_all_comparisons() -> None:
    """Prefix filtering leaves no pair out."""
    columns = ["Alpha", "Beta", "Gamma", "Delta", "Eps", "Zeta"]
    documents = [with_table(f"{n}.xml", *(name for bit, name in enumerate(columns) if n >> bit & 1)) for n in range(1, 64)]
    found = {group.documents for group in schemas.link(Corpus(documents), threshold=0.6, least=2, top=100)}
    sets = {
        document.id: columns_of([name for bit, name in enumerate(columns) if n >> bit & 1])
        for n, document in enumerate(documents, 1)
    }
    ids = list(sets)
    wanted = {
        (first, second)
        for at, first in enumerate(ids)
        for second in ids[at + 1 :]
        if len(sets[first] & sets[second]) >= 2 and len(sets[first] & sets[second]) / len(sets[first] | sets[second]) >= 0.6
    }
    assert found == wanted


def test_like_profiles_bind_and_sections_of_one_kind_are_set_side_by_side() -> None:
    def paper(name: str, text: str) -> Document:
        heading = Block(id=0, kind="heading", text="Methods", section=("Methods",))
        body = Block(id=1, kind="paragraph", text=text, section=("Methods",))
        return article(name, text.split(".")[0], blocks=[heading, body])

    first, second, other = paper("a.xml", ZIKA), paper("b.xml", ZIKA.replace("Senegal", "Gambia")), paper("c.xml", WHEAT)
    [group] = profiles.link(Corpus([first, second, other]))
    assert group.documents == (first.id, second.id)
    assert [(tie.kind, tie.text) for tie in group.rationale[1:]] == [("section", "Method")]


def test_a_document_without_words_has_no_profile() -> None:
    job = Job()
    assert list(profiles.link(Corpus([article("a.xml", "")]), job)) == []
    assert [row.reason for row in job.unlinked] == ["no_words"]
