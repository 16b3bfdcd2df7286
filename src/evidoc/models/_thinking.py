"""Parting what a model thought from what it says. Source: case E02."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAMES = "think|thinking|thought|thoughts|reasoning"
_OPENS = re.compile(rf"\s*<({_NAMES})>", re.IGNORECASE)
# A chat template may open the tag itself, so that the reply has only its end, on a line's end. Within
# a line it is more likely spoken of.
_ENDS_ALONE = re.compile(rf"</(?:{_NAMES})>[ \t]*(?:\r?\n|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Spoken:
    """The final part of a reply, what was thought before it, and whether there is a final part at all."""

    text: str
    reasoning: str = ""
    is_final: bool = True


def part_thinking(raw: str) -> Spoken:
    """Part the thinking at the beginning of a reply from the rest; tags that are only spoken of stay.

    Thinking that never ends leaves no final answer, so that a draft in it is not taken for one.
    """
    thought: list[str] = []
    text = raw
    while opening := _OPENS.match(text):
        closing = re.compile(rf"</{opening[1]}>", re.IGNORECASE).search(text, opening.end())
        if closing is None:
            return Spoken(text="", reasoning="\n".join([*thought, text[opening.end() :].strip()]), is_final=False)
        thought.append(text[opening.end() : closing.start()].strip())
        text = text[closing.end() :]
    if not thought and (alone := _ENDS_ALONE.search(text)):
        thought.append(text[: alone.start()].strip())
        text = text[alone.end() :]
    return Spoken(text=text.strip() if thought else text, reasoning="\n".join(thought))
