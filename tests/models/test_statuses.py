"""Every way in which a service fails has its own outcome: case E04."""

from __future__ import annotations

import json

import pytest

from evidoc.models import Connection, Patience
from evidoc.records.reply import Reply, Usage
from tests.models.asking import QUICK, model_at, prompt_of
from tests.models.server import Respond, completion, json_body, serving

NO_TEXT = json_body({"choices": [{"message": {"content": None, "reasoning_content": "long"}, "finish_reason": "length"}]})
TWICE = Connection(patience=Patience(max_tries=2, first_wait=0.001, longest_wait=0.001))


def replied(respond: Respond, *, connection: Connection | None = None) -> tuple[Reply, int]:
    with serving([respond]) as asked:
        reply = model_at(asked.url, connection=connection).answer(prompt_of())
        return reply, len(asked.bodies)


def test_a_good_reply_is_answered_with_its_usage_and_model() -> None:
    reply, requests = replied(completion("It is 8."))
    assert (reply.status, reply.text, reply.model, requests) == ("answered", "It is 8.", "stub-1", 1)
    assert reply.usage == Usage(input=10, output=5)


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"code": 502, "message": "upstream"}},
        {"error": "overloaded"},
        {"choices": None},
        {"choices": []},
        {"choices": [{"message": None}]},
        {"choices": [{"message": {"content": 7}}]},
        [],
        "text",
        None,
    ],
)
def test_a_reply_that_is_no_completion_is_tried_again_and_then_a_provider_error(body: object) -> None:
    """A body with HTTP status 200 is not yet an answer."""
    reply, requests = replied(json_body(body), connection=TWICE)
    assert (reply.status, reply.text, reply.tries, requests) == ("provider_error", "", 2, 2)
    assert reply.detail


@pytest.mark.parametrize("body", [b"", b"<html>502 Bad Gateway</html>", b"\xff\xfe{", b'{"choices": ['])
def test_garbage_is_tried_again_and_then_a_provider_error(body: bytes) -> None:
    reply, requests = replied(Respond(body=body), connection=TWICE)
    assert (reply.status, requests) == ("provider_error", 2)


def test_an_error_object_about_the_request_is_not_tried_again() -> None:
    reply, requests = replied(json_body({"error": {"code": 400, "message": "context_length_exceeded"}}))
    assert (reply.status, requests) == ("provider_error", 1)
    assert "context_length_exceeded" in reply.detail


def test_a_text_that_was_cut_is_kept_as_truncated() -> None:
    """The text 'The total is 1,2' is never a final answer."""
    reply, requests = replied(completion("The total is 1,2", finish="length"))
    assert (reply.status, reply.text, requests) == ("truncated", "The total is 1,2", 1)


def test_a_reply_that_only_thought_is_asked_for_once_more_with_twice_the_limit() -> None:
    with serving([NO_TEXT, completion("8")]) as asked:
        reply = model_at(asked.url).answer(prompt_of())
    assert (reply.status, reply.text, reply.tries) == ("answered", "8", 2)
    assert [body["max_tokens"] for body in asked.bodies] == [4096, 8192]


def test_a_reply_that_only_thinks_is_truncated_in_the_end() -> None:
    reply, requests = replied(NO_TEXT)
    assert (reply.status, reply.text, reply.reasoning, requests) == ("truncated", "", "long", 2)


@pytest.mark.parametrize("text", ["", None, "  \n"])
def test_no_text_is_empty_and_not_tried_again(text: str | None) -> None:
    reply, requests = replied(completion(text))
    assert (reply.status, requests) == ("empty", 1)


def test_a_refusal_is_not_tried_again() -> None:
    reply, requests = replied(completion("", refusal="no"))
    assert (reply.status, reply.detail, requests) == ("refused", "no", 1)


def test_a_filtered_reply_is_not_tried_again() -> None:
    reply, requests = replied(completion("half a", finish="content_filter"))
    assert (reply.status, requests) == ("filtered", 1)


def test_thinking_goes_into_its_own_field() -> None:
    reply, _ = replied(completion("<think>7?</think>8", reasoning_content="first 6"))
    assert (reply.text, reply.reasoning) == ("8", "first 6\n7?")


def test_thinking_that_never_ends_is_no_answer() -> None:
    reply, _ = replied(completion('<think>{"answer": "7"}'))
    assert (reply.status, reply.text) == ("empty", "")
    assert "no final answer" in reply.detail


def test_content_in_parts_is_joined() -> None:
    body = {"choices": [{"message": {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}}]}
    reply, _ = replied(json_body(body))
    assert (reply.status, reply.text, reply.usage) == ("answered", "ab", Usage())


def test_a_long_error_is_cut() -> None:
    reply, _ = replied(json_body({"error": {"message": "x" * 10_000}}), connection=Connection(patience=Patience(max_tries=1)))
    assert len(reply.detail) < 1000


def test_a_reply_without_end_is_not_read() -> None:
    huge = Respond(body=json.dumps({"choices": [{"message": {"content": "x" * (33 << 20)}}]}).encode())
    reply, requests = replied(huge, connection=Connection(patience=QUICK))
    assert (reply.status, requests) == ("provider_error", 1)
    assert "larger than" in reply.detail
