"""Models opened from plain data."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from evidoc.errors import BudgetSpent, InvalidRecord, UnknownName, UsageError
from evidoc.models import Budget, ModelChoice, Pace, Price, model_forms, open_model, settings_of
from evidoc.models.openai import KEY
from evidoc.records.reply import Prompt
from tests.models.asking import QUICK, prompt_of
from tests.models.server import completion, serving

PROMPT = prompt_of("How many?")


def script(folder: Path, *lines: dict[str, object]) -> str:
    path = folder / "script.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return f"scripted:{path}"


def test_every_part_says_how_it_is_written() -> None:
    expected = {"openai/NAME", "anthropic/NAME", "google/NAME", "local/NAME", "replay:FILE", "scripted:FILE"}
    assert expected <= set(model_forms())


@pytest.mark.parametrize("spec", ["opnai/gpt-4.1", "gpt-4.1", "", "openai/", "openai:gpt-4.1", "structured/x"])
def test_an_unknown_model_is_refused_with_near_names(spec: str) -> None:
    with pytest.raises(UnknownName, match="no model is called"):
        open_model(ModelChoice(spec=spec))


def test_the_nearest_form_is_proposed() -> None:
    with pytest.raises(UnknownName, match="did you mean openai/NAME"):
        open_model(ModelChoice(spec="opena1/name"))


@pytest.mark.parametrize(
    ("spec", "variable"),
    [("openai/gpt-4.1", KEY), ("anthropic/claude-x", "ANTHROPIC_API_KEY"), ("google/gemini-x", "GEMINI_API_KEY")],
)
def test_a_missing_key_is_named(spec: str, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (variable, "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UsageError, match=variable):
        open_model(ModelChoice(spec=spec))


def test_a_limit_in_dollars_needs_a_price(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="without the price of 'scripted:"):
        open_model(ModelChoice(spec=script(tmp_path)), budget=Budget(max_cost=1.0))


def test_a_choice_travels_as_plain_data() -> None:
    choice = ModelChoice(spec="openai/gpt-4.1", parameters={"top_k": 1}, price=Price(input=1, output=2))
    assert pickle.loads(pickle.dumps(choice)) == choice


def test_the_choice_decides_temperature_seed_and_tokens() -> None:
    with serving([completion("8")]) as asked:
        choice = ModelChoice(
            spec="local/x", base_url=asked.url, temperature=0.5, seed=3, answer_tokens=99, patience=QUICK, parameters={"top_k": 1}
        )
        assert open_model(choice).answer(PROMPT).text == "8"
    body = asked.bodies[0]
    assert [body[name] for name in ("temperature", "seed", "max_tokens", "top_k")] == [0.5, 3, 99, 1]


def test_a_choice_of_nothing_leaves_the_prompt_as_it_is() -> None:
    with serving([completion("8")]) as asked:
        open_model(ModelChoice(spec="local/x", base_url=asked.url, patience=QUICK)).answer(PROMPT)
    assert (asked.bodies[0]["temperature"], asked.bodies[0]["max_tokens"]) == (0.0, 4096)


def test_no_seed_is_sent_where_there_is_no_chance() -> None:
    with serving([completion("8")]) as asked:
        open_model(ModelChoice(spec="local/x", base_url=asked.url, seed=3, patience=QUICK)).answer(PROMPT)
    assert "seed" not in asked.bodies[0]


def test_a_local_server_gets_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "sk-secret")
    with serving([completion("8")]) as asked:
        open_model(ModelChoice(spec="local/x", base_url=asked.url, patience=QUICK)).answer(PROMPT)
    assert "authorization" not in asked.headers[0]


def test_a_kept_reply_is_neither_asked_for_nor_paid_for_again(tmp_path: Path) -> None:
    """DHQ-44, X-49: the second run makes no calls."""
    with serving([completion("8")]) as asked:
        choice = ModelChoice(spec="local/x", base_url=asked.url, price=Price(input=1, output=1), patience=QUICK)
        budget = Budget(max_cost=1.0, max_tokens=15)
        for _ in range(3):
            model = open_model(choice, cache=tmp_path / "cache", budget=budget, pace=Pace(2))
            assert model.answer(PROMPT).text == "8"
        with pytest.raises(BudgetSpent):
            model.answer(prompt_of("Another?"))
    assert (len(asked.bodies), budget.tokens, model.name) == (1, 15, "local/x")


def test_settings_are_all_that_changes_replies(tmp_path: Path) -> None:
    spec = script(tmp_path, {"text": "8"})
    settings = settings_of(ModelChoice(spec=spec, temperature=0.5, parameters={"top_k": 1}))
    assert list(settings) == ["model", "temperature", "parameters", "model_file"]
    script(tmp_path, {"text": "9"})
    assert settings_of(ModelChoice(spec=spec))["model_file"] != settings["model_file"]
    assert settings_of(ModelChoice(spec="openai/x", base_url="http://127.0.0.1:9")) == {"model": "openai/x"}


def test_a_script_answers_by_the_words_of_the_prompt(tmp_path: Path) -> None:
    lines: list[dict[str, object]] = [
        {"contains": ["How", "many"], "text": "8"},
        {"contains": "refuse", "text": "no", "status": "refused"},
        {"contains": "nothing", "text": " "},
    ]
    model = open_model(ModelChoice(spec=script(tmp_path, *lines)))
    statuses = [model.answer(prompt_of(text)).status for text in ("How many?", "refuse", "nothing", "What?")]
    assert statuses == ["answered", "refused", "empty", "not_asked"]


def test_a_script_line_without_words_suits_every_prompt(tmp_path: Path) -> None:
    assert open_model(ModelChoice(spec=script(tmp_path, {"text": "8"}))).answer(Prompt(messages=())).text == "8"


def test_a_script_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="no such script"):
        open_model(ModelChoice(spec=f"scripted:{tmp_path}/none.jsonl"))
    with pytest.raises(InvalidRecord, match=r"script\.jsonl:1"):
        open_model(ModelChoice(spec=script(tmp_path, {"txt": "8"})))


def test_a_script_that_was_edited_is_asked_again_and_one_that_was_not_costs_nothing(tmp_path: Path) -> None:
    """X-49: the file of a script changes its replies, so it is part of what a kept reply stands for."""
    cache = tmp_path / "cache.sqlite"
    said = [open_model(ModelChoice(spec=script(tmp_path, {"text": text})), cache=cache).answer(PROMPT).text for text in "aba"]
    assert said == ["a", "b", "a"]
    again = open_model(ModelChoice(spec=script(tmp_path, {"text": "b"})), cache=cache)
    assert again.answer(PROMPT).text == "b"
    assert again.model.hits == 1  # type: ignore[attr-defined]
