"""Captions, headings and introducing sentences as topics: what can stand after "the data on …" in a question."""

from __future__ import annotations

import re

from evidoc.answers.units import Unit
from evidoc.recipes.pdfqa._lexicon import names_measure
from evidoc.recipes.pdfqa._loose_units import read_loose_unit

MOST_CHARACTERS = 130  # more of a caption than this cannot be read in one breath inside a question
_MOST_OF_MEASURE = 60

_COUNTED_AWAY = re.compile(
    r"^(?:supplement(?:ary|al)\s+|online\s+)?(?:table|tab\.?|exhibit|box|list|schedule)\s*[A-Z]?\.?[-–]?\s*"
    r"(?:\d+(?:[.\-–]\d+)*[A-Za-z]?|[IVXL]+)?\s*[.:|–—-]?\s*",
    re.IGNORECASE,
)
_SHOWS = re.compile(
    r"(?:the )?(?:following|below|accompanying)?\s*(?:tables?|schedule)(?: below)?\s+"
    r"(?:shows?|presents?|summari[sz]es?|sets? (?:forth|out)|provides?|reflects?|details?|lists?|gives?|"
    r"reports?|discloses?|reconciles?)\s+(?P<topic>[^:.]+)[:.]?$",
    re.IGNORECASE,
)
_AS_FOLLOWS = re.compile(
    r"(?P<topic>[^:]{8,240}?),?\s+(?:(?:is|are|was|were)(?: as follows)?|"
    r"(?:consisted?|consists|comprised?)(?: of)?(?: the following)?)\s*(?:\([^()]*\))?\s*:$",
    re.IGNORECASE,
)
_DAY = r"(?:[A-Z][a-z]+ \d{1,2}, \d{4}|\d{4})"
_TIMES_FIRST = re.compile(rf"^(?:as of|as at|for|during|at)\s[^a-z]*{_DAY}(?:,? and [^a-z]*{_DAY})?,\s*", re.IGNORECASE)
_SPAN = r"the (?:years?|quarters?|periods?|(?:three|six|nine) months) ended\s+"
_TIMES_LAST = re.compile(
    rf",?\s*(?:for|in|during|as of|at)\s+(?:{_SPAN})?(?:fiscal\s+)?(?:(?:\w{{3,9}} \d{{1,2}}, )?(?:19|20)\d{{2}}"
    r"(?:,? and |, | through | to )?)+,?\s*$"
)
_REFINES = re.compile(
    r",? (?:including|reporting|showing|based on|as determined|as measured|obtained from|derived from|according to)\b|; |: "
)
_ANNOUNCES = re.compile(r"^(?:showing|shows|list of|listing of|presenting|displaying)\s+(?:the\s+)?(?=\w{4})", re.IGNORECASE)
_SUMS_UP = re.compile(r"^(?:details|summary|overview|description|descriptive statistics)\s+(?:of|on|for)\s+", re.IGNORECASE)
_STATES_UNIT = re.compile(r"\s*\((?:all |amounts? |dollars? |figures? )?(?:in|expressed in|x|×|%|n\s?=)[^()]*\)", re.IGNORECASE)
_IS_CLAUSE = re.compile(
    r"\b(?:that|which|who|is|are|was|were|has|have|had|decides?|uses?|makes?|owns?|holds?|manages?|evaluates?|allocates?|believes?|"
    r"expects?|recogni[sz]es?|pays?|paid|sells?|sold|operates?|entered|issued|granted)\b",
    re.IGNORECASE,
)
_FIRST_SENTENCE = re.compile(r"(?<=[^.\s][^.\s][)\w])\.\s+(?=[A-Z(\d])")


def bare_caption(caption: str) -> str:
    """Give a caption without its number, addresses, citations and closing stop."""
    text = " ".join(caption.split())
    text = re.sub(r"\s*doi:?\s*(?:https?:)?\S*$|https?:\S+", "", text, flags=re.IGNORECASE)
    text = _COUNTED_AWAY.sub("", text, count=1)
    text = re.sub(r"\s*\[[\d,;–\- ]{1,20}\]|[\s*†‡§¶]+$", "", text)
    return text.strip(" .:;|")


def short_topic(caption: str) -> str:
    """Keep the first sentence, without brackets that only give units or abbreviations, and without what only refines it."""
    text = _FIRST_SENTENCE.split(caption)[0].strip(" .")
    text = _STATES_UNIT.sub("", _SUMS_UP.sub("", _ANNOUNCES.sub("", text)))
    if len(text) > MOST_CHARACTERS:
        text = re.sub(r"\s*\([^()]*\)", "", text)
    if len(text) > MOST_CHARACTERS:
        text = _REFINES.split(text)[0]
    return text.strip(" .,:;")


def announced(text: str) -> str:
    """Give what the last sentence of a text announces, "" where it announces nothing.

    "The following table shows net sales by category for 2024 (in millions):" announces "net sales by category".
    """
    sentence = re.split(r"(?<=[.!?])\s+(?=[A-Z])", text.strip())[-1]
    for pattern in (_SHOWS, _AS_FOLLOWS):
        found = pattern.match(sentence)
        if found and not _IS_CLAUSE.search(found["topic"]):
            return _without_times(found["topic"])
    return ""


def last_sentence(caption: str) -> str:
    """Give what stands nearest to a table where several sentences lead to it."""
    return _FIRST_SENTENCE.split(caption)[-1]


def unit_apart(caption: str) -> tuple[Unit, str]:
    """Take a unit in brackets out of a caption: "Breeding targets (parts per million)"."""
    for found in re.finditer(r"\s*\(([^()]+)\)", caption):
        unit = read_loose_unit(found[1])
        if unit is not None and unit != Unit():
            return unit, caption[: found.start()] + caption[found.end() :]
    return Unit(), caption


def measure_in(topic: str) -> str:
    """Give what the numbers are, where the topic says it: "net sales by category" → "net sales"."""
    found = re.match(r"(?P<measure>.{4,60}?)\s(?:by|per|according to|broken down by|disaggregated by|split by)\s", topic)
    candidate = found["measure"] if found else topic
    if re.match(r"(?:number|percentage|proportion|share) of ", candidate):
        counted = re.split(r",|\s(?:in|for|at|during|among|between|from|across|per)\s", candidate)[0]
        return counted if len(counted) <= _MOST_OF_MEASURE else ""
    return candidate if found and names_measure(candidate) else ""


def is_readable(text: str) -> bool:
    """Say whether a text is words rather than signs and formulas."""
    has_signs = re.search(r"[=<>≥≤∑√∫^{}|\\~_@�]|https?:", text) is not None
    return not has_signs and sum(map(str.isalpha, text)) >= 0.6 * len(text.replace(" ", ""))


def _without_times(topic: str) -> str:
    topic = re.sub(r"\s*\([^()]*\)\s*$", "", topic)
    topic = _TIMES_LAST.sub("", _TIMES_FIRST.sub("", topic))
    return re.sub(r"^(?:the|a summary of|information (?:about|on)|certain)\s+", "", topic, flags=re.IGNORECASE).strip(" ,")
