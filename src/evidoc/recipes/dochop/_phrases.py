"""Conditions in words and back: each of the 27 rules has several wordings, and each wording reads back to the same condition.

Source: DH-26, DH-36, X-17.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from evidoc.errors import InvalidRecord
from evidoc.recipes.dochop._phrase_words import WORDINGS, WORDINGS_ZH
from evidoc.recipes.dochop._places import OPERATORS, WRITE, Use, pattern_of
from evidoc.recipes.dochop._records import ChartSchema, Condition, Pool
from evidoc.recipes.dochop._resolve import conditions_of
from evidoc.recipes.dochop._vocabulary import marked

_PIECE = re.compile(r"\{\?([^|{}]*)\|([^|{}]*)\}|\{(\w+)\}|([\[\]])")


@dataclass(frozen=True, slots=True)
class Wording:
    """One way of saying a rule: its text in pieces, and the pattern that reads it in marked text.

    `anchor` is the longest piece that is always there: a text without it need not be tried.
    A piece is (kind, text, other text): `said` literally, `slot` by name, `sense` for up and down, or the `open`
    and `close` of what is said only where its places are filled.
    """

    rule: str
    pieces: tuple[tuple[str, str, str], ...]
    pattern: re.Pattern[str]
    has_point: bool
    anchor: str


def phrase(condition: Condition, schema: ChartSchema, pool: Pool, rng: random.Random) -> str:
    """Say a condition as a clause that follows "every hotel" (in Chinese, that stands before the noun)."""
    wording = rng.choice(wordings(condition.rule, pool.language))
    return _written(wording, Use(condition, schema, pool), rng)


def read_phrase(text: str, schemas: Sequence[ChartSchema], pool: Pool) -> Condition:
    """Read a clause back to its condition.

    Raises:
        InvalidRecord: It is no wording of a rule, or two charts of the instance could be meant.
    """
    return read_marked(marked(text, pool), schemas, pool)


def read_marked(text: str, schemas: Sequence[ChartSchema], pool: Pool) -> Condition:
    """Read a clause in marked form.

    Raises:
        InvalidRecord: As `read_phrase`.
    """
    found = dict.fromkeys(_readings(text, schemas, pool))
    if len(found) != 1:
        what = f"{len(found)} readings" if found else "no wording of a rule"
        raise InvalidRecord(f"clause {text!r} has {what}; it should say one condition on one chart")
    return next(iter(found))


@cache
def wordings(rule: str, language: str) -> tuple[Wording, ...]:
    """Give the wordings of a rule in a language."""
    table = WORDINGS_ZH if language == "zh" else WORDINGS
    return tuple(_compiled(rule, text, language) for text in table[rule])


def _readings(text: str, schemas: Sequence[ChartSchema], pool: Pool) -> Iterator[Condition]:
    for rule in WORDINGS:
        for wording in wordings(rule, pool.language):
            found = wording.pattern.fullmatch(text) if wording.anchor in text else None
            if found:
                groups = {name: value for name, value in found.groupdict().items() if value is not None}
                yield from conditions_of(wording.rule, groups, schemas=schemas, pool=pool, has_point=wording.has_point)


def _compiled(rule: str, text: str, language: str) -> Wording:
    pieces, pattern, done, seen = [], [], 0, set[str]()
    for found in _PIECE.finditer(text):
        said = text[done : found.start()]
        if said:
            pieces.append(("said", said, ""))
            pattern.append(re.escape(said))
        pieces.append(_piece(found))
        pattern.append(_pattern(found, language, seen))
        done = found.end()
    if text[done:]:
        pieces.append(("said", text[done:], ""))
        pattern.append(re.escape(text[done:]))
    anchor = max(re.split(r"\[.*?\]|\{.*?\}", text), key=len)
    return Wording(rule, tuple(pieces), re.compile("".join(pattern)), "{point}" in text, anchor)


def _piece(found: re.Match[str]) -> tuple[str, str, str]:
    if found[4]:
        return ("open" if found[4] == "[" else "close", "", "")
    return ("slot", found[3], "") if found[3] else ("sense", found[1], found[2])


def _pattern(found: re.Match[str], language: str, seen: set[str]) -> str:
    if found[4]:
        return "(?:" if found[4] == "[" else ")?"
    if found[3]:
        return pattern_of(found[3], language)
    name = "" if "up" in seen else "up"
    seen.add("up")
    assert name, "a wording has one word of direction"
    return f"(?:(?P<up>{re.escape(found[1])})|(?P<down>{re.escape(found[2])}))"


def _written(wording: Wording, use: Use, rng: random.Random) -> str:
    out: list[str] = []
    skipping = False
    for number, (kind, text, other) in enumerate(wording.pieces):
        if kind == "open":
            skipping = not _is_filled(wording.pieces[number:], use)
        elif kind == "close":
            skipping = False
        elif not skipping:
            out.append(_said(kind, text, other, use=use, rng=rng))
    return "".join(out)


def _is_filled(pieces: Sequence[tuple[str, str, str]], use: Use) -> bool:
    """Say if the first place of an optional part has something to say."""
    slot = next(text for kind, text, _ in pieces if kind == "slot")
    return bool(use.slots.window) if slot == "span" else getattr(use.slots, slot) is not None


def _said(kind: str, text: str, other: str, *, use: Use, rng: random.Random) -> str:
    if kind == "said":
        return text
    if kind == "sense":
        return other if use.slots.direction == "down" else text
    if text == "operator":
        return rng.choice(OPERATORS[use.pool.language][use.slots.operator or ">="])
    return WRITE[text](use)
