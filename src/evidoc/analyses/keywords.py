"""Which nouns, verbs and words the questions of each concept have, without stop words and the concept's own template.

Source: DHQ-101; figures 9 to 19 of DocHop-QA. Its tagger is not named; ours has lists and rules and no model
(`linking.tagged`), whose errors a test counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from evidoc.errors import UsageError
from evidoc.linking import STOPWORDS, TaggedWord, tagged
from evidoc.records.analysis import Analysis, Cloud, StatsTable
from evidoc.records.bench import Bench
from evidoc.records.item import Item

Combined = Literal["both", "pairs"]

_PLACE = re.compile(r"\[[^\]]*\]|\{[^}]*\}")  # what a template leaves open
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_FEWEST = 5  # questions of a concept from which words of nearly all of them are taken for its template
_NEARLY_ALL = 0.8
_SHORTEST = 2  # letters


def analyse(bench: Bench, *, most: int = 50, combined: Combined = "both") -> Analysis:
    """Count the words of the questions by concept, or by kind of item where there are no concepts.

    `most` words of each are shown. `combined` is what the third figure counts: nouns and verbs together, or pairs of a verb with
    the noun that follows it. The terms of a concept are the words of its template; where the construction has no template in
    words, they are those that stand in at least 8 of 10 of its questions, if there are 5.

    Raises:
        UsageError: An option cannot be used.
    """
    if most < 1 or combined not in get_args(Combined):
        raise UsageError(
            f"most={most}, combined={combined!r}; most is at least 1, combined one of {', '.join(get_args(Combined))}"
        )
    questions = _Questions()
    for item in bench.items():
        questions.add(item)
    counted = [concept.counted(combined) for _, concept in sorted(questions.concepts.items())]
    tables = tuple(_table(name, title, counted, most=most) for name, title in _TABLES.items())
    return Analysis(
        name="keywords",
        title="Words of the questions",
        note=(
            "Lower case, as written; stop words and the terms of each concept's own template are left out. Nouns and verbs are "
            "told by lists and rules for English, which err in about 1 of 15 words."
        ),
        tables=(*tables, _terms(counted)) if counted else (),
        figures=tuple(figure for one in counted for figure in _clouds(one, most)),
        left_out=questions.left_out(),
    )


@dataclass(frozen=True, slots=True)
class Counted:
    """How often each word is used in the questions of a concept, by kind of word, and which terms were left out."""

    concept: str
    questions: int
    words: Mapping[str, Counter[str]]
    terms: tuple[str, ...]


@dataclass
class _Concept:
    """The questions of one concept."""

    name: str
    questions: list[tuple[TaggedWord, ...]] = field(default_factory=list)
    template: set[str] = field(default_factory=set)

    def add(self, item: Item) -> None:
        self.questions.append(tagged(item.question))
        if _PLACE.search(item.construction.template):
            self.template |= _plain(_WORD.findall(_PLACE.sub(" ", item.construction.template)))

    def counted(self, combined: Combined) -> Counted:
        terms = (self.template or self._shared()) - STOPWORDS
        words = {name: Counter[str]() for name in _TABLES}
        for question in self.questions:
            kept = [word if _tells(word, terms) else None for word in question]
            for name, pick in _PICKS.items():
                words[name].update(pick(kept))
            words["combined"].update(_pairs(question, kept) if combined == "pairs" else _both(kept))
        return Counted(self.name, len(self.questions), words, tuple(sorted(terms)))

    def _shared(self) -> set[str]:
        if len(self.questions) < _FEWEST:
            return set()
        found = Counter(word for question in self.questions for word in _plain(word.text for word in question))
        return {word for word, count in found.items() if count >= _NEARLY_ALL * len(self.questions) and word[0].isalpha()}


class _Questions:
    """The questions of a bench by concept; those in other languages are counted."""

    def __init__(self) -> None:
        self.concepts: dict[str, _Concept] = {}
        self._others: Counter[str] = Counter()

    def add(self, item: Item) -> None:
        if item.language.split("-")[0] != "en":
            self._others[item.language or "no language stated"] += 1
            return
        name = item.task.concept or item.task.path
        self.concepts.setdefault(name, _Concept(name)).add(item)

    def left_out(self) -> tuple[str, ...]:
        return tuple(
            f"{count} questions in {language!r}: the words are told apart for English only"
            for language, count in sorted(self._others.items())
        )


def _plain(words: Iterable[str]) -> set[str]:
    return {word.lower() for word in words}


def _tells(word: TaggedWord, terms: set[str]) -> bool:
    plain = word.text.lower()
    return (
        word.kind != "mark" and len(plain) >= _SHORTEST and plain[0].isalpha() and plain not in STOPWORDS and plain not in terms
    )


Kept = Sequence[TaggedWord | None]


def _of(*kinds: str) -> Callable[[Kept], Iterator[str]]:
    return lambda kept: (word.text.lower() for word in kept if word is not None and (not kinds or word.kind in kinds))


_both = _of("noun", "verb")
_PICKS = {"nouns": _of("noun"), "verbs": _of("verb"), "words": _of()}
_TABLES = {"nouns": "Nouns", "verbs": "Verbs", "combined": "Nouns and verbs", "words": "All words"}


def _pairs(question: Sequence[TaggedWord], kept: Kept) -> Iterator[str]:
    """Give each verb with the noun that it has to do with: the last of the nouns next after it, before any mark or verb."""
    verb, noun = "", ""
    for word, own in zip(question, kept, strict=True):
        ends = word.kind in ("mark", "verb") or (noun and word.kind not in ("noun", "adjective"))
        if ends:
            if verb and noun:
                yield f"{verb} {noun}"
            verb, noun = "", ""
        if own is not None and own.kind == "verb":
            verb = own.text.lower()
        elif own is not None and own.kind == "noun":
            noun = own.text.lower()
    if verb and noun:
        yield f"{verb} {noun}"


def _table(name: str, title: str, counted: Sequence[Counted], *, most: int) -> StatsTable:
    rows = ((one.concept, one.questions, word, count) for one in counted for word, count in _ranked(one.words[name], most))
    return StatsTable(name=name, title=title, header=("concept", "questions", "word", "times"), rows=tuple(rows))


def _terms(counted: Sequence[Counted]) -> StatsTable:
    rows = tuple((one.concept, term) for one in counted for term in one.terms)
    return StatsTable(name="template_terms", title="Template terms that were left out", header=("concept", "term"), rows=rows)


def _clouds(one: Counted, most: int) -> Iterator[Cloud]:
    for name, title in _TABLES.items():
        words = tuple(_ranked(one.words[name], most))
        if words:
            place = re.sub(r"\W+", "_", one.concept).strip("_").lower()
            yield Cloud(name=f"{place}_{name}", title=f"{one.concept}: {title.lower()}", words=words)


def _ranked(words: Counter[str], most: int) -> list[tuple[str, int]]:
    return sorted(words.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
