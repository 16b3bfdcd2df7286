"""Writing a question without a model: phrases of the two documents fill a concept's slots, so that it reads well.

The topic is what both documents speak of; what stands beside it or against it is what only one of them speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evidoc.errors import Reject
from evidoc.recipes.dochop_qa._concepts import CODES, SLOT, Concept, Fills
from evidoc.recipes.dochop_qa._terms import Term, terms_of, times_in
from evidoc.recipes.dochop_qa._word_lists import lead_of, singular
from evidoc.records.document import Document

_CONSIDERED = 40  # phrases of each document
_SHARED = 2  # times that the topic stands in each document
_OWN = 0.2  # most of its places that another's phrase has in the document beside
_TURN = 3  # phrases among which concepts and variants take turns
_SEVERAL_WORDS = 3.0  # weight of a topic of several words: it says what one word leaves open
_NAMED = 2.0  # weight of a topic that both titles and abstracts name
_NEARLY = 0.6  # of the best topic's weight
_KNOWING = "the understanding of"
_NOUN_OF = {"managing": "the management of", "controlling": "the control of", "improving": "the improvement of"}


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the template that it fills, and what stands in each slot."""

    text: str
    template: str
    slots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phrases:
    """What a question over a pair is written from: the topic, and phrases of the first and of the second document alone."""

    topic: Term
    first: tuple[Term, ...]
    second: tuple[Term, ...]


