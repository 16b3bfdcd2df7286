"""Licences by one name each: what a file says in a link, an attribute or a sentence, as SPDX writes it."""

from __future__ import annotations

import re

from evidoc.pages.text import clean_text

_LINK = re.compile(r"creativecommons\.org/(licenses|publicdomain)/([a-z-]+)(?:/(\d\.\d))?", re.IGNORECASE)
_NAMED = re.compile(
    r"creative commons\s+(?:CC[- ]?BY\s+)?(attribution|zero|CC0)[\s,-]*(non[- ]?commercial)?[\s,-]*"
    r"(no[- ]?deriv(?:ative)?s?|share[- ]?alike)?[^.\d]{0,60}?(\d\.\d)?",
    re.IGNORECASE,
)
_SHORT = re.compile(r"\bCC[- ]?(BY(?:-(?:NC|ND|SA))*|0|zero)(?![A-Za-z])[- ]?(\d\.\d)?", re.IGNORECASE)
_PUBLIC_DOMAIN = re.compile(r"\bpublic domain\b", re.IGNORECASE)
_LONGEST = 200  # characters of a licence that has no known name


def licence_name(*statements: str) -> str:
    """Give a licence's SPDX name ("CC-BY-4.0", "CC0-1.0"), or the first statement shortened where no name is known.

    A version that is not stated is left out ("CC-BY").
    """
    for read in (_by_link, _by_short_name, _by_sentence):
        for statement in statements:
            name = read(statement)
            if name:
                return name
    return next((clean_text(statement)[:_LONGEST] for statement in statements if statement.strip()), "")


def _by_link(statement: str) -> str:
    found = _LINK.search(statement)
    if not found:
        return ""
    place, kind, version = found.groups()
    if place.lower() == "publicdomain":
        return f"CC0-{version or '1.0'}" if kind.lower() == "zero" else "public domain"
    return f"CC-{kind.upper()}" + (f"-{version}" if version else "")


def _by_short_name(statement: str) -> str:
    found = _SHORT.search(statement)
    if not found:
        return ""
    kind, version = found[1].upper().replace("ZERO", "0"), found[2]
    if kind == "0":
        return "CC0-1.0"
    return f"CC-{kind}" + (f"-{version}" if version else "")


def _by_sentence(statement: str) -> str:
    found = _NAMED.search(statement)
    if found and found[1].lower() in ("zero", "cc0"):
        return "CC0-1.0"
    if found:
        parts = ["CC-BY", *(["NC"] if found[2] else []), *([_CLAUSES[found[3][0].lower()]] if found[3] else [])]
        return "-".join([*parts, *([found[4]] if found[4] else [])])
    return "public domain" if _PUBLIC_DOMAIN.search(statement) else ""


_CLAUSES = {"n": "ND", "s": "SA"}
