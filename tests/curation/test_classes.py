"""Language, kind, file type and domain by rules; X-11, X-12, CV-03…CV-06, PQ-31, DHQ-06."""

from __future__ import annotations

import pytest

from evidoc.curation import Label
from evidoc.curation._cues import taxonomy
from evidoc.curation.classes import classes_of, curate
from evidoc.errors import UnknownName
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from tests.build import paragraph
from tests.curation.texts import document

MEDICAL = "The patients of the hospital had the disease; treatment and therapy followed the diagnosis. A cohort with mortality."
COURT = "The plaintiff and the defendant came to court. The Supreme Court held that the petitioner, by counsel, may appeal."


def labels(entry: Document) -> dict[str, Label]:
    return {label.name: label for label in classes_of(entry)}


def test_the_taxonomy_of_domains_has_seven_domains_and_thirty_below() -> None:
    """CV-06."""
    topics = taxonomy("domains").labels
    tops = [topic.id for topic in topics if not topic.parent]
    assert (len(tops), len(topics) - len(tops)) == (7, 30)
    assert all(topic.parent in tops and topic.id.startswith(f"{topic.parent}/") for topic in topics if topic.parent)


def test_the_file_types_are_the_four_of_pdfqa() -> None:
    """PQ-31."""
    assert taxonomy("file_types").ids == ("financial_report", "research_article", "book", "sustainability_disclosure")


@pytest.mark.parametrize("name", ["domains", "file_types"])
def test_cues_are_written_as_texts_are_folded_and_no_id_comes_twice(name: str) -> None:
    topics = taxonomy(name).labels
    assert len({topic.id for topic in topics}) == len(topics)
    assert all(cue == cue.casefold().strip() and cue for topic in topics for cue in topic.cues)


@pytest.mark.parametrize(
    ("text", "domain", "below"),
    [
        (MEDICAL, "medical_health", "medical_health/medical_research"),
        (COURT, "gov_legal", "gov_legal/judgments"),
        ("招标公告:投标人应按招标文件的规定提交投标文件。政府采购。", "gov_legal", "gov_legal/bidding"),
        ("患者 治疗 临床 医院 药品说明书 不良反应 用法用量", "medical_health", "medical_health/package_inserts"),
    ],
)
def test_a_domain_is_named_with_the_words_that_it_rests_on(text: str, domain: str, below: str) -> None:
    found = labels(document("a.pdf", text))
    assert (found["domain"].value, found["sub_domain"].value) == (domain, below)
    assert found["domain"].evidence
    assert 0 < found["domain"].confidence < 1


def test_a_text_without_cues_has_no_domain_and_no_file_type() -> None:
    found = labels(document("a.pdf", "Lorem ipsum dolor sit amet.", kind="other"))
    assert (found["domain"].value, found["file_type"].value) == ("", "")
    assert "sub_domain" not in found
    assert found["domain"].reason


def test_one_repeated_word_counts_no_more_than_three_times() -> None:
    many, three = (labels(document("a.pdf", "patient " * times))["domain"] for times in (50, 3))
    assert many.confidence == three.confidence


def test_words_inside_other_words_are_no_cues_but_plurals_are() -> None:
    assert labels(document("a.pdf", "impatiently outpatiently patiently " * 5))["domain"].value == ""
    assert labels(document("a.pdf", "patients " * 5))["domain"].value == "medical_health"


def test_a_title_counts_more_than_the_text() -> None:
    plain = document("a.pdf", "a patient. " + "A student, a teacher, a school.")
    assert labels(plain)["domain"].value == "education"
    titled = document("a.pdf", "a patient. A student, a teacher, a school.", title="Clinical treatment of the patient")
    assert labels(titled)["domain"].value == "medical_health"


@pytest.mark.parametrize(
    ("kind", "file_type"), [("filing", "financial_report"), ("article", "research_article"), ("book", "book"), ("other", "")]
)
def test_the_kind_of_a_document_tells_its_file_type(kind: str, file_type: str) -> None:
    assert labels(document("a.pdf", "Lorem ipsum", kind=kind))["file_type"].value == file_type


def test_a_table_of_emissions_is_a_sustainability_disclosure() -> None:
    found = labels(document("a.csv", "Scope 1 emissions, Scope 2 emissions, t CO2e, renewable energy", kind="table"))
    assert found["file_type"].value == "sustainability_disclosure"


def test_a_language_that_is_not_known_stays_so() -> None:
    assert labels(document("a.pdf", "x", language=""))["language"].reason


@pytest.mark.parametrize(
    ("title", "abstract", "kind", "value"),
    [
        ("Sleep in adults: a systematic review", "", "article", "yes"),
        ("Drought and wheat: a meta-analysis", "", "article", "yes"),
        ("Tea", "We systematically reviewed 20 trials.", "article", "yes"),
        ("A review of tea", "We describe it.", "article", "no"),
        ("Tea", "Earlier systematic reviews disagree.", "article", "no"),
        ("How to write a systematic review", "", "web", "no"),
    ],
)
def test_systematic_reviews_are_told_by_title_and_abstract(title: str, abstract: str, kind: str, value: str) -> None:
    """DHQ-06."""
    assert labels(document("a.xml", "x", title=title, abstract=abstract, kind=kind))["systematic_review"].value == value


def test_an_abstract_may_be_a_block() -> None:
    block = paragraph(0, "A systematic review.")
    entry = document("a.xml", "", kind="article", title="Tea", blocks=(type(block)(id=0, kind="abstract", text=block.text),))
    assert labels(entry)["systematic_review"].value == "yes"


def test_documents_of_other_languages_and_domains_are_left_out_where_that_is_asked() -> None:
    corpus = Corpus([document("a", MEDICAL), document("b", COURT), document("c", MEDICAL, language="fr")])
    found = curate(corpus, languages=("en", "zh"), domains=("medical_health",))
    assert found.kept == corpus.ids[:1]
    assert [(entry.reason, entry.detail) for entry in found.left_out] == [
        ("domain_not_wanted", "domain is gov_legal"),
        ("language_not_wanted", "language is fr"),
    ]


def test_a_domain_that_no_taxonomy_has_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean medical_health"):
        curate(Corpus(()), domains=("medical",))
