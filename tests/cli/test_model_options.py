"""How options in brackets reach a model."""

from __future__ import annotations

import pytest

from evidoc.cli._models import choice_of
from evidoc.errors import UnknownName


def test_options_of_a_choice_are_its_fields() -> None:
    choice = choice_of("openai/gpt-4.1(temperature=0.7, seed=3)")
    assert (choice.spec, choice.temperature, choice.seed) == ("openai/gpt-4.1", 0.7, 3)


def test_options_that_are_the_models_own_stay_in_its_spec() -> None:
    choice = choice_of("batch:requests(model='m', temperature=0.7)")
    assert (choice.spec, choice.temperature) == ("batch:requests(model='m')", 0.7)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(UnknownName, match="did you mean temperature"):
        choice_of("openai/gpt-4.1(temperatur=0.7)")
