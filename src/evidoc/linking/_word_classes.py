"""English words in a sentence → nouns, verbs, adjectives, adverbs: by lists, endings and the words beside, without a model.

A word that could be a noun or a verb is a verb after "to", an auxiliary or a pronoun, and where "do" still waits for one. A
participle before what it goes with is an adjective ("infected patients"), else a verb ("patients infected with it"). How often
that is right is measured in tests/linking/test_word_classes.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from evidoc.linking._word_forms import (
    ADJECTIVES,
    ADVERBS,
    ALSO_NOUNS,
    BETWEEN_PHRASES,
    CLOSED,
    DETERMINERS,
    IRREGULAR,
    MORE_NOUNS,
    NOUNS_ALL_THE_SAME,
    NOUNS_OF_DOING,
    OTHER_AUXILIARIES,
    PREPOSITIONS,
    PRONOUNS,
    TO_BE,
    TO_DO,
    VERBS,
)

WordClass = Literal["noun", "verb", "adjective", "adverb", "function", "mark"]

_TOKEN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|[^\w\s]")
_LIKE_ADJECTIVES = re.compile(
    r"(?:ous|ive|ic|al|able|ible|ary|ory|less|ful|ular|lar|ese|ian|ean|ish|eous|ant|ent|-(?:like|free|based|wide|related|specific|term))$"
)
_LIKE_VERBS = re.compile(r"(?:i[sz]es?|if(?:y|ies))$")  # "size" and "rise" are too short to be taken for one
_LIKE_NOUNS = re.compile(r"(?:ment|gent|ient|dent|tant|rant|plant|percent|event|agent|content|infant)$")
_OPENS_CLAUSE = frozenset(
    {"that", "who", "which", "when", "if", "because", "while", "whereas", "although", "where", "why", "how", "what"}
)
_ADVERB_FROM = 5  # letters; "only" and "fly" are in lists or are none
_DOING_FROM = 6
_DONE_FROM = 5


@dataclass(frozen=True, slots=True)
class TaggedWord:
    """A word as written, what it is in its sentence, and its place among the words and marks."""

    text: str
    kind: WordClass


def tagged(text: str) -> tuple[TaggedWord, ...]:
    """Give the words and marks of an English text, each with what it is; numbers are function words."""
    return tuple(_tag(_TOKEN.findall(text)))


def _tag(tokens: Sequence[str]) -> Iterator[TaggedWord]:
    lowered = [token.lower() for token in tokens]
    verb_comes = _verbs_to_come(lowered)
    kinds: list[WordClass] = []
    clause = _Clause()
    for place, token in enumerate(tokens):
        word = lowered[place]
        if word in _OPENS_CLAUSE and (kinds and kinds[-1] != "function"):
            clause = _Clause()
        beside = _Beside(
            before=lowered[place - 1] if place else ".",
            kind_before=kinds[-1] if kinds else "mark",
            after=lowered[place + 1] if place + 1 < len(lowered) else ".",
            lacks_verb=clause.lacks_verb and not verb_comes[place],
        )
        kind = _kind(token, beside)
        clause = clause.after(word, kind)
        kinds.append(kind)
        yield TaggedWord(token, kind)


@dataclass(frozen=True, slots=True)
class _Clause:
    """What a clause has had so far."""

    waits: bool = False
    has_verb: bool = False

    @property
    def lacks_verb(self) -> bool:
        """Whether a verb must still come: none was there, or an auxiliary waits for one."""
        return self.waits or not self.has_verb

    def after(self, word: str, kind: WordClass) -> _Clause:
        """Give the clause with one more word."""
        if kind == "mark":
            return _Clause()
        if word in TO_DO or word in OTHER_AUXILIARIES:
            return _Clause(waits=True, has_verb=True)
        if word in TO_BE:
            return _Clause(waits=False, has_verb=True)
        return _Clause(waits=False, has_verb=True) if kind == "verb" else self


def _verbs_to_come(words: Sequence[str]) -> list[bool]:
    """Say of each word whether its clause has, after it, a word that is hardly anything but the clause's verb."""
    comes = [False] * len(words)
    for place in range(len(words) - 1, 0, -1):
        comes[place - 1] = _has_sure_verb(words, place, later=comes[place])
    return comes


