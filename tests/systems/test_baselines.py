"""The systems that need no model."""

from __future__ import annotations

import msgspec
import pytest

from evidoc.answers.region import read_citations, strip_citations
from evidoc.errors import UnknownName
from evidoc.records.document import Block
from evidoc.records.item import ContextDocument, Evidence, Item
from evidoc.records.reply import Reply
from evidoc.systems import open_system
from evidoc.systems._asked import kind_asked
from tests.build import box, corpus_of, document_of, paragraph, table_of
from tests.systems.benches import REPORT, asking_for, settings_of

CORPUS = corpus_of(REPORT)
NUMBER = "Answer with a whole number in USD millions, as printed, and no other words."
YES_NO = "Answer with yes or no."
TERM = "Answer with the full term and no other words."


def replied(name: str, item: Item, *, access: str = "full", seed: int = 0) -> Reply:
    return open_system(f"baseline/{name}", settings_of(access=access, seed=seed)).respond(item, CORPUS).reply


def said(item: Item, *, access: str = "full") -> str:
    return strip_citations(replied("bm25", item, access=access).text)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was the total revenue in 2023?", "1,310"),
        ("What was the total revenue in 2022?", "1,204"),
        ("How high were operating costs in 2022?", "950"),
    ],
)
def test_a_number_is_the_cell_whose_headings_match(question: str, answer: str) -> None:
    assert said(asking_for(question, NUMBER)) == answer


def test_the_cell_is_cited() -> None:
    reply = replied("bm25", asking_for("What was the total revenue in 2023?", NUMBER))
    citations = read_citations(reply.text, [REPORT.pages])
    (citation,) = citations.valid
    assert not citations.invalid
    assert citation.box.x0 == pytest.approx(100, abs=0.01) and citation.box.y1 == pytest.approx(140, abs=0.01)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Was total revenue in 2023 higher than in 2022?", "yes"),
        ("Was total revenue in 2023 lower than in 2022?", "no"),
        ("Were operating costs higher than total revenue in 2023?", "no"),
        ("Did total revenue exceed 1,500 in 2023?", "no"),
        ("Was total revenue in 2023 more than 1,300?", "yes"),
        ("Did operating costs increase from 2022 to 2023?", "no"),
        ("Did operating costs decrease from 2022 to 2023?", "yes"),
        ("Was total revenue large in 2023?", "no"),
    ],
)
def test_a_yes_or_no_is_a_comparison_of_two_numbers(question: str, answer: str) -> None:
    assert said(asking_for(question, YES_NO)) == answer


def test_both_compared_cells_are_cited() -> None:
    reply = replied("bm25", asking_for("Was total revenue in 2023 higher than in 2022?", YES_NO))
    assert len(read_citations(reply.text, [REPORT.pages]).valid) == 2


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which was highest in 2023: Total revenue or Operating costs?", "Total revenue"),
        ("Which was lowest in 2023: Total revenue or Operating costs?", "Operating costs"),
    ],
)
def test_an_option_is_chosen_by_its_number(question: str, answer: str) -> None:
    contract = "Answer with one of these, and no other words: Total revenue; Operating costs."
    assert said(asking_for(question, contract)) == answer


def test_a_text_is_the_best_sentence_of_the_best_block() -> None:
    item = asking_for("What is the main product of the company?", TERM)
    assert said(item) == "Its main product is a catalytic converter for ships."
    (citation,) = read_citations(replied("bm25", item).text, [REPORT.pages]).valid
    assert citation.box.y0 == pytest.approx(50, abs=0.01) and citation.box.y1 == pytest.approx(90, abs=0.01)


def test_a_number_in_a_sentence_serves_where_no_table_matches() -> None:
    document = document_of(paragraph(0, "In 2023 the trial enrolled 412 patients."))
    item = asking_for("How many patients did the trial enrol in 2023?", NUMBER)
    item = msgspec.structs.replace(item, documents=(ContextDocument(id=document.id),))
    reply = open_system("baseline/bm25", settings_of()).respond(item, corpus_of(document)).reply
    assert strip_citations(reply.text) == "412"


