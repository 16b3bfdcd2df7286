"""Reading a yes or a no out of a reply, and saying so where it is neither."""

from __future__ import annotations

import re
from typing import Literal

from evidoc.answers.final import answer_text

YesNo = Literal["yes", "no", "ambiguous", "invalid"]


def read_yes_no(text: str, *, language: str = "en", truth_words: bool = True) -> YesNo:
    """Read a reply as yes or no.

    Only the first and the last word of the final answer count, so "Norway", "none" and "I know" say nothing;
    both must agree where both speak. A hedge ("Not entirely, yes", "Yes and no") is ambiguous; a reply
    without either word is invalid. `truth_words` lets true and false stand for yes and no; `language`
    "zh" reads 是 and 否 as well. Source: cases E12, F15; DH-66.
    """
    final = answer_text(text)[:_LONGEST].casefold().replace("’", "'")
    if language.startswith("zh") and (chinese := _CHINESE.match(_WRAPPING.sub("", final))):
        return "no" if chinese["no"] else "yes"
    words = list(_WORD.finditer(_WRAPPING.sub("", final)))
    if not words:
        return "invalid"
    said = {_first(words, truth_words=truth_words), _last(words, truth_words=truth_words)} - {None}
    if len(said) != 1:
        return "ambiguous" if said else "invalid"
    return "ambiguous" if _is_hedged(words, truth_words=truth_words) else _only(said)


_LONGEST = 5_000
_WRAPPING = re.compile(r"[*_`\"“”]+")
_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?")
_CHINESE = re.compile(
    r"\s*(?:(?P<no>否|不是|不对|不正确|错误|错|没有|不)|(?P<yes>是的?|对的?|正确|有))\s*(?:$|[,.;:!，。；：！\s])"
)
_PLAIN: dict[str, Literal["yes", "no"]] = {"yes": "yes", "no": "no"}
_TRUTH: dict[str, Literal["yes", "no"]] = {**_PLAIN, "true": "yes", "false": "no", "correct": "yes", "incorrect": "no"}
_OPPOSITE: dict[str, Literal["yes", "no"]] = {"yes": "no", "no": "yes"}
_NEGATIONS = frozenset(
    {"not", "never", "hardly", "cannot", "isn't", "aren't", "doesn't", "don't", "wasn't", "partly", "partially"}
)
_AFTER_NO = frozenset(
    {
        "because",
        "since",
        "as",
        "it",
        "its",
        "it's",
        "the",
        "this",
        "that",
        "these",
        "there",
        "they",
        "he",
        "she",
        "we",
        "i",
        "not",
        "according",
    }
)  # "No data available" and "no one" are not a no


def _first(words: list[re.Match[str]], *, truth_words: bool) -> Literal["yes", "no"] | None:
    word = words[0][0]
    said = (_TRUTH if truth_words else _PLAIN).get(word)
    if word != "no" or len(words) == 1:
        return said
    gap = words[0].string[words[0].end() : words[1].start()]
    return said if gap.strip(" ") or "\n" in gap or words[1][0] in _AFTER_NO else None


def _last(words: list[re.Match[str]], *, truth_words: bool) -> Literal["yes", "no"] | None:
    said = (_TRUTH if truth_words else _PLAIN).get(words[-1][0])
    if said is None or len(words) == 1:
        return said
    if words[-2][0] in _NEGATIONS:
        return _OPPOSITE[said] if words[-1][0] not in _PLAIN else None
    return said


def _is_hedged(words: list[re.Match[str]], *, truth_words: bool) -> bool:
    """Say whether a yes or no at only one end is taken back: "Not entirely, yes", "Yes and no, …"."""
    spoken = [word[0] for word in words]
    if spoken[0] in _NEGATIONS:
        return True
    if spoken[1:2] in (["and"], ["or"]) and spoken[2:3] in (["no"], ["yes"]):
        return True
    first_says = _first(words, truth_words=truth_words) is not None
    return not first_says and any(word in _NEGATIONS for word in spoken[:-2])


def _only(said: set[Literal["yes", "no"] | None]) -> YesNo:
    return "yes" if said == {"yes"} else "no"
