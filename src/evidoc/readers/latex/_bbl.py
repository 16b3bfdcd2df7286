r"""A .bbl file that biber wrote for biblatex: data, not text. That of BibTeX is text, and read as the document is."""

from __future__ import annotations

import re

from evidoc.readers.latex._bib import BibEntry

_ENTRY = re.compile(r"\\entry\{([^{}]+)\}\{(\w+)\}")
_LONGEST_ENTRY = 20_000  # characters
_FIELD = re.compile(r"\\(?:field|strng|list)\{(\w+)\}(?:\{\d+\})?\{((?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)\}")
_VERB = re.compile(r"\\verb\{(\w+)\}\s*\\verb (.*?)\s*\\endverb", re.DOTALL)
_NAMES = re.compile(r"\\name\{(author|editor)\}\{\d+\}\{[^{}]*\}\{(.*?)\n\s*\}\s*\n", re.DOTALL)
_FAMILY = re.compile(r"family=\{?((?:[^{},]|\{[^{}]*\})+)\}?")
_GIVEN = re.compile(r"given=\{?((?:[^{},]|\{[^{}]*\})+)\}?")
_PEOPLE = re.compile(
    r"\{\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}\s*\{((?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)\}\s*\}"
)
_FIELDS = {"journaltitle": "journal"}


def is_biblatex(text: str) -> bool:
    """Say whether a .bbl holds biblatex's data."""
    return "\\entry{" in text and "\\endentry" in text


def read_bbl(text: str) -> dict[str, BibEntry]:
    """Give the entries in the order in which they are printed."""
    entries: dict[str, BibEntry] = {}
    for found in _ENTRY.finditer(text):
        key, kind = found[1], found[2]
        body = text[found.end() : found.end() + _LONGEST_ENTRY].partition("\\endentry")[0]
        fields = {_FIELDS.get(name, name): value for name, value in _FIELD.findall(body)}
        fields |= {name: value.strip() for name, value in _VERB.findall(body)}
        for role, names in _NAMES.findall(body):
            fields[role] = " and ".join(_people(names))
        entries.setdefault(key, BibEntry(key, kind, fields))
    return entries


def _people(names: str) -> list[str]:
    found = []
    for entry in _PEOPLE.findall(names):
        family, given = _FAMILY.search(entry), _GIVEN.search(entry)
        if family:
            found.append(f"{family[1].strip()}, {given[1].strip()}" if given else f"{{{family[1].strip()}}}")
    return found
