"""Whether a reply gives DocHop's answer: by the published rule, faults included, and strictly by the kind of answer.

The published rule compares the last numbers of both sides within 1 % wherever there are any, so "Item 2" is right for
"Product 2". The strict one takes numbers for numbers only where the answer is one, whole ones exactly unless the item
allows a tolerance. Source: DH-63 to DH-68; formats.md, section 6. Metrics: `dochop_official`, `dochop_strict`.
"""

from __future__ import annotations

import math
import re

from evidoc.answers.explained import number_parts, stated_parts
from evidoc.answers.gold import right_texts
from evidoc.answers.list import read_list, same_list
from evidoc.answers.number import same_number
from evidoc.answers.statement import states
from evidoc.answers.text import says
from evidoc.answers.yes_no import read_yes_no
from evidoc.kit import Kit
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.records.score import Scored
from evidoc.scorers._reply import answer_only, note

VERSION = "2"
_MARKER = re.compile(r"the answer is[:\s]*(.+?)$", re.IGNORECASE | re.MULTILINE)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_RELATIVE, _ABSOLUTE = 0.01, 1e-3  # of the published evaluator
_LONGEST_LINE = 2_000  # characters; a longer line is no answer, and int-like floods would overflow a float


def score(item: Item, reply: Reply, kit: Kit, *, ordered: bool = False) -> Scored:
    """Score a reply both ways; `ordered` says that the order of a list counts (DH-67)."""
    text = answer_only(reply)
    said = official_answer(text)
    official = any(official_is_correct(said, gold) for gold in right_texts(item.answer))
    strict = is_right(text, item, ordered=ordered)
    return Scored(metrics={"dochop_official": float(official), "dochop_strict": float(strict)}, detail={"said": note(said)})


def official_answer(reply: str) -> str:
    """Give what follows the last "The answer is", cleaned of one final point, asterisks and backticks; else the last line."""
    found = _MARKER.findall(reply)
    if not found:
        return reply.strip().rpartition("\n")[2].strip()
    answer = str(found[-1]).strip()
    answer = answer[:-1] if answer.endswith(".") else answer
    return answer.replace("*", "").replace("`", "").strip()


def official_is_correct(said: str, gold: str) -> bool:
    """Compare as the published evaluator does: the same words in any case, else the last numbers of both within 1 %."""
    said, gold = _bare(said), _bare(gold)
    if not said:
        return False
    if said.casefold() == gold.casefold():
        return True
    first, second = _last_number(said), _last_number(gold)
    if first is None or second is None:
        return False
    return math.isclose(first, second, rel_tol=_RELATIVE, abs_tol=_ABSOLUTE)


def is_right(text: str, item: Item, *, ordered: bool = False) -> bool:
    """Compare by the kind of the answer: numbers as numbers, lists as sets or in order, yes and no, names as words.

    An answer that is stated first or last and explained besides counts (docs/why/stated-answers.md).
    """
    if _is_right(text, item, ordered=ordered):
        return True
    parts_of = number_parts if item.answer.kind == "number" else stated_parts
    parts = parts_of(text, right_texts(item.answer), question=item.question)
    return any(_is_right(part, item, ordered=ordered) for part in parts)


def _is_right(text: str, item: Item, *, ordered: bool) -> bool:
    answer = item.answer
    if answer.kind == "number":
        return same_number(text, answer, question=item.question) or says(text, *answer.aliases)
    if answer.kind == "yes_no":
        return read_yes_no(text, language=item.language) == answer.value
    if isinstance(answer.value, tuple):
        entries = read_list(text, known=answer.value)
        return bool(entries) and same_list(entries, answer.value, ordered=ordered or answer.kind == "list")
    right = (answer.value, *answer.aliases)
    return says(text, *right) or states(text, right, question=item.question)


def _bare(text: str) -> str:
    text = text.strip()
    return text[len("answer:") :].strip() if text[: len("answer:")].casefold() == "answer:" else text


def _last_number(text: str) -> float | None:
    found = _NUMBER.findall(text[-_LONGEST_LINE:].replace(",", ""))
    return float(found[-1]) if found else None
