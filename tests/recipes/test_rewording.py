"""A model may reword a question; what the answer hangs on stays, or the first wording does."""

from __future__ import annotations

import json

import pytest

from evidoc.kit import Kit, rng_for
from evidoc.models.scripted import Scripted
from evidoc.recipes import pdfqa
from evidoc.recipes._rewording import reworded
from evidoc.records.reply import Reply
from tests.build import corpus_of
from tests.recipes.papers import cereals, made, paper_with, units_of

QUESTION = "In the data on cereals, what was the “Yield” of Barley in 2,019?"


def writer(*answers: str | Reply) -> tuple[Kit, Scripted]:
    model = Scripted(list(answers), name="writer-1")
    return Kit(models={"writer": (model,)}), model


def said(question: str) -> str:
    return json.dumps({"question": question}, ensure_ascii=False)


def test_without_a_writer_the_question_stands_and_nothing_is_noted() -> None:
    assert reworded(QUESTION, locked=(), kit=Kit()) == reworded(QUESTION, locked=("Barley",), kit=Kit())
    assert reworded(QUESTION, locked=(), kit=Kit()).step == ""


def test_a_good_rewording_is_taken_and_the_first_wording_noted() -> None:
    kit, _ = writer(said("How large was the “Yield” of Barley in 2,019, going by the data on cereals?"))
    wording = reworded(QUESTION, locked=("Barley",), kit=kit)
    assert wording.question.startswith("How large was")
    assert wording.step.startswith(f"reword: “{QUESTION}” (writer-1, rewording@1/en, p-")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("How large was the “Yield” of Barley in 2,020?", "other numbers"),
        ("How large was the “Yield” of Barley?", "other numbers"),
        ("How large was the yield of Barley in 2,019?", "other quotes"),
        ("How large was the “Yield” of Rye in 2,019?", "without 'Barley'"),
        ("How large was the “Yield” of Barley in Norway in 2,019?", "other names"),
        ("The “Yield” of Barley in 2,019 was 3.1.", "not one question"),
        ("What of it? How large was the “Yield” of Barley in 2,019?", "not one question"),
        ("How large, " + "very " * 60 + "large was the “Yield” of Barley in 2,019?", "too long"),
    ],
)
def test_a_rewording_that_breaks_a_lock_is_not_taken(answer: str, why: str) -> None:
    """CV-37, SD-89: numbers and names are the same, and as many."""
    kit, _ = writer(said(answer))
    wording = reworded(QUESTION, locked=("Barley",), kit=kit)
    assert wording.question == QUESTION
    assert f"kept as it was, {why}" in wording.step


@pytest.mark.parametrize("reply", [Reply(status="refused", text="no"), Reply(status="provider_error")])
def test_a_writer_that_fails_leaves_the_question_as_it_was(reply: Reply) -> None:
    kit, _ = writer(reply)
    assert reworded(QUESTION, locked=(), kit=kit).question == QUESTION


def test_a_table_question_is_worded_by_the_writer_and_keeps_its_answer() -> None:
    """X-20: the model rewords, the program answers."""
    corpus = corpus_of(paper_with(cereals()))
    model = Scripted(lambda prompt: said(prompt.text.rpartition("\n")[0].rpartition("\n")[2].replace("?", ", then?")))
    for unit in units_of(*corpus):
        plain = made(unit, corpus)
        kit = Kit(rng=rng_for(0, unit.id), corpus=corpus, models={"writer": (model,)})
        worded = pdfqa.make(unit, corpus, kit)
        assert worded.question == plain.question.replace("?", ", then?")
        assert (worded.id, worded.answer, worded.evidence, worded.authority) == (plain.id, plain.answer, plain.evidence, "rule")
