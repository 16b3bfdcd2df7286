"""Rewording a question by a model, under locks: what the answer hangs on stays as it is, or the first wording does.

The question that a program wrote is right; the model only makes it read better. Source: X-19, CV-37, SD-89.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from evidoc.kit import Kit
from evidoc.models.structured import ask_json
from evidoc.records.reply import Message, Prompt, TextPart
from evidoc.wording import Wording, fenced

_WORDING = Wording("evidoc.recipes")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST = 2.0  # times the first wording: more is an explanation
_SHORT = 40  # characters that any wording may have besides


class Reworded(msgspec.Struct, frozen=True):
    """What the model answers."""

    question: str


@dataclass(frozen=True, slots=True)
class Rewording:
    """A question and where its wording is from: a step for the item's trace, empty where no model was asked."""

    question: str
    step: str = ""


def reworded(question: str, *, locked: Sequence[str], kit: Kit) -> Rewording:
    """Give the question as the writer words it, or as it is where there is no writer or a lock is broken.

    `locked` are spans that must stand in it letter by letter. Numbers, quoted phrases and words with capital letters
    must be the same and as many.
    """
    writer = kit.model("writer")
    if writer is None:
        return Rewording(question)
    prompt = Prompt(
        messages=(
            Message(role="system", parts=(TextPart(text=_WORDING.words("rewording")),)),
            Message(role="user", parts=(TextPart(text=fenced("question", question)),)),
        ),
        max_tokens=400,
    )
    said = ask_json(writer, prompt, Reworded)
    by = f"{writer.name}, {_WORDING.version('rewording')}, {prompt.id}"
    if said.value is None:
        return Rewording(question, f"reword: kept as it was, {said.how} ({by})")
    wording = " ".join(said.value.question.split())
    broken = next(_broken(question, wording, locked), "")
    if broken:
        return Rewording(question, f"reword: kept as it was, {broken} ({by})")
    return Rewording(wording, f"reword: “{question}” ({by})")


def _broken(before: str, after: str, locked: Sequence[str]) -> Iterator[str]:
    """Say what of a question its rewording has lost or gained."""
    if not after.endswith(("?", "？")) or re.search(r"[?？].*[?？]", after):
        yield "not one question"
    if len(after) > _LONGEST * len(before) + _SHORT:
        yield "too long"
    yield from (f"without {span!r}" for span in locked if span in before and span not in after)
    for name, pattern in (("numbers", _NUMBER), ("quotes", _QUOTED)):
        if Counter(pattern.findall(before)) != Counter(pattern.findall(after)):
            yield f"other {name}"
    if _names(before) != _names(after):
        yield "other names"


def _names(question: str) -> Counter[str]:
    """Count the words with capital letters; the first word of a sentence counts only with further capitals."""
    words = _WORD.findall(question)
    return Counter(word for place, word in enumerate(words) if _has_capital(word if place else word[1:]))


def _has_capital(word: str) -> bool:
    return word.lower() != word
