"""What holds for every test."""

from __future__ import annotations

import pytest
from hypothesis import settings

from evidoc import shelf

# How long one example takes says more of the machine's load than of the code; pytest-timeout ends what hangs.
settings.register_profile("evidoc", deadline=None)
settings.load_profile("evidoc")


@pytest.fixture(autouse=True)
def shelf_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that a test adds leave with it, so that tests pass in any order."""
    monkeypatch.setattr(shelf, "_added", {})
