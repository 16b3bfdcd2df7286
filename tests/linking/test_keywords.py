"""Pairs by key words: what is paired, what is left out, how often a document is used (DHQ-26, DHQ-34)."""

from __future__ import annotations

import inspect

import pytest

from evidoc.errors import UsageError
from evidoc.linking import Job, keywords, reuse, selection_text
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block
from tests.linking.articles import DENGUE, WHEAT, ZIKA, article

DOCUMENTS = [
    article("zika.xml", "Zika virus in mosquitoes", ZIKA),
    article("dengue.xml", "Dengue virus in mosquitoes", DENGUE),
    article("wheat.xml", "Zinc in wheat", WHEAT),
]


def test_the_text_that_pairs_is_title_and_abstract() -> None:
    """DHQ-26."""
    assert selection_text(DOCUMENTS[2]) == f"Zinc in wheat\n{WHEAT}"


def test_the_abstract_block_stands_in_for_a_missing_abstract() -> None:
    block = Block(id=1, kind="abstract", text=WHEAT)
    assert selection_text(article("a.pdf", "Zinc in wheat", blocks=[block])) == f"Zinc in wheat\n{WHEAT}"


def test_alike_documents_with_a_common_key_word_are_a_pair_with_its_reasons() -> None:
    [group] = keywords.link(Corpus(DOCUMENTS))
    assert group.documents == (DOCUMENTS[0].id, DOCUMENTS[1].id)
    words = [tie.text for tie in group.rationale if tie.kind == "key_word"]
    assert {"mosquitoes", "virus"} <= set(words)
    assert group.rationale[-1].kind == "similarity"
    assert 0.3 <= (group.rationale[-1].value or 0) <= 1
    assert group.by == "keywords"


def test_documents_that_cannot_be_compared_are_left_out_with_the_reason() -> None:
    others = [
        article("none.xml", "No abstract at all"),
        article("german.xml", "Zink im Weizen", "Weizen speichert Zink.", language="de"),
        article("empty.xml", "12", "It was not so."),
    ]
    job = Job()
    assert len(list(keywords.link(Corpus([*DOCUMENTS, *others]), job))) == 1
    assert [row.reason for row in job.unlinked] == ["no_abstract", "not_english", "no_key_words"]
    assert job.unlinked[1].detail == "de"
    assert job.counts["documents_compared"] == 3


def test_no_document_is_in_more_pairs_than_the_cap_allows_and_the_best_pairs_stay() -> None:
    """DHQ-34."""
    documents = [article(f"{n}.xml", "Zika virus in mosquitoes", f"{ZIKA} Case {word}.") for n, word in enumerate("abcd")]
    free, once = (list(keywords.link(Corpus(documents), max_reuse=cap)) for cap in (None, 1))
    assert reuse(free).most == 3
    report = reuse(once)
    assert (report.groups, report.documents, report.most, report.mean, report.histogram) == (2, 4, 1, 1.0, {"1": 4})
    assert set(once) <= set(free)


def test_how_often_documents_are_used_is_reported() -> None:
    """DHQ-34."""
    documents = [article(f"{n}.xml", "Zika virus in mosquitoes", ZIKA) for n in range(3)]
    report = reuse(keywords.link(Corpus(documents), top=1))
    assert (report.groups, report.documents, report.most, report.histogram) == (2, 3, 2, {"1": 2, "2": 1})
    assert reuse([]).mean == 0


@pytest.mark.parametrize("options", [{"most": 0}, {"max_reuse": 0}, {"alpha": 2.0}])
def test_options_that_cannot_be_meant_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        list(keywords.link(Corpus(DOCUMENTS), **options))  # type: ignore[arg-type]


def test_the_constants_of_the_algorithm_are_the_papers_where_none_are_given() -> None:
    """DHQ-29, DHQ-30, DHQ-31: a likeness of 0.3 is enough, half of the score is key words, three partners at most."""
    given = {name: parameter.default for name, parameter in inspect.signature(keywords.link).parameters.items()}
    assert (given["threshold"], given["alpha"], given["top"], given["max_reuse"]) == (0.3, 0.5, 3, None)
    assert list(keywords.link(Corpus(DOCUMENTS))) == list(keywords.link(Corpus(DOCUMENTS), threshold=0.3, alpha=0.5, top=3))
