"""The genres of documents and their wording: sentences around the rules, kept in `genres/`, one file a language.

Source: DH-39.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from evidoc.errors import UnknownName
from evidoc.recipes.dochop._records import Pool
from evidoc.records.record import Record


class Genre(Record, frozen=True, kw_only=True):
    """The sentences of a genre; `list` is what a set of the trace is called."""

    name: str
    list: str
    title: tuple[str, ...]
    opening: tuple[str, ...]
    lead: tuple[str, ...]
    filler: tuple[str, ...]
    effect: tuple[str, ...]
    closing: tuple[str, ...]


def genre_names() -> tuple[str, ...]:
    """Give the names of all genres, sorted."""
    return tuple(sorted(_genres("en")))


def genre_named(name: str, language: str) -> Genre:
    """Give a genre in a language.

    Raises:
        UnknownName: There is none of that name.
    """
    known = _genres(language)
    if name not in known:
        raise UnknownName(name, kind="genre", known=tuple(sorted(known)))
    return known[name]


def article(noun: str) -> str:
    """Give "an" before a vowel that is heard, else "a"."""
    return "an" if noun[0] in "aeio" or (noun[0] == "u" and not noun.startswith("uni")) else "a"


def filled(sentence: str, pool: Pool) -> str:
    """Fill the places of a sentence from a pool; "a" before its noun becomes "an" where it must."""
    if pool.language != "zh":
        one = article(pool.singular)
        sentence = sentence.replace(" a {singular}", f" {one} {{singular}}")
        sentence = f"{one.capitalize()}{sentence[1:]}" if sentence.startswith("A {singular}") else sentence
    words = {"{plural}": pool.plural, "{singular}": pool.singular, "{kicker}": pool.kicker, "{topic}": pool.topic}
    for place, word in words.items():
        sentence = sentence.replace(place, word)
    return sentence


@cache
def _genres(language: str) -> Mapping[str, Genre]:
    path = files("evidoc.recipes.dochop") / "genres" / ("zh.toml" if language == "zh" else "en.toml")
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        name: Genre(name=name, list=str(table.pop("list")), **{part: tuple(texts) for part, texts in table.items()})
        for name, table in read.items()
    }
