"""How an answer to a DocHop question is to be written, as the system is told (DH-69)."""

from __future__ import annotations

from evidoc.wording import Wording

_WORDING = Wording("evidoc.recipes.dochop")


def contract(language: str) -> str:
    """Give the contract in a language: one pure value, and the fixed final sentence that the metric reads."""
    return _WORDING.words("contract", language)
