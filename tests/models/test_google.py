"""Google's Gemini API.

The expected body is what the official package (google-genai 3.6.1) sent to a local server for the same request, but for
`mime_type`, which it writes so and the API's reference writes `mimeType`, and a role of the system instruction.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.errors import UsageError
from evidoc.models import Connection, Patience
from evidoc.models.google import KEYS, connect
from evidoc.pages.picture import PictureStore
from evidoc.records.reply import Prompt, Reply, SaidToken, Usage
from tests.models.asking import QUICK, prompt_of
from tests.models.server import Json, Respond, json_body, serving
from tests.models.test_anthropic import SCHEMA, TWICE, full_prompt

OURS = Connection(patience=QUICK)


def content(*parts: Json, finish: str | None = "STOP", **more: object) -> Respond:
    candidate = {"content": {"role": "model", "parts": list(parts)}, "finishReason": finish, **more}
    counts = {"promptTokenCount": 10, "candidatesTokenCount": 5, "thoughtsTokenCount": 4, "cachedContentTokenCount": 3}
    return json_body({"candidates": [candidate], "usageMetadata": counts, "modelVersion": "gemini-x-1"})


def asked_of(respond: Respond, prompt: Prompt, *, connection: Connection = OURS) -> tuple[Reply, Json, dict[str, str]]:
    with serving([respond]) as asked:
        reply = connect("gemini-x", base_url=asked.url, connection=connection).answer(prompt)
        return reply, asked.bodies[0], asked.headers[0]


def replied(respond: Respond, *, patience: Patience = QUICK) -> Reply:
    return asked_of(respond, prompt_of(), connection=Connection(patience=patience))[0]


def test_the_body_is_what_the_official_package_sends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEYS[1], "g-key")
    store = PictureStore(tmp_path)
    prompt = full_prompt(store, schema=SCHEMA)
    _, body, headers = asked_of(content({"text": "8"}), prompt, connection=Connection(patience=QUICK, pictures=store))
    image, file = ({"inlineData": {"mimeType": kind, "data": data}} for kind, data in FILES)
    assert body == {
        "systemInstruction": {"parts": [{"text": "rules"}]},
        "contents": [{"role": "user", "parts": [{"text": "before"}, image, file, {"text": " \n"}, {"text": "after"}]}],
        "generationConfig": {
            "temperature": 0.0,
            "maxOutputTokens": 4096,
            "responseMimeType": "application/json",
            "responseJsonSchema": {
                "type": "object",
                "properties": {"a": {"type": "integer"}},
                "required": ["a"],
                "additionalProperties": False,
            },
        },
    }
    assert headers["x-goog-api-key"] == "g-key"


FILES = (("image/png", "cG5n"), ("application/pdf", "JVBERi0="))


def test_a_reply_has_text_thinking_and_all_tokens() -> None:
    reply = replied(content({"text": "hm", "thought": True}, {"text": "It is "}, {"text": "8."}))
    assert (reply.text, reply.reasoning, reply.status, reply.model) == ("It is 8.", "hm", "answered", "gemini-x-1")
    assert reply.usage == Usage(input=10, output=9, cached=3)


def test_probabilities_come_where_they_are_asked_for() -> None:
    result = {
        "chosenCandidates": [{"token": "8", "logProbability": -0.1}],
        "topCandidates": [{"candidates": [{"token": "8", "logProbability": -0.1}, {"token": "7", "logProbability": -2.3}]}],
    }
    prompt = Prompt(messages=prompt_of().messages, alternatives=2)
    reply, body, _ = asked_of(content({"text": "8"}, logprobsResult=result), prompt)
    assert reply.tokens == (SaidToken(text="8", probability=0.904837, others={"7": 0.100259}),)
    assert body["generationConfig"] == {"temperature": 0.0, "maxOutputTokens": 4096, "responseLogprobs": True, "logprobs": 2}


@pytest.mark.parametrize(
    ("respond", "status"),
    [
        (content({"text": "The total is 1,2"}, finish="MAX_TOKENS"), "truncated"),
        (content({"text": "half"}, finish="OTHER"), "truncated"),
        (content(finish="OTHER"), "empty"),
        (content(finish="SAFETY"), "filtered"),
        (content({"text": "half"}, finish="RECITATION"), "filtered"),
        (content(finish="PROHIBITED_CONTENT"), "filtered"),
        (content({"text": " "}), "empty"),
        (content({"text": "8"}, finish=None), "answered"),
        (json_body({"promptFeedback": {"blockReason": "SAFETY"}}), "filtered"),
        (json_body({"candidates": [{"finishReason": "STOP"}]}), "empty"),
    ],
)
def test_each_way_of_ending_has_its_status(respond: Respond, status: str) -> None:
    assert replied(respond).status == status


def test_a_filter_names_its_reason() -> None:
    assert "SAFETY: no weapons" in replied(content(finish="SAFETY", finishMessage="no weapons")).detail


@pytest.mark.parametrize(
    ("body", "tries"),
    [
        ({"error": {"code": 503, "message": "overloaded", "status": "UNAVAILABLE"}}, 2),
        ({"error": {"code": 400, "message": "API key not valid", "status": "INVALID_ARGUMENT"}}, 1),
        ({"candidates": []}, 2),
        ({}, 2),
        ([{"error": {}}], 2),
    ],
)
def test_an_error_in_a_good_status_is_a_provider_error(body: object, tries: int) -> None:
    reply = replied(json_body(body), patience=TWICE)
    assert (reply.status, reply.tries) == ("provider_error", tries)


def test_fields_of_the_configuration_go_among_ours() -> None:
    connection = Connection(
        patience=QUICK,
        parameters={"generationConfig": {"thinkingConfig": {"thinkingBudget": 0}, "temperature": None}, "safetySettings": []},
    )
    _, body, _ = asked_of(content({"text": "8"}), prompt_of(), connection=connection)
    assert body["generationConfig"] == {"maxOutputTokens": 4096, "thinkingConfig": {"thinkingBudget": 0}}
    assert body["safetySettings"] == []


def test_an_address_may_name_its_version() -> None:
    urls = [connect("models/g", base_url=f"http://127.0.0.1:9{end}").service.url for end in ("", "/v1", "/v1beta/")]
    assert urls == [f"http://127.0.0.1:9/{v}/models/g:generateContent" for v in ("v1", "v1", "v1beta")]


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in KEYS:
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(UsageError, match="GOOGLE_API_KEY or GEMINI_API_KEY is not set"):
        connect("gemini-x")
