"""Pools and narratives that a model writes pass the same rules and gates; what fails is not used (DH-01, DH-36 to DH-44)."""

from __future__ import annotations

import json

import msgspec
import pytest

from evidoc.models.scripted import Scripted
from evidoc.recipes.dochop._ground import Ground
from evidoc.recipes.dochop._narrator import read_narrative, said_at
from evidoc.recipes.dochop._narrator_model import Told, narrate_with_model
from evidoc.recipes.dochop._pools import pool_named, pools
from evidoc.recipes.dochop._pools_model import write_pool
from evidoc.recipes.dochop._prompts import contract
from tests.recipes.dochop.asked import ground

MADE = ground(3)


def told(draft: object, made: Ground = MADE) -> Told:
    model = Scripted(lambda prompt: json.dumps(draft))
    trace = made.trace
    return narrate_with_model(model, made.narrative, trace.tree, schemas=trace.schemas, pool=made.pool, label=made.label)


def draft(*, opening: str = "") -> dict[str, object]:
    """Give another text around the same sentences."""
    own = MADE.narrative
    sentences = [said_at(own, clause.sentence) for clause in own.clauses]
    around = "Nothing here was decided in haste, and everyone who asked was told how it was done. "
    paragraphs = [around * 5 + opening, " ".join(sentences), said_at(own, own.definition), around * 4]
    return {"title": "How it is done", "paragraphs": paragraphs}


def test_a_text_of_the_model_that_keeps_every_sentence_is_used() -> None:
    narrative = told(draft()).narrative
    assert narrative.title == "How it is done"
    assert read_narrative(narrative.text, MADE.trace.schemas, MADE.pool) == read_narrative(
        MADE.narrative.text, MADE.trace.schemas, MADE.pool
    )
    for before, after in zip(MADE.narrative.clauses, narrative.clauses, strict=True):
        assert said_at(MADE.narrative, before.words) == said_at(narrative, after.words)


@pytest.mark.parametrize(
    ("opening", "reason"),
    [
        ("It takes 14 days.", "extra_number"),
        (f"Think of {MADE.chosen[0]}.", "stray_entity"),
        (f"All speak of {MADE.label.named}.", "label_repeated"),
        (said_at(MADE.narrative, MADE.narrative.clauses[0].sentence), "changed_sentence"),
        ("word " * 500, "narrative_too_long"),
    ],
)
def test_a_text_that_adds_something_is_not_used(opening: str, reason: str) -> None:
    result = told(draft(opening=opening))
    assert (result.reason, result.narrative) == (reason, MADE.narrative)


def test_a_text_without_a_sentence_is_not_used() -> None:
    assert told({"title": "A", "paragraphs": ["Nothing."]}).reason == "changed_sentence"


def test_a_reply_that_is_no_text_is_not_used() -> None:
    result = told("no")
    assert result.narrative == MADE.narrative
    assert result.reason.startswith("no narrative was read")


def test_a_model_sees_neither_values_nor_members() -> None:
    """DH-36: the prompt has the sentences of the trace, and no other number or name."""
    model = Scripted(lambda prompt: "{}")
    trace = MADE.trace
    narrate_with_model(model, MADE.narrative, trace.tree, schemas=trace.schemas, pool=MADE.pool, label=MADE.label)
    text = model.asked[0].text
    assert all(said_at(MADE.narrative, clause.sentence) in text for clause in MADE.narrative.clauses)
    rest = text.replace(MADE.narrative.text, "")
    for clause in MADE.narrative.clauses:
        rest = rest.replace(said_at(MADE.narrative, clause.sentence), "")
    assert not [name for name in MADE.everyone if name in rest]


HOTELS = pool_named("city-hotels")
POOL: dict[str, object] = {
    "id": "lidos", "domain": "leisure", "topic": "Summer at open-air pools", "singular": "lido", "plural": "lidos",
    "kicker": "Bathing Board", "period": "year", "periods": "years", "timestamps": ["2019", "2020", "2021", "2022"],
    "entities": ["Blue Basin", "Coral Deck", "Dolphin Steps", "Eddy Park", "Foam House", "Gull Lawn"],
    "dimensions": [{"name": "lane", "plural": "lanes", "members": ["Slow Lane", "Fast Lane"]}],
    "metrics": [
        {"name": name, "unit": "people", "low": "100", "high": "900", "decimals": 0, "additive": True, "dimension": "lane"}
        for name in ("Bathers", "Divers", "Lessons", "Season Cards")
    ],
}  # fmt: skip


SAME_NAMES: dict[str, object] = {
    "entities": list(HOTELS.entities),
    "metrics": [msgspec.to_builtins(entry) | {"low": str(entry.low), "high": str(entry.high)} for entry in HOTELS.metrics],
    "dimensions": msgspec.to_builtins(HOTELS.dimensions),
}


def written(**changes: object) -> tuple[bool, str]:
    model = Scripted(lambda prompt: json.dumps(POOL | changes))
    found = write_pool(model, domain="leisure", known=pools())
    return found.pool is not None, "; ".join(found.reasons)


def test_a_sound_pool_of_a_model_is_used() -> None:
    assert written() == (True, "")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"entities": ["Blue Basin"]}, "1 entities"),
        ({"topic": HOTELS.topic}, "is taken"),
        ({"metrics": [{"name": "Bathers", "unit": "people", "low": "many", "high": "9"}]}, "range 'many'"),
        (SAME_NAMES, "of its names with city-hotels"),
    ],
)
def test_a_pool_with_a_fault_is_refused_with_the_reason(changes: dict[str, object], reason: str) -> None:
    used, reasons = written(**changes)
    assert not used
    assert reason in reasons


def test_a_reply_that_is_no_pool_is_refused() -> None:
    found = write_pool(Scripted(lambda prompt: "I cannot."), domain="leisure", known=())
    assert found.pool is None
    assert "no pool was read" in found.reasons[0]


@pytest.mark.parametrize("language", ["en", "zh", "fr"])
def test_the_contract_ends_with_the_sentence_that_the_metric_reads(language: str) -> None:
    """DH-69."""
    assert "The answer is: <" in contract(language)
