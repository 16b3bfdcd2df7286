"""What is right: all texts that are, and the reply that a perfect system would give, which every scorer must call right."""

from __future__ import annotations

import json
from collections.abc import Sequence

from evidoc.answers.list import read_list
from evidoc.answers.number import same_number
from evidoc.answers.region import write_citation
from evidoc.records.geometry import Page
from evidoc.records.item import Answer, Item

_SCALE_WORDS = {2: "hundred", 3: "thousand", 6: "million", 9: "billion", 12: "trillion"}
_GLUED = frozenset({"%", "x"})


def gold_text(answer: Answer) -> str:
    """Give the answer as a good reply would write it: a number with its scale and unit, a list with commas."""
    if isinstance(answer.value, tuple):
        return _list_text(answer.value)
    return _number_text(answer) if answer.kind == "number" else answer.value


def right_texts(answer: Answer) -> tuple[str, ...]:
    """Give all texts that are right: the value, the same with its unit or as a list, and the aliases."""
    value = answer.value if isinstance(answer.value, str) else ", ".join(answer.value)
    return tuple(dict.fromkeys((value, gold_text(answer), *answer.aliases)))


def gold_reply(item: Item, pages_by_document: Sequence[Sequence[Page]]) -> str:
    """Give the answer followed by a citation of every evidence box that is no distractor, each once.

    `pages_by_document` are the pages of the item's documents, in their order.
    """
    numbers = {document.id: number for number, document in enumerate(item.documents, 1)}
    many = len(item.documents) > 1
    tags = dict.fromkeys(
        write_citation(numbers[evidence.document], box, pages_by_document[numbers[evidence.document] - 1][box.page], many=many)
        for evidence in item.needed
        if evidence.document in numbers
        for box in evidence.boxes
    )
    return " ".join((gold_text(item.answer), *tags))


def _number_text(answer: Answer) -> str:
    """Write scale and unit where they read back as the same number; a bare number is meant as it was asked for."""
    scale = _SCALE_WORDS.get(answer.scale, "")
    unit = answer.unit if answer.unit in _GLUED else f" {answer.unit}" if answer.unit else ""
    full = f"{answer.value}{' ' if scale else ''}{scale}{unit}"
    return full if (scale or not answer.scale) and same_number(full, answer) else str(answer.value)


def _list_text(entries: tuple[str, ...]) -> str:
    """Write entries with commas, or as a JSON array where that would not read back."""
    text = ", ".join(entries)
    return text if entries and read_list(text) == list(entries) else json.dumps(list(entries), ensure_ascii=False)
