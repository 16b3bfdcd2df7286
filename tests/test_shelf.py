"""The shelf: parts by name, options by spec string, near names for what is not there."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

from evidoc import shelf
from evidoc.errors import UnknownName, UsageError
from evidoc.option_types import fits, hints_of, wanted
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


@pytest.mark.parametrize(
    ("room", "spec", "said"),
    [
        ("recipes", "pdfqa(per_document='x')", "option per_document of recipes.pdfqa is 'x'; give a whole number"),
        ("recipes", "pdfqa(per_document=True)", "give a whole number"),
        ("recipes", "pdfqa(per_document=1.5)", "give a whole number"),
        ("recipes", "pdfqa(kinds='lookup')", "give several in brackets"),
        ("recipes", "pdfqa(kinds=(1, 2))", "give several in brackets"),
        ("scorers", "list(mode='any')", "give 'set_exact' or 'sequence'"),
        ("scorers", "list(mode=3)", "give 'set_exact' or 'sequence'"),
    ],
)
def test_an_option_of_another_type_is_refused_in_a_line(room: str, spec: str, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        part(room, spec)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_defaults_of_every_part_are_of_their_own_types() -> None:
    """So that no option can be refused for a value that it has anyway."""
    checked = 0
    for room in rooms():
        for name in names(room):
            module = part(room, name).module
            for verb in shelf.VERBS[room]:
                for option, hint in hints_of(getattr(module, verb)).items():
                    default = options_of(module, (verb,)).get(option, inspect.Parameter.empty)
                    if default is not inspect.Parameter.empty:
                        assert fits(default, hint) or isinstance(default, Path | frozenset), (room, name, option)
                        checked += 1
    assert checked > 100


def test_a_number_without_a_point_is_a_number_too() -> None:
    assert fits(1, float)
    assert fits(None, int | None)
    assert fits({"a": 1}, int | Mapping[str, int])
    assert not fits("a", int | Mapping[str, int])
    assert fits((1, "a"), tuple[int, str])
    assert not fits((1,), tuple[int, str])
    assert wanted(int | None) == "a whole number or None"
    assert wanted(Mapping[str, int]) == "a mapping in braces"
