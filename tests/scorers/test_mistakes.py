"""What wrong answers come of, as metrics (DH-74)."""

from __future__ import annotations

import pytest

from evidoc.answers.gold import gold_text
from evidoc.kit import Kit
from evidoc.records.item import Answer, Item
from evidoc.records.reply import Reply
from evidoc.scorers.mistakes import score
from tests.build import item_of
from tests.recipes.dochop.made import asking


def an_item(template: str) -> Item:
    return asking(template).item


@pytest.mark.parametrize("template", ["Q08", "Q14", "Q23"])
def test_a_right_answer_has_one_everywhere(template: str) -> None:
    item = an_item(template)
    assert set(score(item, Reply(text=gold_text(item.answer)), Kit()).metrics.values()) == {1.0}


def test_the_number_of_all_entities_is_a_label_left_aside() -> None:
    item = an_item("Q08")
    scored = score(item, Reply(text=f"The answer is: {item.measures.entities}"), Kit())
    assert scored.detail == {"mistake": "constraint_loss"}
    assert scored.metrics == {"label_kept": 0.0, "entities_kept": 1.0, "marks_read": 1.0, "otherwise_right": 1.0}


def test_one_too_many_is_a_confusion_of_entities() -> None:
    item = an_item("Q08")
    near = int(str(item.answer.value)) + (1 if int(str(item.answer.value)) + 1 != item.measures.entities else -1)
    assert score(item, Reply(text=f"The answer is: {near}"), Kit()).detail == {"mistake": "attribution"}


def test_an_answer_from_nowhere_stays_unexplained() -> None:
    scored = score(an_item("Q14"), Reply(text="The answer is: 987654321"), Kit())
    assert (scored.detail, scored.metrics["otherwise_right"]) == ({"mistake": "unexplained"}, 0.0)


def test_a_wrong_answer_to_another_recipes_item_is_not_scored() -> None:
    scored = score(item_of(answer=Answer(kind="number", value="5")), Reply(text="7"), Kit())
    assert not scored.metrics
    assert "cannot say" in scored.unscored["label_kept"]
