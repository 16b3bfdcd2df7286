"""What one document speaks of: noun phrases of its title and abstract that its text uses again and again.

A run of words counts as a phrase where the text itself begins and ends it in most places with a word that belongs to no
phrase, and where the text uses its last word as a noun and its first as no verb.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from evidoc.linking import BETWEEN_PHRASES, NOUNS_ALL_THE_SAME, STOPWORDS, WordClass, tagged
from evidoc.pages.segments import abstract_blocks
from evidoc.recipes.dochop_qa._acronyms import WELL_KNOWN, full_species, long_forms
from evidoc.recipes.dochop_qa._word_lists import (
    COUNTED,
    NOT_LAST,
    OPENING,
    VAGUE,
    VAGUE_ALONE,
    is_method,
    is_plural,
    singular,
)
from evidoc.records.document import Document
from evidoc.records.remembered import Remembered

_TOKEN = re.compile(r"[A-Z][a-z]{0,2}\.\s[a-z]{4,}|[^\W_]+(?:[-'’–][^\W_]+)*|[^\w\s]")
_LONGEST = 4  # words of a phrase
_LONGEST_WRITTEN = 7  # words, once its acronyms are spelled out
_TIMES = 2  # that a phrase of several words stands in the document
_TIMES_ALONE = 4  # that a single word does
_CLEAN = 0.5  # share of its places where the text begins it, and where it ends it
_WITH_ARTICLE = 0.6  # share of its places with an article from which a phrase needs one
_ARTICLES = frozenset({"a", "an", "the", "this", "these", "each", "our", "its", "their", "any", "every"})
_NAMED_AFTER = frozenset(
    {"virus", "disease", "syndrome", "test", "method", "model", "index", "array"}
)  # "Zika virus" is no species
_OF_DOING = ("ing", "tion", "therapy")  # ends of words for methods that say enough alone
_IN_PLURAL = 2  # times that a noun is seen in its plural, so that it is known to be counted
_WITH_SOME = 0.3  # share of its places with an article from which a phrase of a noun that is counted needs one
_AS_NOUN = 0.6  # share of its places where the last word of a phrase is a noun
_AS_VERB = 0.4  # share of its places from which a word begins no phrase
_KEPT_OPEN = 16  # documents


@dataclass(frozen=True, slots=True)
class Term:
    """A phrase of a document: how it is written, how often, whether it needs an article, how much it says."""

    key: str
    text: str
    times: int
    weight: float
    is_plural: bool
    needs_article: bool

    @property
    def head(self) -> str:
        """The last word, in lower case."""
        return self.text.split()[-1].lower()

    @property
    def is_method(self) -> bool:
        """Whether it names something that is done."""
        return is_method(self.head)

    @property
    def is_species(self) -> bool:
        """Whether it is the name of a species: two words, of which only the first has a capital."""
        words = self.text.split()
        return (
            len(words) == 2 and words[0].istitle() and words[1].islower() and not self.is_plural and words[1] not in _NAMED_AFTER
        )

    @property
    def is_name(self) -> bool:
        """Whether it is the name of a place, person or thing: names of species end in a small letter's word."""
        return self.text.split()[-1][0].isupper() and not self.text.split()[-1].isupper()

    @property
    def written(self) -> str:
        """The phrase as a sentence takes it up, with its article where it needs one."""
        return f"the {self.text}" if self.needs_article else self.text


@dataclass(slots=True)
class _Uses:
    """How a run of words is used in a document."""

    times: int = 0
    begun: int = 0
    ended: int = 0
    free: int = 0  # without an "of" behind: "the prevalence of malaria" says nothing of the article that "prevalence" needs
    with_article: int = 0  # of these
    opening: int = 0
    written: Counter[str] = field(default_factory=Counter)


_known: Remembered[tuple[Term, ...]] = Remembered(most=_KEPT_OPEN)
_texts: Remembered[str] = Remembered(most=_KEPT_OPEN)


def terms_of(document: Document) -> tuple[Term, ...]:
    """Give the phrases of a document, the weightiest first."""
    return _known.of(document, lambda: tuple(_terms(document)))


