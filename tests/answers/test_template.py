"""Questions read as templates filled: one question that keeps each concept, one that does not.

Source: DHQ-46; tables 2 and 8 to 10 of the paper.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from evidoc.answers.template import read_filled
from evidoc.checks import concept as concept_check
from evidoc.kit import Kit
from evidoc.recipes.dochop_qa import CODES
from evidoc.recipes.dochop_qa._catalogue import OURS
from evidoc.recipes.dochop_qa._question import filled
from evidoc.records.corpus import Corpus
from evidoc.records.item import Slot
from tests.build import item_of

ACCEPTED = {
    "PS": "What are the main challenges in iron availability for red cell precursors in cancer-related anaemia, and how can "
    "erythropoiesis-stimulating agents address this issue?",  # table 9
    "PSM": "What are the challenges in lighting city parks, what solution exists to address this challenge, and how does this "
    "solution help resolve the issue?",
    "PSR": "What are the main challenges in accurately diagnosing corticobasal syndrome, what strategies can be implemented to "
    "address them, and what are the observed effects of these strategies?",  # table 2
    "PSL": "What is the main challenge in drying tea, and how can solar kilns address this issue? Additionally, what are the "
    "limitations of this approach?",
    "ME": "How do soy isoflavones contribute to estrogen-like effects, and what is their impact on male breast cancer "
    "incidence?",  # table 2
    "SAL": "What are the Gene Ontology term predictions, what advantages do they offer, and what limitations exist?",
    "FF": "How do the characteristics of the healthcare systems in the United States compare to Korea, and what are the key "
    "similarities and differences?",  # table 8
    "SS": "How do traditional laboratory and clinical research methods and non-invasive abdominal recordings differ in "
    "addressing the prediction of preterm labor, and which approach is more effective?",  # table 2
    "PST": "What are the main challenges in traditional anti-inflammatory in treating inflammatory diseases, what strategies can "
    "be implemented to address them? Is there any table additionally describe it? Which table is it and what is the main point "
    "of the table?",  # table 10
    "TSL": "What is the main point of table Quantitative synthesised results in given document, and what is the main topic of "
    "the referenced paper? Also, what limitations remain in the referenced paper?",  # table 2
    "TS": "What is the main point of table Summary of included study characteristics in given document, and what is the main "
    "topic of the referenced paper?",  # table 2
}
REJECTED = {
    "PS": ("What are the main challenges in drying tea, and which kilns address these issues?", "fragment_missing"),
    "PSM": ("What are the challenges in drying tea, and how do these solutions help resolve the issues?", "fragment_missing"),
    "PSR": (
        "Tell me: what are the main challenges in drying tea, what strategies can be implemented to address them, and what are "
        "the observed effects of these strategies?",
        "fragment_missing",
    ),
    "PSL": (
        "What are the main challenges in developing consumer health vocabulary (CHV), and what is the solution to this "
        "challenge? Additionally, what are the limitations of this approach?",  # table 2: what it asks for as a solution is open
        "fragment_missing",
    ),
    "ME": ("How does smoke contribute to [ ], and what is its impact on sleep?", "slot_left_empty"),
    "SAL": (
        "What are the night buses, what advantages do they offer, and what limitations exist? The buses are late.",
        "words_beyond",
    ),
    "FF": ("How does tea compare to tea, and what are the key similarities and differences?", "equal_slots"),
    "SS": ("How do kilns and differ in addressing drying, and which approach is more effective?", "slot_left_empty"),
    "PST": (
        "What are the main challenges in drying tea, what strategies can be implemented to address them? Which table is it and "
        "what is the main point of the table?",
        "fragment_missing",
    ),
    "TSL": (
        "What is the main point of Table “Yields” in given document, and what is the main topic of the referenced paper?",
        "fragment_missing",
    ),
    "TS": ("What is the main point of Table “Yields” in given document?", "fragment_missing"),
}


def checked(question: str, code: str) -> str:
    item = item_of(question)
    construction = replace(item.construction, template=OURS.concept(code).form, slots=(Slot(name="first", value="x"),))
    verdict = concept_check.check(replace(item, question=question, construction=construction), Corpus(()), Kit())
    return "" if verdict is None else verdict.reason


@pytest.mark.parametrize("code", CODES)
def test_a_question_that_keeps_its_concept_is_accepted(code: str) -> None:
    assert (read_filled(ACCEPTED[code], OURS.concept(code).form).fault, checked(ACCEPTED[code], code)) == ("", "")


@pytest.mark.parametrize("code", CODES)
def test_a_question_that_does_not_is_rejected(code: str) -> None:
    question, why = REJECTED[code]
    assert (read_filled(question, OURS.concept(code).form).fault, checked(question, code)) == (why, why)


def test_the_last_sentence_may_go_on() -> None:
    """Table 2: "address these issues by regulating the expression of key subunits"."""
    said = "What are the main challenges in tumour growth, and how can Foxi1 address these issues by regulating the ATPase?"
    assert read_filled(said, OURS.concept("PS").form).slots == ("tumour growth", "Foxi1")


def test_a_template_in_braces_may_leave_a_slot_away() -> None:
    assert read_filled("What is the yield?", "{lead}What is the {measure}?").slots == ("", "yield")


@pytest.mark.parametrize("code", CODES)
@given(words=st.lists(st.from_regex(r"[b-hj-np-s]{4,9}", fullmatch=True), min_size=3, max_size=3, unique=True))
def test_what_is_filled_is_read_back(code: str, words: list[str]) -> None:
    """X-17."""
    asked = OURS.concept(code)
    fillings = tuple(words[: asked.slots])
    assert read_filled(filled(asked, fillings), asked.form).slots == fillings
