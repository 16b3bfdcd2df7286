"""What holds for every test."""

from __future__ import annotations

import pytest

from evidoc import shelf


@pytest.fixture(autouse=True)
def shelf_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that a test adds leave with it, so that tests pass in any order."""
    monkeypatch.setattr(shelf, "_added", {})