def times_in(document: Document, terms: Iterable[Term]) -> dict[Term, int]:
    """Give how often phrases stand in a document whole, its acronyms spelled out; a plural counts as its singular."""
    text = _texts.of(document, lambda: _spelled_out(document))
    return {term: len(re.findall(rf"(?= {re.escape(_in_singular(term.text))} )", text)) for term in terms}


def _spelled_out(document: Document) -> str:
    text = " ".join(block.text for block in document.blocks if block.kind not in ("reference", "title"))
    longer = {**long_forms(text), **full_species(text)}
    if longer:
        short = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?=s?\b)" for name in sorted(longer, key=len, reverse=True)))
        text = short.sub(lambda found: longer[found[0]], text)
    return f" {_in_singular(text)} "


def _in_singular(text: str) -> str:
    return " ".join(map(singular, re.findall(r"\w+", text.casefold())))


def _terms(document: Document) -> Iterator[Term]:
    front = " \n ".join(block.text for block in abstract_blocks(document)) or document.abstract
    body = " \n ".join(block.text for block in document.blocks if block.kind in ("paragraph", "list", "abstract"))
    candidates = _runs(_TOKEN.findall(f"{document.title} \n {front}"))
    uses = _uses(_TOKEN.findall(body), candidates)
    kinds = _Kinds(body)
    spelled, species = long_forms(body), full_species(body)
    title = _plain(document.title)
    found = []
    for key, use in uses.items():
        if not (_is_phrase(key, use, uses) and kinds.may_be(key)):
            continue
        text = _written(use, spelled, species)
        if text and _plain(text) != title:
            is_counted = kinds.is_counted(key[-1]) and text.islower()
            found.append(_term(" ".join(key), text, use, is_in_title=_plain(" ".join(key)) in title, is_counted=is_counted))
    yield from sorted(_once(found), key=lambda term: (-term.weight, term.text))


class _Kinds:
    """What the words of a text are in it: as nouns, as verbs, in how many of their places."""

    def __init__(self, text: str) -> None:
        """Tag the text."""
        words = [(word.text.lower(), word.kind) for word in tagged(text)]
        self._times = Counter(word for word, _ in words)
        self._as = Counter(words)
        self._plurals = Counter(singular(word) for word, _ in words if is_plural(word))

    def is_counted(self, noun: str) -> bool:
        """Say whether the text has a noun in the plural too, as it has "a library" and "libraries"."""
        return self._plurals[singular(noun)] >= _IN_PLURAL

    def may_be(self, key: tuple[str, ...]) -> bool:
        """Say whether words can be a phrase: the last is a noun, the first no verb; the name of a species is one as it is."""
        first, last = key[0], key[-1]
        is_noun = self._share(last, "noun") >= _AS_NOUN or " " in last
        return is_noun and (len(key) == 1 or self._share(first, "verb") < _AS_VERB)

    def _share(self, word: str, kind: WordClass) -> float:
        return self._as[word, kind] / self._times[word] if self._times[word] else 1.0 if kind == "noun" else 0.0


def _runs(tokens: Sequence[str]) -> set[tuple[str, ...]]:
    """Give all runs of words that no boundary cuts."""
    found: set[tuple[str, ...]] = set()
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            if _is_boundary(tokens[end - 1]):
                break
            found.add(tuple(token.lower() for token in tokens[start:end]))
    return found


def _uses(tokens: Sequence[str], candidates: set[tuple[str, ...]]) -> dict[tuple[str, ...], _Uses]:
    uses: dict[tuple[str, ...], _Uses] = defaultdict(_Uses)
    lowered = [token.lower() for token in tokens]
    bounds = [True, *(_is_boundary(token) for token in tokens), True]
    for start in range(len(tokens)):
        for end in range(start + 1, min(start + _LONGEST, len(tokens)) + 1):
            if bounds[end]:
                break
            key = tuple(lowered[start:end])
            if key in candidates:
                use = uses[key]
                use.times += 1
                use.begun += bounds[start]
                use.ended += bounds[end + 1]
                is_free = lowered[end : end + 1] != ["of"]
                use.free += is_free
                use.with_article += is_free and start > 0 and lowered[start - 1] in _ARTICLES
                use.opening += start == 0 or tokens[start - 1] in ".!?:"
                use.written[" ".join(tokens[start:end])] += 1
    return uses


