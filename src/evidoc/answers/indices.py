"""Reading which numbered entries a reply names: `[3, 5]`, `3, 5 and 7`, `[Entity 3] [Entity 5]`, "entities 3 to 5", or by tag.

Source: DHQ-110, X-36.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evidoc.answers.final import answer_text


@dataclass(frozen=True, slots=True)
class NamedIndices:
    """The indices that a reply names, each once, in its order; `found` is false where the reply cannot be read as such."""

    values: tuple[int, ...] = ()
    found: bool = False


def read_indices(reply: str, *, tags: Mapping[str, int] | None = None) -> NamedIndices:
    """Read the indices out of a reply.

    If the final answer is nothing but indices (a JSON list, parts between commas, lines, ranges), these are meant; else those
    in square brackets; else those behind a word such as "entities" or "indices", and entries named by their tag
    (`doc1_paragraph3`), of which `tags` knows the indices. Numbers elsewhere in a sentence name nothing. "None" and an empty
    list name no entry, which is an answer too.
    """
    text = answer_text(reply)[:_LONGEST]
    known = tags or {}
    whole = _entries(text, known)
    if whole is None:
        whole = _bracketed(text, known)
    if whole is None:
        whole = _labelled(text, known)
    return NamedIndices() if whole is None else NamedIndices(values=tuple(dict.fromkeys(whole)), found=True)


_LONGEST = 100_000
_LONGEST_RANGE = 10_000  # entries; a longer one is no answer
_NOTHING = frozenset({"none", "no entities", "no entity", "nothing", "empty", "无", "没有"})
_LABEL = r"(?:entit(?:y|ies)|ind(?:ex|ices|exes)|box(?:es)?|实体|编号)"
_NOISE = re.compile(
    rf"\b{_LABEL}\b\s{{0,3}}[:#]?|实体|编号|^\s{{0,9}}[-*•]\s|```(?:json)?|[\[\](){{}}\"'#*<>]",
    re.IGNORECASE | re.MULTILINE,
)
_SPLIT = re.compile(r"\s*(?:[,;，；、\n]|\band\b|\bor\b|&|和|\s)\s*", re.IGNORECASE)
_TO = re.compile(r"(?<=\d)[ \t]{0,3}(?:-|–|—|to|至)[ \t]{0,3}(?=\d)", re.IGNORECASE)
_NUMBER = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?\.?")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_AFTER_LABEL = re.compile(
    rf"\b{_LABEL}\b(?:\s{{1,3}}(?:are|is|were|numbers?|no\.?)){{0,2}}\s{{0,3}}[:#=]?\s{{0,3}}"
    r"(\d{1,9}(?:(?:\s{0,3}(?:,|;|-|–|—)\s{0,3}|\s{1,3})(?:(?:and|or|&|to)\s{1,3})?(?:entity\s{1,3})?\d{1,9}(?![\d.%]*\d|%))*)",
    re.IGNORECASE,
)
_TAG = re.compile(r"\bdoc\d{1,4}_[a-z]{1,12}\d{0,6}\b")


def _entries(text: str, tags: Mapping[str, int]) -> list[int] | None:
    """Read a text that is nothing but entries, or give None."""
    bare = text.strip()
    if bare.strip("[]{}() .").lower() in _NOTHING or bare in ("[]", "{}"):
        return []
    parts = [part for part in _SPLIT.split(_NOISE.sub(" ", _TO.sub("-", bare))) if part]
    found: list[int] = []
    for part in parts:
        values = _values(part, tags)
        if values is None:
            return None
        found += values
    return found or None


def _values(part: str, tags: Mapping[str, int]) -> Sequence[int] | None:
    if part in tags:
        return (tags[part],)
    number = _NUMBER.fullmatch(part)
    if number is None:
        return None
    first, last = int(number[1]), int(number[2] or number[1])
    return range(first, last + 1) if 0 <= last - first < _LONGEST_RANGE else None


def _bracketed(text: str, tags: Mapping[str, int]) -> list[int] | None:
    groups = [found for group in _BRACKETS.findall(text) if group.strip() and (found := _entries(group, tags)) is not None]
    return [value for group in groups for value in group] if groups else None


def _labelled(text: str, tags: Mapping[str, int]) -> list[int] | None:
    found = sorted([*_listed(text), *_tagged(text, tags)])
    return [value for _, values in found for value in values] or None


def _listed(text: str) -> Iterator[tuple[int, list[int]]]:
    for match in _AFTER_LABEL.finditer(text):
        values = _entries(match[1], {})
        if values:
            yield match.start(), values


def _tagged(text: str, tags: Mapping[str, int]) -> Iterator[tuple[int, list[int]]]:
    return ((match.start(), [tags[match[0]]]) for match in _TAG.finditer(text) if match[0] in tags)
