"""Reading which numbered entries a reply names: `[3, 5]`, `3, 5 and 7`, `[Entity 3] [Entity 5]`, "entities 3 to 5", or by tag.

Lists, tables and JSON around them are read through; the number of a list's item names nothing. Source: DHQ-110, X-36.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evidoc.answers._index_json import json_entries, rank_of
from evidoc.answers._index_markup import BULLET, LABEL, leading_numbers, plain, table_columns, with_list
from evidoc.answers.final import final_answer

FEW = 5  # entries that a constant or a chance names; what the recipe takes as evidence of a question, and the paper's top five


@dataclass(frozen=True, slots=True)
class NamedIndices:
    """The indices that a reply names, each once, in its order; `found` is false where the reply cannot be read as such."""

    values: tuple[int, ...] = ()
    found: bool = False


def read_indices(reply: str, *, tags: Mapping[str, int] | None = None) -> NamedIndices:
    """Read the indices out of a reply.

    JSON objects are read by their fields. Else, if the final answer is nothing but indices (a JSON list, parts between
    commas, lines, items of a list, ranges), these are meant; else those in square brackets, those that say "Entity" before
    bare ones; else the column of a Markdown table that is headed so; else those behind a word such as "entities" or
    "indices", and entries named by their tag (`doc1_paragraph3`), of which `tags` knows the indices; else the numbers that
    all items of a list begin with before their explanation. Numbers elsewhere in a sentence name nothing, nor do `Table [2]`
    and the numbers of a list. "None" and an empty list name no entry, which is an answer too.
    """
    known = tags or {}
    found = final_answer(reply[:_LONGEST])
    text = with_list(found.text, reply=reply[:_LONGEST]) if found.marked else found.text
    whole = json_entries(text, lambda said: _read(plain(said), known))
    if whole is None:
        whole = _read(plain(text), known)
    return NamedIndices() if whole is None else NamedIndices(values=tuple(dict.fromkeys(whole)), found=True)


def by_frequency(counts: Mapping[int, int]) -> tuple[int, ...]:
    """Give counted indices, the most frequent first, and the lower first of those that are as frequent."""
    return tuple(sorted(counts, key=lambda index: (-counts[index], index)))


_LONGEST = 100_000
_LONGEST_RANGE = 10_000  # entries; a longer one is no answer
_NOTHING = frozenset({"none", "no entities", "no entity", "no elements", "no element", "nothing", "empty", "无", "没有"})
_NOISE = re.compile(
    rf"{LABEL}[\s_]{{0,3}}[:#]?|^\s{{0,9}}{BULLET}\s|```(?:\w{{1,12}})?|[\[\](){{}}\"'#<>]", re.IGNORECASE | re.MULTILINE
)
_SPLIT = re.compile(r"\s*(?:[,;，；、\n]|\band\b|\bor\b|&|和|\s)\s*", re.IGNORECASE)
_TO = re.compile(r"(?<=\d)[ \t]{0,3}(?:-|–|—|~|to|through|至|到)[ \t]{0,3}(?=\d)", re.IGNORECASE)
_NUMBER = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?\.?")
_FENCE = re.compile(r"```\w{0,12}\n(.*?)```", re.DOTALL)
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_SAYS_ENTRY = re.compile(LABEL, re.IGNORECASE)
_OTHER_THING = re.compile(
    r"(?:\b(?:tab(?:le|les)?|fig(?:s|ure|ures)?|sec(?:tion|tions)?|eqs?|equations?|refs?|references?|pages?|pp?|steps?|ci|"
    r"appendix|footnotes?|notes?|chapters?|cited(?:\sin)?|range|interval|supplement)|表|图|第)\.?\s{0,3}\(?$",
    re.IGNORECASE,
)
_FIELD = re.compile(r"\"(\w+)\"\s{0,3}:\s{0,3}$")  # of an object that is no whole JSON
_BEFORE = 24  # characters before a bracket that may say what it numbers
_ONLY_BETWEEN = re.compile(r"[\s,;，；、&]*(?:(?:and|or|和)[\s,;]*)?", re.IGNORECASE)
_BY = r"\s{0,3}(?:,|;|，|、|和|-|–|—)\s{0,3}|\s{1,3}"
_AFTER_LABEL = re.compile(
    rf"({LABEL})(?:\s{{1,3}}(?:are|is|were|numbers?|numbered|no\.?)){{0,2}}[\s_]{{0,3}}[:：#=(]?\s{{0,3}}"
    rf"(\d{{1,9}}(?:(?:{_BY})(?:(?:and|or|&|to|through)\s{{1,3}})?(?:entity\s{{1,3}})?\d{{1,9}}(?![\d.%]*\d|%))*)",
    re.IGNORECASE,
)
_ONE = re.compile(r"entity|element|index|box|snippet|id", re.IGNORECASE)
_LAST = re.compile(r"\s{0,3}([,;，、]?)\s{0,3}((?:and|or|&|to|through|和)\s{1,3})?(?:entity\s{1,3})?(\d{1,9})$", re.IGNORECASE)
_WORD = re.compile(r"\s{1,3}([a-z%µ][\w%-]*)", re.IGNORECASE)
_GO_ON = re.compile(
    "and|or|are|is|was|were|as|because|since|which|that|who|for|from|in|of|on|with|by|to|both|all|together|so|they|it|if",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    "patients|participants|subjects|people|women|men|children|mice|rats|cases|studies|trials|samples|times|data|percent|"
    "years|months|weeks|days|hours|minutes|k?g|[mμµ]g|ml|l|[cmμµ]?m|%",
    re.IGNORECASE,
)
_YEARS = range(1900, 2100)
_TAG = re.compile(r"\bdoc\d{1,4}_[a-z]{1,12}\d{0,6}\b")


def _read(text: str, tags: Mapping[str, int]) -> list[int] | None:
    """Try each way of naming entries, the clearest first."""
    for way in (_entries, _fenced, _tabled, _bracketed, _labelled):
        found = way(text, tags)
        if found is not None:
            return found
    return leading_numbers(text)


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


def _fenced(text: str, tags: Mapping[str, int]) -> list[int] | None:
    """Read the last fenced part that is nothing but entries."""
    return next((found for part in reversed(_FENCE.findall(text)) if (found := _entries(part, tags)) is not None), None)


def _bracketed(text: str, tags: Mapping[str, int]) -> list[int] | None:
    """Read brackets; where any of them says "Entity" or has a tag, only these count, and bare ones in a row with them."""
    groups: dict[str, list[list[int]]] = {"said": [], "bare": [], "other": []}
    kind, end = "", -1
    for match in _BRACKETS.finditer(text):
        goes_on = kind and _ONLY_BETWEEN.fullmatch(text, end, match.start()) is not None
        kind, end = _kind_of(match, tags, before=kind if goes_on else ""), match.end()
        found = _entries(match[1], tags) if match[1].strip() else None
        if found is not None:
            groups[kind].append(found)
    counted = groups["said"] or groups["bare"]
    return [value for group in counted for value in group] if counted else None


def _kind_of(match: re.Match[str], tags: Mapping[str, int], *, before: str) -> str:
    """Say what a bracket numbers: entries by name, something bare, or a table, figure or the like."""
    if _SAYS_ENTRY.search(match[1]) or match[1].strip() in tags:
        return "said"
    said_before = match.string[max(0, match.start() - _BEFORE) : match.start()]
    field = _FIELD.search(said_before)
    if _OTHER_THING.search(said_before) or (field is not None and not rank_of(field[1])):
        return "other"
    return before or "bare"


def _tabled(text: str, tags: Mapping[str, int]) -> list[int] | None:
    for cells in table_columns(text):
        found = [_entries(cell, tags) for cell in cells]
        if found and all(values is not None for values in found):
            return [value for values in found for value in values or ()]
    return None


def _labelled(text: str, tags: Mapping[str, int]) -> list[int] | None:
    found = sorted([*_listed(text), *_tagged(text, tags)])
    return [value for _, values in found for value in values] or None


def _listed(text: str) -> Iterator[tuple[int, list[int]]]:
    for match in _AFTER_LABEL.finditer(text):
        values = _entries(_without_strangers(match), {})
        if values:
            yield match.start(), values


def _without_strangers(match: re.Match[str]) -> str:
    """Leave the last number out where it counts something else: "Entity 7, 2014 data", "entity 3 and 12 patients"."""
    said = match[2]
    word = _WORD.match(match.string, match.end())
    last = _LAST.search(said)
    if word is None or last is None or not last.start() or _GO_ON.fullmatch(word[1]):
        return said
    loose = bool(last[1]) and not last[2]
    alone = loose and _ONE.fullmatch(match[1]) is not None and _NUMBER.fullmatch(said[: last.start()]) is not None
    a_year = loose and int(last[3]) in _YEARS
    return said[: last.start()] if alone or a_year or _COUNTED.fullmatch(word[1]) else said


def _tagged(text: str, tags: Mapping[str, int]) -> Iterator[tuple[int, list[int]]]:
    return ((match.start(), [tags[match[0]]]) for match in _TAG.finditer(text) if match[0] in tags)
