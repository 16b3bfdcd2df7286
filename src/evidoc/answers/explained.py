"""The part of a reply that states an answer, where all the rest explains it: "Paris. The report says so on page 3."."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from evidoc.answers._explaining import Told, explains, leaves_no_room, takes_back
from evidoc.answers._explaining_words import CONCLUDES
from evidoc.answers._numeral import numbers_in, read_number
from evidoc.answers.final import answer_text
from evidoc.answers.statement import states

_LONGEST = 2_000  # characters; a longer reply is an essay


def stated_parts(reply: str, right: Sequence[str], *, question: str = "", rivals: Sequence[str] = ()) -> tuple[str, ...]:
    """Give the parts of the final answer that could state it, first or last, beside nothing but explanations.

    Whether such a part is the answer is for the caller to say, by the same rules as for a whole reply; `right` are only what an
    explanation may name. A rest that hedges, denies, corrects, asks, names another answer, or is not known as an explanation by
    how it begins gives none. Source: DH-64, X-37; docs/why/stated-answers.md.
    """
    final = answer_text(reply).strip()
    if not final or len(final) > _LONGEST:
        return ()
    told = Told.of(right, question=question, rivals=rivals)
    parts = (*_first(final, told), *_last(final, told), *_reckoned(final))
    return tuple(dict.fromkeys(part for part in parts if "?" not in part))


def number_parts(reply: str, right: Sequence[str], *, question: str = "") -> tuple[str, ...]:
    """Give those parts that are one number, alone or in a sentence that says no more: "The share is 12.4 %"."""
    return tuple(part for part in stated_parts(reply, right, question=question) if _is_of_number(part, question))


def freely_explained(reply: str) -> tuple[str, ...]:
    """Give the parts of the final answer before a rest that may say anything, but takes nothing back.

    Whether the rest explains such a part or goes on to another answer, no rule tells; a reader can.
    """
    final = answer_text(reply).strip()
    if not final or len(final) > _LONGEST:
        return ()
    breaks = (found for pattern in (_BREAK, _CLAUSE, _COMMA) for found in islice(pattern.finditer(final), _MOST_BREAKS))
    parts = (final[: found.start()].strip() for found in breaks if not takes_back(final[found.end() :]))
    return tuple(dict.fromkeys(part for part in parts if part and "?" not in part))


def _is_of_number(part: str, question: str) -> bool:
    if read_number(part) is not None:
        return True
    numbers = numbers_in(part)
    return len(numbers) == 1 and states(part, (part[numbers[0].start : numbers[0].end],), question=question)


def _first(final: str, told: Told) -> Iterator[str]:
    """Give what stands before an explanation that goes on to the end."""
    for found in islice(_BREAK.finditer(final), _MOST_BREAKS):
        head, rest = final[: found.start()].strip(), final[found.end() :].strip()
        if head and rest and explains(rest, told) and leaves_no_room(rest, told):
            yield head
    for found in islice(_CLAUSE.finditer(final), _MOST_BREAKS):
        head, rest = final[: found.start()].strip(), final[found.end() :].strip()
        if head and rest and explains(rest, told, opened=True) and leaves_no_room(rest, told):
            yield head
    bracket = _BRACKET.fullmatch(final)
    inside = bracket["inside"] if bracket else ""
    if bracket and explains(inside, told, opened=_is_sum(inside)) and leaves_no_room(inside, told):
        yield bracket["head"].strip()


def _last(final: str, told: Told) -> Iterator[str]:
    """Give the conclusion that follows explanations: "The table lists 3.1 and 9.3. So it is 12.4.", "…, so it is 12.4."."""
    found = list(CONCLUDES.finditer(final))
    if len(found) == 1 and explains(final[: found[0].start()].rstrip(" ,;"), told):
        yield final[found[0].end() :].strip()


def _reckoned(final: str) -> Iterator[str]:
    """Give what a sum comes to, where there is nothing else: "3.1 + 9.3 = 12.4", "3.1 and 9.3 add up to 12.4"."""
    found = list(_COMES_TO.finditer(final))
    if len(found) == 1 and _is_sum(final[: found[0].start()]):
        yield final[found[0].end() :].strip()


def _is_sum(text: str) -> bool:
    """Say whether a text is numbers with signs or words between that reckon with them, and nothing else."""
    return _RECKONS.search(text) is not None and len(_DIGITS.findall(text)) > 1 and not _OF_SUM.sub("", text)


_MOST_BREAKS = 3
_COMMA = re.compile(r",\s+(?:which|who|where|whose|an?|the)\b", re.IGNORECASE)
_BREAK = re.compile(r"(?<=[.!])[*_]{0,3}\s+(?=\S)|\s*\n+\s*|\s*;\s+|\s+[–—-]\s+")
_CLAUSE = re.compile(
    r"[*_,]{0,3}\s+(?:because|since|given that|which is (?:because|why|how)|according to|based on|(?:from|per) (?=the\b)|"
    r"as (?=(?:the|it|stated|shown|given|reported|listed|mentioned|described|noted|defined|explained|can be|indicated)\b|\d)|"
    r"obtained by|(?:computed|calculated) (?:as|from))",
    re.IGNORECASE,
)
_BRACKET = re.compile(r"(?P<head>[^()]+)\((?P<inside>[^()]{3,200})\)[.*_ ]*", re.DOTALL)
_COMES_TO = re.compile(
    r"=|\b(?:gives?|makes?|equals?|is|are|adds? up to|sums? to|totals?|comes? to|amounts? to)\b(?: together\b)?", re.IGNORECASE
)
_RECKONS = re.compile(r"[+−–×*/=-]|\b(?:plus|minus|times|and|divided by)\b", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\d.,]*")
_OF_SUM = re.compile(
    r"[\d.,()\s%$€£+−–×*/=-]|\b(?:plus|minus|times|and|divided by|together|million|billion|thousand|percent|dollars|euros|US)\b",
    re.IGNORECASE,
)
