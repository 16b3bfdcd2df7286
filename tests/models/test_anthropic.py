"""Anthropic's Messages API.

The expected body is what the official package (anthropic 2.14.0) sent to a local server for the same request; that
package reads the reply of `message()` as text "8", thinking "hm", and 10 + 2 + 3 tokens read.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.errors import UsageError
from evidoc.models import Connection, ModelChoice, Patience, Price, open_model
from evidoc.models.anthropic import KEY, connect
from evidoc.pages.picture import PictureStore
from evidoc.records.reply import FilePart, ImagePart, Message, Prompt, Reply, TextPart, Usage
from tests.models.asking import QUICK, prompt_of
from tests.models.server import Json, Respond, json_body, serving

SCHEMA = '{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"],"additionalProperties":false}'
TWICE = Patience(max_tries=2, first_wait=0.001, longest_wait=0.001)


def message(*blocks: Json, stop: str = "end_turn", **more: object) -> Respond:
    usage = {"input_tokens": 10, "cache_read_input_tokens": 3, "cache_creation_input_tokens": 2, "output_tokens": 5}
    body = {"type": "message", "role": "assistant", "model": "claude-x-1", "content": list(blocks), "stop_reason": stop}
    return json_body({**body, "usage": usage, **more})


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def asked_of(respond: Respond, prompt: Prompt, *, connection: Connection) -> tuple[Reply, Json, dict[str, str]]:
    with serving([respond]) as asked:
        reply = connect("claude-x", base_url=asked.url, connection=connection).answer(prompt)
        return reply, asked.bodies[0], asked.headers[0]


def replied(respond: Respond, *, patience: Patience = QUICK) -> Reply:
    return asked_of(respond, prompt_of(), connection=Connection(patience=patience))[0]


def full_prompt(store: PictureStore, *, schema: str = "") -> Prompt:
    shown = (
        TextPart(text="before"),
        ImagePart(sha256=store.keep(b"png"), width=1, height=1),
        FilePart(sha256=store.keep(b"%PDF-", suffix=".pdf"), name="report.pdf"),
        TextPart(text=" \n"),
        TextPart(text="after"),
    )
    messages = (Message(role="system", parts=(TextPart(text="rules"),)), Message(role="user", parts=shown))
    return Prompt(messages=messages, answer_schema=schema)


def test_the_body_is_what_the_official_package_sends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "sk-ant")
    store = PictureStore(tmp_path)
    connection = Connection(patience=QUICK, pictures=store)
    _, body, headers = asked_of(message(text("8")), full_prompt(store, schema=SCHEMA), connection=connection)
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "cG5n"}}
    source = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}
    document = {"type": "document", "source": source, "title": "report.pdf"}
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False}
    assert body == {
        "model": "claude-x",
        "max_tokens": 4096,
        "system": "rules",
        "messages": [{"role": "user", "content": [text("before"), image, document, text("after")]}],
        "output_config": {"format": {"type": "json_schema", "schema": schema}},
    }
    assert (headers["x-api-key"], headers["anthropic-version"]) == ("sk-ant", "2023-06-01")
    assert "authorization" not in headers


def test_a_reply_has_text_thinking_and_all_tokens_read() -> None:
    reply = replied(message({"type": "thinking", "thinking": "hm", "signature": "s"}, text("8")))
    assert (reply.text, reply.reasoning, reply.status, reply.model) == ("8", "hm", "answered", "claude-x-1")
    assert reply.usage == Usage(input=15, output=5, cached=3)


def test_several_texts_are_one_and_other_blocks_are_none() -> None:
    reply = replied(message({"type": "redacted_thinking", "data": "x"}, text("It is "), {"type": "new"}, text("8.")))
    assert (reply.text, reply.reasoning) == ("It is 8.", "")


@pytest.mark.parametrize(
    ("respond", "status"),
    [
        (message(text("The total is 1,2"), stop="max_tokens"), "truncated"),
        (message(text("half"), stop="model_context_window_exceeded"), "truncated"),
        (message(text(""), stop="refusal"), "refused"),
        (message(text(" ")), "empty"),
        (message(stop="pause_turn"), "empty"),
        (message(text("8"), stop="stop_sequence"), "answered"),
        (message(text("<think>7")), "empty"),
    ],
)
def test_each_way_of_ending_has_its_status(respond: Respond, status: str) -> None:
    assert replied(respond).status == status


def test_a_refusal_says_why() -> None:
    details = {"type": "refusal", "category": "bio", "explanation": "too risky"}
    assert replied(message(stop="refusal", stop_details=details)).detail == "too risky"


@pytest.mark.parametrize(
    ("body", "tries"),
    [
        ({"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}, 2),
        ({"type": "error", "error": {"type": "invalid_request_error", "message": "prompt is too long"}}, 1),
        ({"type": "message"}, 2),
        ([], 2),
    ],
)
def test_an_error_in_a_good_status_is_a_provider_error(body: object, tries: int) -> None:
    reply = replied(json_body(body), patience=TWICE)
    assert (reply.status, reply.tries) == ("provider_error", tries)


def test_an_overloaded_service_is_waited_for() -> None:
    busy = json_body({"type": "error", "error": {"type": "overloaded_error"}}, status=529, headers=[("retry-after", "0")])
    with serving([busy, message(text("8"))]) as asked:
        assert connect("claude-x", base_url=asked.url, connection=Connection(patience=QUICK)).answer(prompt_of()).text == "8"


def test_a_temperature_is_sent_only_where_it_was_chosen() -> None:
    """The present API has no temperature: a new model refuses a request that names one."""
    with serving([message(text("8"))]) as asked:
        choice = ModelChoice(spec="anthropic/claude-x", base_url=asked.url, patience=QUICK, price=Price(input=1, output=1))
        assert open_model(choice).answer(prompt_of()).usage.cost == pytest.approx(20e-6)
        open_model(ModelChoice(spec=choice.spec, base_url=asked.url, temperature=0.5)).answer(prompt_of())
    assert ["temperature" in body for body in asked.bodies] == [False, True]


def test_a_missing_key_is_named_and_a_server_of_ones_own_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY, raising=False)
    with pytest.raises(UsageError, match="ANTHROPIC_API_KEY is not set"):
        connect("claude-x")
    assert connect("claude-x", base_url="http://127.0.0.1:9").service.url == "http://127.0.0.1:9/v1/messages"


def test_the_key_is_shown_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "sk-ant-secret")
    with serving([Respond(status=401, body=b"invalid x-api-key sk-ant-secret")]) as asked:
        model = connect("claude-x", base_url=asked.url, connection=Connection(patience=QUICK))
        reply = model.answer(prompt_of())
    assert "sk-ant-secret" not in repr(model) + reply.detail
