"""Models of any provider that Inspect knows, through the package inspect-ai (extra `inspect`)."""

from __future__ import annotations

import asyncio
import json
import threading
import weakref
from collections.abc import Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from evidoc.engines.inline import run
from evidoc.errors import MissingDependency, UsageError
from evidoc.models._connection import Connection
from evidoc.models._reading import MOST_DETAIL, final_text, probability
from evidoc.models._request import base64_of
from evidoc.records.reply import FilePart, Message, Part, Prompt, Reply, ReplyStatus, SaidToken, TextPart, Usage

if TYPE_CHECKING:
    from inspect_ai.model import ChatMessage, Content, GenerateConfig, Logprobs, Model, ModelOutput

FORM = "inspect:PROVIDER/NAME"

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Inspected:
    """A model of Inspect, asked from threads though Inspect itself is asynchronous.

    Inspect has its own layer of tries, so there is none here.
    """

    name: str
    model: Model
    connection: Connection
    loop: _Loop = field(default_factory=lambda: _Loop(), repr=False, compare=False)

    def answer(self, prompt: Prompt) -> Reply:
        """Ask once; whatever a provider's package raises is the reply's provider error."""
        passed = self.connection.clock.passed
        started = passed()
        (outcome,) = run(self._ask, [prompt])  # engines alone turn any exception into a record
        seconds = round(passed() - started, 3)
        if outcome.failure is not None or outcome.value is None:
            said = f"{outcome.failure.error}: {outcome.failure.message}" if outcome.failure else "no reply"
            return Reply(status="provider_error", model=self.name, seconds=seconds, detail=said[:MOST_DETAIL])
        price = self.connection.price
        reply = outcome.value
        usage = reply.usage if price is None else msgspec.structs.replace(reply.usage, cost=price.of(reply.usage))
        return msgspec.structs.replace(reply, model=reply.model or self.name, usage=usage, seconds=seconds)

    def _ask(self, prompt: Prompt) -> Reply:
        messages = [_message(message, self.connection) for message in prompt.messages]
        config = _config(prompt, self.connection)
        return _reply(self.loop.wait_for(self.model.generate(messages, config=config)))


def connect(name: str, *, base_url: str = "", connection: Connection | None = None) -> Inspected:
    """Give the model that Inspect knows as PROVIDER/NAME; its key comes from the variable that Inspect names.

    Those of the `parameters` that are settings of Inspect's `GenerateConfig` are used so, the others go to the provider.

    Raises:
        MissingDependency: inspect-ai, or the provider's own package, is not installed.
        UsageError: Inspect cannot set the model up so.
    """
    try:
        from inspect_ai.model import GenerateConfig, get_model
    except ImportError as error:
        raise MissingDependency("inspect-ai", extra="inspect", purpose=f"the model inspect:{name}") from error
    chosen = connection or Connection()
    arguments: Any = {key: value for key, value in chosen.parameters.items() if key not in GenerateConfig.model_fields}
    (outcome,) = run(partial(get_model, base_url=base_url or None, memoize=False, **arguments), [name])
    if outcome.failure is not None or outcome.value is None:
        said = outcome.failure.message if outcome.failure else "it gives none"
        raise UsageError(f"Inspect cannot open {name!r}: {' '.join(said.split())}; see Inspect's list of providers")
    return Inspected(name=f"inspect:{name}", model=outcome.value, connection=chosen)


class _Loop:
    """An event loop in a thread of its own, begun when it is first needed; the connections of a model belong to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def wait_for(self, coroutine: Coroutine[object, object, T]) -> T:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=_run_loop, args=(self._loop,), name="inspect", daemon=True).start()
                weakref.finalize(self, self._loop.call_soon_threadsafe, self._loop.stop)
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()


def _run_loop(loop: asyncio.AbstractEventLoop) -> None:
    loop.run_forever()
    loop.close()


def _config(prompt: Prompt, connection: Connection) -> GenerateConfig:
    from inspect_ai.model import GenerateConfig, ResponseSchema
    from inspect_ai.util import JSONSchema

    patience = connection.patience
    schema = None
    if prompt.answer_schema:
        schema = ResponseSchema(name="answer", json_schema=JSONSchema(**json.loads(prompt.answer_schema)), strict=True)
    config = GenerateConfig(
        max_tokens=prompt.max_tokens,
        temperature=prompt.temperature,
        seed=prompt.seed,
        logprobs=True if prompt.alternatives else None,
        top_logprobs=prompt.alternatives or None,
        response_schema=schema,
        max_retries=patience.max_tries - 1,
        timeout=int(patience.deadline) or 1,
        attempt_timeout=int(patience.silence) or 1,
    )
    chosen = {name: value for name, value in connection.parameters.items() if name in GenerateConfig.model_fields}
    return config.model_copy(update=chosen)


def _message(message: Message, connection: Connection) -> ChatMessage:
    from inspect_ai.model import ChatMessageAssistant, ChatMessageSystem, ChatMessageUser

    content = [_content(part, connection) for part in message.parts]
    if message.role == "system":
        return ChatMessageSystem(content=content)
    return ChatMessageAssistant(content=content) if message.role == "assistant" else ChatMessageUser(content=content)


def _content(part: Part, connection: Connection) -> Content:
    from inspect_ai.model import ContentDocument, ContentImage, ContentText

    if isinstance(part, TextPart):
        return ContentText(text=part.text)
    if isinstance(part, FilePart):
        document = f"data:{part.media_type};base64,{base64_of(connection.load(part.sha256, '.pdf'))}"
        return ContentDocument(document=document, filename=part.name, mime_type=part.media_type)
    return ContentImage(image=f"data:image/png;base64,{base64_of(connection.load(part.sha256, '.png'))}")


def _reply(output: ModelOutput) -> Reply:
    if not output.choices:
        return Reply(
            status="provider_error", model=output.model, detail=(output.error or "the reply has no choices")[:MOST_DETAIL]
        )
    choice = output.choices[0]
    parts = choice.message.content
    thought = [] if isinstance(parts, str) else [part.reasoning for part in parts if part.type == "reasoning" and part.reasoning]
    final = final_text(choice.message.text, thought=thought)
    status, detail = _status(output, text=final.text)
    return Reply(
        text=final.text,
        status=status,
        reasoning=final.reasoning,
        usage=_counted(output),
        model=output.model,
        detail=detail,
        tokens=_tokens(choice.logprobs),
    )


def _status(output: ModelOutput, *, text: str) -> tuple[ReplyStatus, str]:
    reason = output.stop_reason
    if reason == "content_filter":
        return "filtered", (output.error or "the provider's filter stopped the reply")[:MOST_DETAIL]
    if reason in ("max_tokens", "model_length"):
        return "truncated", f"the reply was cut ({reason})"
    if output.error:
        return "provider_error", output.error[:MOST_DETAIL]
    if not text.strip():
        return "empty", f"the reply has no text (stop reason {reason})"
    return "answered", ""


def _counted(output: ModelOutput) -> Usage:
    """Count all tokens that were read: Inspect gives those of a provider's cache apart."""
    usage = output.usage
    if usage is None:
        return Usage()
    read = usage.input_tokens + (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)
    cached = usage.input_tokens_cache_read or 0
    return Usage(input=read, output=usage.output_tokens, cost=usage.total_cost, cached=cached)


def _tokens(given: Logprobs | None) -> tuple[SaidToken, ...]:
    return tuple(
        SaidToken(
            text=token.token,
            probability=probability(token.logprob),
            others={other.token: probability(other.logprob) for other in token.top_logprobs or () if other.token != token.token},
        )
        for token in (given.content if given else ())
    )
