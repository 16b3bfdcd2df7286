"""A service of one's own that speaks evidoc's small protocol."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from evidoc.errors import BudgetSpent
from evidoc.models import Budget, Patience
from evidoc.records.reply import Reply, Usage
from evidoc.systems import Asking, SystemSettings, open_system
from tests.models.asking import QUICK
from tests.models.server import Asked, Behaviour, Json, Respond, json_body, serving
from tests.views.seen import ITEM, OTHER, REPORT, corpus_in


def replied(
    respond: Respond | Behaviour, tmp_path: Path, *, access: str = "full", patience: Patience = QUICK
) -> tuple[Reply, Asked]:
    behaviour = respond if callable(respond) else [respond]
    with serving(behaviour) as asked:
        system = open_system(asked.url, SystemSettings(access=access, asking=Asking(patience=patience)))
        return system.respond(ITEM, corpus_in(tmp_path)).reply, asked


def test_an_item_is_posted_with_the_paths_of_its_documents(tmp_path: Path) -> None:
    reply, asked = replied(json_body({"text": "8"}), tmp_path)
    assert (reply.status, reply.text) == ("answered", "8")
    (body,) = asked.bodies
    assert {name: body[name] for name in ("item", "question", "contract", "language")} == {
        "item": ITEM.id,
        "question": ITEM.question,
        "contract": ITEM.contract,
        "language": "en",
    }
    first, second = cast("list[Json]", body["documents"])
    assert (first["number"], first["id"], first["title"]) == (1, REPORT.id, REPORT.title)
    assert Path(str(first["path"])).read_bytes().startswith(b"%PDF")
    assert second["id"] == OTHER.id


def test_where_less_may_be_seen_there_is_text_and_no_path(tmp_path: Path) -> None:
    _, asked = replied(json_body({"text": "8"}), tmp_path, access="gold_pages")
    (document,) = cast("list[Json]", asked.bodies[0]["documents"])
    assert "path" not in document
    assert document["pages"] == [2]
    assert "Antwerp | 1,204 | 1,310" in str(document["text"])


def test_without_access_there_are_no_documents(tmp_path: Path) -> None:
    _, asked = replied(json_body({"text": "8"}), tmp_path, access="none")
    assert asked.bodies[0]["documents"] == []


def test_regions_and_usage_are_read(tmp_path: Path) -> None:
    citation = {"document": OTHER.id, "page": 1, "x0": 0.1, "y0": 0.1, "x1": 0.9, "y1": 0.3, "frame": "0-1"}
    answer = {"text": "8", "citations": [citation], "usage": {"input": 5, "output": 2, "cost": 0.1, "cached": 3}, "model": "mine"}
    reply, _ = replied(json_body(answer), tmp_path)
    assert reply.text == '8\n<bbox doc="2" page="1" x1="100" y1="100" x2="900" y2="300" />'
    assert reply.usage == Usage(input=5, output=2, cost=0.1)


@pytest.mark.parametrize("answer", [{"text": ""}, {"text": None}])
def test_no_text_is_empty(answer: Json, tmp_path: Path) -> None:
    assert replied(json_body(answer), tmp_path)[0].status == "empty"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"answer": "1"}, "the reply has no text; it has the field answer; give {text,"),
        ({"answer": "1", "score": 2}, "the reply has no text; it has the fields answer, score; give {text,"),
        ({}, "the reply has no text; give {text,"),
    ],
)
def test_a_reply_with_other_fields_instead_of_text_says_which(answer: Json, said: str, tmp_path: Path) -> None:
    reply, _ = replied(json_body(answer), tmp_path)
    assert (reply.status, said in reply.detail) == ("provider_error", True)


@pytest.mark.parametrize("answer", [[], {"text": 8}, {"answer": 8}, {"text": "8", "citations": [{"x0": 1}]}])
def test_a_reply_of_another_shape_is_a_provider_error_and_not_asked_for_again(answer: object, tmp_path: Path) -> None:
    """How a service writes its replies does not change from one try to the next."""
    reply, asked = replied(json_body(answer), tmp_path, patience=Patience(max_tries=2, first_wait=0.001))
    assert (reply.status, reply.tries, len(asked.bodies)) == ("provider_error", 1, 1)
    assert "{text, citations?, usage?}" in reply.detail


def test_a_broken_service_is_asked_again(tmp_path: Path) -> None:
    def broken_at_first(number: int, body: Json) -> Respond:
        return Respond(status=503) if number == 0 else json_body({"text": "8"})

    reply, asked = replied(broken_at_first, tmp_path)
    assert (reply.text, reply.tries, len(asked.bodies)) == ("8", 2, 2)


def test_the_budget_counts_what_the_service_reports(tmp_path: Path) -> None:
    with serving([json_body({"text": "8", "usage": {"input": 100}})]) as asked:
        system = open_system(asked.url, SystemSettings(asking=Asking(budget=Budget(max_tokens=100))))
        corpus = corpus_in(tmp_path)
        system.respond(ITEM, corpus)
        with pytest.raises(BudgetSpent):
            system.respond(ITEM, corpus)
    assert len(asked.bodies) == 1
