"""What goes over the wire, and what never does."""

from __future__ import annotations

import base64
import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from evidoc.errors import InvalidRecord, UsageError
from evidoc.models import Connection, Price
from evidoc.models.openai import KEY, connect
from evidoc.pages.picture import PictureStore
from evidoc.records.record import to_json
from evidoc.records.reply import FilePart, ImagePart, Message, Prompt, TextPart
from tests.models.asking import QUICK, model_at, prompt_of
from tests.models.server import Json, Respond, completion, json_body, serving

SECRET = "sk-very-secret-1234567890"
CONNECTION = Connection(patience=QUICK)


def sent(prompt: Prompt, *, connection: Connection = CONNECTION, pictures: PictureStore | None = None) -> Json:
    with serving([completion("8")]) as asked:
        connect("stub", base_url=asked.url, connection=replace(connection, pictures=pictures)).answer(prompt)
        return asked.bodies[0]


def pictured(sha256: str) -> Prompt:
    parts = (TextPart(text="before"), ImagePart(sha256=sha256, width=1, height=1), TextPart(text="after"))
    return Prompt(messages=(Message(role="system", parts=(TextPart(text="rules"),)), Message(role="user", parts=parts)))


def test_words_alone_are_sent_as_a_string() -> None:
    body = sent(prompt_of("What is it?"))
    assert body["messages"] == [{"role": "user", "content": "What is it?"}]
    assert (body["model"], body["max_tokens"], body["temperature"]) == ("stub", 4096, 0.0)
    assert "seed" not in body and "response_format" not in body


def test_pictures_become_data_urls_between_the_words(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    body = sent(pictured(store.keep(b"png bytes")), pictures=store)
    system, user = cast("list[Json]", body["messages"])
    assert system["content"] == "rules"
    before, image, after = cast("list[Json]", user["content"])
    assert (before["text"], after["text"]) == ("before", "after")
    address = cast("dict[str, str]", image["image_url"])["url"]
    assert base64.b64decode(address.removeprefix("data:image/png;base64,")) == b"png bytes"


def test_a_prompt_never_holds_the_bytes_of_a_picture(tmp_path: Path) -> None:
    prompt = pictured(PictureStore(tmp_path).keep(b"png bytes"))
    assert base64.b64encode(b"png bytes") not in to_json(prompt)


def test_a_picture_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="no picture abc"):
        sent(pictured("abc"), pictures=PictureStore(tmp_path))


def test_pictures_need_their_store() -> None:
    with pytest.raises(UsageError, match="PictureStore"):
        sent(pictured("abc"))


def test_whole_files_are_sent_as_files(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    part = FilePart(sha256=store.keep(b"%PDF-", suffix=".pdf"), name="report.pdf")
    (message,) = cast("list[Json]", sent(Prompt(messages=(Message(role="user", parts=(part,)),)), pictures=store)["messages"])
    content = f"data:application/pdf;base64,{base64.b64encode(b'%PDF-').decode()}"
    assert message["content"] == [{"type": "file", "file": {"filename": "report.pdf", "file_data": content}}]


def test_a_schema_is_asked_for_strictly() -> None:
    schema = '{"type":"object"}'
    wanted = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": {"type": "object"}}}
    assert sent(prompt_of(schema=schema))["response_format"] == wanted


def test_further_parameters_are_sent_and_one_of_none_takes_ours_away() -> None:
    body = sent(prompt_of(), connection=Connection(patience=QUICK, parameters={"top_k": 5, "temperature": None}))
    assert body["top_k"] == 5
    assert "temperature" not in body


def test_a_known_price_gives_the_cost() -> None:
    connection = Connection(patience=QUICK, price=Price(input=2.0, output=10.0))
    with serving([completion("8")]) as asked:
        reply = model_at(asked.url, connection=connection).answer(prompt_of())
    assert reply.usage.cost == pytest.approx((10 * 2 + 5 * 10) / 1e6)


def test_tokens_from_the_providers_cache_have_their_own_price() -> None:
    """Of 10 tokens read 6 were cached: 4 at 2 dollars a million and 6 at a half; without their price they cost as the others."""
    body = json.loads(completion("8").body)
    body["usage"]["prompt_tokens_details"] = {"cached_tokens": 6}
    for cached, cost in ((0.5, (4 * 2 + 6 * 0.5 + 5 * 10) / 1e6), (None, (10 * 2 + 5 * 10) / 1e6)):
        price = Price(input=2.0, output=10.0, cached=cached)
        with serving([json_body(body)]) as asked:
            reply = model_at(asked.url, connection=Connection(patience=QUICK, price=price)).answer(prompt_of())
        assert (reply.usage.input, reply.usage.cached) == (10, 6)
        assert reply.usage.cost == pytest.approx(cost)


def test_a_reply_in_two_requests_costs_both() -> None:
    connection = Connection(patience=QUICK, price=Price(input=1.0, output=0.0))
    with serving([completion(None, finish="length"), completion("8")]) as asked:
        reply = model_at(asked.url, connection=connection).answer(prompt_of())
    assert (reply.usage.input, reply.usage.output) == (20, 10)
    assert reply.usage.cost == pytest.approx(20e-6)


def test_without_a_price_the_cost_is_unknown() -> None:
    with serving([completion("8")]) as asked:
        assert model_at(asked.url).answer(prompt_of()).usage.cost is None


def test_the_key_comes_from_the_environment_and_is_sent_as_a_bearer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, f" {SECRET}\n")
    with serving([completion("8")]) as asked:
        model_at(asked.url).answer(prompt_of())
    assert asked.headers[0]["authorization"] == f"Bearer {SECRET}"


def test_a_server_of_ones_own_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY, raising=False)
    with serving([completion("8")]) as asked:
        assert model_at(asked.url).answer(prompt_of()).text == "8"
    assert "authorization" not in asked.headers[0]


def test_openai_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY, raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY is not set"):
        connect("gpt-4.1-mini")


def test_openai_gets_the_new_name_of_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, SECRET)
    model = connect("gpt-4.1-mini")
    assert model.service.url == "https://api.openai.com/v1/chat/completions"
    assert json.loads(model.write(prompt_of()))["max_completion_tokens"] == 4096


@pytest.mark.parametrize("respond", [Respond(status=401, body=f"bad key {SECRET}".encode()), Respond(cut=True)])
def test_the_key_is_in_no_reply_error_or_repr(respond: Respond, monkeypatch: pytest.MonkeyPatch) -> None:
    """Services quote the key that they refuse."""
    monkeypatch.setenv(KEY, SECRET)
    with serving([respond]) as asked:
        model = model_at(asked.url)
        reply = model.answer(prompt_of())
    assert reply.status == "provider_error"
    assert SECRET not in to_json(reply).decode() + repr(model)


def test_a_key_that_no_header_can_carry_is_refused_without_being_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "sk-sécret")
    with pytest.raises(UsageError, match="characters that no header can carry") as refusal:
        model_at("http://127.0.0.1:9/v1")
    assert "cret" not in str(refusal.value)


@pytest.mark.parametrize("address", ["localhost:8000", "ftp://example.org", "file:///etc/passwd"])
def test_an_address_is_http(address: str) -> None:
    with pytest.raises(UsageError, match="begins with http"):
        model_at(address)


def test_a_service_travels_to_another_process_without_its_connections() -> None:
    with serving([completion("8")]) as asked:
        model = model_at(asked.url)
        model.answer(prompt_of())
        again = pickle.loads(pickle.dumps(model.service))
    assert again == model.service
