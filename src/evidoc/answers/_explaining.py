"""Whether what stands beside an answer only explains it: where it stands, how it was reckoned, why it is so.

Each sentence must be known as an explanation by how it begins, and must take nothing back and state no other answer. What stands
after an answer must besides leave no room for another one: where the question gave the options, it names none of them alone;
where the answer is a number, other numbers come to it; else every word is one that any explanation has, as no rule tells what
could be meant in the answer's place. What is in doubt is no explanation. English. Source: docs/why/stated-answers.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evidoc.answers import _explaining_words as known
from evidoc.answers._derived import comes_to
from evidoc.answers._meant import is_label, is_year
from evidoc.answers._numeral import Number, numbers_in, read_number
from evidoc.answers._word_runs import stands_in, without
from evidoc.answers.text import normal_text

_ENDS = re.compile(r"(?<=[.!;])\s+(?=\S)|\s*\n+\s*")
_MOST_SENTENCES = 12
_SHORT, _FEW = 3, 5  # words after "the report gives", and after "it is", that may be an answer of their own
_AROUND = " \t\n.,;:!()[]*_\"“”'-–—•"
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)?|[%+#]")
_STRAIGHT = str.maketrans({"’": "'", "‘": "'"})
Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What a reply was to say: the words of right texts, the numbers that these are, the question's words, the other options."""

    golds: tuple[Words, ...]
    numbers: tuple[Number, ...]
    asked: frozenset[str]
    rivals: tuple[Words, ...]

    @classmethod
    def of(cls, right: Sequence[str], *, question: str, rivals: Sequence[str]) -> Told:
        """Fold texts into words."""
        numbers = (read_number(text) for text in right)
        return cls(
            golds=tuple(filter(None, map(_words, right))),
            numbers=tuple(number for number in numbers if number is not None),
            asked=frozenset(word for word in _words(question) if len(word) > 3 and word not in known.QUESTION),
            rivals=tuple(filter(None, map(_words, rivals))),
        )

    def names_gold(self, words: Words) -> bool:
        """Say whether a right text stands among words."""
        return any(stands_in(gold, words) for gold in self.golds)

    def begins_with_gold(self, words: Words) -> bool:
        """Say whether words begin with a right text that a verb follows: "Paris is the seat of …"."""
        bare = words[1:] if words and words[0] in known.ARTICLES else words
        return any(bare[: len(gold)] == gold and known.COPULAS.issuperset(bare[len(gold) :][:1] or [""]) for gold in self.golds)


def explains(text: str, told: Told, *, opened: bool = False) -> bool:
    """Say whether each sentence of a text is an explanation; `opened` says that the first one is one by what stands before."""
    sentences = [part for part in _ENDS.split(text.strip()) if part.strip(_AROUND)]
    headed = False
    for number, sentence in enumerate(sentences):
        title = known.TITLE.match(sentence)
        headed = headed or title is not None
        said = (sentence[title.end() :] if title else sentence).strip(_AROUND)
        if said and not _is_explanation(said, told, known_as_one=headed or (opened and number == 0)):
            return False
    return 0 < len(sentences) <= _MOST_SENTENCES


def leaves_no_room(text: str, told: Told) -> bool:
    """Say whether an explanation after an answer has nothing that could be meant in its place."""
    if told.numbers:
        return _only_comes_to(text, told)
    if told.rivals:
        return True  # `explains` refuses each of them
    words: Sequence[str] = _words(text)
    for gold in told.golds:
        words = without(gold, words)
    has_digits = any(word[:1].isdigit() for gold in told.golds for word in gold)
    numbers = [number for number in numbers_in(text) if not is_label(text, number)]
    letters = (word for word in words if not word[0].isdigit() and word not in known.VOCABULARY and word not in told.asked)
    return not (has_digits and numbers) and next(letters, None) is None


def takes_back(text: str) -> bool:
    """Say whether a text hedges, denies, corrects or asks."""
    return known.TAKES_BACK.search(text.translate(_STRAIGHT)) is not None


def names_another(text: str, told: Told) -> bool:
    """Say whether a text says that something else is the answer, or that a document has it in the answer's place."""
    return any(not told.names_gold(_words(said)) for said in _restated(text))


def _is_explanation(sentence: str, told: Told, *, known_as_one: bool) -> bool:
    if takes_back(sentence) or _states_another(sentence, told):
        return False
    return known_as_one or known.CUE.match(sentence) is not None or told.begins_with_gold(_words(sentence))


def _states_another(sentence: str, told: Told) -> bool:
    """Say whether a sentence names something that could be meant in the answer's place."""
    words = _words(sentence)
    concluded = (_words(sentence[found.end() :]) for found in known.CONCLUDES.finditer(sentence))
    if names_another(sentence, told) or not all(map(told.names_gold, concluded)):
        return True
    if any(_is_bare(_words(part), told) for part in known.PARTS.split(sentence)) or _has_other_subject(sentence, told):
        return True
    if told.names_gold(words):
        return False
    if any(stands_in(rival, words) for rival in told.rivals):
        return True
    names = [name for name in known.NAME.findall(sentence) if name.casefold() not in told.asked and name not in known.NAMES]
    points = not known.POINTS.isdisjoint(words)
    return not points and bool(names or (not told.asked.isdisjoint(words) and known.IS.search(sentence)))


def _is_bare(words: Words, told: Told) -> bool:
    """Say whether a part of a sentence is a name and no more, which could be meant as the answer: "Table 2: Lyon"."""
    if not words or len(words) > _SHORT or not known.TELLING.isdisjoint(words) or told.names_gold(words):
        return False
    return all(not word[0].isdigit() for word in words)


def _has_other_subject(sentence: str, told: Told) -> bool:
    """Say whether something is said of a thing that is neither the answer, nor asked about, nor a part of a document."""
    for clause in known.CLAUSES.split(sentence):
        found = known.IS.search(clause)
        subject = _words(clause[: found.start()]) if found else ()
        if subject and (known.TELLING | told.asked).isdisjoint(subject) and not told.names_gold(subject):
            return True
    return False


def _restated(sentence: str) -> Iterator[str]:
    """Give what a sentence says to be the answer: "it is Lyon", "the report gives Lyon", "the total was 13"."""
    for found in known.RESTATES.finditer(sentence):
        rest = known.PLACE.sub("", sentence[found.end() :]).strip(_AROUND)
        is_short = len(rest.split()) <= (_FEW if found["names"] is None else _SHORT)
        if rest and is_short and not known.HARMLESS.match(rest):
            yield rest


def _only_comes_to(text: str, told: Told) -> bool:
    """Say whether the numbers of a text are labels, years, the answer's own, or such as come to it."""
    found = (number for number in numbers_in(text) if not is_label(text, number) and not is_year(number))
    golds = {abs(number.value) for number in told.numbers}
    others = list(dict.fromkeys(number.value for number in found if abs(number.value) not in golds))
    return not others or any(comes_to(others, gold) for gold in told.numbers)


def _words(text: str) -> Words:
    return tuple(_WORD.findall(normal_text(text)))
