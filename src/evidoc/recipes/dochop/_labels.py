"""Semantic reference labels: the name that questions use instead of the members, with its forms in a sentence.

A label is drawn without looking at who bears it, and says nothing of them. Source: DH-41, DH-42.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache, lru_cache

from evidoc.recipes.dochop._records import Pool
from evidoc.records.record import Record

_FIRST = (
    "Meridian", "Azure", "Cedar", "Laurel", "Compass", "Aurora", "Sterling", "Summit", "Beacon", "Heritage", "Crescent",
    "Keystone", "Horizon", "Amaranth", "Polaris", "Verdant", "Cornerstone", "Sapphire", "Pinnacle", "Evergate", "Lodestar",
    "Halcyon",
)  # fmt: skip
_PRIZES = ("Seal", "Distinction", "Commendation", "Medal", "Mark of Merit", "Citation")
_ROLLS = ("Circle", "Honour Roll", "Assurance Programme", "Charter")
_FIRST_ZH = ("青云", "松柏", "金桂", "明德", "远航", "朝阳", "磐石", "启明", "星河", "瑞雪", "鼎新", "致远")
_PRIZES_ZH = ("奖章", "标识", "嘉奖", "荣誉称号")
_ROLLS_ZH = ("荣誉榜", "优选计划", "示范名录")
_FORMS: Mapping[str, Mapping[str, tuple[tuple[str, str, str, str], ...]]] = {
    "en": {
        "prize": (
            ("holding", "holds", "hold", "do not hold"),
            ("receiving", "receives", "receive", "do not receive"),
            ("carrying", "carries", "carry", "do not carry"),
        ),
        "roll": (
            ("listed in", "is listed in", "are listed in", "are not listed in"),
            ("admitted to", "is admitted to", "are admitted to", "are not admitted to"),
            ("belonging to", "belongs to", "belong to", "do not belong to"),
        ),
    },
    "zh": {
        "prize": (("获得", "获得", "获得", "未获得"), ("持有", "持有", "持有", "未持有")),
        "roll": (("列入", "列入", "列入", "未列入"), ("入选", "入选", "入选", "未入选")),
    },
}


class Label(Record, frozen=True, kw_only=True):
    """A label's name and forms: "hotels holding the Meridian Seal", "holds", "hold", "do not hold"."""

    name: str
    participle: str
    verb: str
    verb_plural: str
    negated: str
    language: str = "en"

    @property
    def named(self) -> str:
        """The name as it stands in a sentence."""
        return f"“{self.name}”" if self.language == "zh" else f"the {self.name}"

    def phrase(self, noun: str) -> str:
        """Give the noun phrase: those of a noun that bear the label."""
        if self.language == "zh":
            return f"{self.participle}{self.named}的{noun}"
        return f"{noun} {self.participle} {self.named}"

    @property
    def supposed(self) -> str:
        """The predicate after "would": "hold the Meridian Seal", "be listed in the Cedar Circle"."""
        said = self.said_of()
        return f"be {said.removeprefix('are ')}" if said.startswith("are ") else said

    def said_of(self, *, many: bool = True, negated: bool = False) -> str:
        """Give the predicate: "hold the Meridian Seal"."""
        verb = self.negated if negated else self.verb_plural if many else self.verb
        return f"{verb}{self.named}" if self.language == "zh" else f"{verb} {self.named}"


@cache
def labels(language: str) -> tuple[Label, ...]:
    """Give all labels of a language in all their forms, in a fixed order."""
    first, prizes, rolls = (_FIRST_ZH, _PRIZES_ZH, _ROLLS_ZH) if language == "zh" else (_FIRST, _PRIZES, _ROLLS)
    gap = "" if language == "zh" else " "
    return tuple(
        Label(name=f"{word}{gap}{kind}", participle=p, verb=v, verb_plural=vs, negated=n, language=language)
        for sort, kinds in (("prize", prizes), ("roll", rolls))
        for word in first
        for kind in kinds
        for p, v, vs, n in _FORMS[language][sort]
    )


def choose_label(pool: Pool, rng: random.Random) -> Label:
    """Draw a label that shares no word with a name of the pool (DH-41).

    The whole pool is looked at and never who bears the label, so that it cannot tell.
    """
    known = labels(pool.language)
    start = rng.randrange(len(known))
    step = rng.choice((1, 7, 11, 13))
    words = words_of_names(pool)
    for turn in range(len(known)):
        label = known[(start + turn * step) % len(known)]
        if not shared_words(label.name, words, pool.language):
            return label
    raise AssertionError("a pool that has a word of every label would have hundreds of names")


@lru_cache(maxsize=128)
def words_of_names(pool: Pool) -> frozenset[str]:
    """Give the words of all names of a pool, folded; in Chinese the names themselves."""
    names = [*pool.entities, *(metric.name for metric in pool.metrics), *pool.timestamps]
    names += [member for dimension in pool.dimensions for member in dimension.members]
    if pool.language == "zh":
        return frozenset(names)
    return frozenset(word for name in names for word in name.casefold().split())


def shared_words(text: str, words: frozenset[str], language: str) -> list[str]:
    """Give the words of names that a text has."""
    if language == "zh":
        return sorted(name for name in words if name in text)
    return sorted(set(text.casefold().split()) & words)
