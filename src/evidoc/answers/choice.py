"""Options to choose from: how a contract lists them, how they are read from it, and which of them a reply chooses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidoc.answers.final import answer_text
from evidoc.answers.text import normal_text

_OPTIONS = re.compile(r"\bone of these\b[^:]*:\s*(?P<options>.+?)\.?\s*$", re.IGNORECASE | re.DOTALL)
_BETWEEN = re.compile(r";\s+")
_LETTER = re.compile(r"(?:option|choice|answer)?\s*[(\[]?([a-z])[)\].:]?(?:\s+(?P<rest>\S.*)|\s*)", re.IGNORECASE | re.DOTALL)


def options_contract(options: Sequence[str]) -> str:
    """Ask for one of some options, none of which has a semicolon and a space in it."""
    return f"Answer with one of these, and no other words: {'; '.join(options)}."


def options_listed(contract: str) -> tuple[str, ...]:
    """Give the options that a contract lists, as in "Answer with one of these: A; B", or none."""
    listed = _OPTIONS.search(contract)
    return tuple(filter(None, map(str.strip, _BETWEEN.split(listed["options"])))) if listed else ()


def read_choice(text: str, options: Sequence[str]) -> str | None:
    """Give the letter of the option that a reply names by letter or by its text, or None.

    A letter with a text that is another option's says nothing clear, and gives None. Source: case F15.
    """
    final = answer_text(text).strip().strip("*`").strip()
    by_text = _by_text(final, options)
    if by_text is not None:
        return by_text
    found = _LETTER.fullmatch(final)
    if found is None or not 0 <= _place(found[1]) < len(options):
        return None
    named = _by_text(found["rest"], options) if found["rest"] else None
    letter = found[1].upper()
    if found["rest"] and named is None and not _ends_letter(final):
        return None  # "A total of five" begins with an article
    return letter if named in (None, letter) else None


def _by_text(text: str, options: Sequence[str]) -> str | None:
    letters = [chr(ord("A") + place) for place, option in enumerate(options) if normal_text(option) == normal_text(text)]
    return letters[0] if len(letters) == 1 else None


def _place(letter: str) -> int:
    return ord(letter.upper()) - ord("A")


def _ends_letter(text: str) -> bool:
    return re.match(r"(?:option|choice|answer)?\s*[(\[]?[a-z][)\].:]", text, re.IGNORECASE) is not None
