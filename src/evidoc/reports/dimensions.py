"""The ways in which a report parts the items: each gives an item its value, as people read it."""

from __future__ import annotations

from evidoc.records.item import Item
from evidoc.reports.words import DIMENSIONS

_NOT_STATED = "not stated"


def values_of(item: Item, *, kind: str) -> dict[str, str]:
    """Give an item's value in each dimension; `kind` is that of the document its evidence is in."""
    return {
        "document_kind": item.measures.file_type or kind or "unknown",
        "question_type": question_type(item),
        "answer_kind": item.answer.kind.replace("_", " "),
        "modality": item.measures.modality or _NOT_STATED,
        "depth": _stated(item.measures.depth),
        "charts": _stated(item.measures.charts),
        "evidence": _amount(len(item.evidence)),
        "pages": _amount(item.measures.pages_spanned or _pages(item)),
        "language": item.language or _NOT_STATED,
    }


def _stated(number: int | None) -> str:
    return _NOT_STATED if number is None else str(number)


def question_type(item: Item) -> str:
    """Give the narrowest label that the recipe put on an item."""
    task = item.task
    return (task.category or task.subtask or task.group or task.family).replace("_", " ")


def names() -> tuple[str, ...]:
    """Give the names of all dimensions, in the order shown."""
    return tuple(DIMENSIONS)


def rank(value: str, *, items: int) -> tuple[int, int, str]:
    """Order values: counted ones by number ("4 and more" by its 4), then others by how many items they have."""
    number = value.removesuffix(" and more")
    return (0, int(number), value) if number.isdecimal() else (1, -items, value)


def _pages(item: Item) -> int:
    return len({(evidence.document, box.page) for evidence in item.evidence for box in evidence.boxes})


def _amount(number: int) -> str:
    if number == 0:
        return "none"
    return str(number) if number < 4 else "4 and more"