def _has_sure_verb(words: Sequence[str], place: int, *, later: bool) -> bool:
    """Say it of the clause from a place on, where it is known of what is `later`."""
    word = words[place]
    if not word[0].isalnum() or word in _OPENS_CLAUSE:
        return False
    after = words[place + 1] if place + 1 < len(words) else "."
    return later or word in TO_BE or word in TO_DO or word in OTHER_AUXILIARIES or _is_sure_verb(word, after)


def _is_sure_verb(word: str, after: str) -> bool:
    form = _form(word)
    if form == "ed":
        return not _may_be_noun(after)
    if form not in ("base", "s") or word in ADJECTIVES:
        return False
    return after in DETERMINERS or not (word in ALSO_NOUNS or _stem_of_s(word))


def _may_be_noun(word: str) -> bool:
    return word[0].isalpha() and word not in CLOSED and word not in ADVERBS and not _is_adverb(word)


@dataclass(frozen=True, slots=True)
class _Beside:
    """What stands around a word."""

    before: str
    kind_before: WordClass
    after: str
    lacks_verb: bool

    @property
    def is_before_content(self) -> bool:
        """Whether a noun or what describes one comes next."""
        return _may_be_noun(self.after)

    @property
    def opens(self) -> bool:
        """Whether a verb may stand here in any case: after "to", an auxiliary or a pronoun."""
        if self.before == "to":
            return True
        return self.before in PRONOUNS or self.before in OTHER_AUXILIARIES or self.before in TO_DO

    @property
    def is_due(self) -> bool:
        """Whether the clause's verb is to come and its subject has been said."""
        return self.lacks_verb and self.kind_before == "noun"

    @property
    def follows_described(self) -> bool:
        """Whether a word before says that a noun comes: a determiner or an adjective."""
        return self.kind_before == "adjective" or (self.before in DETERMINERS and self.before not in PRONOUNS)


def _kind(token: str, beside: _Beside) -> WordClass:
    word = token.lower()
    if not word[0].isalnum():
        return "mark"
    if word in CLOSED or word in PREPOSITIONS or word[0].isdigit():
        return "function"
    if (word in ADVERBS or _is_adverb(word)) and not (word in ADJECTIVES and beside.is_before_content):
        return "adverb"
    if len(token) > 1 and token[1:] != token[1:].lower():  # an acronym or the name of a gene
        return "noun"
    return _content(word, beside)


def _content(word: str, beside: _Beside) -> WordClass:
    form = _form(word)
    if form == "ing":
        return _doing(word, beside)
    if form == "ed":
        return _done(word, beside)
    if form == "base":
        return _first_form(word, beside)
    if form == "s":
        return _third_person(word, beside)
    return _described(word, beside)


def _first_form(word: str, beside: _Beside) -> WordClass:
    if beside.before == "to" and not (word in ALSO_NOUNS and beside.after == "of"):
        return "verb"
    if word not in ALSO_NOUNS:
        return "adjective" if word in ADJECTIVES and beside.is_before_content and not beside.is_due else "verb"
    if beside.follows_described:
        return "noun"
    opens = beside.opens and (beside.lacks_verb or beside.before in PRONOUNS or beside.after in DETERMINERS)
    return "verb" if opens or beside.is_due else "noun"


def _third_person(word: str, beside: _Beside) -> WordClass:
    if beside.before in PRONOUNS or beside.before in ("that", "which", "who") or beside.is_due:
        return "verb"
    return "noun" if beside.follows_described or _stem_of_s(word) else "verb"


