"""A question read as a template filled: its words stand in order, in either number, and every slot says something of its own.

Whoever writes such questions and whoever checks them go by this one reading. Source: DHQ-40, DHQ-46; X-17.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

SLOT = re.compile(r"\[\s*\w*\s*\]|\{\w*\}")
OPEN = "[ ]"  # the slot that must be filled; one in braces may be left away

# Words that agree with what fills a slot: "what is their impact", "do they offer", "address this issue" (tables 2, 9 and 10).
AGREEMENTS: tuple[tuple[str, ...], ...] = (
    ("is", "are", "was", "were"),
    ("do", "does", "did"),
    ("has", "have", "had"),
    ("a", "an"),
    ("it", "they", "them"),
    ("its", "their"),
    ("this", "these"),
    ("differ", "differs"),
    ("help", "helps"),
    ("exist", "exists"),
    ("offer", "offers"),
    ("remain", "remains"),
    ("describe", "describes", "describing"),
    ("issue", "issues"),
    ("challenge", "challenges"),
    ("solution", "solutions"),
    ("strategy", "strategies"),
    ("approach", "approaches"),
    ("effect", "effects"),
    ("advantage", "advantages"),
    ("limitation", "limitations"),
    ("similarity", "similarities"),
    ("difference", "differences"),
)
_FORM_OF = {form: forms[0] for forms in AGREEMENTS for form in forms}
_WORD = re.compile(r"\w+")
_AROUND = " \t\n,;:?!"  # what stands between a slot and the template's words

Fault = Literal["", "slot_left_empty", "fragment_missing", "words_beyond", "equal_slots"]


@dataclass(frozen=True, slots=True)
class Filled:
    """What fills the slots of a template in a question, or what is wrong: the fault, and the words that show it.

    `slot_left_empty`: a slot stands there open or without words; `fragment_missing`: words of the template do not stand
    there in order; `words_beyond`: another sentence follows; `equal_slots`: a thing is set beside itself. `rest` is how the
    last sentence goes on where the template ends.
    """

    slots: tuple[str, ...] = ()
    fault: Fault = ""
    detail: str = ""
    rest: str = ""


def read_filled(question: str, template: str) -> Filled:
    """Read a question as a template filled.

    Case and punctuation may differ, and words that agree with what fills a slot. What begins the template begins the
    question; its last sentence may go on where the template ends, as "… address these issues by regulating it" does.
    """
    left = SLOT.search(question)
    if left is not None:
        return Filled(fault="slot_left_empty", detail=left[0])
    words = [(_form(found[0]), *found.span()) for found in _WORD.finditer(question)]
    slots: list[str] = []
    end = place = 0  # in characters and in words: where what is read ends
    for number, part in enumerate(SLOT.split(template)):
        fragment = [_form(word) for word in _WORD.findall(part)]
        if not fragment:
            continue
        found = _find(fragment, [word for word, _, _ in words], place)
        if found is None or (number == 0 and found > 0):
            return Filled(fault="fragment_missing", detail=part.strip(_AROUND))
        if number:
            slots.append(question[end : words[found][1]].strip(_AROUND))
        place = found + len(fragment)
        end = words[place - 1][2]
    return _checked(slots, question[end:], template)


def _checked(slots: list[str], rest: str, template: str) -> Filled:
    if not _WORD.search(SLOT.split(template)[-1]):
        slots.append(rest.strip(_AROUND))
        rest = ""
    elif re.search(r"[.?!]\s*\w", rest):
        return Filled(fault="words_beyond", detail=rest.strip(_AROUND))
    named = [plain for plain in map(_plain, slots) if plain]
    if OPEN in template and len(named) < len(slots):
        return Filled(tuple(slots), fault="slot_left_empty", detail=template, rest=rest)
    if len(set(named)) < len(named):
        twice = next(one for one in named if named.count(one) > 1)
        return Filled(tuple(slots), fault="equal_slots", detail=twice, rest=rest)
    return Filled(tuple(slots), rest=rest)


def _find(fragment: Sequence[str], words: Sequence[str], start: int) -> int | None:
    """Give where a fragment first stands whole, from a place on."""
    length = len(fragment)
    places = range(start, len(words) - length + 1)
    return next((place for place in places if list(words[place : place + length]) == list(fragment)), None)


def _form(word: str) -> str:
    plain = word.casefold()
    return _FORM_OF.get(plain, plain)


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
