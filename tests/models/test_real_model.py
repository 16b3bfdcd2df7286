"""A real model over a socket: it proves the path, not the prompts."""

from __future__ import annotations

import io
import json
import urllib.request
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from PIL import Image

from evidoc.errors import Waiting
from evidoc.models import ModelChoice, chances_among, open_model
from evidoc.models.structured import ask_json
from evidoc.pages.picture import PictureStore
from evidoc.records.record import Record
from evidoc.records.reply import ImagePart, Message, Prompt, TextPart
from tests.models.asking import prompt_of
from tests.models.llama import address, choice

pytestmark = pytest.mark.timeout(180)

QUESTION = prompt_of("What is the capital of France? Answer in one short sentence.")


class Colour(Record, frozen=True, kw_only=True):
    colour: Literal["red", "green", "blue"]
    score: int


def pictured(store: PictureStore) -> Prompt:
    buffer = io.BytesIO()
    Image.new("RGB", (64, 64), "red").save(buffer, format="PNG")
    image = ImagePart(sha256=store.keep(buffer.getvalue()), width=64, height=64)
    return Prompt(messages=(Message(role="user", parts=(image, TextPart(text="What is it?"))),))


def test_a_real_completion_has_text_and_usage_and_repeats() -> None:
    model = open_model(choice(answer_tokens=30))
    first, again = model.answer(QUESTION), model.answer(QUESTION)
    assert (first.status, again.text) == ("answered", first.text)
    assert "Paris" in first.text
    assert first.usage.input > 10 and first.usage.output > 3


def test_a_short_limit_is_a_truncated_reply() -> None:
    reply = open_model(choice(answer_tokens=3)).answer(prompt_of("Tell me a long story."))
    assert reply.status == "truncated" and reply.text


def test_a_schema_is_obeyed() -> None:
    answer = ask_json(open_model(choice()), prompt_of("Name a colour and a score from 0 to 5 as JSON."), Colour)
    assert answer.value is not None and answer.value.colour in ("red", "green", "blue")
    assert (answer.how, len(answer.replies)) == ("strict", 1)


def test_probabilities_are_given() -> None:
    prompt = msgspec.structs.replace(prompt_of("Is Paris in France? Answer yes or no."), alternatives=10)
    reply = open_model(choice(answer_tokens=5)).answer(prompt)
    chances = chances_among(reply, ["yes", "no"])
    assert reply.tokens and sum(chances.values()) == pytest.approx(1.0)


def test_a_text_model_that_is_shown_a_picture_says_so_at_once(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    reply = open_model(choice(), pictures=store).answer(pictured(store))
    assert (reply.status, reply.tries) == ("provider_error", 1)
    assert "image input is not supported" in reply.detail


def test_a_picture_goes_the_whole_way(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    prompt = pictured(store)
    reply = open_model(choice(pictures=True, answer_tokens=8), pictures=store).answer(prompt)
    words_alone = open_model(choice(pictures=True, answer_tokens=8)).answer(prompt_of("What is it?"))
    assert reply.status in ("answered", "truncated", "empty")
    assert reply.usage.input > words_alone.usage.input + 30, "the picture was read as tokens"


def test_a_batch_file_is_answered_by_posting_its_lines(tmp_path: Path) -> None:
    """What a batch service does: each request's body to its address, each reply into a line of results."""
    spec = ModelChoice(spec=f'batch:{tmp_path}(model="SmolLM2-135M-Instruct")', answer_tokens=30)
    prompts = [QUESTION, prompt_of("What is 2 + 2? Answer with a number.")]
    waiting = open_model(spec)
    for prompt in prompts:
        with pytest.raises(Waiting):
            waiting.answer(prompt)
    with (tmp_path / "requests.jsonl").open(encoding="utf-8") as requests, (tmp_path / "results.jsonl").open("w") as results:
        for line in requests:
            results.write(json.dumps(answered(json.loads(line))) + "\n")
    model = open_model(spec)
    replies = [model.answer(prompt) for prompt in prompts]
    assert "Paris" in replies[0].text
    assert [reply.status in ("answered", "truncated") for reply in replies] == [True, True]


def answered(request: dict[str, str]) -> dict[str, object]:
    url = address().removesuffix("/v1") + request["url"]
    post = urllib.request.Request(url, json.dumps(request["body"]).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(post, timeout=60) as response:
        body = json.load(response)
    return {"custom_id": request["custom_id"], "response": {"status_code": 200, "body": body}, "error": None}
