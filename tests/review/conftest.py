"""One bench and one browser for all tests of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.reports.browsing import open_browser
from tests.reports.small_bench import SmallBench, build

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> SmallBench:
    return build(tmp_path_factory.mktemp("review"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as opened:
        yield opened