def test_a_cell_without_a_place_cites_its_table() -> None:
    bare = msgspec.structs.replace(
        table_of(["", "2023"], ["Revenue", "7"]),
        cells=tuple(msgspec.structs.replace(cell, box=None) for cell in table_of(["", "2023"], ["Revenue", "7"]).cells),
    )
    document = document_of(Block(id=0, kind="table", table=bare, boxes=(box(50, 100, 200, 160),)), name="report.txt")
    reply = open_system("baseline/bm25", settings_of()).respond(asking_for("Revenue in 2023?", NUMBER), corpus_of(document)).reply
    (citation,) = read_citations(reply.text, [document.pages]).valid
    assert citation.box.width == pytest.approx(150, abs=0.01)


@pytest.mark.parametrize("name", ["bm25", "random"])
def test_without_access_there_is_nothing_to_say(name: str) -> None:
    reply = replied(name, asking_for("What was the total revenue in 2023?", NUMBER), access="none")
    assert (reply.status, reply.text) == ("empty", "")


def test_the_access_mode_hides_blocks_from_retrieval() -> None:
    item = asking_for("What is the main product of the company?", TERM)
    assert "catalytic" not in replied("bm25", item, access="gold_evidence").text


def test_gold_gives_the_answer_with_its_evidence() -> None:
    reply = replied("gold", asking_for("What was the total revenue in 2023?", NUMBER))
    assert strip_citations(reply.text) == "1310"
    assert len(read_citations(reply.text, [REPORT.pages]).valid) == 1


def test_empty_says_nothing() -> None:
    reply = replied("empty", asking_for("What?", NUMBER))
    assert (reply.status, reply.text) == ("empty", "")


def test_random_is_decided_by_seed_and_item_alone() -> None:
    items = [asking_for(f"Question {number}?", NUMBER) for number in range(20)]
    first = [replied("random", item, seed=1) for item in items]
    assert [replied("random", item, seed=1) for item in reversed(items)] == first[::-1]
    assert [replied("random", item, seed=2) for item in items] != first
    assert len({reply.text for reply in first}) > 3


@pytest.mark.parametrize("contract", [NUMBER, YES_NO, TERM, "Answer with one of these: red; blue."])
def test_random_answers_in_the_form_that_is_asked_for_and_cites_a_block(contract: str) -> None:
    reply = replied("random", asking_for("Question?", contract))
    answer = strip_citations(reply.text)
    forms = {NUMBER: answer[:1].isdigit(), YES_NO: answer in ("yes", "no"), TERM: bool(answer)}
    assert forms.get(contract, answer in ("red", "blue"))
    assert read_citations(reply.text, [REPORT.pages]).valid


def test_a_baseline_takes_no_time_and_costs_nothing() -> None:
    """So that its rows are the same bytes on every machine."""
    reply = replied("bm25", asking_for("What was the total revenue in 2023?", NUMBER))
    assert (reply.seconds, reply.usage.input, reply.usage.output) == (0.0, 0, 0)


def test_an_unknown_baseline_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean baseline/bm25"):
        open_system("baseline/bm52", settings_of())


@pytest.mark.parametrize(
    ("question", "contract", "kind"),
    [
        ("x", "Answer with yes or no.", "yes_no"),
        ("x", "Answer with a number with 2 decimals.", "number"),
        ("x", "Answer with one of these, and no other words: A; B.", "choice"),
        ("Is it so?", "", "yes_no"),
        ("How many were there?", "", "number"),
        ("公司是否盈利吗？", "", "yes_no"),
        ("营业收入是多少？", "", "number"),
        ("Who did it?", "Answer in a few words.", "text"),
    ],
)
def test_what_is_asked_for_is_read_from_contract_and_question(question: str, contract: str, kind: str) -> None:
    assert kind_asked(question, contract) == kind


def test_answers_never_depend_on_hidden_fields() -> None:
    """A baseline sees what a model sees: neither answer nor evidence changes what it says."""
    item = asking_for("What was the total revenue in 2023?", NUMBER)
    other = msgspec.structs.replace(
        item, evidence=(Evidence(document=REPORT.id, block=1),), scorer="x", answer=asking_for("x", "y", value="5").answer
    )
    assert replied("bm25", item) == replied("bm25", other)
    assert replied("random", item) == replied("random", other)
