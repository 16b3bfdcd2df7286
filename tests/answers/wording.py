"""Texts to compare: many that are nearly alike, and hard ones."""

from __future__ import annotations

import random
from collections.abc import Iterator

_WORDING = (
    "the of and to in a is that for it as was with be by on not he's I'd U.S. e.g. (2023), 1,204.5 -3.2% state-of-the-art "
    '"quoted" relational conditional rationalization digitizer operators feudalism decisiveness hopefulness electricities '
    "triplicate formative adjustable irritants replacement adoption communism effective bowdlerizes probating controlling "
    "AT&T &quot;so&quot; &amp; x_i α-helix naïve 50/50 $5 [12] {a} §3 10-20 F1=0.9 skies dying news trials tried sized"
)
_WORDS = _WORDING.split()

HARD = (
    "",
    " ",
    "...",
    "a",
    "The cat sat. The cat ran.\nThe dog sat.",
    "Then the dog sat.\n\nThe cat sat.",
    "a b a b a b\nb a b a\na",
    "b a\nb b b a\na a",
    '1,000.5 - 3-4 "x" &amp; &quot;é &lt;b&gt;',
    "1,000.5 x-3 \n\n&lt;",
    "word-\nbroken <skipped> line",
    "中文的句子，没有空格。",
    "\u00a0no\u2009break\x85next\u2028line",
    "\ud800 lone",
    "x" * 3000,
    "a " * 500,
)


def pairs(count: int, rng: random.Random, *, words: int = 60) -> Iterator[tuple[str, str]]:
    """Give (said, right): one the other with words left out and put in, or both at random, over one or several lines."""
    for _ in range(count):
        right = _text(rng, words)
        said = _varied(right, rng) if rng.random() < 0.7 else _text(rng, words)
        yield (said, right) if rng.random() < 0.5 else (said.replace(". ", ".\n"), right.replace(". ", ".\n"))


def _text(rng: random.Random, words: int) -> str:
    return " ".join(word + "." * (rng.random() < 0.1) for word in rng.choices(_WORDS, k=rng.randint(1, words)))


def _varied(text: str, rng: random.Random) -> str:
    kept = [word for word in text.split() if rng.random() < 0.8]
    for _ in range(rng.randint(0, 8)):
        kept.insert(rng.randint(0, len(kept)), rng.choice(_WORDS))
    return " ".join(kept)
