"""A model behind a service: what all services have in common, which is all but the form of request and reply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from evidoc.models._connection import Connection
from evidoc.models._post import Service
from evidoc.records.reply import Prompt, Reply, Usage


@dataclass(frozen=True, kw_only=True)
class Hosted:
    """A model behind an address that takes JSON.

    `write` makes the body of a request; `read` makes the reply of what comes back with status 200, and raises
    `Faulty` where it is none.
    """

    name: str
    service: Service
    connection: Connection
    write: Callable[[Prompt], bytes]
    read: Callable[[bytes], Reply]

    def answer(self, prompt: Prompt) -> Reply:
        """Ask once, in up to `max_tries` requests; what went wrong is the reply's status.

        A reply whose tokens all went into thinking is asked for once more with twice the limit
        (case E04); a text that was cut is kept as it is.
        """
        reply = self._ask(prompt)
        if reply.status != "truncated" or reply.text:
            return reply
        return together(reply, self._ask(msgspec.structs.replace(prompt, max_tokens=2 * prompt.max_tokens)))

    def _ask(self, prompt: Prompt) -> Reply:
        passed = self.connection.clock.passed
        body = self.write(prompt)
        started = passed()
        posted = self.service.post(body, name=prompt.id, read=self.read)
        seconds = round(passed() - started, 3)
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
        price = self.connection.price
        return usage if price is None else msgspec.structs.replace(usage, cost=price.of(usage))


def together(first: Reply, second: Reply) -> Reply:
    """Give the second reply with what both took."""
    seconds = round(first.seconds + second.seconds, 3)
    return msgspec.structs.replace(second, usage=first.usage + second.usage, seconds=seconds, tries=first.tries + second.tries)
