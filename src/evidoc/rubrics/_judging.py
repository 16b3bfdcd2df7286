"""Asking a judge for marks, three times at most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from evidoc.models import Model
from evidoc.models.structured import Structured, ask_json
from evidoc.records.reply import ImagePart, Message, Prompt, SaidToken, TextPart
from evidoc.rubrics._case import Judged, Mark
from evidoc.wording import Wording, fenced

T = TypeVar("T", bound=msgspec.Struct)

WORDING = Wording("evidoc.rubrics")
TRIES = 3
_TOKENS = 700  # of a reply: a few marks with a sentence each; a schema's grammar allows white space
_ALTERNATIVES = 5  # other tokens asked for in the place of each, where marks are weighed by probability


def asked(name: str, parts: dict[str, str], *, pictures: Sequence[ImagePart] = (), weighed: bool = False) -> Prompt:
    """Give the prompt of a rubric: its wording as instruction, then each part between its own marks."""
    shown = "\n\n".join(f"{label}:\n{fenced(label.replace(' ', '-'), text)}" for label, text in parts.items())
    return Prompt(
        messages=(
            Message(role="system", parts=(TextPart(text=WORDING.words(name)),)),
            Message(role="user", parts=(TextPart(text=shown), *pictures)),
        ),
        max_tokens=_TOKENS,
        alternatives=_ALTERNATIVES if weighed else msgspec.UNSET,
    )


def judged(
    name: str, prompt: Prompt, model: Model, kind: type[T], *, marks: Callable[[T, Structured[T]], tuple[Mark, ...]]
) -> Judged:
    """Ask for a record of a kind and read the marks out of it."""
    said = ask_json(model, prompt, kind, tries=TRIES)
    rubric = WORDING.version(name)
    if said.value is None:
        detail = f"{said.how} in {len(said.replies)} tries: {said.fault}" if said.fault else said.how
        return Judged(rubric=rubric, status="unscored", detail=detail, model=model.name, prompt=prompt.id, usage=said.usage)
    given = marks(said.value, said)
    return Judged(rubric=rubric, marks=given, model=model.name, prompt=prompt.id, usage=said.usage)


def expected_mark(tokens: Sequence[SaidToken], scale: range) -> float | None:
    """Give the mean of the marks of a scale by the probabilities of the token that said one; the last such token counts.

    None where the service gave no probabilities, or no token is a mark. Source: PQ-40, G-Eval's weighted sum.
    """
    for token in reversed(tokens):
        if _mark(token.text, scale) is None:
            continue
        weights: dict[int, float] = {}
        for text, probability in {**token.others, token.text: token.probability}.items():
            mark = _mark(text, scale)
            if mark is not None:
                weights[mark] = weights.get(mark, 0.0) + probability
        total = sum(weights.values())
        return sum(mark * weight for mark, weight in weights.items()) / total if total > 0 else None
    return None


def _mark(text: str, scale: range) -> int | None:
    stripped = text.strip(' \t\n"')
    return int(stripped) if stripped.isdecimal() and stripped.isascii() and int(stripped) in scale else None
