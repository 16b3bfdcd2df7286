"""Parting what a model thought from what it says; replies and scorers must part them alike. Source: case E02."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAMES = "think|thinking|thought|thoughts|reasoning|reflection|scratchpad"
_TAG = re.compile(rf"<(?P<end>/?)(?:{_NAMES})>", re.IGNORECASE)
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
    if "<" not in raw:
        return Spoken(raw)
    text = raw.lstrip()
    tags = list(_TAG.finditer(text))
    if tags and tags[0].start() == 0 and not tags[0]["end"]:
        return _after_block(text, tags)
    alone = _ENDS_ALONE.search(text)
    if alone and tags[0].start() == alone.start():
        return Spoken(text[alone.end() :].strip(), reasoning=text[: alone.start()].strip())
    return Spoken(raw)


def _after_block(text: str, tags: list[re.Match[str]]) -> Spoken:
    """Part at the end of the thinking that begins the text; parts may be nested or follow each other."""
    depth = 0
    for number, tag in enumerate(tags):
        depth += -1 if tag["end"] else 1
        following = tags[number + 1] if number + 1 < len(tags) else None
        goes_on = following is not None and not following["end"] and not text[tag.end() : following.start()].strip()
        if depth == 0 and not goes_on:
            return Spoken(text[tag.end() :].strip(), reasoning=_TAG.sub("", text[: tag.end()]).strip())
    return Spoken("", reasoning=_TAG.sub("", text).strip(), is_final=False)
