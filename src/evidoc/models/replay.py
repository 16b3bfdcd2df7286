"""A model that answers from a recorded run, by the id of the prompt; it asks nobody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evidoc.errors import InvalidRecord
from evidoc.models._connection import Connection
from evidoc.records.record import from_json
from evidoc.records.reply import Prompt, Reply
from evidoc.records.score import Run

FORM = "replay:FILE"


@dataclass(frozen=True)
class Replay:
    """Recorded replies by prompt id, found by their place in the file."""

    name: str
    path: Path
    places: dict[str, int]

    def answer(self, prompt: Prompt) -> Reply:
        """Give the recorded reply; a prompt that was not recorded is not asked."""
        place = self.places.get(prompt.id)
        if place is None:
            detail = f"prompt {prompt.id} is not in {self.path.name}; record it with the real model first"
            return Reply(status="not_asked", model=self.name, tries=0, detail=detail)
        run = self._row(place)
        return Reply(
            text=run.text,
            status=run.status,
            reasoning=run.reasoning,
            usage=run.usage,
            model=self.name,
            seconds=run.seconds,
            tries=run.tries,
            detail=run.detail,
        )

    def _row(self, place: int) -> Run:
        with self.path.open("rb") as file:
            file.seek(place)
            return from_json(file.readline(), Run, place=f"{self.path}: byte {place}")


def connect(name: str, *, base_url: str = "", connection: Connection | None = None) -> Replay:
    """Give a model that answers from the `replies.jsonl` of a run, which the name is the path of.

    Raises:
        InvalidRecord: There is no such file, or a line of it is not a reply.
    """
    path = Path(name)
    return Replay(name=f"replay:{path.name}", path=path, places=dict(_places(path)))


def _places(path: Path) -> Iterator[tuple[str, int]]:
    if not path.is_file():
        raise InvalidRecord(f"{path}: no such file; give the replies.jsonl of a run")
    place = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            prompt = from_json(line, Run, place=f"{path}:{number}").prompt
            if prompt:
                yield prompt, place
            place += len(line)
