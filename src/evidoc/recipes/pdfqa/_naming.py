"""How the rows or columns of a table are called in a question: "linkage group 4A", "the study by Lake et al."."""

from __future__ import annotations

import re
from dataclasses import dataclass

from evidoc.errors import Reject
from evidoc.recipes.pdfqa._axes import Heading
from evidoc.recipes.pdfqa._case import Vocabulary, inside_sentence
from evidoc.recipes.pdfqa._labels import plain
from evidoc.recipes.pdfqa._lexicon import GENERIC, STUDIES, VARIABLES, names_measure
from evidoc.recipes.pdfqa._phrases import plural, singular

_TIMES = re.compile(r"(?P<noun>days?|weeks?|months?|years?|hours?|minutes?)(?P<rest>\b.*)", re.IGNORECASE)
_PREPOSITION = re.compile(
    r"(?:at|in|with|without|from|to|by|of|on|per|for|after|before|during|under|over|up to|less|more|not|and|or|vs|within|between|"
    r"among|across|through)\b",
    re.IGNORECASE,
)
_IS_BARE = re.compile(r"[a-z][\w-]*|[<>≥≤]?\d.*")  # "former", "4.00 and above"
_BALANCE = re.compile(r"balances?\b.*\b(?:as of|at|on)\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_POINTS = re.compile(r"(?:this|these|those|present|current|our|own)\b", re.IGNORECASE)
_SURNAMES = re.compile(r"[A-Z][\w’'-]+(?:(?:,? and |,? & |, )[A-Z][\w’'-]+)*")
_SMALL_WORDS = frozenset(["and", "the", "for", "not", "with", "from", "per", "via", "non"])
_MOST_OF_CODE = 12


@dataclass(frozen=True, slots=True)
class Naming:
    """What one row is called (`noun`, from the heading over the row labels), and how the document writes words.

    `is_variable` says that this heading announces measures ("Characteristic").
    """

    noun: str
    is_variable: bool
    vocabulary: Vocabulary

    def entity(self, heading: Heading, *, grouped: bool = False) -> str:
        """Name what a row or column stands for, with the group that it stands in where `grouped`; "" where it is only a period.

        Raises:
            Reject: The label is too bare to be a name.
        """
        if not heading.labels:
            if heading.period is None:
                raise Reject("empty_header")
            return ""
        inner = heading.labels[-1].text
        if heading.needs_outer and not heading.outer:
            raise Reject("repeated_header")
        if heading.is_total:
            return self.name(inner)
        if heading.needs_outer and any(not label.is_clear for label in (*heading.labels[-2:], *filter(None, [heading.group]))):
            raise Reject("unclear_group")
        says_little = heading.needs_outer or GENERIC.fullmatch(inner) is not None or inner[:1].isdigit()
        group = heading.group if grouped and len(heading.labels) == 1 else None
        if group is not None and not group.is_clear and _IS_BARE.fullmatch(inner):
            raise Reject("unclear_group", inner)
        is_in_group = group is not None and group.is_clear and not names_measure(group.text)
        return self._named(inner, heading.outer if says_little or is_in_group else "")

    def name(self, text: str) -> str:
        """Write a name as it stands inside a sentence."""
        return inside_sentence(text, self.vocabulary, of="name")

    def _named(self, inner: str, outer: str) -> str:
        if _PREPOSITION.match(inner) or _BALANCE.match(inner) or _POINTS.match(inner) or (outer and _is_code(outer)):
            raise Reject("unclear_name", inner)
        name = self.name(inner)
        if self._is_study(inner):
            return f"the study by {inner}"
        if _is_code(inner):
            return self._coded(name, outer)
        if GENERIC.fullmatch(inner) and not outer:
            raise Reject("bare_label", inner)
        return f"{name} ({self.name(outer)})" if outer and plain(outer) not in plain(name) else name

    def _is_study(self, name: str) -> bool:
        """Say whether a row is a piece of research, called by its authors."""
        if self.noun in ("author", "authors") or re.search(r"\bet al\b", name):
            return True
        return self.noun in STUDIES and (_YEAR.search(name) or _SURNAMES.fullmatch(name)) is not None

    def _coded(self, name: str, outer: str) -> str:
        times = _TIMES.fullmatch(self.noun)
        if times and re.fullmatch(r"\d+(?:\.\d+)?(?:[–-]\d+)?", name):
            return f"{name} {plural(singular(times['noun']))}{times['rest']}"
        if not self.noun or len(name) > _MOST_OF_CODE or re.search(r"[\s/]", name):
            raise Reject("bare_label", name)
        coded = f"{self.noun} {name}" if plain(self.noun) not in plain(name) else name
        return f"{coded} ({self.name(outer)})" if outer else coded


def naming_of(corner: str, vocabulary: Vocabulary) -> Naming:
    """Read the heading over the row labels: "Linkage Group" → "linkage group"."""
    text = corner.split("/")[0].split("(")[0].strip()
    words = text.split()
    is_variable = bool(corner) and bool(plain(corner)) and plain(corner).split()[-1] in VARIABLES
    fits = (
        0 < len(words) <= 4
        and all(re.fullmatch(r"[A-Za-z-]{2,}", word) for word in words)
        and not words[-1].lower().endswith(("ed", "ing"))
    )
    if is_variable or not fits or re.search(r"\b(?:and|or|by|of)\b", text, re.IGNORECASE):
        return Naming("", is_variable, vocabulary)
    noun = singular(inside_sentence(text, vocabulary, of="measure"))
    return Naming(noun, is_variable, vocabulary)


def asked_noun(noun: str) -> str:
    """Give what rows are called when they are counted or chosen among: authors stand for their studies."""
    if noun in STUDIES:
        return "study"
    return "" if _TIMES.fullmatch(noun) or noun in ("name", "type", "kind", "class", "label", "group") else noun


def _is_code(text: str) -> bool:
    """Say whether a label is too bare to name something: a number, a letter, a short code."""
    return not any(word.lower() not in _SMALL_WORDS for word in re.findall(r"[^\W\d_]{3,}", text))
