"""Probabilities of a reply's tokens, from the wire to the judge."""

from __future__ import annotations

import pytest

from evidoc.models import chances_among
from evidoc.records.record import content_id, to_json
from evidoc.records.reply import Prompt, Reply, SaidToken
from tests.models.asking import model_at, prompt_of
from tests.models.server import completion, json_body, serving

DIGITS = [str(digit) for digit in range(6)]


def said(*tokens: SaidToken) -> Reply:
    return Reply(tokens=tokens)


def token(text: str, probability: float, **others: float) -> SaidToken:
    return SaidToken(text=text, probability=probability, others={name.strip("_"): chance for name, chance in others.items()})


def test_they_are_asked_for_and_read() -> None:
    top = [{"token": "4", "logprob": -0.105360516}, {"token": "5", "logprob": -2.302585093}]
    logprobs = {"content": [{"token": "4", "logprob": -0.105360516, "top_logprobs": top}]}
    body = {"choices": [{"message": {"content": "4"}, "finish_reason": "stop", "logprobs": logprobs}]}
    with serving([json_body(body)]) as asked:
        reply = model_at(asked.url).answer(Prompt(messages=prompt_of().messages, alternatives=5))
    assert (asked.bodies[0]["logprobs"], asked.bodies[0]["top_logprobs"]) == (True, 5)
    assert reply.tokens == (SaidToken(text="4", probability=0.9, others={"5": 0.1}),)
    assert chances_among(reply, DIGITS) == {"0": 0, "1": 0, "2": 0, "3": 0, "4": 0.9, "5": 0.1}


@pytest.mark.parametrize("logprobs", [None, {}, {"content": None}, {"content": []}])
def test_a_service_may_give_none(logprobs: object) -> None:
    body = {"choices": [{"message": {"content": "4"}, "finish_reason": "stop", "logprobs": logprobs}]}
    with serving([json_body(body)]) as asked:
        reply = model_at(asked.url).answer(Prompt(messages=prompt_of().messages, alternatives=5))
    assert (reply.text, reply.tokens, chances_among(reply, DIGITS)) == ("4", (), {})


def test_a_prompt_that_does_not_ask_for_them_is_as_it_always_was() -> None:
    prompt = prompt_of()
    assert b"alternatives" not in to_json(prompt)
    assert prompt.id == content_id("p", Prompt(messages=prompt.messages))
    with serving([completion("8")]) as asked:
        model_at(asked.url).answer(prompt)
    assert not {"logprobs", "top_logprobs"} & set(asked.bodies[0])


def test_other_tokens_at_the_place_are_left_out_of_the_whole() -> None:
    reply = said(token("4", 0.4, _5=0.4, _x=0.2))
    assert chances_among(reply, ["4", "5"]) == {"4": 0.5, "5": 0.5}


def test_the_last_place_that_says_one_counts() -> None:
    reply = said(token("1", 0.9), token(":", 1.0), token(" 4", 0.75, _5=0.25), token("}", 1.0))
    assert chances_among(reply, DIGITS)["4"] == 0.75


def test_spellings_of_one_answer_count_together() -> None:
    reply = said(SaidToken(text=" Yes", probability=0.5, others={"yes": 0.2, '"yes"': 0.1, "no": 0.2}))
    assert chances_among(reply, ["yes", "no"]) == {"yes": 0.8, "no": 0.2}


def test_a_reply_that_says_none_of_them_tells_nothing() -> None:
    assert chances_among(said(token("maybe", 1.0, yes=0.5)), ["yes", "no"]) == {}
    assert chances_among(said(SaidToken(text="yes", probability=0.0)), ["yes", "no"]) == {}
