"""Docstrings as users need them: without what is for developers, that is errors raised and the codes of requirements."""

from __future__ import annotations

import re

_CODE = r"(?:[A-Z]{1,3}-S?\d{1,3}|[A-Z]\d{2}|issue \d+)"
_RAISES = re.compile(r"\n*^Raises:\n(?:^[ ]{2,}.*\n?)+", re.MULTILINE)
_IN_BRACKETS = re.compile(rf"\s?\((?:cases? )?{_CODE}(?:(?:,|;| to| and) (?:cases? )?{_CODE})*\)")
_CLAUSE = re.compile(rf"; [^.;\n]*\b{_CODE}\b[^.;\n]*")
_SOURCE = re.compile(r"Source: (?P<said>.*?)(?:\.?\s*(?=Metrics?: )|\.?(?=\n\n|\n[A-Z][a-z]+: |\Z))", re.DOTALL)
_PIECE = re.compile(r"[;,]\s+")
_INTERNAL = re.compile(rf"\b{_CODE}\b|\b[a-z]+\.md\b|^sections? [\d.]+$|^points? \d|^cases?\b")


def explained(docstring: str) -> str:
    """Give a docstring without its errors and codes; a source that outsiders can look up stays."""
    text = _IN_BRACKETS.sub("", _RAISES.sub("\n", docstring)).strip()
    return re.sub(r"\n{3,}", "\n\n", _CLAUSE.sub("", _SOURCE.sub(_public_source, text))).strip()


def _public_source(found: re.Match[str]) -> str:
    pieces = [piece for piece in _PIECE.split(found["said"].rstrip(".")) if not _INTERNAL.search(piece)]
    space = " " if found.string[found.end() :].startswith("Metric") else ""
    return f"Source: {', '.join(pieces)}.{space}" if pieces else ""