def phrases_of(first: Document, second: Document, *, turn: int = 0) -> Phrases:
    """Choose phrases for a question; `turn` moves the choice on, so that questions of one pair differ.

    Raises:
        Reject: `no_shared_phrase` or `no_own_phrase` where the documents give none.
    """
    ours, theirs = (_spoken_of(document) for document in (first, second))
    in_first, in_second = times_in(first, (*ours, *theirs)), times_in(second, (*ours, *theirs))
    named = _words_of(f"{first.title} {first.abstract}") & _words_of(f"{second.title} {second.abstract}")
    topic = _topic((*ours, *theirs), in_first, in_second, named=named, turn=turn // _TURN)
    own = [_own(ours, in_second, topic), _own(theirs, in_first, topic)]
    others = [_apart(own[0], own[1]), _apart(own[1], own[0])]
    if not all(others):
        raise Reject("no_own_phrase", f"beside {topic.text!r}: {len(others[0])} and {len(others[1])} phrases")
    return Phrases(topic, _turned(others[0], turn), _turned(others[1], turn + turn // _TURN))


def write(concept: Concept, phrases: Phrases) -> Question:
    """Fill a concept's slots with phrases.

    Raises:
        Reject: `equal_slots` where two slots would say the same, `no_method_phrase` where the concept asks for a solution
            and neither document gives a phrase for one.
    """
    fillings = _FILLINGS[concept.fills](phrases)
    if len({filling.casefold() for filling in fillings}) < len(fillings):
        raise Reject("equal_slots", "; ".join(fillings))
    return Question(filled(concept, fillings), concept.form, fillings)


def filled(concept: Concept, fillings: Sequence[str], *, is_plural: bool = False) -> str:
    """Put fillings into the slots of a concept's template, in order; verbs agree with the first."""
    template = concept.form
    if concept.code == "SAL":
        template = template.replace("What are the", "What is the", 1)
    if concept.code == "FF" and is_plural:
        template = template.replace("How does", "How do", 1)
    first, *rest = template.split(SLOT)
    return first + "".join(filling + part for filling, part in zip(fillings, rest, strict=True))


def turn_of(concept: Concept, variant: int) -> int:
    """Give where a concept begins to choose phrases, so that not all of a pair's questions use the same."""
    place = CODES.index(concept.code) if concept.code in CODES else sum(map(ord, concept.code))
    return place + variant


def _spoken_of(document: Document) -> tuple[Term, ...]:
    return tuple(term for term in terms_of(document) if not term.is_name)[:_CONSIDERED]


def _topic(terms: Sequence[Term], in_first: dict[Term, int], in_second: dict[Term, int], *, named: set[str], turn: int) -> Term:
    """Choose what both documents speak of most, in turns among the few that they speak of nearly as much.

    `named` are the words that both titles and abstracts have: what is said with them weighs more.
    """
    scored: dict[str, tuple[float, Term]] = {}
    for term in terms:
        fewest = min(in_first[term], in_second[term])
        if fewest >= _SHARED:
            weight = fewest**0.5 * (_SEVERAL_WORDS if " " in term.text else 1.0) * (_NAMED if _words(term) <= named else 1.0)
            known = scored.get(term.text.casefold(), (0.0, term))
            scored[term.text.casefold()] = (known[0] + weight, term)
    ranked = [term for _, term in sorted(scored.values(), key=lambda entry: (-entry[0], entry[1].text))]
    if not ranked:
        raise Reject("no_shared_phrase", "no phrase of either abstract stands twice in both documents")
    several = [term for term in ranked if " " in term.text and _words(term) <= named]
    alike = several or [term for term in ranked if " " in term.text or " " not in ranked[0].text]
    best = [term for term in alike if scored[term.text.casefold()][0] >= _NEARLY * scored[alike[0].text.casefold()][0]][:_TURN]
    return best[turn % len(best)]


def _own(terms: Sequence[Term], elsewhere: dict[Term, int], topic: Term) -> list[Term]:
    said = _words(topic)
    return [term for term in terms if elsewhere[term] <= _OWN * term.times and not said & _words(term)]


def _apart(terms: Sequence[Term], others: Sequence[Term]) -> list[Term]:
    known = {other.text.casefold() for other in others}
    several = [term for term in terms if term.text.casefold() not in known and (" " in term.text or term.is_method)]
    return several or [term for term in terms if term.text.casefold() not in known]


def _turned(terms: Sequence[Term], turn: int) -> tuple[Term, ...]:
    """Let the best few take turns at the front; none of them shares a word with another of them."""
    apart: list[Term] = []
    for term in terms:
        if not any(_words(term) & _words(other) for other in apart):
            apart.append(term)
    first = apart[:_TURN]
    place = turn % len(first)
    return (*first[place:], *first[:place], *apart[_TURN:])


def _words(term: Term) -> set[str]:
    return _words_of(term.text)


def _words_of(text: str) -> set[str]:
    return {singular(word) for word in re.findall(r"\w+", text.casefold())}


def _method(terms: Sequence[Term]) -> Term | None:
    return next((term for term in terms if term.is_method), None)


def _thing(terms: Sequence[Term]) -> Term:
    """Give what a challenge may lie in: what is done is rather its solution."""
    return next((term for term in terms if not term.is_method), terms[0])


def _without_method(phrases: Phrases) -> Reject:
    shown = ", ".join(term.text for term in (*phrases.first[:_TURN], *phrases.second[:_TURN]))
    return Reject("no_method_phrase", f"nothing that is done is among {shown}")


def _challenge(phrases: Phrases, *beside: Term) -> str:
    lead = lead_of(phrases.topic.head)
    said = " and ".join(term.written for term in beside)
    return f"{lead} {phrases.topic.written} with respect to {said}".strip()


def _one_challenge(phrases: Phrases) -> tuple[str, ...]:
    return (_challenge(phrases, _thing(phrases.first), _thing(phrases.second)),)


def _two(phrases: Phrases) -> tuple[str, ...]:
    """Ask how what one document does meets a challenge that the other one speaks of."""
    for problem, solution in ((phrases.first, phrases.second), (phrases.second, phrases.first)):
        method = _method(solution)
        if method is not None:
            return _challenge(phrases, _thing(problem)), method.written
    raise _without_method(phrases)


def _mechanism(phrases: Phrases) -> tuple[str, ...]:
    """Ask what a thing does; only what is done is said to control or improve something."""
    cause = next((term for term in phrases.first if not term.is_plural and not term.is_species), phrases.first[0])
    lead = lead_of(phrases.topic.head)
    noun = _NOUN_OF.get(lead, _KNOWING) if cause.is_method else _KNOWING
    effect = phrases.topic.written if not lead else f"{noun} {phrases.topic.written}"
    is_role = cause.is_plural or cause.is_species
    return f"research on {cause.text}" if is_role else cause.written, effect, phrases.second[0].written


def _study_topic(phrases: Phrases) -> tuple[str, ...]:
    ours, theirs = _done(phrases.first), _done(phrases.second)
    noun = "use" if ours.is_method and theirs.is_method else "role"
    lead = lead_of(phrases.topic.head)
    lead = "understanding" if lead and not ours.is_method and not theirs.is_method else lead
    aim = f"{lead} {phrases.topic.written}".strip()
    return (f"{noun} of {ours.written} alongside {theirs.written} in {aim}",)


def _features(phrases: Phrases) -> tuple[str, ...]:
    """Compare two things of one kind: with the same last word, two species, two methods; else their roles."""
    for alike in (_same_head, _both_species, _both_methods):
        pairs = ((ours, theirs) for ours in phrases.first for theirs in phrases.second if alike(ours, theirs))
        found = next(pairs, None)
        if found is not None:
            return found[0].written, found[1].written
    ours, theirs = phrases.first[0], phrases.second[0]
    return f"the role of {ours.written} in work on {phrases.topic.written}", f"that of {theirs.written}"


def _same_head(ours: Term, theirs: Term) -> bool:
    return ours.head == theirs.head and not ours.is_plural


def _both_species(ours: Term, theirs: Term) -> bool:
    return ours.is_species and theirs.is_species


def _both_methods(ours: Term, theirs: Term) -> bool:
    return ours.is_method and theirs.is_method and not ours.is_plural


def _solutions(phrases: Phrases) -> tuple[str, ...]:
    """Compare what the documents do; where only one does something, with work on a thing of the other."""
    ours, theirs = _method(phrases.first), _method(phrases.second)
    if ours is None and theirs is None:
        raise _without_method(phrases)
    lead = lead_of(phrases.topic.head)
    aim = phrases.topic.written if lead in ("", "managing", "controlling") else f"questions of {phrases.topic.written}"
    return _work(ours, phrases.first), _work(theirs, phrases.second), aim


def _work(method: Term | None, terms: Sequence[Term]) -> str:
    return method.written if method is not None else f"research on {terms[0].written}"


def _done(terms: Sequence[Term]) -> Term:
    return next((term for term in terms if term.is_method), terms[0])


_FILLINGS: dict[Fills, Callable[[Phrases], tuple[str, ...]]] = {
    "challenge": _one_challenge,
    "challenge_and_method": _two,
    "mechanism": _mechanism,
    "topic": _study_topic,
    "features": _features,
    "solutions": _solutions,
}
