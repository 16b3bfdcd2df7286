"""What a whole job may cost, in US dollars and tokens."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import msgspec

from evidoc.errors import BudgetSpent
from evidoc.models._model import Model
from evidoc.records.reply import Prompt, Reply, Usage

_CHARACTERS_A_TOKEN = 4


@dataclass(kw_only=True)
class Budget:
    """Counts what has been used, for all threads of a job; a limit of None is none.

    Calls in flight when a limit is reached are still paid for, so a job may go over by one call a worker.
    """

    max_cost: float | None = None
    max_tokens: int | None = None
    cost: float = 0.0
    tokens: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False, compare=False)

    @property
    def is_spent(self) -> bool:
        """Whether a limit is reached."""
        return bool(self.reached)

    @property
    def reached(self) -> str:
        """Which limit is reached, in words; nothing while neither is."""
        if self.max_cost is not None and self.cost >= self.max_cost:
            return f"the limit of {self.max_cost:g} US dollars is reached"
        if self.max_tokens is not None and self.tokens >= self.max_tokens:
            return f"the limit of {self.max_tokens:,} tokens is reached"
        return ""

    def check(self) -> None:
        """Let a call pass while there is something left.

        Raises:
            BudgetSpent: A limit is reached.
        """
        if self.reached:
            raise BudgetSpent(f"{self.reached}; raise it and go on with --resume")

    def take(self, usage: Usage) -> None:
        """Count what a call took."""
        with self._lock:
            self.cost += usage.cost or 0.0
            self.tokens += usage.input + usage.output


@dataclass(frozen=True)
class Budgeted:
    """A model whose calls count against a budget."""

    model: Model
    budget: Budget

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.model.name

    def answer(self, prompt: Prompt) -> Reply:
        """Ask while the budget lasts.

        Raises:
            BudgetSpent: It does not.
        """
        self.budget.check()
        reply = self.model.answer(prompt)
        self.budget.take(_counted(reply, prompt))
        return reply


def _counted(reply: Reply, prompt: Prompt) -> Usage:
    """Guess the tokens of a reply that does not tell, so that a limit holds with every service."""
    usage = reply.usage
    if usage.input or usage.output or reply.status == "provider_error":
        return usage
    written = len(reply.text) + len(reply.reasoning)
    guessed = {"input": len(prompt.text) // _CHARACTERS_A_TOKEN, "output": written // _CHARACTERS_A_TOKEN}
    return msgspec.structs.replace(usage, **guessed)
