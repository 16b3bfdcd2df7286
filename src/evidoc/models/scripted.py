"""A model that says what it is told to: answers from a script file, a list or a function, for tests and rehearsals."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.errors import InvalidRecord, UsageError
from evidoc.models._connection import Connection
from evidoc.records.record import Record, from_json
from evidoc.records.reply import Prompt, Reply, ReplyStatus, SaidToken

FORM = "scripted:FILE"

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


class Line(Record, frozen=True, kw_only=True):
    """One line of a script: what is said where all of `contains` stands in the prompt, anywhere where there is none."""

    text: str = ""
    contains: str | tuple[str, ...] = ()
    status: ReplyStatus = "answered"
    tokens: tuple[SaidToken, ...] = ()

    def suits(self, asked: str) -> bool:
        """Say whether the line is for a prompt with these words."""
        wanted = (self.contains,) if isinstance(self.contains, str) else self.contains
        return all(words in asked for words in wanted)


@dataclass(frozen=True)
class Script:
    """A model whose answers follow from the prompt alone, in whatever order and process it is asked."""

    name: str
    lines: tuple[Line, ...]

    def answer(self, prompt: Prompt) -> Reply:
        """Say what the first line says that suits the prompt; without one nothing is asked."""
        line = next((line for line in self.lines if line.suits(prompt.text)), None)
        if line is None:
            return Reply(status="not_asked", model=self.name, tries=0, detail="no line of the script suits the prompt")
        status = "empty" if line.status == "answered" and not line.text.strip() else line.status
        return Reply(text=line.text, status=status, model=self.name, tokens=line.tokens)


def connect(name: str, *, base_url: str = "", connection: Connection | None = None) -> Script:
    """Give the model of a script, which the name is the path of: JSON lines `{"contains": …, "text": …}`.

    Raises:
        InvalidRecord: There is no such file, or a line of it is none of a script.
    """
    path = Path(name)
    if not path.is_file():
        raise InvalidRecord(f'{path}: no such script; write lines of {{"contains": "words of the prompt", "text": "the reply"}}')
    with path.open("rb") as file:
        lines = tuple(from_json(raw, Line, place=f"{path}:{number}") for number, raw in enumerate(file, 1) if raw.strip())
    return Script(name=f"scripted:{path.name}", lines=lines)
