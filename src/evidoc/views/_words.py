"""Our own wording of instructions: text files beside this module, one for each purpose and language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_FALLBACK = "en"
_FIRST_LINE = re.compile(r"<!-- (\w+@\d+) -->\n")
_PLACE = re.compile(r"\{(\w+)\}")


def words(name: str, language: str, *, filled: Mapping[str, str] | None = None) -> str:
    """Give a wording with its `{places}` filled, in English where there is none in the language.

    What is filled in is not searched for places again, so text of a document cannot reach into it.
    """
    places = filled or {}
    return _PLACE.sub(lambda match: places.get(match[1], match[0]), _load(name, _known(name, language))[1])


def version(name: str, language: str) -> str:
    """Give the name and version of a wording as its first line states it, with the language: `citing@1/en`."""
    known = _known(name, language)
    return f"{_load(name, known)[0]}/{known}"


def versions() -> tuple[str, ...]:
    """Give the versions of all wordings, sorted: what a run's settings keep of them."""
    found = (entry.name.split(".") for entry in files("evidoc.views").joinpath("prompts").iterdir())
    return tuple(sorted(version(parts[0], parts[1]) for parts in found if len(parts) == 3 and parts[2] == "md"))


@cache
def _known(name: str, language: str) -> str:
    code = language.lower().split("-")[0]
    return code if code and _file(name, code) is not None else _FALLBACK


@cache
def _load(name: str, language: str) -> tuple[str, str]:
    text = _file(name, language) or ""
    first = _FIRST_LINE.match(text)
    assert first is not None, f"prompts/{name}.{language}.md has no version in its first line"
    return first[1], text[first.end() :].strip()


def _file(name: str, language: str) -> str | None:
    if not language.isalnum():
        return None
    entry = files("evidoc.views").joinpath("prompts", f"{name}.{language}.md")
    return entry.read_text(encoding="utf-8") if entry.is_file() else None
