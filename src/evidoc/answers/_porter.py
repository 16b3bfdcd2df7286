"""Porter's stemmer, with the additions that the reference package of ROUGE is measured with.

Source: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980; the additions (short words in -ies, -ied and
-y, "bli", "logi", "fulli", a few whole words) were found by comparing with NLTK's `PorterStemmer` in its default mode, to
which the tests hold this one word by word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

_VOWELS = frozenset("aeiou")
_WHOLE: Mapping[str, str] = {
    "sky": "sky", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "news": "news", "innings": "inning",
    "inning": "inning", "outings": "outing", "outing": "outing", "cannings": "canning", "canning": "canning",
    "howe": "howe", "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip
_STEP_2: Sequence[tuple[str, str]] = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("bli", "ble"),
    ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"), ("ator", "ate"),
    ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"),
    ("biliti", "ble"), ("fulli", "ful"),
)  # fmt: skip
_STEP_3: Sequence[tuple[str, str]] = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
)  # fmt: skip
_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
)  # fmt: skip


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Give the stem of a word in lower case; words of one or two letters stay."""
    if word in _WHOLE:
        return _WHOLE[word]
    if len(word) <= 2:
        return word
    for step in (_plurals, _past, _final_y, _double_suffixes, _suffixes, _last_suffix, _final_e, _double_l):
        word = step(word)
    return word


def _plurals(word: str) -> str:
    if word.endswith("ies") and len(word) == 4:
        return word[:-1]
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        if word.endswith(suffix) and _has_vowel(word[: -len(suffix)]):
            return _mended(word[: -len(suffix)])
    return word


def _mended(stem_: str) -> str:
    if stem_.endswith(("at", "bl", "iz")):
        return stem_ + "e"
    if _ends_double(stem_):
        return stem_ if stem_[-1] in "lsz" else stem_[:-1]
    return stem_ + "e" if _measure(stem_) == 1 and _ends_cvc(stem_) else stem_


def _final_y(word: str) -> str:
    """Make an i of a y behind a consonant that is not the word's first letter."""
    return word[:-1] + "i" if word.endswith("y") and len(word) > 2 and _is_consonant(word, len(word) - 2) else word


def _double_suffixes(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]) > 0:
        return _double_suffixes(word[:-2])
    if word.endswith("logi"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    return _replaced(word, _STEP_2)


def _suffixes(word: str) -> str:
    return _replaced(word, _STEP_3)


def _replaced(word: str, rules: Sequence[tuple[str, str]]) -> str:
    """Replace the first suffix that fits, if what stands before it has a syllable; no other is tried."""
    for suffix, replacement in rules:
        if word.endswith(suffix):
            return word[: -len(suffix)] + replacement if _measure(word[: -len(suffix)]) > 0 else word
    return word


def _last_suffix(word: str) -> str:
    for suffix in _STEP_4:
        if not word.endswith(suffix):
            continue
        before = word[: -len(suffix)]
        if suffix == "ion" and not before.endswith(("s", "t")):
            continue
        return before if _measure(before) > 1 else word
    return word


def _final_e(word: str) -> str:
    if not word.endswith("e"):
        return word
    before = word[:-1]
    return before if _measure(before) > 1 or (_measure(before) == 1 and not _ends_cvc(before)) else word


def _double_l(word: str) -> str:
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _is_consonant(word: str, place: int) -> bool:
    """Say whether a letter is a consonant; a y is one at the start and behind a vowel."""
    if word[place] in _VOWELS:
        return False
    return word[place] != "y" or place == 0 or not _is_consonant(word, place - 1)


def _measure(word: str) -> int:
    """Count the changes from vowels to consonants."""
    kinds = [_is_consonant(word, place) for place in range(len(word))]
    return sum(second and not first for first, second in zip(kinds, kinds[1:], strict=False))


def _has_vowel(word: str) -> bool:
    return any(not _is_consonant(word, place) for place in range(len(word)))


def _ends_double(word: str) -> bool:
    return len(word) >= 2 and word[-1] == word[-2] and _is_consonant(word, len(word) - 1)


def _ends_cvc(word: str) -> bool:
    """Say whether a word ends in consonant, vowel, consonant other than w, x, y; or is just a vowel and a consonant."""
    last = len(word) - 1
    if last >= 2 and word[last] not in "wxy":
        return _is_consonant(word, last - 2) and not _is_consonant(word, last - 1) and _is_consonant(word, last)
    return last == 1 and not _is_consonant(word, 0) and _is_consonant(word, 1)
