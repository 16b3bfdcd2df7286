"""How long a text is, in words, whatever its script."""

from __future__ import annotations

import re

_CHARACTERS_A_WORD = 1.6  # Chinese characters that take the place of an English word
_CHARACTERS = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"  # kana and ideographs, which are written without spaces
_CHARACTER = re.compile(f"[{_CHARACTERS}]")
_WORD = re.compile(rf"[^\s{_CHARACTERS}，。；：、？！（）《》〈〉「」『』【】“”]+")


def word_count(text: str) -> int:
    """Count words; Chinese and Japanese text in words' worth of characters."""
    return len(_WORD.findall(text)) + round(len(_CHARACTER.findall(text)) / _CHARACTERS_A_WORD)
