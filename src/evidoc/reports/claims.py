"""Numbers and names of an answer that stand nowhere in an item's documents: marks for a reader's eye, never a score.

What is marked may still be right: a sum stands in no document. What is not marked may still be wrong. A mark is only set
where little else than an invention or a calculation is left. Source: DHQ-142.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from evidoc.answers.number import numbers_in
from evidoc.pages.sentences import sentences
from evidoc.records.document import Document

_LARGEST_COUNT = 12  # counts up to a dozen are said of anything
_SHORTEST = 4  # letters of a name
_STEM = 5  # letters by which forms of a word are one
_NUMERAL = re.compile(r"\d+(?:[.,]\d+)*")
_SPACED = re.compile(r"\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+")  # 12 500 is one number, or two
_NO_DIGIT = re.compile(r"\D")
_JOINT = re.compile(r"[-'’]")
_TAG = re.compile(r"<[^<>]*>")
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_OPENER = re.compile(r"(?:^|[:;.!?•*#|\"“‘(\[\n–—-])\s*$")  # after these a capital says nothing
_SAID_OF_ANSWERS = """
answer answers document documents page pages table tables figure figures section source sources evidence note total yes none
january february march april june july august september october november december monday tuesday wednesday thursday friday
saturday sunday english unanswerable however therefore thus also based according million billion thousand percent euro euros
dollar dollars appendix chapter item items step part
"""


@dataclass
class Known:
    """What documents say: their words by form and stem, the first letters of their words, and their numbers by digits."""

    words: set[str] = field(default_factory=set)
    initials: list[str] = field(default_factory=list)
    numbers: set[str] = field(default_factory=set)
    _rounded: dict[int, set[str]] = field(default_factory=dict)

    def read(self, text: str) -> None:
        """Take a text in."""
        found = _WORD.findall(text.lower())
        self.initials.append("".join(word[0] for word in found))
        for word in set(found):
            self.words.update((word, word[:_STEM]))
            if not word.isalnum():
                self.words.update(_JOINT.split(word))
        for pattern in (_NUMERAL, _SPACED):
            self.numbers.update(_NO_DIGIT.sub("", written).strip("0") for written in pattern.findall(text))
        self._rounded.clear()

    def has_number(self, value: Decimal) -> bool:
        """Say whether a number stands here, rounded to as many digits, in any power of ten."""
        digits = _digits(value)
        return digits in self._rounded_to(len(digits))

    def has_word(self, word: str) -> bool:
        """Say whether a word stands here in some form; letters alone may also be the first ones of words."""
        plain = word.lower()
        if plain in self.words or (len(plain) > _STEM and plain[:_STEM] in self.words):
            return True
        if any(part in self.words for part in _JOINT.split(plain) if len(part) >= _SHORTEST):
            return True
        return word.isupper() and any(plain in letters for letters in self.initials)

    def _rounded_to(self, count: int) -> set[str]:
        if count not in self._rounded:
            self._rounded[count] = {_rounded(digits, count) for digits in self.numbers}
        return self._rounded[count]


def known_of(documents: Iterable[Document], texts: Iterable[str] = ()) -> Known:
    """Give what documents, and further texts such as the question, say."""
    known = Known()
    for document in documents:
        known.read("\n".join(_texts(document)))
    for text in texts:
        known.read(text)
    return known


def _texts(document: Document) -> Iterator[str]:
    yield from (document.title, document.abstract)
    for block in document.blocks:
        yield block.text
        yield from (cell.text for cell in block.table.cells) if block.table is not None else ()


def outside(text: str, known: Known, also: Known, *, language: str = "en") -> tuple[str, ...]:
    """Give the numbers and names of an answer that stand in neither, each once, as written.

    `also` is what was asked and what is right. Names are told in English only, where a capital inside a sentence says one.
    """
    plain = _TAG.sub(" ", text)
    found = [
        *(claim for claim, value in _numbers(plain) if not (known.has_number(value) or also.has_number(value))),
        *(_unknown_names(plain, (known, also)) if language.split("-")[0] == "en" else ()),
    ]
    return tuple(dict.fromkeys(found))


def _numbers(text: str) -> Iterator[tuple[str, Decimal]]:
    for number in numbers_in(text):
        if abs(number.amount) > _LARGEST_COUNT or number.value != number.value.to_integral_value():
            yield text[number.start : number.end].strip(), abs(number.value)


def _unknown_names(text: str, known: Sequence[Known]) -> Iterator[str]:
    for sentence in sentences(text):
        for word in _WORD.finditer(sentence):
            said = word[0]
            is_name = len(said) >= _SHORTEST and said[0].isupper() and not any(map(str.isdigit, said))
            if not is_name or said.lower() in _SAID_OF_ANSWERS.split() or _OPENER.search(sentence[: word.start()]):
                continue
            if not any(one.has_word(said) for one in known):
                yield said


def _digits(value: Decimal) -> str:
    """Give the digits that count: 1,200, 1.2 and 0.12 have the same."""
    return "".join(map(str, value.as_tuple().digits)).strip("0")


def _rounded(digits: str, count: int) -> str:
    if len(digits) <= count:
        return digits
    return str(int(f"0{digits[:count]}") + (digits[count] >= "5")).strip("0")
