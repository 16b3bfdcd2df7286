"""Answers of whole sentences against the right ones; the numbers are rouge-score's and sacrebleu's. Source: DHQ-117, DHQ-118."""

from __future__ import annotations

import random

import msgspec
import pytest
import sacrebleu
from rouge_score import rouge_scorer

from evidoc.answers.rouge import lines_of
from evidoc.kit import Kit
from evidoc.records.item import Answer, Item
from evidoc.records.reply import Reply
from evidoc.scorers.rouge_bleu import METRICS, WORDLESS, score
from tests.answers.wording import pairs
from tests.build import item_of

KIT = Kit()


def item_with(*texts: str) -> Item:
    return item_of(answer=Answer(kind="text", value=texts[0], aliases=texts[1:]), scorer="rouge_bleu")


def scored(item: Item, text: str) -> dict[str, float]:
    return score(item, Reply(text=text), KIT).metrics


def test_hundreds_of_answers_have_the_numbers_of_the_reference_packages() -> None:
    reference = rouge_scorer.RougeScorer(["rougeL", "rouge1", "rouge2", "rougeLsum"], use_stemmer=True)
    for said, right in pairs(200, random.Random(11)):
        said, right = said.strip(), right.strip()
        found = reference.score(lines_of(right), lines_of(said))
        expected = {name: float(found[name].fmeasure) for name in METRICS[:-1]}
        expected["bleu"] = sacrebleu.sentence_bleu(said, [right]).score / 100
        assert scored(item_with(right), said) == pytest.approx(expected, abs=1e-9)


def test_the_first_metric_is_rouge_l() -> None:
    assert next(iter(scored(item_with("a"), "a"))) == "rougeL"


def test_citations_are_no_words_of_the_answer() -> None:
    text = 'It rose. <bbox doc="1" page="1" x1="1" y1="1" x2="9" y2="9" />'
    assert set(scored(item_with("It rose."), text).values()) == {1.0}


def test_the_nearest_of_several_right_answers_counts() -> None:
    assert set(scored(item_with("It rose.", "Sales went up."), "Sales went up.").values()) == {1.0}


def test_an_answer_in_another_script_has_bleu_alone() -> None:
    found = score(item_with("销售额上升。"), Reply(text="销售额上升。"), KIT)
    assert found.metrics == {"bleu": 1.0}
    assert found.unscored == dict.fromkeys(METRICS[:-1], WORDLESS)


def test_a_right_answer_of_marks_alone_can_still_be_given() -> None:
    """X-38: gold against gold is 1, although ROUGE finds no word in it; one of the right answers has words here."""
    assert set(scored(item_with("…", "none"), "…").values()) == {1.0}


def test_another_text_is_between_nothing_and_all() -> None:
    found = scored(item_with("Revenue rose by a tenth in the second year."), "Revenue rose in the second year.")
    assert all(0 < value < 1 for value in found.values())


def test_no_right_answer_and_no_reply_share_nothing() -> None:
    item = msgspec.structs.replace(item_with(""), answer=Answer(kind="text", value="", aliases=("a",)))
    assert set(scored(item, "").values()) == {0.0}
