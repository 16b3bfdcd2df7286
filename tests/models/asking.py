"""Prompts, a clock that only tests move, and models at a local server."""

from __future__ import annotations

from dataclasses import dataclass, field

from evidoc.models import Clock, Connection, Patience
from evidoc.models._hosted import Hosted
from evidoc.models.openai import connect
from evidoc.records.reply import Message, Prompt, TextPart

QUICK = Patience(first_wait=0.001, longest_wait=0.01, silence=5.0, deadline=20.0)


@dataclass
class FakeTime:
    """Time that passes only by sleeping; `slept` are the waits."""

    start: float = 1_000_000.0
    slept: list[float] = field(default_factory=list)

    @property
    def clock(self) -> Clock:
        return Clock(sleep=self.slept.append, passed=lambda: sum(self.slept), now=lambda: self.start + sum(self.slept))


def prompt_of(text: str = "What is it?", *, schema: str = "") -> Prompt:
    return Prompt(messages=(Message(role="user", parts=(TextPart(text=text),)),), answer_schema=schema)


def model_at(url: str, *, connection: Connection | None = None) -> Hosted:
    return connect("stub", base_url=url, connection=connection or Connection(patience=QUICK))
