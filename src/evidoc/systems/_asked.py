"""What a question asks for, judged by its words and its contract alone."""

from __future__ import annotations

import re
from typing import Literal

from evidoc.answers.choice import options_listed

AskedKind = Literal["number", "yes_no", "choice", "text"]

_YES_NO_CONTRACT = re.compile(r"\byes\b.{0,5}\bno\b|是.{0,3}否", re.IGNORECASE)
_NUMBER_CONTRACT = re.compile(r"\b(?:number|figure|amount|percentage|digits|decimals?|numeric)\b|数字|数值", re.IGNORECASE)
_YES_NO_QUESTION = re.compile(r"\s*(?:is|are|was|were|do|does|did|has|have|had|can|could)\b|.*吗[？?]?\s*$", re.IGNORECASE)
_NUMBER_QUESTION = re.compile(
    r"\bhow (?:many|much)\b|\bwhat (?:percent|percentage|share|number|amount)\b|多少|几[个年次]", re.IGNORECASE
)


def kind_asked(question: str, contract: str) -> AskedKind:
    """Say whether a number, a yes or no, one of given options or a text is asked for; the contract counts before the question."""
    if options_listed(contract):
        return "choice"
    if _YES_NO_CONTRACT.search(contract):
        return "yes_no"
    if _NUMBER_CONTRACT.search(contract):
        return "number"
    if _YES_NO_QUESTION.match(question):
        return "yes_no"
    return "number" if _NUMBER_QUESTION.search(question) else "text"
