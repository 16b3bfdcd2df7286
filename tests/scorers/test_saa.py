"""Strict attributed accuracy: CV-55, CV-62, U-32, U-33; case F09; golden vectors of CiteVQA."""

from __future__ import annotations

import json

import pytest

from evidoc.kit import Kit
from evidoc.records.item import Answer, Evidence, Item
from evidoc.records.reply import Reply
from evidoc.scorers import saa
from evidoc.scorers.saa import attributed
from tests.build import box, corpus_of, document_of, item_of, shared

DOCUMENT = document_of()
KIT = Kit(corpus=corpus_of(DOCUMENT))
CITED = '<bbox page="1" x1="84.0336" y1="118.7648" x2="504.2017" y2="166.2708" />'


def asked(*evidence: Evidence, scorer: str = "exact") -> Item:
    return item_of(answer=Answer(kind="text", value="it"), evidence=evidence, scorer=scorer)


ITEM = asked(Evidence(document=DOCUMENT.id, block=0, boxes=(box(50, 100, 300, 140),)))


@pytest.mark.parametrize(
    ("reply", "expected", "hallucinated", "why"),
    [
        (f"it {CITED}", 1.0, "0", "right and cited"),
        ("it", 0.0, "1", "right, but nothing is cited (U-32, CV-62)"),
        (f"another {CITED}", 0.0, "0", "cited, but wrong"),
        ("another", 0.0, "0", "neither"),
    ],
)
def test_an_answer_counts_only_with_its_evidence(reply: str, expected: float, hallucinated: str, why: str) -> None:
    scored = saa.score(ITEM, Reply(text=reply), KIT)
    assert scored.metrics == {"saa": expected}, why
    assert scored.detail["attribution_hallucination"] == hallucinated


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("relevant", [True, False])
@pytest.mark.parametrize("recalled", [True, False])
def test_the_truth_table(right: bool, relevant: bool, recalled: bool) -> None:
    """CV-55."""
    value = attributed(4.0 if right else 3.9, relevance=4.0 if relevant else 3.99, recall=0.6 if recalled else 0.59)
    assert value == float(right and (relevant or recalled))


@pytest.mark.parametrize(
    ("mark", "relevance", "recall", "expected"),
    [
        (4, 0, 3 / 5, 1.0),
        (3.9, 0, 0.6, 0.0),
        (5 * 0.8, None, 0.1 * 6, 1.0),
        (4, (5 + 5 + 5 + 1) / 4, 0.0, 1.0),
        (4, sum([4.2] * 5) / 5, None, 1.0),
        (4, None, None, 0.0),
    ],
)
def test_limits_are_inclusive_in_spite_of_floating_point(
    mark: float, relevance: float | None, recall: float | None, expected: float
) -> None:
    """Case F09; where recall is undefined, relevance decides (U-33)."""
    assert attributed(mark, relevance=relevance, recall=recall) == expected


def test_the_joint_rule_is_that_of_the_published_evaluator() -> None:
    """golden/citevqa_saa.json, computed by opendatalab/CiteVQA@039f6a3 on the scales of the paper."""
    for case in json.loads(shared("golden/citevqa_saa.json").read_text()):
        given = case["in"]
        found = attributed(given["qa_acc_score"], relevance=given["rel_score"], recall=given["recall_score"])
        assert found == case["out"][0]


def test_without_crucial_boxes_and_a_judge_it_is_unscored() -> None:
    """U-33."""
    scored = saa.score(asked(), Reply(text="it"), KIT)
    assert scored.metrics == {}
    assert scored.unscored == {"saa": "the item has no crucial evidence box, and there is no judge of relevance"}


def test_where_the_answer_cannot_be_scored_neither_can_this() -> None:
    scored = saa.score(asked(scorer="citations"), Reply(text="it"), KIT)
    assert scored.unscored == {"saa": "the item has no crucial evidence box"}
