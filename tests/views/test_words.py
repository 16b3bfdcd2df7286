"""Our wording: versioned files, filled in one pass."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from evidoc.views import versions
from evidoc.views._words import version, words

FILES = sorted(entry.name for entry in files("evidoc.views").joinpath("prompts").iterdir() if entry.name.endswith(".md"))


@pytest.mark.parametrize("name", FILES)
def test_every_wording_states_its_version_in_the_first_line(name: str) -> None:
    first = files("evidoc.views").joinpath("prompts", name).read_text(encoding="utf-8").splitlines()[0]
    assert re.fullmatch(rf"<!-- {name.split('.')[0]}@\d+ -->", first)


def test_every_wording_is_there_in_every_language() -> None:
    by_language = {
        language: {name.split(".")[0] for name in FILES if name.split(".")[1] == language} for language in ("en", "zh")
    }
    assert by_language["en"] == by_language["zh"]


def test_the_versions_of_all_wordings_are_known() -> None:
    assert len(versions()) == len(FILES)
    assert version("citing", "en").startswith("citing@")


def test_the_version_is_not_shown() -> None:
    assert "<!--" not in words("citing", "en")


def test_what_is_filled_in_is_not_filled_again() -> None:
    text = words("question", "en", filled={"question": "{contract}?", "contract": "briefly"})
    assert "Question: {contract}?" in text


@pytest.mark.parametrize("language", ["", "xx", "../../etc", "zh_Hant"])
def test_an_unknown_language_gets_english(language: str) -> None:
    assert "Question:" in words("question", language)


def test_a_regional_language_gets_its_own() -> None:
    assert "问题" in words("question", "zh-TW")
