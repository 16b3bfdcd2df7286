"""Hyphens at line ends that belong to the word: "shared-" over "memory" is "shared-memory" where the document writes so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from evidoc.pages.glyphs import PageText, mapped_text
from evidoc.readers._draft import Draft

_BEFORE, _AFTER = re.compile(r"[^\W\d_]+$"), re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LEAST = 3  # letters of each part
_LONG = 4  # letters of each part, where nothing but the parts is known
# What begins words that are written as one, and is a word itself: "under-stand" is never meant.
_BEGINNINGS = frozenset(
    ("over", "under", "with", "here", "there", "where", "some", "every", "fore", "back", "down", "into", "onto", "upon", "when")
)

Broken = tuple[str, str]


def broken_words(text: PageText) -> Counter[Broken]:
    """Count the words of a page that were joined from two lines, as the two parts, in small letters."""
    mapped = mapped_text(text)
    found: Counter[Broken] = Counter()
    for cut in mapped.cuts:
        first, second = _BEFORE.search(mapped.text, max(0, cut - 40), cut), _AFTER.match(mapped.text, cut)
        if first and second and min(len(first[0]), len(second[0])) >= _LEAST and second[0].islower():
            found[first[0].lower(), second[0].lower()] += 1
    return found


def restore_hyphens(drafts: Sequence[Draft], broken: Mapping[Broken, int]) -> None:
    """Put back the hyphen of words that stand whole nowhere, where the document writes them with it, or both parts alone.

    Tables are left as they are, since their cells have the same text.
    """
    if not broken:
        return
    times = Counter(word.lower() for draft in drafts for word in _WORD.findall(draft.text))
    parted = {a + b: len(a) for (a, b), count in sorted(broken.items()) if _has_hyphen(a, b, times, count)}
    if not parted:
        return
    wanted = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(parted)))})\b", re.IGNORECASE)
    for draft in drafts:
        if draft.table is not None:
            continue
        draft.text = wanted.sub(lambda match: _with_hyphen(match[0], parted[match[0].lower()]), draft.text)


def _has_hyphen(first: str, second: str, times: Mapping[str, int], broken: int) -> bool:
    """Say whether a word has a hyphen of its own.

    Of 38 in 18 articles this finds 21, and none wrongly (nine have LaTeX, nine JATS as truth; docs/reference/reading-quality.md).
    """
    if times.get(first + second, 0) > broken:
        return False
    if times.get(f"{first}-{second}", 0) > 0:
        return True
    are_words = times.get(first, 0) > 0 and times.get(second, 0) > 0
    return are_words and min(len(first), len(second)) >= _LONG and first not in _BEGINNINGS


def _with_hyphen(word: str, place: int) -> str:
    return f"{word[:place]}-{word[place:]}"
