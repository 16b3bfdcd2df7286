"""What never reached anybody, and what it means for a score: replies that never came, items and evidence that were not shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

NOTED = 0.01  # design.md, section 2: above 1 % what is missing is said; asking ends as failed
LARGE = 0.1  # a tenth of all replies lost moves a mean by up to ten points, more than most systems differ

OVERLAP_SAID = (
    "the answer score is the overlap of words (ROUGE and BLEU), and SAA without a judge asks for 0.8 of it, which even good "
    "answers seldom reach; read the answer score, or score with --judge"
)

EXPLAINED_SAID = (
    "the right answer is stated and followed by words that may explain it or go on to another answer; they count 0, read them in "
    "scores.jsonl under explained, or score with --judge"
)


def asked(outcomes: Mapping[str, int]) -> int:
    """Count the items that were put to the system."""
    return sum(outcomes.values()) - outcomes.get("not_asked", 0)


def provider_share(outcomes: Mapping[str, int]) -> float:
    """Give the share of provider errors among the items that were asked; 0 where none was."""
    return outcomes.get("provider_error", 0) / (asked(outcomes) or 1)


def says_little(outcomes: Mapping[str, int]) -> bool:
    """Say whether so many replies are provider errors that a score is more of the provider than of the system."""
    return provider_share(outcomes) > LARGE


def provider_errors_said(outcomes: Mapping[str, int]) -> str:
    """Say how many replies are provider errors and what that means for a score; "" where there are none."""
    errors = outcomes.get("provider_error", 0)
    if not errors:
        return ""
    meaning = "the score says little of the system" if says_little(outcomes) else "they count 0 in every mean"
    return f"{errors:,} of {asked(outcomes):,} replies are provider errors; {meaning}"


@dataclass(slots=True)
class Shown:
    """Counts the evidence of the items that a system was asked, and what of it a view or an encoder's limit cut away.

    `ceiling` is the recall that no answer can pass: the mean over items of the share of their evidence that was shown, None
    where no item has evidence. What a retriever did not find is its own loss, and not counted here. Source: DHQ-113, X-08.
    """

    items: int = 0
    cut_items: int = 0
    evidence: int = 0
    lost: int = 0
    _shares: float = 0.0

    def add(self, *, evidence: int, lost: int) -> None:
        """Take an item with so many pieces of evidence, of which so many were not shown."""
        if evidence:
            self.items += 1
            self.cut_items += lost > 0
            self.evidence += evidence
            self.lost += lost
            self._shares += 1 - lost / evidence

    @property
    def ceiling(self) -> float | None:
        """The highest mean recall that can be had, from 0 to 1."""
        return self._shares / self.items if self.items else None

    @property
    def said(self) -> str:
        """Say the ceiling and what lies behind it; "" where all evidence was shown."""
        if not self.lost:
            return ""
        return (
            f"recall ceiling {self.ceiling:.3f}: {self.lost:,} of {self.evidence:,} pieces of evidence, in {self.cut_items:,} of "
            f"{self.items:,} items, were cut off before the system was shown them, and no answer can name these"
        )


def not_asked_said(outcomes: Mapping[str, int]) -> str:
    """Say how many items were not put to the system, where that is more than 1 %, else ""."""
    unasked, total = outcomes.get("not_asked", 0), sum(outcomes.values())
    if unasked <= NOTED * total:
        return ""
    return f"{unasked:,} of {total:,} items were not asked, by a limit or because asking was stopped"
