"""The search of a making counts what becomes of its candidates as it goes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from evidoc.flow._searching import Search
from evidoc.records.ledger import LedgerEntry, LedgerOutcome


class Unread(list[LedgerEntry]):
    """Entries that may be added to and counted, but not gone through."""

    def __iter__(self) -> Iterator[LedgerEntry]:
        pytest.fail("all entries were gone through to count them")


def test_saying_how_far_a_making_is_does_not_go_through_all_candidates_again() -> None:
    """It is said after each candidate, so that going through them all would take time by the square of their number."""
    found = Search(planned=9, entries=Unread())
    outcomes: tuple[LedgerOutcome, ...] = ("kept", "rejected", "rejected", "failed", "waiting")
    for number, outcome in enumerate(outcomes):
        found.settle(LedgerEntry(candidate=f"c-{number}", stage="make", outcome=outcome))
    progress = found.progress()
    assert (progress.done, progress.kept, progress.rejected, progress.failed, found.waiting) == (5, 1, 2, 1, 1)
    assert dict(found.counts()) == {"planned": 9, "candidates": 5, "kept": 1, "rejected": 2, "failed": 1}
