"""How systems are named."""

from __future__ import annotations

import pytest

from evidoc.errors import UnknownName, UsageError
from evidoc.models import Budget
from evidoc.models.openai import KEY
from evidoc.shelf import names
from evidoc.systems import Asking, SystemSettings, Viewing, open_system
from tests.systems.benches import settings_of


def test_the_room_has_these_systems() -> None:
    assert {"baseline", "http", "model", "predictions", "python"} <= set(names("systems"))


@pytest.mark.parametrize("spec", ["opnai/gpt-4.1", "baseline", "gpt-4.1", "", "openai/", "anthropic:"])
def test_an_unknown_system_is_refused_with_how_they_are_written(spec: str) -> None:
    with pytest.raises(UnknownName, match="no system is called"):
        open_system(spec, settings_of())


def test_the_nearest_name_is_proposed() -> None:
    with pytest.raises(UnknownName, match="baseline/empty"):
        open_system("basline/empty", settings_of())


def test_a_model_is_a_system_by_its_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "sk-x")
    system = open_system("openai/org/some-model:latest", settings_of())
    assert isinstance(system, Viewing)
    assert (system.name, system.view.spec, system.model.name) == (
        "openai/org/some-model:latest",
        "text",
        "openai/org/some-model:latest",
    )


def test_openai_without_a_key_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY, raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY"):
        open_system("openai/gpt-4.1", settings_of())


def test_an_unknown_view_is_refused_at_once() -> None:
    with pytest.raises(UnknownName, match="did you mean page_images"):
        open_system("openai/x", SystemSettings(view="page_image", asking=Asking(base_url="http://127.0.0.1:9/v1")))


@pytest.mark.parametrize("spec", ["openai/x", "baseline/bm25", "python:json:dumps", "http://127.0.0.1:9/"])
def test_an_unknown_access_mode_is_refused_at_once(spec: str) -> None:
    with pytest.raises(UnknownName, match="access mode"):
        open_system(spec, settings_of(access="gold_page", base_url="http://127.0.0.1:9/v1"))


def test_a_limit_in_dollars_needs_a_price() -> None:
    asking = Asking(base_url="http://127.0.0.1:9/v1", budget=Budget(max_cost=1.0))
    with pytest.raises(UsageError, match="without the price of 'openai/x'"):
        open_system("openai/x", SystemSettings(asking=asking))


def test_a_name_shows_no_password_and_no_query() -> None:
    name = open_system("http://user:secret@127.0.0.1:8000/ask?token=secret", settings_of()).name
    assert name == "http://127.0.0.1:8000/ask"


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match="no address of a service"):
        open_system("http://127.0.0.1:port/", settings_of())


@pytest.mark.parametrize("view", ["txt", "text(max_token=3)"])
def test_a_view_that_there_is_not_is_refused_also_where_the_system_shows_nothing_by_it(view: str) -> None:
    with pytest.raises(UnknownName):
        open_system("baseline/bm25", SystemSettings(view=view))
