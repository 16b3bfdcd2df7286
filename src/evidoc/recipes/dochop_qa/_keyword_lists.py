"""Words by which paragraphs on problems, solutions and limitations are found first. Source: DHQ-54; table 11 of the paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

PROBLEM: tuple[str, ...] = (
    "burden", "challenge", "gap", "unmet need", "lack of", "insufficient", "controversy", "uncertainty",
    "poor outcomes", "high prevalence", "incidence", "rising rates", "increasing trend", "public health concern",
    "problem", "barrier", "limitation", "disparity", "inequity", "inaccessibility", "misdiagnosis", "delay",
    "complication", "risk factor", "vulnerability", "deficiency", "inconsistency", "overuse", "underuse", "shortage",
    "low adherence", "noncompliance", "failure", "inadequacy", "ineffectiveness", "complexity", "fragmentation",
    "obstacle", "hazard", "disease burden",
)  # fmt: skip
SOLUTION: tuple[str, ...] = (
    "approach", "strategy", "intervention", "treatment", "therapy", "model", "framework", "tool", "instrument",
    "protocol", "program", "solution", "innovation", "novel", "effective", "efficacy", "improvement", "enhancement",
    "implementation", "guideline", "practice", "plan", "policy", "recommendation", "management", "design",
    "structure", "evaluation", "algorithm", "process", "assessment", "mechanism", "procedure", "initiative",
    "rollout", "deployment", "trial", "interdisciplinary", "collaborative", "multimodal", "integrated", "systematic",
    "scalable", "feasible", "evidence-based", "optimization",
)  # fmt: skip
LIMITATION: tuple[str, ...] = ("limitation", "limit", "lack", "weakness", "shortcoming", "bias")


@dataclass(frozen=True, slots=True)
class Keywords:
    """The three lists that a corpus is read by."""

    problem: tuple[str, ...] = PROBLEM
    solution: tuple[str, ...] = SOLUTION
    limitation: tuple[str, ...] = LIMITATION


PUBLISHED = Keywords()


def mentioned(text: str, words: Sequence[str]) -> tuple[str, ...]:
    """Give those words and phrases of a list that stand in a text whole, in either number and any case, in list order."""
    plain = text.casefold()
    return tuple(word for word in words if _pattern(word).search(plain))


@cache
def _pattern(word: str) -> re.Pattern[str]:
    """Give what finds a word whole, with simple plurals: strategy, strategies; bias, biases; limit, limits."""
    last = word[:-1] + "(?:y|ies)" if word.endswith("y") else re.escape(word) + "(?:s|es)?"
    return re.compile(rf"(?<!\w){last}(?!\w)")
