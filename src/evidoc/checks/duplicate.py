"""No question comes twice; two that differ in a number, a date or a name are two questions.

A question over several documents is another one over others. Source: DHQ-47.
"""

from __future__ import annotations

from evidoc.checks import rejected
from evidoc.checks._kept import Kept
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item, Verdict

COMPARES = True  # with the items kept before, which only the process that keeps them knows


def check(item: Item, corpus: Corpus, kit: Kit, *, similarity: float = 0.7) -> Verdict | None:
    """Reject an item with `near_duplicate` of one that is kept: the same names, numbers and dates, and other words alike.

    `similarity` is the share of common words among all other words of the two questions.
    """
    kept = kit.kept if isinstance(kit.kept, Kept) else Kept(kit.kept)
    twin = kept.near(item, similarity=similarity)
    return rejected("duplicate", "near_duplicate", twin.id) if twin is not None else None
