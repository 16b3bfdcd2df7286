"""The question does not give its answer away."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from evidoc.checks import rejected
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item, Verdict

_NUMBER = re.compile(r"(?<![\w.,])[-−]?\d[\d,]*(?:\.\d+)?(?![\w.]*\d)")
_ONE_DIGIT = 10  # a single digit also stands in names ("Scope 1") and gives nothing away


def check(item: Item, corpus: Corpus, kit: Kit) -> Verdict | None:
    """Reject an item with `answer_in_question`, but for yes or no and for choices among what the question names."""
    if item.answer.kind in ("yes_no", "choice") or _is_choice(item):
        return None
    values = item.answer.value if isinstance(item.answer.value, tuple) else (item.answer.value,)
    leaked = _numbers_leaked(item) if item.answer.kind == "number" else [value for value in values if _says(item.question, value)]
    return rejected("leak", "answer_in_question", leaked[0]) if leaked else None


def _is_choice(item: Item) -> bool:
    """Say whether the answer is one of the names that the question offers."""
    offered = next((slot.value for slot in item.construction.slots if slot.name == "names"), "")
    return isinstance(item.answer.value, str) and item.answer.value in re.split(r", | or ", offered)


def _numbers_leaked(item: Item) -> list[str]:
    try:
        answer = Decimal(str(item.answer.value))
    except InvalidOperation:
        return []
    if answer == answer.to_integral_value() and abs(answer) < _ONE_DIGIT and f"{abs(answer):f}%" not in item.question:
        return []
    return [found[0] for found in _NUMBER.finditer(item.question) if _value(found[0]) == abs(answer)]


def _value(text: str) -> Decimal:
    return abs(Decimal(text.replace(",", "").replace("−", "-")))


def _says(question: str, value: str) -> bool:
    answer, asked = (" ".join(re.findall(r"\w+", text.lower())) for text in (value, question))
    return bool(answer) and f" {answer} " in f" {asked} "
