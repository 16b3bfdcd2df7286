"""Filling question templates: typed slots, number and article of the verb and noun, and reading a question back."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evidoc.recipes.pdfqa._case import opened
from evidoc.recipes.pdfqa._word_lists import words_of

_MAY_BE_EMPTY = frozenset({"for_entity", "in_period", "in_unit"})
_SLOT = re.compile(r"\{(\w+)\}")
_GAP = r"(?:\\s+|(?<=\\s)|(?=[\\s,?.:])|^)"  # where words meet, also where an empty slot left nothing between
_PLURAL_LOOKS = re.compile(r"(?:[^aiuos'’]s|[aeo]es|[ae]ys|ies|ues)$", re.IGNORECASE)
_SINGULAR = words_of(
    """
    species series analysis basis thesis class gas loss mass bias status process access news success business glass stress
    sepsis diabetes progress address diagnosis prognosis synthesis axis crisis emphasis hypothesis census surplus census
    excess amortization
    """
)
_IRREGULAR_PLURALS = words_of(
    """
    loci genera taxa foci nuclei fungi algae larvae
    people children men women data criteria phenomena bacteria alumni mice feet teeth strata media
    """
)


@dataclass(frozen=True, slots=True)
class Template:
    """One way to ask: an id that stays, the words with `{slots}`, and what must hold for it to read well."""

    id: str
    text: str
    needs: tuple[str, ...] = ()

    @property
    def slots(self) -> tuple[str, ...]:
        """The names of the slots, in order."""
        return tuple(_SLOT.findall(self.text))


def templates(kind: str, lines: Sequence[str]) -> tuple[Template, ...]:
    """Number the ways of asking of one kind; `text | need need` states preconditions after a bar."""
    split = [line.partition(" | ") for line in lines]
    return tuple(Template(f"{kind}/{index}", text, tuple(needs.split())) for index, (text, _, needs) in enumerate(split, 1))


def choose(options: Sequence[Template], slots: Mapping[str, str], *, holds: frozenset[str], rng: random.Random) -> Template:
    """Choose among the templates that suit: their slots are filled, what must be said is said, and every need holds."""
    said = {name for name, value in slots.items() if value}
    fitting = [
        option
        for option in options
        if said.issuperset(set(option.slots) - _MAY_BE_EMPTY) and holds.issuperset(option.needs) and _says(option, said)
    ]
    return rng.choice(fitting)


def fill(template: Template, slots: Mapping[str, str]) -> str:
    """Fill a template; punctuation around an empty slot closes up, and the sentence gets its capital.

    Raises:
        KeyError: A slot has no value at all; an empty one must be given as "".
    """
    text = _SLOT.sub(lambda slot: slots[slot[1]], template.text)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\s+([,?.:])", r"\1", text)
    text = re.sub(r",(?:\s*,)+", ",", text)
    text = re.sub(r"^[\s,]+|,(?=[?.])", "", text)
    return opened(text.strip())


def read_back(template: Template, question: str) -> dict[str, str] | None:
    """Give the slots that a question was filled with, or None where the template did not make it (X-17)."""
    seen: set[str] = set()
    pieces = _SLOT.split(template.text)
    pattern = "".join(
        _slot_pattern(piece, seen) if index % 2 else re.sub(r"(?:\\\s)+", _GAP, re.escape(piece))
        for index, piece in enumerate(pieces)
    )
    found = re.fullmatch(pattern, question, re.IGNORECASE)
    return {name: value.strip(" ,") for name, value in found.groupdict().items()} if found else None


def is_plural(phrase: str) -> bool:
    """Say whether a noun phrase takes a plural verb: "emissions of A" does, "number of SNPs" does not."""
    head = re.split(
        r",|\(|\s(?:of|in|for|by|per|with|from|to|on|at|under|among|between|during|within|and|before|after|due|as)\b",
        phrase,
        maxsplit=1,
    )[0]
    joined = re.search(r"\w and \w", phrase.split("(")[0]) is not None
    words = re.findall(r"[\w'’-]+", head)
    while len(words) > 1 and words[-1].lower() in (
        "outstanding",
        "net",
        "collected",
        "examined",
        "tested",
        "required",
        "reached",
    ):
        words.pop()
    if not words:
        return False
    last = words[-1].lower().rpartition("-")[2]
    if last in _SINGULAR:
        return False
    return (
        last in _IRREGULAR_PLURALS
        or bool(_PLURAL_LOOKS.search(last))
        or (joined and bool(_PLURAL_LOOKS.search(_last_word(phrase))))
    )


def plural(noun: str) -> str:
    """Give the plural of a noun phrase's last word: "linkage group" → "linkage groups"."""
    if is_plural(noun) or noun.lower().split()[-1] in _IRREGULAR_PLURALS | {"species", "series"}:
        return noun
    if re.search(r"[^aeiou]y$", noun):
        return noun[:-1] + "ies"
    return noun + ("es" if re.search(r"(?:s|x|z|ch|sh)$", noun) else "s")


