"""Models behind an OpenAI-compatible chat completion address, with text and pictures."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from evidoc.errors import UsageError
from evidoc.models._pacing import Pace
from evidoc.models._post import Clock, Patience, Service
from evidoc.models._price import Price
from evidoc.models._reading import read_completion
from evidoc.models._request import request_body
from evidoc.records.reply import Prompt, Reply, Usage

if TYPE_CHECKING:
    import httpx

    from evidoc.pages.picture import PictureStore

OPENAI = "https://api.openai.com/v1"
KEY = "OPENAI_API_KEY"


@dataclass(frozen=True, kw_only=True)
class Connection:
    """How a model is reached.

    `parameters` are further fields of each request; one of None takes a field of ours away. `prices`
    are US dollars by model name. `transport` replaces the network in tests.
    """

    parameters: Mapping[str, object] = field(default_factory=dict)
    prices: Mapping[str, Price] = field(default_factory=dict)
    patience: Patience = Patience()
    clock: Clock = Clock()
    pace: Pace | None = None
    transport: httpx.BaseTransport | None = None


@dataclass(frozen=True, kw_only=True)
class OpenAICompatible:
    """A model behind a chat completion address."""

    name: str
    service: Service
    connection: Connection
    limit: str = "max_tokens"
    pictures: PictureStore | None = None

    def answer(self, prompt: Prompt) -> Reply:
        """Ask once, in up to `max_tries` requests; what went wrong is the reply's status.

        A reply whose tokens all went into thinking is asked for once more with twice the limit
        (case E04); a text that was cut is kept as it is.
        """
        reply = self._ask(prompt)
        if reply.status != "truncated" or reply.text:
            return reply
        return _together(reply, self._ask(msgspec.structs.replace(prompt, max_tokens=2 * prompt.max_tokens)))

    def _ask(self, prompt: Prompt) -> Reply:
        parameters = self.connection.parameters
        body = request_body(prompt, model=self.name, limit=self.limit, parameters=parameters, load=self._load)
        started = self.connection.clock.passed()
        posted = self.service.post(body, name=prompt.id, read=read_completion)
        seconds = round(self.connection.clock.passed() - started, 3)
        if posted.value is None:
            return Reply(status="provider_error", model=self.name, seconds=seconds, tries=posted.tries, detail=posted.fault)
        return msgspec.structs.replace(
            posted.value,
            model=posted.value.model or self.name,
            usage=self._priced(posted.value.usage),
            seconds=seconds,
            tries=posted.tries,
        )

    def _priced(self, usage: Usage) -> Usage:
        price = self.connection.prices.get(self.name)
        return usage if price is None else msgspec.structs.replace(usage, cost=price.of(usage))

    def _load(self, sha256: str) -> bytes:
        if self.pictures is None:
            raise UsageError("the prompt has pictures; connect the model with the PictureStore that keeps them")
        return self.pictures.load(sha256)


def connect(
    name: str, *, base_url: str = "", connection: Connection | None = None, pictures: PictureStore | None = None
) -> OpenAICompatible:
    """Give the model of a name at an address; OpenAI's own where none is given.

    The key comes from OPENAI_API_KEY; a server of one's own may need none.

    Raises:
        UsageError: There is no key for OpenAI, or the address or key cannot be used.
    """
    chosen = connection or Connection()
    key = os.environ.get(KEY, "").strip()
    if not key and not base_url:
        raise UsageError(f"no key for model {name!r}: {KEY} is not set; set it, or give the address of your own server")
    service = Service(
        url=f"{(base_url or OPENAI).rstrip('/')}/chat/completions",
        secret=key,
        patience=chosen.patience,
        clock=chosen.clock,
        pace=chosen.pace,
        transport=chosen.transport,
    )
    # OpenAI's newer models refuse the old name of the limit, and other servers do not know the new one.
    limit = "max_tokens" if base_url else "max_completion_tokens"
    return OpenAICompatible(name=name, service=service, connection=chosen, limit=limit, pictures=pictures)


def _together(first: Reply, second: Reply) -> Reply:
    """Give the second reply with what both took."""
    costs = [reply.usage.cost for reply in (first, second) if reply.usage.cost is not None]
    usage = Usage(
        input=first.usage.input + second.usage.input,
        output=first.usage.output + second.usage.output,
        cost=sum(costs) if costs else None,
    )
    seconds = round(first.seconds + second.seconds, 3)
    return msgspec.structs.replace(second, usage=usage, seconds=seconds, tries=first.tries + second.tries)
