"""What holds for every test, and what many use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from evidoc import shelf

if TYPE_CHECKING:
    from tests.reports.small_bench import SmallBench

# How long one example takes says more of the machine's load than of the code; pytest-timeout ends what hangs.
settings.register_profile("evidoc", deadline=None)
settings.load_profile("evidoc")


@pytest.fixture(autouse=True)
def shelf_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that a test adds leave with it, so that tests pass in any order."""
    monkeypatch.setattr(shelf, "_added", {})


@pytest.fixture(scope="session")
def small_as_built(tmp_path_factory: pytest.TempPathFactory) -> SmallBench:
    """Give a small bench with three scored runs, for fixtures that read it; nothing may be written there."""
    from tests.reports.small_bench import build

    return build(tmp_path_factory.mktemp("as_built") / "small")


@pytest.fixture
def small(small_as_built: SmallBench, tmp_path_factory: pytest.TempPathFactory) -> SmallBench:
    """Give a small bench with three scored runs, a copy for this test alone."""
    from tests.reports.small_bench import copy_of

    return copy_of(small_as_built, tmp_path_factory.mktemp("small"))
