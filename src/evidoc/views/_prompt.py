"""How a prompt is put together: our words first, the material between marks, the question last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from evidoc.records.item import Item
from evidoc.records.record import content_id
from evidoc.records.reply import Message, Part, Prompt, TextPart, Truncation, View
from evidoc.views._context import Context
from evidoc.views._words import words

_TAG_OF_ONE = '<bbox page="1" x1="…" y1="…" x2="…" y2="…" />'
_TAG_OF_MANY = '<bbox doc="1" page="1" x1="…" y1="…" x2="…" y2="…" />'


def mark_of(item: Item) -> str:
    """Give what our lines start with: a digest that no document can know, as it stands for all their bytes (case I06)."""
    return content_id("m", [link.id for link in item.documents])[2:10]


def prompt_of(item: Item, context: Context, *, parts: Sequence[Part], places: bool = False) -> Prompt:
    """Give the prompt that shows these parts of the documents, and then the question.

    Without parts there are no documents, so nothing is said of reading or citing them.
    `places` explains the numbers that stand before each element of a text.
    """
    instructions = _instructions(item, context, places=places) if parts else ""
    question = words("question", _language(item, context), filled={"question": item.question, "contract": item.contract})
    user = Message(role="user", parts=tuple(_joined([*parts, TextPart(text=question)])))
    system = (Message(role="system", parts=(TextPart(text=instructions),)),) if instructions else ()
    return Prompt(messages=(*system, user))


def view_of(item: Item, context: Context, *, parts: Sequence[Part], truncated: Truncation, places: bool = False) -> View:
    """Give the prompt with the report of what was cut."""
    return View(prompt=prompt_of(item, context, parts=parts, places=places), truncated=truncated)


def _language(item: Item, context: Context) -> str:
    return context.language or item.language


def _instructions(item: Item, context: Context, *, places: bool) -> str:
    language = _language(item, context)
    paragraphs = [words("material", language, filled={"mark": mark_of(item)})]
    if context.cite:
        several = len(item.documents) > 1
        rules = [words("citing", language, filled={"tag": _TAG_OF_MANY if several else _TAG_OF_ONE})]
        rules += [words("numbering", language)] * several + [words("places", language)] * places
        paragraphs.append("\n".join(rules))
    return "\n\n".join(paragraphs)


def _joined(parts: Iterable[Part]) -> list[Part]:
    """Join neighbouring texts into one part: some servers take no more than one between two pictures."""
    joined: list[Part] = []
    for is_text, run in groupby(parts, key=lambda part: isinstance(part, TextPart)):
        if is_text:
            joined.append(TextPart(text="\n\n".join(part.text for part in run if isinstance(part, TextPart))))
        else:
            joined.extend(run)
    return joined
