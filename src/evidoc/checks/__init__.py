"""Item → kept, or the reason why not.

A check is `check(item, corpus, kit, *, options…)`. It gives None to keep an item, a `Verdict` with a reason
code and a detail to reject it, or a `Verdict` that keeps it and notes something. It never repairs. A model that
is asked goes into the verdict by name and prompt hash. Source: X-25, X-30.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from evidoc.records.item import Verdict

if TYPE_CHECKING:  # so that the help of a command can name the checks without loading what they stand on
    from evidoc.kit import Kit
    from evidoc.records.corpus import Corpus
    from evidoc.records.item import Item

STANDARD = ("format", "formality", "leak", "box_text", "one_answer", "duplicate")


class Checks(Protocol):
    """What every check is, with its options bound."""

    def __call__(self, item: Item, corpus: Corpus, kit: Kit) -> Verdict | None:
        """Judge an item over the documents of a corpus, which have pages."""
        ...


def rejected(check: str, reason: str, detail: str = "") -> Verdict:
    """Give the verdict that rejects an item."""
    return Verdict(check=check, kept=False, reason=reason, detail=detail)
