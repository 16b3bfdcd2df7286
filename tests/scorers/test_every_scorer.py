"""The same questions put to every scorer: gold is 1, empty is 0, a reply that was not answered is 0, nothing hostile hurts."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import cast

import pytest
from msgspec.structs import replace

from evidoc import shelf
from evidoc.answers.gold import gold_reply
from evidoc.kit import Kit
from evidoc.records.item import Answer, Evidence, Item
from evidoc.records.record import from_json, to_json
from evidoc.records.reply import Reply, ReplyStatus
from evidoc.records.score import Scored
from tests.build import box, corpus_of, document_of, item_of, paragraph
from tests.scorers.hostile import HOSTILE
from tests.scorers.judges import fair_judge

DOCUMENT = document_of(paragraph(0, "Revenue was 1,204."), paragraph(1, "Costs fell."))
KIT = Kit(corpus=corpus_of(DOCUMENT), models={"judge": (fair_judge(),)})
EVIDENCE = (
    Evidence(document=DOCUMENT.id, block=0, boxes=(box(50, 300, 545, 340),)),
    Evidence(document=DOCUMENT.id, block=1, boxes=(box(50, 400, 545, 440),)),
)
ANSWERS: dict[str, Answer] = {
    "exact": Answer(kind="text", value="Net income"),
    "number": Answer(kind="number", value="1204", unit="USD", scale=6),
    "yes_no": Answer(kind="yes_no", value="no"),
    "list": Answer(kind="set", value=("Alpha, Inc.", "Beta")),
    "date": Answer(kind="date", value="2024-03-04"),
    "indices": Answer(kind="indices", value=("1", "2")),
}
OPTIONED = [
    "citations(aux=True)",
    "citations(threshold=0.9)",
    "citations(mode='code_compat')",
    "list(mode='sequence')",
    "indices(spatial=True)",
]


def item_for(spec: str) -> Item:
    name = spec.partition("(")[0]
    kind = name if name in ANSWERS else "number"
    return item_of(answer=ANSWERS[kind], scorer=kind, evidence=EVIDENCE)


def scorer(spec: str) -> Callable[[Item, Reply, Kit], Scored]:
    return cast(Callable[[Item, Reply, Kit], Scored], shelf.part("scorers", spec).function())


@pytest.fixture(params=[*shelf.names("scorers"), *OPTIONED])
def spec(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_gold_reply_scores_one_on_every_metric(spec: str) -> None:
    """X-38: gold against gold is 1."""
    item = item_for(spec)
    scored = scorer(spec)(item, Reply(text=gold_reply(item, [DOCUMENT.pages])), KIT)
    assert scored.metrics
    assert set(scored.metrics.values()) == {1.0}


def test_an_empty_reply_scores_zero_on_every_metric(spec: str) -> None:
    scored = scorer(spec)(item_for(spec), Reply(text="", status="answered"), KIT)
    assert scored.metrics
    assert set(scored.metrics.values()) == {0.0}


@pytest.mark.parametrize("status", ["empty", "refused", "filtered", "truncated", "unreadable", "provider_error", "not_asked"])
def test_a_reply_that_was_not_answered_scores_zero_whatever_its_text(spec: str, status: ReplyStatus) -> None:
    """Case E04: a truncated text is never parsed as final."""
    item = item_for(spec)
    scored = scorer(spec)(item, Reply(text=gold_reply(item, [DOCUMENT.pages]), status=status), KIT)
    assert set(scored.metrics.values()) == {0.0}


def names_of(scored: Scored) -> set[str]:
    return {*scored.metrics, *scored.unscored, *scored.supposed}


def test_a_scorer_says_of_every_metric_a_number_or_a_reason_whatever_the_item_and_the_reply(spec: str) -> None:
    """So that a metric that is undefined for the first item of a bench is a column of its tables all the same."""
    item = item_for(spec)
    bare = replace(item, evidence=())
    said = [Reply(text=gold_reply(item, [DOCUMENT.pages])), Reply(text="well"), Reply(status="empty")]
    without = Kit(corpus=KIT.corpus)
    found = [names_of(scorer(spec)(one, reply, kit)) for one in (item, bare) for reply in said for kit in (KIT, without)]
    assert [names for names in found if names != found[0]] == []


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_reply_is_scored_quickly_and_kept(spec: str, name: str) -> None:
    start = time.process_time()
    scored = scorer(spec)(item_for(spec), Reply(text=HOSTILE[name]), KIT)
    assert time.process_time() - start < 5
    assert all(0 <= value <= 1 for value in scored.metrics.values())
    assert from_json(to_json(scored), Scored, place="test") == scored


def test_scoring_twice_gives_the_same(spec: str) -> None:
    item = item_for(spec)
    reply = Reply(text=gold_reply(item, [DOCUMENT.pages]) + " and more 7")
    assert scorer(spec)(item, reply, KIT) == scorer(spec)(item, reply, KIT)


def test_a_scorer_has_a_version_and_a_first_sentence(spec: str) -> None:
    part = shelf.part("scorers", spec)
    assert part.module.VERSION
    assert part.summary.endswith(".")
