"""The entries that the JSON objects of a reply name, whatever their fields are called."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

Reads = Callable[[str], list[int] | None]

_DEEPEST = 20  # levels of an object that are looked into
_TRIES = 200  # braces at which an object is looked for
_SURE = re.compile(
    r"(?:^|[^a-z])(?:entit(?:y|ies)|elements?|ind(?:ex|ices|exes)|ids?|idx|snippets?|box(?:es)?)(?:$|[^a-z])|实体|编号"
)
_LIKELY = re.compile(r"answers?|evidence|relevant|selected|results?|citations?|sources?|output|support|prediction", re.IGNORECASE)
_OTHER = re.compile(
    r"(?:^|[^a-z])(?:n|num|count|total|pages?|text|types?|scores?|confidence|reason(?:ing)?|explanation|tables?|figures?)(?:$|[^a-z])"
)
_SMALL_THEN_LARGE = re.compile(r"(?<=[a-z])(?=[A-Z])")


def json_entries(text: str, reads: Reads) -> list[int] | None:
    """Give the entries that a text's JSON objects name; None where there is no object, or none that names any.

    Fields called after entries count before those called `answer`, `evidence` and the like; counts, pages and texts do not.
    """
    found: list[tuple[int, list[int]]] = [entry for read in _objects(text) for entry in _named(read, reads, rank=0, depth=0)]
    if not found:
        return None
    best = max(rank for rank, _ in found)
    return [value for rank, values in found if rank == best for value in values]


def rank_of(key: str) -> int:
    """Say what a field holds by its name: 2 is called after entries, 1 may hold some, 0 does not."""
    name = _SMALL_THEN_LARGE.sub("_", key).lower()
    if _OTHER.search(name):
        return 0
    return 2 if _SURE.search(name) else 1 if _LIKELY.search(name) else 0


def _objects(text: str) -> Iterator[object]:
    """Give the JSON objects that stand in a text, also where one around them is cut off."""
    decoder = json.JSONDecoder()
    place = text.find("{")
    for _ in range(_TRIES):
        if place < 0:
            return
        try:
            read, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            yield read
        place = text.find("{", end)


def _named(value: object, reads: Reads, *, rank: int, depth: int) -> Iterator[tuple[int, list[int]]]:
    """Give the entries below a field of a rank, each with the rank of the field that it is in."""
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            said = reads(key) if rank_of(key) else None
            if said:
                yield 2, said
            else:
                yield from _named(inner, reads, rank=rank_of(key), depth=depth + 1)
    elif isinstance(value, list):
        if rank and not value:
            yield rank, []
        for inner in value:
            yield from _named(inner, reads, rank=rank, depth=depth + 1)
    elif rank:
        said = _said(value, reads)
        if said is not None:
            yield rank, said


def _said(value: object, reads: Reads) -> list[int] | None:
    if value is None:
        return []
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return reads(value) if isinstance(value, str) else [value] if value >= 0 else None
