"""Acronyms and short names of species, and what they stand for in one text."""

from __future__ import annotations

import re

_SHORT = re.compile(r"\(([A-Z][A-Za-z]{1,9}?)s?(?=[);,])")
_LONG_WORDS = 8  # words looked at before the bracket
_SPECIES = re.compile(r"\b([A-Z][a-z]{3,})\s+(?:\([A-Z][a-z]+\)\s+)?([a-z]{4,})\b")
_SHORT_SPECIES = re.compile(r"([A-Z][a-z]{0,2})\.\s([a-z]{4,})")
_KNOWN = "DNA RNA PCR HIV AIDS MRI CT UK US USA WHO COVID UV pH mRNA ATP SNP SNPs ELISA BMI"
WELL_KNOWN = frozenset(_KNOWN.split())


def long_forms(text: str) -> dict[str, str]:
    """Give what each acronym of a text stands for, where the text spells it out before a bracket: letters in order."""
    found: dict[str, str] = {}
    for bracket in _SHORT.finditer(text):
        short = bracket[1]
        if sum(map(str.isupper, short)) >= 2 and short not in found:
            long = _spelled_out(short, text[: bracket.start()])
            if long:
                found[short] = long
    return found


def full_species(text: str) -> dict[str, str]:
    """Give the full names of species that a text shortens: "Ae. aegypti" is Aedes aegypti."""
    full: dict[tuple[str, str], str] = {}
    for name in _SPECIES.finditer(text):
        full.setdefault((name[1][0], name[2]), f"{name[1]} {name[2]}")
    found: dict[str, str] = {}
    for short in _SHORT_SPECIES.finditer(text):
        name_ = full.get((short[1][0], short[2]))
        if name_ is not None and name_.startswith(short[1]):
            found[" ".join(short[0].split())] = name_
    return found


def _spelled_out(short: str, before: str) -> str:
    """Give the words before a bracket whose letters spell it, beginning with a word; empty where none do."""
    words = re.split(r"(\s+)", re.split(r"[.;:,()]\s", before[-160:])[-1].strip())[-2 * _LONG_WORDS + 1 :]
    text = "".join(words)
    place = len(text)
    for number, letter in reversed(list(enumerate(short.lower()))):
        place -= 1
        while place >= 0 and (text[place].lower() != letter or (number == 0 and place > 0 and text[place - 1].isalnum())):
            place -= 1
        if place < 0:
            return ""
    long = " ".join(text[place:].split())
    return long if len(long.split()) <= len(short) + 2 and len(long) > len(short) + 2 else ""
