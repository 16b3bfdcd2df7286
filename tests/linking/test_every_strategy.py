"""The same questions put to every part of the room."""

from __future__ import annotations

import pytest

from evidoc import shelf
from evidoc.errors import EvidocError
from evidoc.linking import Job
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.groups import LinkedGroup
from evidoc.records.record import from_json, to_json
from tests.build import table_of
from tests.linking.articles import DENGUE, WHEAT, ZIKA, article, cited_table, reference

PARTS = shelf.names("linking")


def some_documents() -> list[Document]:
    """Two or more documents for each strategy to link, and some for none."""
    table = Block(id=7, kind="table", table=table_of(["Variety", "Zinc", "Iron"], ["a", "1", "2"]))
    named = Block(id=8, kind="paragraph", text="Data are in GSE12345.", section=("Methods",))
    return [
        article("zika.xml", "Zika virus in the mosquitoes of Senegal", ZIKA, blocks=[named], identifiers=("pmid:11",)),
        article("dengue.xml", "Dengue virus in the mosquitoes of Senegal", DENGUE, blocks=[named, table]),
        article("wheat.xml", "Zinc in wheat", WHEAT, blocks=[table]),
        article("rice.xml", "Zinc in rice", blocks=[cited_table(1, ("Li [1]", "k"))], references=[reference("k", pmid="11")]),
        article("none.xml", ""),
    ]


def link(part: str, corpus: Corpus, job: Job | None = None) -> list[LinkedGroup]:
    return list(shelf.part("linking", part).function()(corpus, job or Job()))  # type: ignore[call-overload, no-any-return]


def test_there_are_the_strategies_of_the_design() -> None:
    """X-13."""
    assert set(PARTS) == {"citations", "datasets", "keywords", "profiles", "schemas"}


@pytest.mark.parametrize("part", PARTS)
def test_a_strategy_gives_groups_of_two_or_more_documents_of_the_corpus_with_reasons(part: str) -> None:
    corpus = Corpus(some_documents())
    groups = link(part, corpus)
    assert groups
    for group in groups:
        assert len(set(group.documents)) == len(group.documents) >= 2
        assert set(group.documents) <= set(corpus.ids)
        assert 0 <= group.score <= 1
        assert group.rationale
        assert group.by == part
        assert from_json(to_json(group), LinkedGroup, place="here") == group


@pytest.mark.parametrize("part", PARTS)
def test_no_group_comes_twice(part: str) -> None:
    groups = [group.documents for group in link(part, Corpus(some_documents()))]
    assert len(groups) == len(set(groups))


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("engine", ["threads", "processes"])
def test_the_engine_changes_no_group_and_no_note(part: str, engine: str) -> None:
    once, again = Job(), Job(engine=engine, workers=2)
    assert link(part, Corpus(some_documents()), once) == link(part, Corpus(some_documents()), again)
    assert (once.unlinked, once.counts) == (again.unlinked, again.counts)


@pytest.mark.parametrize("part", PARTS)
def test_an_empty_corpus_has_no_groups(part: str) -> None:
    assert link(part, Corpus(())) == []


@pytest.mark.parametrize("part", PARTS)
def test_a_document_that_nothing_can_be_said_of_is_left_out_with_a_reason(part: str) -> None:
    job = Job(name=part)
    blank = article("none.xml", "")
    assert link(part, Corpus([blank]), job) == []
    assert [(row.document, row.by) for row in job.unlinked] == [(blank.id, part)]


def _fail(task: int) -> int:
    raise ValueError(f"task {task}")


def test_a_task_that_fails_stops_the_strategy() -> None:
    with pytest.raises(EvidocError, match="linking by keywords stopped at task 0 \\(ValueError: task 1\\)"):
        list(Job(name="keywords").run(_fail, [1]))
