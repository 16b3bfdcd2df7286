"""The question still says what its template says: all words between the slots, in order, and every slot filled.

Only a model can break this, by rewriting more than the slots. Source: DHQ-40, DHQ-46.
"""

from __future__ import annotations

from evidoc.answers.template import SLOT, read_filled
from evidoc.checks import rejected
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item, Verdict


def check(item: Item, corpus: Corpus, kit: Kit) -> Verdict | None:
    """Reject a question that has lost its template; items without a template pass.

    Reasons: `fragment_missing`, `slot_left_empty`, `words_beyond` where another sentence follows, `equal_slots` where a
    thing is compared with itself.
    """
    template = item.construction.template
    if not SLOT.search(template):
        return None
    filled = read_filled(item.question, template)
    is_allowed = filled.fault == "equal_slots" and not item.construction.slots
    return rejected("concept", filled.fault, filled.detail) if filled.fault and not is_allowed else None
