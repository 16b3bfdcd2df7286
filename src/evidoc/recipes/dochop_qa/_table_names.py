"""How tables are called: their labels before captions, and their mentions in running text. Source: DHQ-42, DHQ-59.

A table's name is its number in one form: Arabic for Roman (`IV` is `4`), with `S` for one of the supplement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_ROMAN = {"I": 1, "V": 5, "X": 10}  # C and L are letters of appendices rather
_SUPPLEMENT = r"(?:supplement(?:ary|al)?|additional|extended data|supporting|web|online)"
_NUMBER = r"(?:[IVX]+(?![\w])|[A-Z]{0,2}[.-]?\d+(?:[.-]\d+)*(?:[a-z](?![a-zA-Z]))?|[A-Z](?=\s*[.:|)–-]|\s*$))"
_LABEL = re.compile(
    rf"\s*(?i:(?P<more>{_SUPPLEMENT})\s+)?(?i:tab(?:le|\.)?)\s*(?P<number>{_NUMBER})(?:\s?\(?[a-z]\))?(?=[\s.:|)–—-]|[A-Z]|$)"
    r"[\s.:|)–—-]*"
)
_IN_TEXT = r"(?:[IVX]+\b|[A-Z]{0,2}[.-]?\d+(?:[.-]\d+)*[a-z]?\b|[A-Z]\b)"
_AND = r"\s*(?:,\s*and\b|,|and\b|or\b|&|;)\s*"
_TO = r"\s*(?:to\b|through\b|[–—]|-(?=\w))\s*"
_MENTION = re.compile(
    rf"(?:(?P<more>(?i:{_SUPPLEMENT}))\s+|(?P<others>\b(?i:their|his|her|whose)\s+))?"
    rf"\b(?i:tab(?:le(?P<several>s)?|s?\.))\s*(?P<numbers>{_IN_TEXT}(?:(?:{_AND}|{_TO})(?:(?i:tab(?:les?|s?\.))\s*)?{_IN_TEXT})*)"
    r"(?P<elsewhere>\s+(?:of|in)\s+(?:(?i:refs?\b|references?\b)|\[|[A-Z][\w'’-]+\s+et\s+al))?"
)
_PARTS = re.compile(rf"(?P<number>{_IN_TEXT})|(?P<to>{_TO})")
_HYPHEN = re.compile(r"(?<=\d)-(?=[A-Z]{0,2}\d)")  # between two tables after "Tables"; "Table 3-1" is the first of chapter 3
_LONGEST_RANGE = 50  # tables; more are no range but a slip of the pen


def without_label(caption: str) -> str:
    """Give a caption without the label before it and without its final stop."""
    return _LABEL.sub("", caption, count=1).strip().rstrip(".:;").strip() if _LABEL.match(caption) else caption.strip(" .:;")


def label_in(caption: str) -> str:
    """Give the label with which a caption begins, "Table 2"; empty where it begins with none."""
    found = _LABEL.match(caption)
    return caption[: found.end()].strip().rstrip(".:|)–—- ") if found else ""


def name_in(label: str) -> str:
    """Give the name of a table by its label ("Table 2", "2"), or by the caption that begins with one; else nothing."""
    found = _LABEL.match(label)
    if found is None:
        bare = label.strip().rstrip(".:")
        return _name(bare) if re.fullmatch(_NUMBER, bare) else ""
    return _name(found["number"], of_supplement=found["more"] is not None)


def names_in(text: str) -> Iterator[str]:
    """Give the names of the tables that a text refers to as its own, ranges and lists taken apart.

    "Tables 1–3" names three, "Tables 1 and 2" two, "Table 2a" both `2a` and `2`; "their Table 1", and "Table 1 of Smith et
    al.", are another article's.
    """
    for mention in _MENTION.finditer(text):
        if mention["others"] is None and mention["elsewhere"] is None:
            listed = mention["numbers"]
            if mention["several"]:
                listed = _HYPHEN.sub("–", listed)
            for number in _numbers(listed):
                name = _name(number, of_supplement=mention["more"] is not None)
                yield name
                if name[-1:].islower():
                    yield name[:-1]


def _numbers(listed: str) -> Iterator[str]:
    parts = [(found.lastgroup, found[0]) for found in _PARTS.finditer(listed)]
    yield from (number for kind, number in parts if kind == "number")
    for place, ((kind, first), (between, _)) in enumerate(pairwise(parts)):
        if kind == "number" and between == "to" and place + 2 < len(parts):
            yield from _between(first, parts[place + 2][1])


def _between(first: str, last: str) -> Iterator[str]:
    """Give the numbers between two, as S2 is between S1 and S3."""
    one, other = (re.fullmatch(r"(\D*)(\d+)", _name(end)) for end in (first, last))
    if one is not None and other is not None and other[1] in ("", one[1]) and int(other[2]) - int(one[2]) <= _LONGEST_RANGE:
        yield from (f"{one[1]}{number}" for number in range(int(one[2]) + 1, int(other[2])))


def _name(number: str, *, of_supplement: bool = False) -> str:
    plain = str(_arabic(number)) if set(number) <= set(_ROMAN) else number
    return f"S{plain}" if of_supplement and plain[:1].isdigit() else plain


def _arabic(roman: str) -> int:
    values = [_ROMAN[letter] for letter in roman]
    return sum(-value if value < following else value for value, following in pairwise((*values, 0)))
