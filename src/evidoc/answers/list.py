"""Reading a list out of a reply, and comparing it with the right one."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from decimal import Context

from evidoc.answers.final import answer_text
from evidoc.answers.number import read_number
from evidoc.answers.text import normal_text


def read_list(text: str, *, known: Sequence[str] = ()) -> list[str]:
    """Read the entries of a list: a JSON array, bullets or numbered lines, or parts between commas, semicolons and "and".

    Commas and "and" inside brackets, inside numbers and inside a `known` entry ("Smith and Sons") do not part.
    A lead ("The products are:") is left off. Source: DH-67.
    """
    final = answer_text(text)[:_LONGEST]
    array = _json_array(final)
    if array is not None:
        return array
    lines = [line.strip() for line in final.splitlines() if line.strip()]
    bullets = [found[1] for line in lines if (found := _BULLET.match(line))]
    if bullets:
        return [_clean(entry) for entry in bullets if _clean(entry)]
    if len(lines) > 1 and not any(line.endswith((",", ";")) for line in lines[:-1]):
        return [entry for line in lines if not line.endswith(":") and (entry := _clean(line))]
    return _parts(" ".join(lines), known)


def same_entry(first: str, second: str) -> bool:
    """Say whether two entries are the same: equal texts, or equal numbers in the same unit."""
    return _key(first) == _key(second)


def same_list(said: Sequence[str], right: Sequence[str], *, ordered: bool = False) -> bool:
    """Say whether two lists have the same entries; unordered lists are compared as sets. Source: DH-67, X-S04, X-S05."""
    first, second = [_key(entry) for entry in said], [_key(entry) for entry in right]
    return first == second if ordered else set(first) == set(second)


def list_f1(said: Sequence[str], right: Sequence[str]) -> float:
    """Give the harmonic mean of precision and recall over distinct entries; 0 where either is empty."""
    first, second = {_key(entry) for entry in said}, {_key(entry) for entry in right}
    shared = len(first & second)
    return 2 * shared / (len(first) + len(second)) if shared else 0.0


_EXACT = Context(prec=100)
_LONGEST = 100_000
_BULLET = re.compile(r"(?:[-*•·–+]\s+|\(?\d{1,3}[.)]\s+|\(?[a-z]\)\s+)(\S.*)")
_LEAD = re.compile(r"^[^:;,]{1,120}:\s+")
_SEPARATOR = re.compile(r"\s*[;；、\n]\s*|\s*[,，](?!\d{3}(?!\d))\s*(?:(?:and|or|&)\s+)?|\s+(?:and|&)\s+|\s*和\s*")
_FENCE = re.compile(r"```[a-zA-Z]*\n(.*?)\n?```", re.DOTALL)


def _key(entry: str) -> str:
    number = read_number(entry)
    return f"{number.amount.normalize(_EXACT)} {number.unit}" if number is not None else normal_text(entry)


def _json_array(text: str) -> list[str] | None:
    fenced = _FENCE.search(text)
    bare = fenced[1].strip() if fenced else text
    if not (bare.startswith("[") and bare.endswith("]")):
        return None
    try:
        read = json.loads(bare)
    except (ValueError, RecursionError):
        return _parts(bare[1:-1], ())
    return [entry if isinstance(entry, str) else json.dumps(entry, ensure_ascii=False) for entry in read]


def _parts(text: str, known: Sequence[str]) -> list[str]:
    text = _LEAD.sub("", text)
    kept = _kept_whole(text, known)
    entries, done = [], 0
    for separator in _SEPARATOR.finditer(text):
        if not kept[separator.start()]:
            entries.append(text[done : separator.start()])
            done = separator.end()
    entries.append(text[done:])
    return [entry for part in entries if (entry := _clean(part))]


def _kept_whole(text: str, known: Sequence[str]) -> bytearray:
    """Mark the characters at which nothing is parted: those of known entries, and those inside balanced brackets."""
    kept, depth = bytearray(len(text)), 0
    for place, character in enumerate(text):
        depth = max(0, depth + (character in "([{（") - (character in ")]}）"))
        kept[place] = depth > 0
    if depth:
        kept = bytearray(len(text))
    for name in {name for name in known if _SEPARATOR.search(name)}:
        for found in re.finditer(re.escape(name), text, re.IGNORECASE):
            kept[found.start() : found.end()] = b"\x01" * len(found[0])
    return kept


def _clean(entry: str) -> str:
    entry = entry.strip().strip("*_`").strip()
    entry = entry[:-1].rstrip() if entry.endswith((".", ",", ";")) and not entry.endswith("..") else entry
    return entry[1:-1] if len(entry) > 1 and entry[0] == entry[-1] and entry[0] in "'\"" else entry