def _doing(word: str, beside: _Beside) -> WordClass:
    if word in NOUNS_OF_DOING:
        return "verb" if beside.after in DETERMINERS else "noun"
    if beside.follows_described or beside.before in TO_DO:
        return "adjective" if beside.is_before_content else "noun"
    is_alone = not beside.is_before_content and beside.after not in DETERMINERS and beside.after not in PREPOSITIONS
    return "noun" if beside.before in PREPOSITIONS and (is_alone or beside.after == "of") else "verb"


def _done(word: str, beside: _Beside) -> WordClass:
    if beside.before in TO_BE or beside.before in ("have", "has", "had") or beside.kind_before in ("noun", "verb"):
        return "verb"
    if beside.kind_before == "adverb" and not beside.is_before_content:
        return "verb"
    return "adjective" if beside.is_before_content else "verb"


def _described(word: str, beside: _Beside) -> WordClass:
    if word in NOUNS_ALL_THE_SAME or word in MORE_NOUNS:
        return "noun"
    if word in ADJECTIVES:
        return "adjective"
    if not _LIKE_ADJECTIVES.search(word) or _LIKE_NOUNS.search(word):
        return "noun"
    is_said_of = beside.before in TO_BE or beside.before in ("more", "most", "less", "very", "how")
    return "adjective" if beside.is_before_content or is_said_of or beside.after in ("and", "or") else "noun"


def _is_adverb(word: str) -> bool:
    return len(word) >= _ADVERB_FROM and word.endswith("ly") and word not in NOUNS_ALL_THE_SAME and word not in MORE_NOUNS


def _form(word: str) -> str:
    """Say which form of a verb a word could be: `base`, `s`, `ing`, `ed`, or none."""
    if word in NOUNS_ALL_THE_SAME or word in MORE_NOUNS:
        return ""
    if word in _forms():
        return _forms()[word]
    if _LIKE_VERBS.search(word) and len(word) >= _DOING_FROM and word not in ALSO_NOUNS:
        return "s" if word.endswith("s") else "base"
    if word.endswith("ing") and len(word) >= _DOING_FROM:
        return "ing"
    return "ed" if word.endswith("ed") and len(word) >= _DONE_FROM else ""


@cache
def _forms() -> Mapping[str, str]:
    """Give the forms of all verbs that are listed."""
    forms = {word: _by_ending(word) for word in BETWEEN_PHRASES if not _is_adverb(word) and word not in CLOSED}
    for verb in VERBS | ALSO_NOUNS:
        forms |= {_with_s(verb): "s", **dict.fromkeys(_with(verb, "ing"), "ing"), **dict.fromkeys(_with(verb, "ed"), "ed")}
    forms |= {form: _by_ending(form) if form.endswith(("ing", "es")) else "ed" for form in IRREGULAR}
    return forms | dict.fromkeys(VERBS | ALSO_NOUNS, "base")


def _by_ending(word: str) -> str:
    if word.endswith("ing"):
        return "ing"
    if word in VERBS or word in ALSO_NOUNS:
        return "base"
    return "s" if word.endswith("s") and not word.endswith("ss") else "ed"


def _with_s(verb: str) -> str:
    if verb.endswith(("s", "x", "z", "ch", "sh")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2] not in "aeou" else f"{verb}s"


def _stem_of_s(word: str) -> str:
    return next((verb for verb in (word[:-1], word[:-2], f"{word[:-3]}y") if verb in ALSO_NOUNS and _with_s(verb) == word), "")


def _with(verb: str, ending: str) -> tuple[str, ...]:
    """Give how a verb takes an ending; where its last letter may be doubled, both ways."""
    if verb.endswith("e"):
        return (f"{verb[:-1]}{ending}",)
    if ending == "ed" and verb.endswith("y") and verb[-2] not in "aeou":
        return (f"{verb[:-1]}ied",)
    return f"{verb}{ending}", f"{verb}{verb[-1]}{ending}"