def _is_boundary(token: str) -> bool:
    word = token.lower()
    return not token[0].isalpha() or word in STOPWORDS or word in BETWEEN_PHRASES or (word.endswith("ly") and len(word) > 5)


def _is_phrase(key: tuple[str, ...], use: _Uses, uses: dict[tuple[str, ...], _Uses]) -> bool:
    last, alone = key[-1], len(key) == 1
    if use.times < (_TIMES_ALONE if alone else _TIMES) or key[0] in OPENING or (len(last) < 4 and " " not in last):
        return False
    if (last in VAGUE and (alone or not is_method(last))) or (alone and last in VAGUE_ALONE):
        return False
    if NOT_LAST.search(last) and last not in NOUNS_ALL_THE_SAME:
        return False
    if alone and is_method(last) and not last.endswith(_OF_DOING):
        return False
    head = uses.get((last,))
    is_noun = head is None or head.ended >= _CLEAN * head.times
    return is_noun and use.begun >= _CLEAN * use.times and use.ended >= _CLEAN * use.times


def _written(use: _Uses, spelled: dict[str, str], species: dict[str, str]) -> str:
    """Give a phrase with its acronyms and short names spelled out; empty where one cannot be, or it grows too long."""
    words: list[str] = []
    for word in _TOKEN.findall(_surface(use)):
        whole = _spelled(word, spelled, species)
        if not whole or "(" in whole or ")" in whole:
            return ""
        if whole.lower().rstrip("s") not in [known.lower().rstrip("s") for known in " ".join(words).split()]:
            words.append(whole)
    written = " ".join(words)
    return written if len(written.split()) <= _LONGEST_WRITTEN else ""


def _surface(use: _Uses) -> str:
    """Give how a phrase is written inside a sentence."""
    written = use.written.most_common(1)[0][0]
    inside = written[0].lower() + written[1:]
    return inside if inside in use.written or (use.opening == use.times and not written[1:2].isupper()) else written


def _spelled(word: str, spelled: dict[str, str], species: dict[str, str]) -> str:
    """Give a word as a reader who does not know the document would understand it, or nothing."""
    if ". " in word:
        return species.get(word, "")
    bare = word[:-1] if word.endswith("s") and word[:-1].isupper() else word
    if bare in spelled and not NOT_LAST.search(spelled[bare]):
        long = spelled[bare]
        return f"{long}s" if bare != word and not long.endswith("s") else long
    is_acronym = sum(map(str.isupper, word)) > 1 and not any(part.istitle() for part in word.split("-"))
    return "" if is_acronym and word not in WELL_KNOWN else word


def _term(key: str, text: str, use: _Uses, *, is_in_title: bool, is_counted: bool) -> Term:
    plural = is_plural(text.split()[-1])
    words = len(key.split())
    weight = use.times**0.5 * (1.0 if words == 1 else 2.0 if words == 2 else 2.5) * (1.5 if is_in_title else 1.0)
    least = _WITH_SOME if is_counted else _WITH_ARTICLE
    often = use.with_article > 0 and use.with_article >= least * use.free
    needs_article = not plural and (often or text.split()[-1].lower() in COUNTED)
    return Term(key, text, use.times, round(weight, 6), plural, needs_article)


def _once(terms: Sequence[Term]) -> Iterator[Term]:
    """Give terms that are written alike once, the weightiest."""
    seen: set[str] = set()
    for term in sorted(terms, key=lambda term: (-term.weight, term.key)):
        plain = _plain(term.text).strip().rstrip("s")
        if plain not in seen:
            seen.add(plain)
            yield term


def _plain(text: str) -> str:
    return " " + " ".join(re.findall(r"\w+", text.casefold())) + " "