def singular(noun: str) -> str:
    """Give the singular of a noun phrase's last word: "studies" → "study"."""
    if noun.lower().split()[-1] in _SINGULAR or not is_plural(noun):
        return noun
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", "")):
        if noun.endswith(ending):
            return noun[: -len(ending)] + instead
    return noun


def listed(names: Sequence[str], *, word: str) -> str:
    """Join names: "A or B", "A, B or C"."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + f" {word} {names[-1]}"


def with_article(phrase: str) -> str:
    """Put "the" before a phrase that has no article of its own."""
    return phrase if re.match(r"(?:the|a|an|this|its|their|all|each)\s", phrase, re.IGNORECASE) else f"the {phrase}"


def _says(option: Template, said: set[str]) -> bool:
    """Say whether a template uses all that must be said: who, what, when, in which unit and where."""
    used = set(option.slots)
    groups = (("entity", "for_entity", "of_entity"), ("period", "in_period"), ("unit", "in_unit"), ("lead", "trail", "place"))
    return all(not (said & set(group)) or used & set(group) for group in groups)


def _slot_pattern(name: str, seen: set[str]) -> str:
    if name in seen:
        return f"(?P={name})"
    seen.add(name)
    return f"(?P<{name}>{_TYPES.get(name, '.+?')})"


# What may stand in a slot; a question is read back by these.
_TYPES = {
    "be": "is|are|was|were",
    "do": "do|does|did",
    "did": "do|does|did",
    "had": "has|had",
    "that": "that|those",
    "degree": "higher|lower|highest|lowest",
    "higher": "higher|lower",
    "above": "above|over|greater than|below|under|less than",
    "which": "which|which .+?",
    "the_measure": "(?:the|a|an) .+?",
    "a_measure": "an? .+?|.+?",
    "for_entity": "for .+?|in total|",
    "in_period": "(?:in|as of) .+?|",
    "first_in": "(?:in|as of) .+?",
    "second_in": "(?:in|as of) .+?",
    "in_unit": ", in .+?|",
    "unit": ".+?",
    "lead": "(?:In|According to|Regarding|With regard to|Concerning|Under|Going by) .+?,",
    "trail": "(?:according to|going by|as given|in) .+?",
    "place": "in .+?",
    "Place": "In .+?,",
    "threshold": r"[\d.,]+.*?",
    "names": ".+? or .+?",
    "all": ".+? and .+?",
    "for_both": "for .+? and .+?",
    "move": "rise|increase|grow|go up|fall|decrease|decline|go down",
    "moved": "rise|increase|fall|decrease|decline|rose|increased|went up|fell|decreased|went down",
    "moved_noun": r"an? \w+",
    "period_noun": "year|month|date|period",
}


def _last_word(phrase: str) -> str:
    words = re.findall(r"[\w'’-]+", phrase.split("(")[0])
    return words[-1].lower() if words else ""
