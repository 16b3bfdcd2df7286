"""The shelf: parts by name, options by spec string, near names for what is not there."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from evidoc import shelf
from evidoc.errors import UnknownName, UsageError
from evidoc.shelf import add, names, options_of, part, read_spec, rooms


@pytest.fixture
def shout() -> ModuleType:
    """A part of the room `views` as a program of a user would write it."""
    module = ModuleType("shout")
    module.__doc__ = "Say it loudly.\n\nMore."
    exec("def show(item, context, *, marks=1, word='!'):\n    return (item, marks, word)", module.__dict__)
    add("views", "shout", module)
    return module


def test_a_spec_string_binds_the_options_of_a_part(shout: ModuleType) -> None:
    found = part("views", "shout(word='?', marks=3)")
    assert found.function()("x", None) == ("x", 3, "?")
    assert found.spec == "shout(marks=3, word='?')"
    assert found.summary == "Say it loudly."
    assert options_of(shout, ("show",)) == {"marks": 1, "word": "!"}


def test_a_bare_name_is_a_part_with_its_defaults(shout: ModuleType) -> None:
    assert part("views", "shout").spec == "shout"
    assert "shout" in names("views")


def test_an_unknown_part_is_answered_with_the_nearest_names(shout: ModuleType) -> None:
    with pytest.raises(UnknownName, match="did you mean shout"):
        part("views", "shuot")


def test_an_unknown_option_is_answered_with_the_nearest_names(shout: ModuleType) -> None:
    with pytest.raises(UnknownName, match="did you mean marks"):
        part("views", "shout(mark=2)")


def test_an_unknown_room_is_answered_with_the_nearest_names() -> None:
    with pytest.raises(UnknownName, match="did you mean scorers"):
        names("scorer")
    assert "scorers" in rooms()


@pytest.mark.parametrize("spec", ["a(", "a(1)", "a(x=y)", "a(x=__import__('os'))", "a(x=1", "a(**{'x': 1})", "a(x=1) or 2"])
def test_a_spec_string_is_read_and_never_evaluated(spec: str) -> None:
    with pytest.raises(UsageError, match="plain values"):
        read_spec(spec)


def test_a_spec_string_takes_literals() -> None:
    assert read_spec("page_images(dpi=150, sides=(1, 2), name='a,b')") == (
        "page_images",
        {"dpi": 150, "sides": (1, 2), "name": "a,b"},
    )
    assert read_spec("text()") == ("text", {})


def test_a_module_without_the_verb_is_no_part() -> None:
    with pytest.raises(UsageError, match="no function 'show'"):
        add("views", "sys", sys)


def test_an_error_with_nothing_near_lists_what_is_known() -> None:
    assert "known: alpha, beta" in str(UnknownName("zzz", kind="part", known=("alpha", "beta")))
    assert shelf.VERBS["views"] == ("show",)
