"""Cache, budget, and models without a service."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from evidoc.errors import BudgetSpent, InvalidRecord, UsageError
from evidoc.models import Budget, Budgeted, Cached, ReplyCache
from evidoc.models._cache import cache_key
from evidoc.models.replay import connect as connect_replay
from evidoc.models.scripted import Scripted
from evidoc.records.reply import ImagePart, Message, Prompt, Reply, ReplyStatus, Usage
from evidoc.records.score import Run
from evidoc.records.store import write_rows
from tests.models.asking import prompt_of

PROMPT = prompt_of()
NONE: Mapping[str, object] = {}


def test_an_equal_prompt_is_asked_once(tmp_path: Path) -> None:
    script = Scripted(["8"])
    model = Cached(script, ReplyCache(tmp_path / "cache"))
    assert [model.answer(PROMPT).text, model.answer(PROMPT).text] == ["8", "8"]
    assert (len(script.asked), model.hits, model.name) == (1, 1, "scripted")


def test_the_cache_outlives_the_process(tmp_path: Path) -> None:
    Cached(Scripted(["8"]), ReplyCache(tmp_path / "cache")).answer(PROMPT)
    assert Cached(Scripted([]), ReplyCache(tmp_path / "cache")).answer(PROMPT).text == "8"


@pytest.mark.parametrize(
    "changed",
    [
        prompt_of("What else?"),
        msgspec.structs.replace(PROMPT, max_tokens=10),
        msgspec.structs.replace(PROMPT, temperature=0.5),
        msgspec.structs.replace(PROMPT, seed=1),
        msgspec.structs.replace(PROMPT, answer_schema="{}"),
        Prompt(messages=(Message(role="system", parts=PROMPT.messages[0].parts),)),
        Prompt(messages=(Message(role="user", parts=(ImagePart(sha256="a", width=1, height=1),)),)),
        Prompt(messages=(Message(role="user", parts=(ImagePart(sha256="b", width=1, height=1),)),)),
    ],
)
def test_all_that_changes_a_reply_changes_the_key(changed: Prompt) -> None:
    assert cache_key("m", changed, parameters=NONE) != cache_key("m", PROMPT, parameters=NONE)


def test_model_and_parameters_change_the_key() -> None:
    keys = {
        cache_key("m", PROMPT, parameters=NONE),
        cache_key("n", PROMPT, parameters=NONE),
        cache_key("m", PROMPT, parameters={"top_k": 1}),
    }
    assert len(keys) == 3


@pytest.mark.parametrize("status", ["empty", "refused", "filtered", "truncated", "provider_error", "not_asked"])
def test_only_answered_replies_are_kept(status: ReplyStatus, tmp_path: Path) -> None:
    """Case E04: a failure is never taken from the cache as if it had succeeded."""
    model = Cached(Scripted([Reply(status=status), "8"]), ReplyCache(tmp_path / "cache"))
    assert [model.answer(PROMPT).status, model.answer(PROMPT).status] == [status, "answered"]


def test_threads_share_a_cache(tmp_path: Path) -> None:
    model = Cached(Scripted(lambda prompt: prompt.text), ReplyCache(tmp_path / "cache"))
    prompts = [prompt_of(str(number % 10)) for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        assert [reply.text for reply in pool.map(model.answer, prompts)] == [prompt.text for prompt in prompts]


def test_a_file_that_is_no_cache_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cache").write_bytes(b"something else entirely, long enough to be no database" * 20)
    with pytest.raises(InvalidRecord, match="not a cache of replies"):
        ReplyCache(tmp_path / "cache")


def test_a_budget_of_tokens_stops_further_calls() -> None:
    script = Scripted([Reply(text="8", usage=Usage(input=60, output=40))] * 3)
    model = Budgeted(script, Budget(max_tokens=150))
    model.answer(PROMPT)
    model.answer(PROMPT)
    with pytest.raises(BudgetSpent, match="150 tokens is reached; raise it and go on with --resume"):
        model.answer(PROMPT)
    assert (len(script.asked), model.name) == (2, "scripted")


def test_a_budget_of_dollars_stops_further_calls() -> None:
    model = Budgeted(Scripted([Reply(text="8", usage=Usage(cost=0.6))] * 3), Budget(max_cost=1.0))
    spent = []
    for _ in range(2):
        model.answer(PROMPT)
        spent.append(model.budget.is_spent)
    assert spent == [False, True]
    with pytest.raises(BudgetSpent, match="1 US dollars"):
        model.answer(PROMPT)


def test_tokens_are_guessed_where_a_service_does_not_count_them() -> None:
    """Otherwise a limit would never be reached with it."""
    model = Budgeted(Scripted(["a" * 400]), Budget(max_tokens=100))
    model.answer(prompt_of("b" * 40))
    assert model.budget.tokens == 110


def test_a_failed_call_costs_nothing() -> None:
    model = Budgeted(Scripted([Reply(status="provider_error")]), Budget(max_tokens=100))
    model.answer(prompt_of("b" * 4000))
    assert model.budget.tokens == 0


def test_a_reply_from_the_cache_is_not_paid_for(tmp_path: Path) -> None:
    budget = Budget(max_tokens=100)
    model = Cached(Budgeted(Scripted([Reply(text="8", usage=Usage(input=100))]), budget), ReplyCache(tmp_path / "cache"))
    assert [model.answer(PROMPT).text for _ in range(3)] == ["8"] * 3
    assert budget.tokens == 100


def test_a_script_answers_in_order_and_says_when_it_ends() -> None:
    model = Scripted(["a", ""])
    assert [model.answer(PROMPT).status, model.answer(PROMPT).status] == ["answered", "empty"]
    with pytest.raises(UsageError, match="prompt 3 of a script with 2 answers"):
        model.answer(PROMPT)


def test_a_script_may_be_a_function_of_the_prompt() -> None:
    assert Scripted(lambda prompt: prompt.text.upper()).answer(prompt_of("what?")).text == "WHAT?"


def test_a_recorded_run_answers_by_prompt(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    run = Run(item="i-1", system="s", status="answered", text="8", reasoning="hm", prompt=PROMPT.id, tries=2)
    write_rows(path, [Run(item="i-0", system="s", status="not_asked"), run])
    model = connect_replay(str(path))
    reply = model.answer(PROMPT)
    assert (reply.text, reply.reasoning, reply.tries, reply.model) == ("8", "hm", 2, "replay:replies.jsonl")


def test_a_prompt_that_was_not_recorded_is_not_asked(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    write_rows(path, [])
    assert connect_replay(str(path)).answer(PROMPT).status == "not_asked"


def test_a_recording_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="no such file"):
        connect_replay(str(tmp_path / "none.jsonl"))
    (tmp_path / "bad.jsonl").write_text('{"x": 1}\n')
    with pytest.raises(InvalidRecord, match=r"bad\.jsonl:1"):
        connect_replay(str(tmp_path / "bad.jsonl"))
