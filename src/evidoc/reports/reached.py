"""What replies that never came mean for a score: provider errors, and items that nobody was asked."""

from __future__ import annotations

from collections.abc import Mapping

NOTED = 0.01  # design.md, section 2: above 1 % what is missing is said; asking ends as failed
LARGE = 0.1  # a tenth of all replies lost moves a mean by up to ten points, more than most systems differ

OVERLAP_SAID = (
    "the answer score is the overlap of words (ROUGE and BLEU), and SAA without a judge asks for 0.8 of it, which even good "
    "answers seldom reach; read the answer score, or score with --judge"
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


def not_asked_said(outcomes: Mapping[str, int]) -> str:
    """Say how many items were not put to the system, where that is more than 1 %, else ""."""
    unasked, total = outcomes.get("not_asked", 0), sum(outcomes.values())
    if unasked <= NOTED * total:
        return ""
    return f"{unasked:,} of {total:,} items were not asked, by a limit or because asking was stopped"
