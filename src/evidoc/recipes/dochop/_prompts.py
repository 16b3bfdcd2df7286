"""Our own wording of what models and systems are told, kept in `prompts/` with a version in the first line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_FIRST_LINE = re.compile(r"<!-- (\w+@\d+) -->\n")
_PLACE = re.compile(r"\{(\w+)\}")


def contract(language: str) -> str:
    """Give how an answer to a question is to be written (DH-69)."""
    return words(f"contract.{'zh' if language == 'zh' else 'en'}")


def words(name: str, filled: Mapping[str, str] | None = None) -> str:
    """Give a wording with its `{places}` filled; what is filled in is not searched for places again."""
    places = filled or {}
    return _PLACE.sub(lambda found: places.get(found[1], found[0]), _load(name)[1])


def version(name: str) -> str:
    """Give the name and version of a wording, as its first line states it."""
    return _load(name)[0]


@cache
def _load(name: str) -> tuple[str, str]:
    text = (files("evidoc.recipes.dochop") / "prompts" / f"{name}.md").read_text(encoding="utf-8")
    first = _FIRST_LINE.match(text)
    assert first is not None, f"prompts/{name}.md has no version in its first line"
    return first[1], text[first.end() :].strip()
