"""Whether a question that no model wrote is answered part by part; offline, what is not is better not asked.

Each part of a concept's reasoning needs a sentence of the snippets that stands alone, has a cue of that part, and speaks of
what the slot of that part names. The answer is those sentences, in the order of the parts. The paper has no such rule: there a
model writes questions and answers, and people look at them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evidoc.errors import Reject
from evidoc.recipes.dochop_qa._concepts import Concept
from evidoc.recipes.dochop_qa._cues import CUES
from evidoc.recipes.dochop_qa._fan import single_or_multi
from evidoc.recipes.dochop_qa._gold import stands_alone
from evidoc.recipes.dochop_qa._keyword_lists import mentioned
from evidoc.recipes.dochop_qa._question import Question
from evidoc.recipes.dochop_qa._snippets import Snippet
from evidoc.recipes.dochop_qa._word_lists import singular

_POINTING = re.compile(r"\b(?:suspected|former|latter|first|second|present|current|respective|said|other)\b", re.IGNORECASE)
_BETWEEN = re.compile(
    r" with respect to | and | alongside | in work on |\b(?:managing|controlling|improving|understanding|questions|research|"
    r"(?:the )?(?:use|role|management|control|improvement|understanding)|that)\b(?: of| on)?| in (?=[a-z]+ing )"
)
_SLOTS_OF_PARTS = {
    "challenge": ((0,),) * 3,
    "challenge_and_method": ((0,), (1,), (1,)),
    "mechanism": ((0, 1), (0, 2)),
    "topic": ((0,),) * 3,
    "features": ((0,), (1,)),
}  # for each way of filling, the slots that each part speaks of


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence that may answer, and the paragraph that it stands in."""

    text: str
    paragraph: str
    document: str


def answer_by_parts(concept: Concept, question: Question, snippets: Sequence[Snippet]) -> str:
    """Give the sentences that answer each part of a question over a pair, in the order of the parts.

    Raises:
        Reject: `one_sided`, `pointing_phrase`, `needs_writer` for what no rule can tell, or `part_unanswered` with the part.
    """
    if concept.fills not in _SLOTS_OF_PARTS:
        raise Reject("needs_writer", f"no rule tells whether a {concept.code} is answered; give --writer, or answered=False")
    if single_or_multi(snippets) == "single_doc":
        raise Reject("one_sided", f"all snippets are of {snippets[0].segment.document}")
    for slot in question.slots:
        if _POINTING.search(slot):
            raise Reject("pointing_phrase", slot)
    said = _sentences(snippets)
    chosen: list[_Said] = []
    for part, slots in zip(concept.keywords, _SLOTS_OF_PARTS[concept.fills], strict=False):
        found = _best(part, [question.slots[slot] for slot in slots], [each for each in said if each not in chosen])
        if found is None:
            raise Reject("part_unanswered", part)
        chosen.append(found)
    _refuse_unsaid(question, chosen)
    if concept.fills == "features" and chosen[0].document == chosen[1].document:
        raise Reject("one_sided", f"both sides are of {chosen[0].document}")
    return " ".join(each.text for each in chosen)


def _sentences(snippets: Sequence[Snippet]) -> list[_Said]:
    return [
        _Said(text, snippet.segment.text, snippet.segment.document)
        for snippet in snippets
        for text in map(stands_alone, snippet.segment.sentences)
        if text
    ]


def _best(part: str, slots: Sequence[str], said: Sequence[_Said]) -> _Said | None:
    """Give the sentence with most cues of a part among those that speak of its slots, the first of several."""
    cues = CUES.get(part.casefold())
    if cues is None:
        return None
    fit = [each for each in said if all(_speaks_of(slot, each) for slot in slots)]
    scored = [(len(mentioned(each.text, cues)), each) for each in fit]
    best = max(scored, key=lambda pair: pair[0], default=(0, None))
    return best[1] if best[0] else None


def _speaks_of(slot: str, said: _Said) -> bool:
    """Say whether a sentence has one of a slot's phrases whole, and its paragraph the first of them."""
    phrases = _phrases(slot)
    words, beside = _words(said.text), _words(said.paragraph)
    return bool(phrases) and phrases[0] <= beside and any(phrase <= words for phrase in phrases)


def _refuse_unsaid(question: Question, chosen: Sequence[_Said]) -> None:
    """Refuse a premise that the answer says nothing of: each phrase of each slot stands in one of its sentences."""
    words = set().union(*(_words(each.text) for each in chosen))
    for slot in question.slots:
        for phrase in _phrases(slot):
            if not phrase <= words:
                raise Reject("part_unanswered", f"nothing is said of {' '.join(sorted(phrase))}")


def _phrases(slot: str) -> list[set[str]]:
    return [words for part in _BETWEEN.split(slot) if (words := _words(part) - {"the", "a", "an", "in", "of"})]


def _words(text: str) -> set[str]:
    return {singular(word) for word in re.findall(r"\w+", text.casefold())}
