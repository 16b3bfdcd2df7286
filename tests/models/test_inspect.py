"""Models through Inspect, with its own offline mock model."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from evidoc.errors import MissingDependency, UsageError
from evidoc.models import Connection, Price
from evidoc.models.inspect import connect
from evidoc.pages.picture import PictureStore
from evidoc.records.reply import Prompt, Reply, SaidToken, Usage
from tests.models.asking import prompt_of
from tests.models.test_anthropic import SCHEMA, full_prompt

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # Inspect's own, of a package that it uses


def output(content: object = "8", *, stop: str = "stop", error: str | None = None, **more: object) -> Any:
    """Give an output with usage: without it the mock model counts tokens by a package that wants the network."""
    from inspect_ai.model import ModelOutput, ModelUsage

    given: Any = ModelOutput.from_content(model="mock-1", content=content, stop_reason=stop, error=error)  # type: ignore[arg-type]
    given.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=18, input_tokens_cache_read=3)
    for name, value in more.items():
        setattr(given.choices[0], name, value)
    return given


class Mock:
    """What the mock model is called with, and what it says."""

    def __init__(self, *outputs: object) -> None:
        self.outputs, self.messages, self.configs = list(outputs), [], []  # type: ignore[var-annotated]

    def __call__(self, messages: Any, tools: Any, choice: Any, config: Any) -> Any:
        self.messages.append(messages)
        self.configs.append(config)
        said = self.outputs[min(len(self.configs), len(self.outputs)) - 1]
        if isinstance(said, Exception):
            raise said
        return said


def asked(mock: Mock, prompt: Prompt, *, pictures: PictureStore | None = None, price: Price | None = None) -> Reply:
    connection = Connection(parameters={"custom_outputs": mock, "top_k": 7}, pictures=pictures, price=price)
    return connect("mockllm/model", connection=connection).answer(prompt)


def test_a_reply_has_text_usage_and_price() -> None:
    reply = asked(Mock(output()), prompt_of(), price=Price(input=1.0, output=0.0))
    assert (reply.text, reply.status, reply.model) == ("8", "answered", "mock-1")
    assert reply.usage == Usage(input=13, output=5, cost=13e-6, cached=3)


def test_the_prompt_goes_whole(tmp_path: Path) -> None:
    store, mock = PictureStore(tmp_path), Mock(output())
    asked(mock, full_prompt(store, schema=SCHEMA), pictures=store)
    system, user = mock.messages[0]
    assert (system.role, system.text, user.role) == ("system", "rules", "user")
    assert [part.type for part in user.content] == ["text", "image", "document", "text", "text"]
    assert user.content[1].image == "data:image/png;base64,cG5n"
    assert user.content[2].document == "data:application/pdf;base64,JVBERi0="
    config = mock.configs[0]
    assert (config.max_tokens, config.temperature, config.seed, config.top_k) == (4096, 0.0, None, 7)
    assert config.response_schema.json_schema.properties["a"].type == "integer"


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (("The total is 1,2", "max_tokens"), "truncated"),
        (("half", "model_length"), "truncated"),
        (("", "content_filter"), "filtered"),
        ((" ", "stop"), "empty"),
        (("<think>7", "stop"), "empty"),
    ],
)
def test_each_way_of_ending_has_its_status(said: tuple[str, str], status: str) -> None:
    assert asked(Mock(output(said[0], stop=said[1])), prompt_of()).status == status


def test_thinking_goes_into_its_own_field() -> None:
    from inspect_ai.model import ContentReasoning, ContentText

    reply = asked(Mock(output([ContentReasoning(reasoning="hm"), ContentText(text="8")])), prompt_of())
    assert (reply.text, reply.reasoning) == ("8", "hm")


def test_probabilities_come_where_they_are_asked_for() -> None:
    from inspect_ai.model import Logprob, Logprobs, TopLogprob

    tops = [TopLogprob(token="8", logprob=-0.1), TopLogprob(token="7", logprob=-2.3)]
    mock = Mock(output(logprobs=Logprobs(content=[Logprob(token="8", logprob=-0.1, top_logprobs=tops)])))
    reply = asked(mock, Prompt(messages=prompt_of().messages, alternatives=2))
    assert reply.tokens == (SaidToken(text="8", probability=0.904837, others={"7": 0.100259}),)
    assert (mock.configs[0].logprobs, mock.configs[0].top_logprobs) == (True, 2)


def test_what_a_provider_raises_is_a_provider_error() -> None:
    reply = asked(Mock(RuntimeError("no such model")), prompt_of())
    assert (reply.status, reply.text) == ("provider_error", "")
    assert "no such model" in reply.detail


def test_an_error_beside_the_text_is_a_provider_error() -> None:
    assert asked(Mock(output("", error="overloaded")), prompt_of()).status == "provider_error"


def test_many_threads_share_one_model() -> None:
    model = connect("mockllm/model", connection=Connection(parameters={"custom_outputs": Mock(output())}))
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(model.answer, [prompt_of(str(number)) for number in range(40)]))
    assert {reply.status for reply in replies} == {"answered"}


def test_a_provider_that_inspect_does_not_know_is_refused() -> None:
    with pytest.raises(UsageError, match="Inspect cannot open 'nobody/model'"):
        connect("nobody/model")


def test_without_the_package_the_install_line_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "inspect_ai.model", None)
    with pytest.raises(MissingDependency, match=r"pip install 'evidoc\[inspect\]'"):
        connect("mockllm/model")
