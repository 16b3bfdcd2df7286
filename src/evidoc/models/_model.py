"""What a model is."""

from __future__ import annotations

from typing import Protocol

from evidoc.records.reply import Prompt, Reply


class Model(Protocol):
    """What answers prompts. `answer` may be called from several threads at once."""

    @property
    def name(self) -> str:
        """The model's name, as a run keeps it."""
        ...

    def answer(self, prompt: Prompt) -> Reply:
        """Answer a prompt; what went wrong with it is the reply's status, not an exception.

        Raises:
            BudgetSpent: The whole job has used what it may, so nothing was asked.
        """
        ...
