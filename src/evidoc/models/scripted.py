"""A model that says what it is told to: answers from a list or a function, for tests and rehearsals."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from evidoc.errors import UsageError
from evidoc.records.reply import Prompt, Reply

Answers = Sequence[str | Reply] | Callable[[Prompt], str | Reply]


class Scripted:
    """A model with given answers; `asked` keeps the prompts in the order in which they came."""

    def __init__(self, answers: Answers, *, name: str = "scripted") -> None:
        """Take answers one by one from a list, or each from a function of the prompt."""
        self.name = name
        self.asked: list[Prompt] = []
        self._answers = answers
        self._lock = threading.Lock()

    def answer(self, prompt: Prompt) -> Reply:
        """Give the next answer.

        Raises:
            UsageError: The list has no further answer.
        """
        with self._lock:
            place = len(self.asked)
            self.asked.append(prompt)
        answer = self._answers(prompt) if callable(self._answers) else self._listed(place)
        if isinstance(answer, Reply):
            return answer
        return Reply(text=answer, status="answered" if answer.strip() else "empty", model=self.name)

    def _listed(self, place: int) -> str | Reply:
        assert not callable(self._answers)
        if place >= len(self._answers):
            raise UsageError(f"prompt {place + 1} of a script with {len(self._answers)} answers; give it more")
        return self._answers[place]


def connect(name: str = "scripted", *, answers: Answers) -> Scripted:
    """Give a model that answers from a list or a function."""
    return Scripted(answers, name=name)
