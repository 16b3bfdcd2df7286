"""The question stands alone, has one clear form, and shows nothing of how it was made.

Source: PQ-35, PQ-36, CV-35, X-30.
"""

from __future__ import annotations

import re

from evidoc.answers.gold import gold_text
from evidoc.answers.template import OPEN, read_filled
from evidoc.checks import rejected
from evidoc.checks._solving import unknown
from evidoc.kit import Kit
from evidoc.models import Model
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item, Verdict
from evidoc.rubrics import Case, rubric

_WHOLE = "table|figure|chart|graph|image|picture|document|text|passage|paragraph|excerpt|page|context|section|row|column|cell"
_THING = rf"(?:{_WHOLE}|fig\.|report|article|paper|source|data|study|work)s?"
_SIDES = "above|below|following|preceding|previous|given|provided|attached|present|current|same|next|last"
_NAMED = r"(?!\s+(?:titled|entitled|called|named|“|\"|‘|on|of|about|with)|[\w\s]{0,40}“)"
_POINTING = re.compile(
    rf"\b(?:(?:the|this|that|these|those)\s+(?:{_SIDES})\s+{_THING}|(?:this|these|those)\s+{_THING}|"
    rf"{_THING}\s+(?:above|below|provided|shown here)|the\s+(?:{_WHOLE}){_NAMED}\b|"
    r"(?:mentioned|described|shown|listed|given|stated)\s+(?:above|below|earlier|previously)|"
    r"(?:table|fig(?:ure|\.)?|section|appendix|exhibit|equation|eq\.)\s?\d+[a-z]?\b)",
    re.IGNORECASE,
)
_OPEN_ENDED = re.compile(
    r"\b(?:(?:name|give|list|mention|provide|state|cite|find)\s+(?:me\s+)?(?:one|an?|some|any|two|a few|several)\s+"
    r"(?:\w+\s+)?(?:examples?|instances?|of)|one\s+(?:example|instance)|an\s+example\s+of|for\s+(?:example|instance)|"
    r"such\s+as|some\s+of\s+the|what\s+do\s+you\s+think|in\s+your\s+opinion)\b",
    re.IGNORECASE,
)
_ARTEFACT = re.compile(
    r"\b(?:[dibu]-[0-9a-f]{6,}|bbox|bounding\s+box|boxes?\s+\d|block\s+\d+|element\s+(?:id|\d+)|source[_ ]\d+|snippet|"
    r"the\s+evidence(?!\s+(?:of|for|on|that|from))|"
    r"chunk\s*\d*|row\s+\d+,?\s+column\s+\d+|xref|rid|none|nan|null)\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"\{\w*\}|\[\w+\]|<\w+[^>]*>|\*\*|__|```|\^\{?-?\d|"
    r"\\[a-z]+|�|\|",
    re.IGNORECASE,
)
_YES_NO = re.compile(r"^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b", re.IGNORECASE)
_LEADS = "In|According to|Going by|Regarding|With regard to|Concerning|Under|For|Comparing|Based on|As of|At|On|Of|Between"
_LEAD = re.compile(rf"^(?:{_LEADS})\b[^?]*?,\s+(?=\w)")
_TRUE_OR_NOT = re.compile(r"True or (?:not|false)\b|判断", re.IGNORECASE)
_TASK = re.compile(r"(?:True or (?:not|false)|List|Rank|Order|Sort|Compute|判断|列出|请).*[.。]$", re.IGNORECASE | re.DOTALL)
_FEWEST_WORDS, _MOST_WORDS = 4, 80


def check(item: Item, corpus: Corpus, kit: Kit) -> Verdict | None:
    """Reject a question that no person would ask of a whole document.

    Reasons: `no_question_mark`, `several_questions`, `too_short`, `too_long`, `pointing` ("the table above"), `open_ended`
    ("name one example"), `artefact` (ids, boxes, markup, unfilled slots), `unbalanced` (quotes or brackets),
    `yes_no_mismatch` (asked for yes or no and answered otherwise, or the reverse). What passes these is shown to the
    judge, where there is one: `judged_unfit`, or `unknown` where the judge could not be read.
    """
    reason, detail = _fault(" ".join(item.question.split()), item)
    if reason:
        return rejected("formality", reason, detail)
    judge = kit.model("judge")
    return None if judge is None else _judged(item, judge)


def _judged(item: Item, judge: Model) -> Verdict:
    case = Case(question=item.question, gold=gold_text(item.answer), guideline=item.contract)
    given = rubric("pdfqa_formality")(case, judge)
    if given.value() is None:
        return unknown("formality", given.detail, model=given.model, prompt=given.prompt)
    fit = given.value() == 1.0
    return Verdict(
        check="formality",
        kept=fit,
        reason="" if fit else "judged_unfit",
        detail=given.marks[0].reason,
        model=given.model,
        prompt=given.prompt,
    )


def _fault(question: str, item: Item) -> tuple[str, str]:
    words = len(question.split())
    if not question.endswith(("?", "？")) and not _TASK.match(question):
        return "no_question_mark", question[-40:]
    if _marks(_without_quotes(question)) > max(1, _marks(item.construction.template)):
        return "several_questions", ""
    if words < _FEWEST_WORDS and question.isascii():
        return "too_short", f"{words} words"
    if words > _MOST_WORDS:
        return "too_long", f"{words} words"
    own = _without_template(_without_quotes(question), item.construction.template)
    for reason, pattern, text in (
        ("pointing", _POINTING, own),
        ("open_ended", _OPEN_ENDED, own),
        ("artefact", _ARTEFACT, own),
        ("artefact", _MARKUP, question),
    ):
        found = pattern.search(text)
        if found:
            return reason, found[0]
    if question.count("“") != question.count("”") or question.count("(") != question.count(")"):
        return "unbalanced", ""
    return ("yes_no_mismatch", item.answer.kind) if _mismatches(question, item) else ("", "")


def _mismatches(question: str, item: Item) -> bool:
    """Say whether the question's form and the answer disagree on yes or no; "A or B" is a choice, not a yes-no question."""
    is_answered = item.answer.kind == "yes_no"
    plain = _without_quotes(question)
    asks = bool(_TRUE_OR_NOT.match(plain)) or any(_YES_NO.match(start) for start in _starts(plain))
    if is_answered:
        return not asks
    return asks and " or " not in plain


def _starts(question: str) -> list[str]:
    """Give the question and what is left of it after each clause that leads to it."""
    starts = [question]
    for found in re.finditer(r",\s+", question):
        starts.append(question[found.end() :])
    return starts[:1] if not _LEAD.match(question) else starts


def _marks(text: str) -> int:
    return len(re.findall(r"[?？]", text))


def _without_template(question: str, template: str) -> str:
    """Leave out what a concept's template says between its `[ ]`: "the main point of the table" is the concept's own.

    Of a question that has lost its template all words count.
    """
    if OPEN not in template:
        return question
    filled = read_filled(question, template)
    return " … ".join((*filled.slots, filled.rest)) if filled.slots else question


def _without_quotes(question: str) -> str:
    """Leave out what is quoted, which is a name and not the question's own words, but keep that something is quoted."""
    return re.sub(r"“[^”]*”", "“”", question)
