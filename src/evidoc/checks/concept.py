"""The question still says what its template says: all words between the slots, in order, and every slot filled.

Only a model or a person can break this, by rewriting more than the slots. Templates with slots in them are compared word by
word; recipes whose templates are names read their questions back themselves. Source: DHQ-40, DHQ-46, X-17.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from evidoc import shelf
from evidoc.answers.template import SLOT, read_filled
from evidoc.checks import rejected
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item, Verdict


def check(item: Item, corpus: Corpus, kit: Kit) -> Verdict | None:
    """Reject a question that has lost its template; items without a template pass.

    Reasons: `template_lost` where its recipe cannot read it back to what it was made from, `fragment_missing`,
    `slot_left_empty`, `words_beyond` where another sentence follows, `equal_slots` where a thing is compared with itself.
    """
    template = item.construction.template
    if not SLOT.search(template):
        fault = _read_by_recipe(item) if template else ""
        return rejected("concept", "template_lost", fault) if fault else None
    filled = read_filled(item.question, template)
    is_allowed = filled.fault == "equal_slots" and not item.construction.slots
    return rejected("concept", filled.fault, filled.detail) if filled.fault and not is_allowed else None


def _read_by_recipe(item: Item) -> str:
    """Ask the item's recipe what of its record the question no longer says; "" where it says all, or cannot be asked."""
    read = shelf.offered("recipes", item.construction.recipe.partition("@")[0], "question_fault")
    return cast("Callable[[Item], str]", read)(item) if read is not None else ""
