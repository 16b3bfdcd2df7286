r"""A .bib file: its entries with their fields as TeX, @string abbreviations put in, cross references inherited.

Read in one pass; what is broken is passed over to the next entry. Nothing becomes a number (case B11).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from evidoc.readers.latex._word_lists import pairs

MAX_ENTRIES = 100_000
_ENTRY = re.compile(r"@\s*([A-Za-z]+)\s*([{(])")
_KEY = re.compile(r"\s*([^,\s{}()=]+)\s*(?=[,})])")
_FIELD = re.compile(r"[\s,]*([A-Za-z][\w:.+-]*)\s*=\s*")
_WORD = re.compile(r"[^\s,{}#\"()]+")
_SIGN = re.compile(r'\\.|[{}"]', re.DOTALL)
_JOINT = re.compile(r"\s*#\s*")
_MONTHS = pairs(
    "jan:January feb:February mar:March apr:April may:May jun:June jul:July aug:August sep:September oct:October "
    "nov:November dec:December"
)
_INHERITED = ("booktitle", "publisher", "year", "editor", "volume", "series", "address", "journal")


@dataclass(slots=True)
class BibEntry:
    """One entry: its key, its type in small letters, and its fields by name in small letters."""

    key: str
    kind: str
    fields: dict[str, str] = field(default_factory=dict)


def read_bib(text: str) -> dict[str, BibEntry]:
    """Give the entries of a .bib file by key; the first of a key counts, as BibTeX has it."""
    strings = dict(_MONTHS)
    entries: dict[str, BibEntry] = {}
    place = 0
    while len(entries) < MAX_ENTRIES and (found := _ENTRY.search(text, place)) is not None:
        kind, place = found[1].lower(), found.end()
        if kind in ("comment", "preamble"):
            place = _closing(text, place)
        elif kind == "string":
            fields, place = _fields(text, place, strings)
            strings.update(fields)
        else:
            key = _KEY.match(text, place)
            if key is not None:
                fields, place = _fields(text, key.end(), strings)
                entries.setdefault(key[1], BibEntry(key[1], kind, fields))
    _inherit(entries)
    return entries


def _fields(text: str, place: int, strings: dict[str, str]) -> tuple[dict[str, str], int]:
    """Read fields as far as something else comes, and give them with the place behind."""
    fields: dict[str, str] = {}
    while (found := _FIELD.match(text, place)) is not None:
        value, place = _value(text, found.end(), strings)
        fields.setdefault(found[1].lower(), " ".join(value.split()))
    return fields, place


def _value(text: str, place: int, strings: dict[str, str]) -> tuple[str, int]:
    """Read one value: parts in braces or quotation marks, numbers and abbreviations, joined by #."""
    parts: list[str] = []
    while True:
        sign = text[place : place + 1]
        if sign == "{":
            end = _closing(text, place + 1)
            parts.append(text[place + 1 : end - 1])
        elif sign == '"':
            end = _quoted(text, place + 1)
            parts.append(text[place + 1 : end - 1])
        else:
            word = _WORD.match(text, place)
            if word is None:
                return "".join(parts), place
            parts.append(strings.get(word[0].lower(), word[0]))
            end = word.end()
        joint = _JOINT.match(text, end)
        if joint is None:
            return "".join(parts), end
        place = joint.end()


def _closing(text: str, place: int) -> int:
    """Give the place behind the brace that closes here; the text's end where none does."""
    depth = 1
    for found in _SIGN.finditer(text, place):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    return len(text) + 1


def _quoted(text: str, place: int) -> int:
    depth = 0
    for found in _SIGN.finditer(text, place):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if found[0] == '"' and depth <= 0 or depth < 0:
            return found.end()
    return len(text) + 1


def _inherit(entries: dict[str, BibEntry]) -> None:
    """Give an entry what its cross reference says: the title of the book that it is in."""
    by_lower = {key.lower(): entry for key, entry in entries.items()}
    for entry in entries.values():
        parent = by_lower.get(entry.fields.get("crossref", "").lower())
        if parent is None or parent is entry:
            continue
        entry.fields.setdefault("booktitle", parent.fields.get("title", ""))
        for name in _INHERITED:
            if name in parent.fields:
                entry.fields.setdefault(name, parent.fields[name])


def people(names: str) -> list[tuple[str, str]]:
    """Give family and given names of a list joined by "and"; "others" is kept as family name "et al."."""
    return [_person(name) for name in _split_and(names) if name.strip()][:2_000]


def _split_and(names: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for found in re.finditer(r"[{}]|\s+and\s+", names):
        if found[0] in "{}":
            depth += 1 if found[0] == "{" else -1
        elif depth <= 0:
            parts.append(names[start : found.start()])
            start = found.end()
    return [*parts, names[start:]]


def _person(name: str) -> tuple[str, str]:
    name = name.strip()
    if name.lower() == "others":
        return "et al.", ""
    if name.startswith("{") and name.endswith("}") and name.count("{") == 1:
        return name, ""
    pieces = [piece.strip() for piece in _split_comma(name)]
    if len(pieces) > 1:
        return pieces[0], " ".join(pieces[1:])
    words = re.findall(r"(?:\{[^{}]*\}|[^\s{}])+", name.replace("~", " ")) or [name]
    family = next((place for place, word in enumerate(words[:-1]) if word[:1].islower()), len(words) - 1)
    return " ".join(words[family:]), " ".join(words[:family])


def _split_comma(name: str) -> list[str]:
    pieces, depth, start = [], 0, 0
    for place, sign in enumerate(name):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "," and not depth:
            pieces.append(name[start:place])
            start = place + 1
    return [*pieces, name[start:]]
