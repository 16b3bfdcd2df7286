"""The question still says what its template says: all words between the slots, in order, and every slot filled.

Only a model can break this, by rewriting more than the slots. Source: DHQ-40, DHQ-46.
"""

from __future__ import annotations

import re

from evidoc.checks import rejected
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item, Verdict

_SLOT = re.compile(r"\[\s*\w*\s*\]|\{\w*\}")
_AGREEING = {"are": "is", "was": "is", "were": "is", "do": "does", "did": "does", "have": "has", "an": "a"}


def check(item: Item, corpus: Corpus, kit: Kit) -> Verdict | None:
    """Reject a question that has lost its template; items without a template pass.

    Reasons: `fragment_missing`, `slot_left_empty`, `equal_slots` where a thing is compared with itself.
    """
    template = item.construction.template
    if not _SLOT.search(template):
        return None
    left = _SLOT.search(item.question)
    if left is not None:
        return rejected("concept", "slot_left_empty", left[0])
    fragments = [_plain(fragment) for fragment in _SLOT.split(template)]
    filled = _filled(_plain(item.question), [fragment for fragment in fragments if fragment])
    if isinstance(filled, str):
        return rejected("concept", "fragment_missing", filled)
    named = [fragment for fragment in filled if fragment]
    if item.construction.slots and len(set(named)) < len(named):
        return rejected("concept", "equal_slots", next(one for one in named if named.count(one) > 1))
    return None


def _filled(question: str, fragments: list[str]) -> list[str] | str:
    """Give what stands between the fragments, or the first fragment that does not come in order."""
    between: list[str] = []
    rest = f" {question} "
    for fragment in fragments:
        before, found, rest = rest.partition(f" {fragment} ")
        if not found:
            return fragment
        rest = f" {rest}"
        between.append(before.strip())
    return [*between, rest.strip()]


def _plain(text: str) -> str:
    """Give words in lower case without punctuation, with "are" as "is" and the like, so that number may agree."""
    words = re.sub(r"[^\w\s]", " ", text.casefold()).split()
    return " ".join(_AGREEING.get(word, word) for word in words)
