"""Capitals inside a sentence: what the document itself writes small is written small in a question."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from evidoc.recipes.pdfqa._lexicon import MEASURES
from evidoc.recipes.pdfqa._word_lists import words_of
from evidoc.records.document import Document
from evidoc.records.remembered import Remembered

_WORD = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’]*")
_OPENS_SENTENCE = re.compile(r"(?:^|[.!?:;•“\"(]\s*)$")
_TEXT_KINDS = frozenset({"paragraph", "list", "abstract", "footnote"})
_SMALL = words_of(
    """
    the a an of in on for and or by per with from to at as total net gross number percentage percent average mean median
    minimum maximum annual rate rates share cost costs sales revenue revenues income expense expenses emissions energy
    electricity water waste production consumption additional baseline final target other renewable natural direct indirect
    fleet vehicles corporate product products use business travel employee employees commuting transportation operating
    current deferred effect effects summary comparison distribution list characteristics results descriptive details
    overview main pairwise different infection locations details estimated observed predicted expected weighted proportion
    frequency incidence prevalence concentration content yield weight length height area size sample population mortality
    fuel reduction change changes growth intensity purchased carbon removals offsets
    """
)
_SHORT = 4  # words that titles write small
Phrase = Literal["topic", "measure", "name"]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """How often a document writes a word small, and with a capital inside a sentence, and at its start."""

    small: Counter[str] = field(default_factory=Counter)
    capital: Counter[str] = field(default_factory=Counter)
    opening: Counter[str] = field(default_factory=Counter)

    def knows(self, word: str) -> bool:
        """Say whether the document writes a word anywhere in its running text."""
        return bool(self.small[word.lower()] or self.capital[word.lower()] or self.opening[word.lower()])

    def writes_small(self, word: str) -> bool | None:
        """Say whether a word is a common one; None where the document does not tell."""
        small, capital = self.small[word.lower()], self.capital[word.lower()]
        if small or capital:
            return small >= capital
        return True if word.lower() in _SMALL else None


_vocabularies: Remembered[Vocabulary] = Remembered(most=8)


def vocabulary_of(document: Document) -> Vocabulary:
    """Count the words of a document's running text; a few documents' counts are remembered."""
    return _vocabularies.of(document.blocks, lambda: _counted(document))


def inside_sentence(text: str, vocabulary: Vocabulary, *, of: Phrase = "topic") -> str:
    """Write a heading as it stands inside a sentence.

    Words with capitals or digits inside ("SNPs", "iPhone", "CO2") stay; a word is made small when the document
    writes it small. Where the document does not tell, a measure is made small, a topic in sentence case loses its
    first capital, and a name keeps all its capitals or none ("Greater China", "pearl millet").
    """
    words = list(_WORD.finditer(text))
    is_sentence_case = len(words) > 1 and (words[1][0].islower() or all(map(_is_fixed, (word[0] for word in words[1:]))))
    is_titled = of == "topic" and len(words) > 1 and all(word[0][0].isupper() for word in words if len(word[0]) > _SHORT)
    pieces, done = [], 0
    for index, word in enumerate(words):
        pieces.append(text[done : word.start()])
        falls_back = _falls_back(word[0], vocabulary, of="measure" if is_titled else of) or (
            of != "name" and index == 0 and is_sentence_case
        )
        is_numbered = re.match(r"\s\d", text[word.end() :]) is not None
        pieces.append(
            word[0]
            if is_numbered
            else _cased(word[0], vocabulary, falls_back=falls_back, is_first=index == 0, is_topic=of == "topic")
        )
        done = word.end()
    cased = "".join(pieces) + text[done:]
    return text if of == "name" and any(word[0].isupper() and not _is_fixed(word) for word in _WORD.findall(cased)) else cased


def opened(text: str) -> str:
    """Give a sentence its capital, but leave a first word with capitals inside ("iPhone", "pH") as it is."""
    first = _WORD.match(text)
    if first is None or any(map(str.isupper, first[0][1:])):
        return text
    return text[0].upper() + text[1:]


def _cased(word: str, vocabulary: Vocabulary, *, falls_back: bool, is_first: bool, is_topic: bool) -> str:
    if _is_fixed(word) or word[0].islower() or (len(word) == 1 and not (is_first and word == "A" and is_topic)):
        return word
    is_small = vocabulary.writes_small(word)
    if is_small or (is_small is None and falls_back):
        return word[0].lower() + word[1:]
    return word


def _falls_back(word: str, vocabulary: Vocabulary, *, of: Phrase) -> bool:
    """Say whether a word that the document does not tell about is made small: in a measure, unless there is no text at all."""
    return of == "measure" and len(word) > 2 and (bool(vocabulary.small) or word.lower() in MEASURES)


def _is_fixed(word: str) -> bool:
    return any(map(str.isupper, word[1:]))


def _counted(document: Document) -> Vocabulary:
    small: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    opening: Counter[str] = Counter()
    for block in document.blocks:
        if block.kind in _TEXT_KINDS:
            for word in _WORD.finditer(block.text):
                if word[0].islower():
                    small[word[0]] += 1
                elif not _OPENS_SENTENCE.search(block.text[max(0, word.start() - 3) : word.start()]):
                    capital[word[0].lower()] += 1
                else:
                    opening[word[0].lower()] += 1
    return Vocabulary(small, capital, opening)
