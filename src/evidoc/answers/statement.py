"""Whether a reply in sentences states one answer and nothing besides: "It is the frontal chord."."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evidoc.answers._explaining import Told, names_another
from evidoc.answers._word_runs import place_of, stands_in, without
from evidoc.answers.final import answer_text
from evidoc.answers.text import normal_text


def states(reply: str, right: Sequence[str], *, question: str = "", rivals: Sequence[str] = ()) -> bool:
    """Say whether the final answer of a reply names one of the right texts, and no other thing.

    Besides the right text there may be words of the question, words that every sentence has ("stands for", "according
    to"), words for the question's own direction ("more" for "higher"), numbers where the answer has none, and a reason
    after "because". A word of any other kind, a denial, "or", "and", and a rival make it another answer; a rival may
    only be named as what the right one is compared with ("… than Flyers"), or with it in a restated choice ("Of A and
    B, …"). An article before a name never counts, nor does punctuation. Source: DH-64, X-37.
    """
    final = answer_text(reply)
    if not final or len(final) > _LONGEST:
        return False
    said = _without_reason(final, Told.of(right, question=question, rivals=()))
    told = words_of(_ASKS.sub(" ", said)) if "?" in said else None  # "Paris? …" asks what it should state
    others = [words for rival in rivals if (words := words_of(rival))]
    golds = [words for text in right if (words := words_of(text))]
    golds = [gold for gold in golds if told is None or stands_in(gold, told)]
    return any(_states(said, gold, _Frame.of(question, gold, others)) for gold in golds)


def tells_apart(text: str, rivals: Sequence[str]) -> bool:
    """Say whether a name is no part of any rival's: "refined flour" is one of "refined flour (rye)"."""
    words = words_of(text)
    return not any(stands_in(words, words_of(rival)) for rival in rivals)


def words_of(text: str) -> list[str]:
    """Give the words of a text as they are compared: folded, hyphens between letters parted, without a leading article.

    Signs that carry meaning ("+", "#", "%") are words; punctuation is none.
    """
    words = _all_words(text)
    return words[1:] if len(words) > 1 and words[0] in _ARTICLES else words


@dataclass(frozen=True, slots=True)
class _Frame:
    """What may stand around an answer to a question: words, passages that it quotes; and the rivals that must not."""

    allowed: frozenset[str]
    quoted: list[list[str]]
    rivals: list[list[str]]
    rival_words: frozenset[str]

    @classmethod
    def of(cls, question: str, gold: list[str], rivals: list[list[str]]) -> _Frame:
        quoted = [words_of(passage) for passage in _QUOTED.findall(question)]
        asked = _all_words(_QUOTED.sub(" ", question))
        own = asked
        for name in sorted([gold, *rivals], key=len, reverse=True):
            own = without(name, own)
        telling = frozenset(word for rival in rivals for word in rival) - set(gold) - set(own) - _SENTENCE
        return cls(_SENTENCE | _stems(asked) | _same_way(asked), quoted, rivals, telling)

    def holds(self, words: Iterable[str], *, may_count: bool) -> bool:
        """Say whether words say nothing that the question or any sentence would not."""
        return all(
            word not in _DENIES
            and word not in self.rival_words
            and (word in self.allowed or _stem(word) in self.allowed or (may_count and _NUMBER.fullmatch(word) is not None))
            for word in words
        )


def _states(said: str, gold: list[str], frame: _Frame) -> bool:
    words = _without_choice(_all_words(said), [gold, *frame.rivals])
    words = _without_compared(words, frame.rivals)
    for passage in frame.quoted:
        words = without(passage, words)
    left = without(gold, words)
    if len(left) == len(words) or any(stands_in(rival, left) for rival in frame.rivals):
        return False
    return frame.holds(left, may_count=not any(map(str.isdigit, "".join(gold))))


def _all_words(text: str) -> list[str]:
    return _WORD.findall(_HYPHEN.sub(" ", normal_text(text)))


def _without_choice(words: list[str], options: Sequence[Sequence[str]]) -> list[str]:
    """Leave off a restated choice: "of A and B, …"."""
    if len(options) < 2 or not words or words[0] not in _CHOOSING:
        return words
    ends = [place + len(option) for option in options if (place := place_of(option, words)) is not None]
    between = words[1 : max(ends, default=1)]
    for option in sorted(options, key=len, reverse=True):
        between = without(option, between)
    return words[max(ends) :] if len(ends) == len(options) and set(between) <= _JOINING else words


def _without_compared(words: list[str], rivals: Sequence[Sequence[str]]) -> list[str]:
    """Leave off what the answer is compared with: "… than (that of) Flyers"."""
    for rival in sorted(rivals, key=len, reverse=True):
        place = place_of(rival, words)
        before = place if place is not None else 0
        while before and words[before - 1] in _POINTING:
            before -= 1
        if place is not None and before and words[before - 1] in _COMPARING:
            words = [*words[: before - 1], *words[place + len(rival) :]]
    return words


def _without_reason(text: str, told: Told) -> str:
    """Leave off a short reason after the answer, unless it takes something back or says what the answer would be instead."""
    found = _REASON.search(text)
    if found is None or len(found[0].split()) > _MOST_OF_REASON or _TAKES_BACK.search(found[0]):
        return text
    return text if names_another(found[0], told) or not _HAS_VERB.search(found[0]) else text[: found.start()]


def _same_way(asked: Sequence[str]) -> frozenset[str]:
    """Give the words that say the same direction as the question, where it has just one."""
    ways = [way for way in _WAYS if not way.isdisjoint(asked)]
    return ways[0] if len(ways) == 1 else frozenset()


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(stem for word in words for stem in (word, _stem(word)))


def _stem(word: str) -> str:
    """Leave off the endings in which a sentence differs from its question: "abbreviated", "studies", "costs"."""
    for ending, instead in (("ies", "y"), ("ed", ""), ("ing", ""), ("'s", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)] + instead
    return word


_LONGEST = 600  # characters; a longer reply tells more than one answer
_MOST_OF_REASON = 30
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_WORD = re.compile(r"\d+(?:[.,-]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)?|[^\s\w.,;:!?'\"()\[\]*`-]|_")
_NUMBER = re.compile(r"\d[\d.,]*|[%$€£]")
_QUOTED = re.compile(r"“([^“”]{12,})”")  # titles and captions; a short one is the term that is asked about
_REASON = re.compile(r"(?<!\bhas)(?<!\bhave)(?<!\bhad),?\s+(?:because|since)\s(?:(?![.!]\s).)*$", re.DOTALL | re.IGNORECASE)
_HAS_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|did|do|can|says|said|states|gives|lists|shows|names|reports|makes|calls|means|explains|"
    r"follows|adds|comes|holds|uses|writes|appears|stands)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[^.!?\n]*\?")
_TAKES_BACK = re.compile(r"\b(?:but|however|although|though|actually|instead|rather|wait|or|unless)\b", re.IGNORECASE)
_ARTICLES = frozenset({"the", "a", "an"})
_CHOOSING = frozenset({"of", "between", "among", "comparing"})
_JOINING = frozenset({"and", "or", "with", "the"})
_POINTING = frozenset({"the", "that", "those", "of", "for", "in", "does", "did", "is", "was", "to", "with"})
_COMPARING = frozenset({"than", "versus", "vs", "compared"})
_DENIES = frozenset(
    """
    not no never neither nor none cannot without except rather instead unlike wrong incorrect false or either both and unclear
    unknown unsure maybe perhaps possibly but however although isn't wasn't aren't doesn't don't didn't can't won't nobody nothing
    """.split()  # noqa: SIM905  (a list of words reads best as words)
)
_SENTENCE = frozenset(
    """
    the a an it its it's this that these those there is are was were be been has have had does do did in of for to as by on at
    from with which here i we one
    answer answers correct right final full form long short longer term terms phrase name names word words abbreviation acronym
    abbreviated abbreviates abbreviate stands stand standing mean means meaning meant refers refer referring denotes denote
    represents represent letters letter expands expand expanded expansion spelled spelt written out used use uses defined defines
    define definition namely i.e e.g called known
    according based article paper document report filing book study text table section data set figures caption page given
    shown stated states says reported reports listed would should looking seen saw
    = ans output result results so therefore thus hence
    """.split()  # noqa: SIM905
)
_WAYS = (
    frozenset(
        "higher highest more most greater greatest larger largest bigger biggest above exceeds exceeded over increase".split()  # noqa: SIM905
    ),
    frozenset("lower lowest less least fewer fewest smaller smallest below under".split()),  # noqa: SIM905
)
