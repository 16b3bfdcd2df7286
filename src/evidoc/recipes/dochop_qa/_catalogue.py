"""Concepts and keyword lists of a user's own, read from a TOML file and held against what a concept must be.

Source: DHQ-05, DHQ-22, DHQ-54.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import msgspec

from evidoc.errors import InvalidRecord, UnknownName, UsageError
from evidoc.recipes.dochop_qa._concepts import (
    CONCEPTS,
    FILLED,
    SLOT,
    SNIPPETS_OF,
    SUBTYPE_OF,
    Concept,
    Fills,
    Generator,
    Pattern,
)
from evidoc.recipes.dochop_qa._keyword_lists import PUBLISHED, Keywords

_BY_SLOTS: dict[tuple[Generator, int], Fills] = {
    ("noncomparison", 1): "challenge",
    ("noncomparison", 2): "challenge_and_method",
    ("noncomparison", 3): "mechanism",
    ("comparison", 2): "features",
    ("comparison", 3): "solutions",
    ("pst", 1): "challenge",
    ("deterministic", 2): "table",
}


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The concepts that can be asked, and the words by which paragraphs are found first."""

    concepts: tuple[Concept, ...] = CONCEPTS
    keywords: Keywords = PUBLISHED

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all concepts."""
        return tuple(concept.code for concept in self.concepts)

    def concept(self, code: str) -> Concept:
        """Give the concept of a code.

        Raises:
            UnknownName: There is no such concept.
        """
        found = next((concept for concept in self.concepts if concept.code == code), None)
        if found is None:
            raise UnknownName(code, kind="concept", known=self.codes)
        return found

    def without_limitation(self) -> Concept | None:
        """Give the concept over a citation that asks for no limitation: what TSL becomes where there is none."""
        shorter = (each for each in self.concepts if each.generator == "deterministic" and each.snippets == 3)
        return next(shorter, None)


OURS = Catalogue()


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `[[concepts]]` of the file."""

    code: str
    keywords: tuple[str, ...]
    template: str
    generator: Generator = "noncomparison"
    pattern: Pattern | None = None
    snippets: int | None = None
    fills: Fills | None = None


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[words]` of the file: each list that is there takes the place of ours."""

    problem: tuple[str, ...] | None = None
    solution: tuple[str, ...] | None = None
    limitation: tuple[str, ...] | None = None


def catalogue_of(concepts_file: str) -> Catalogue:
    """Give our catalogue, or with a file ours with what it adds: a concept of a code of ours takes its place.

    Raises:
        UsageError: There is no such file.
        InvalidRecord: The file says something that cannot be; all its faults are in the message.
    """
    if not concepts_file:
        return OURS
    path = Path(concepts_file)
    if not path.is_file():
        raise UsageError(f"no file of concepts at {path}; write one with [[concepts]] or [words], or leave concepts_file out")
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _read(path: Path, _modified: int) -> Catalogue:
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidRecord(f"{path} is no TOML ({error}); write [[concepts]] with code, keywords and template") from error
    faults = [f"{name!r} is neither concepts nor words" for name in said if name not in ("concepts", "words")]
    listed = said.get("concepts", [])
    if not isinstance(listed, list):
        faults.append("concepts is no list; write each concept under [[concepts]]")
        listed = []
    entries = list(_entries(listed, faults))
    faults += [fault for entry in entries for fault in _faults_of(entry)]
    codes = [entry.code for entry in entries]
    faults += [f"code {code!r} stands there twice" for code in dict.fromkeys(codes) if codes.count(code) > 1]
    keywords = _keywords(said.get("words", {}), faults)
    if not entries and "words" not in said and not faults:
        faults.append("it has neither concepts nor words")
    if faults:
        raise InvalidRecord(f"{path} cannot be used: {'; '.join(faults)}; see the how-to on DocHop-QA for what a concept needs")
    own = {entry.code: _concept(entry) for entry in entries}
    kept = [own.pop(concept.code, concept) for concept in CONCEPTS]
    return Catalogue((*kept, *own.values()), keywords)


def _entries(listed: Sequence[object], faults: list[str]) -> Iterator[_Entry]:
    for number, row in enumerate(listed, 1):
        try:
            yield msgspec.convert(row, _Entry)
        except msgspec.ValidationError as error:
            named = row.get("code", "") if isinstance(row, Mapping) else ""
            faults.append(f"concept {number} {named!r}: {error}")


def _faults_of(entry: _Entry) -> Iterator[str]:
    slots = entry.template.count(SLOT)
    name = f"concept {entry.code!r}"
    if not entry.code.strip() or not entry.keywords:
        yield f"{name} has no code or no keywords"
    if not slots:
        yield f"{name} has no slot; its template needs {SLOT} where a phrase goes"
    elif (entry.generator, slots) not in _BY_SLOTS:
        yield f"{name} has {slots} slots, which {entry.generator} cannot fill"
    elif entry.fills is not None and FILLED[entry.fills] != slots:
        yield f"{name} has {slots} slots; {entry.fills} fills {FILLED[entry.fills]}"
    if entry.pattern not in (None, _pattern_of(entry.generator)):
        yield f"{name} is a {entry.pattern}; what {entry.generator} asks is a {_pattern_of(entry.generator)}"
    if entry.snippets is not None and entry.snippets not in SNIPPETS_OF[entry.generator]:
        known = " or ".join(map(str, SNIPPETS_OF[entry.generator]))
        yield f"{name} has snippets={entry.snippets}; {entry.generator} leads to {known}"


def _keywords(said: object, faults: list[str]) -> Keywords:
    try:
        words = msgspec.convert(said, _Words)
    except msgspec.ValidationError as error:
        faults.append(f"words: {error}")
        return PUBLISHED
    given = {name: tuple(getattr(words, name)) for name in words.__struct_fields__ if getattr(words, name) is not None}
    faults += [f"words.{name} has no words" for name, found in given.items() if not all(map(str.strip, found)) or not found]
    return replace(PUBLISHED, **given)


def _pattern_of(generator: Generator) -> Pattern:
    return "chain" if generator in ("pst", "deterministic") else "fan"


def _concept(entry: _Entry) -> Concept:
    pattern = _pattern_of(entry.generator)
    return Concept(
        code=entry.code,
        type="table" if pattern == "chain" else "paragraph",
        subtype=SUBTYPE_OF[entry.generator],
        keywords=entry.keywords,
        template=entry.template,
        published=0,
        pattern=pattern,
        generator=entry.generator,
        snippets=entry.snippets or SNIPPETS_OF[entry.generator][0],
        fills=entry.fills or _BY_SLOTS[entry.generator, entry.template.count(SLOT)],
    )
