"""Whether a reply denies or asks the number that it names: "not 42", "42 is wrong", "Is it 42?", "I cannot find it. See 42"."""

from __future__ import annotations

import re

from evidoc.answers._numeral import Number

_BEFORE = 60  # characters of a clause before a number that may deny it
_DENIES = re.compile(
    r"(?:\b(?:not|never|neither|nor|except|cannot|whether)|n't)\b(?! only\b)(?: [\w'*]+){0,5} ?[*_\"“($€£]*$", re.IGNORECASE
)
_ASKS = re.compile(r"[*_\"”)]*[ ]?\?")
_WRONG = re.compile(
    r"[*_\"”)]*(?: (?:is|was|are|were|would be)(?: [a-z]+ly)? (?:not|never|wrong|incorrect|false)\b"
    r"| (?:cannot|can not|can't|isn't|wasn't|aren't|weren't)\b|: no\b)",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\b(?:this|that|it|which) (?:is|was|might be|may be|could be) (?:[a-z]+ly )?"
    r"(?:not\b|wrong|incorrect|false|disputed|unclear)|"
    r"\bdo(?:es)? not say so\b|\b(?:contradicts|denies|disputes|refutes) (?:it|this|that)\b|"
    r"\bI (?:cannot|can ?not|can't|could not|couldn't|do not|don't) (?:know|find|tell|say|determine|answer|see)\b|"
    r"^\W{0,3}(?:unknown|unanswerable|not (?:stated|given|found|mentioned|available|specified))\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.,;:!?\n](?!\d)")


def is_denied(text: str, number: Number) -> bool:
    """Say whether a clause denies the number in it, asks it, or calls it wrong."""
    before = _CLAUSE.split(text[max(0, number.start - _BEFORE) : number.start].replace("’", "'"))[-1]
    after = text[number.end : number.end + _BEFORE].replace("’", "'")
    return any((_DENIES.search(before), _ASKS.match(after), _WRONG.match(after)))


def is_taken_back(text: str) -> bool:
    """Say whether a reply takes back what it names, or says that it does not know."""
    return _TAKEN_BACK.search(text.replace("’", "'")) is not None
