"""How options in brackets reach a model."""

from __future__ import annotations

import pytest

from evidoc.cli._models import choice_of, roles_of
from evidoc.errors import UnknownName
from evidoc.flow._roles import Roles


def test_options_of_a_choice_are_its_fields() -> None:
    choice = choice_of("openai/gpt-4.1(temperature=0.7, seed=3)")
    assert (choice.spec, choice.temperature, choice.seed) == ("openai/gpt-4.1", 0.7, 3)


def test_options_that_are_the_models_own_stay_in_its_spec() -> None:
    choice = choice_of("batch:requests(model='m', temperature=0.7)")
    assert (choice.spec, choice.temperature) == ("batch:requests(model='m')", 0.7)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean temperature"):
        choice_of("openai/gpt-4.1(temperatur=0.7)")


def test_a_model_for_every_role_plays_those_that_are_asked_and_no_other() -> None:
    """What stands in the settings of a bench was used in its making."""
    assert list(roles_of(model="openai/m").choices) == ["writer", "solver", "judge"]
    with pytest.raises(UnknownName, match="no role is called 'translator'"):
        Roles(choices={"translator": (choice_of("openai/m"),)})
