"""A text cut into sentences by rule: the same text gives the same sentences, and abbreviations end none.

A sentence ends at `.`, `!` or `?` before white space and something that can begin one: a capital, a digit, a bracket or a
quote. Points of abbreviations, initials, numbers and names of species ("Ae. aegypti") do not end it. Source: DHQ-14.
"""

from __future__ import annotations

import re
from collections.abc import Iterator


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?:\s+|$)|(?<=[。！？])\s*|\n+")
_BEGINS = re.compile(r"[\"'“‘(\[]*(?:[^\W_a-z]|\d|[αβγδκλμτω])")
_LAST_WORD = re.compile(r"([^\W\d_][\w.’'-]*|\d+)\.$")
# Never at the end of a sentence: what follows belongs to it. Source: DHQ-14 [D], and the articles of the golden file.
_BEFORE_MORE = _set(
    "ae cx e.g i.e vs cf approx fig figs tab tabs eq eqs eqn ref refs no nos vol pp ed eds dr prof mr mrs ms st mt ca viz "
    "resp sect sec ch chap suppl dept univ var subsp ssp sp spp nr op incl est lat long p v"
)
_MAYBE = _set("al etc inc ltd co corp jr sr ph.d m.d u.s u.k u.s.a e.u a.m p.m jan feb mar apr jun jul aug sept oct nov dec")
_OPENERS = _set(
    "the this these that those a an in on at for with by to from of we our it its they their he she his her as however "
    "moreover furthermore thus therefore although while when where if after before both all some most many such no since "
    "because among during here there results another other each one two three finally first second"
)


def sentences(text: str) -> list[str]:
    """Give the sentences of a text in order, without the white space around them; none for a blank text."""
    return [sentence for sentence in _cut(text) if sentence]


def _cut(text: str) -> Iterator[str]:
    start = 0
    for found in _END.finditer(text):
        if found.end() > start and _ends(text, found):
            yield text[start : found.end()].strip()
            start = found.end()
    yield text[start:].strip()


def _ends(text: str, found: re.Match[str]) -> bool:
    """Say whether a mark ends a sentence."""
    if not found[0].strip() or found.end() >= len(text):
        return True
    after = text[found.end() :]
    if not _BEGINS.match(after):
        return False
    if not found[0].startswith(".") or found[0].startswith(".."):
        return True
    word = _LAST_WORD.search(text, max(0, found.start() - 20), found.start() + 1)
    return word is None or _word_ends(word[1], after, is_closed=len(found[0].rstrip()) > 1)


def _word_ends(word: str, after: str, *, is_closed: bool) -> bool:
    """Say whether a word with a point before something with a capital is the last of its sentence."""
    plain = word.casefold()
    if is_closed or word.isdigit():
        return True
    if plain in _BEFORE_MORE:
        return False
    if plain in _MAYBE:
        return _opens(after)
    is_initial = len(word) == 1 and word.isupper()
    return not is_initial or _opens(after)


def _opens(after: str) -> bool:
    """Say whether a text begins with a word that seldom goes on after an abbreviation or an initial."""
    first = re.match(r"\w+", after)
    return first is not None and first[0].casefold() in _OPENERS and first[0][0].isupper()
