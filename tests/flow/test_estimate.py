"""What a job would cost, told beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.errors import UnknownName
from evidoc.flow.estimate import EstimateOptions, estimate
from evidoc.models import Price
from tests.reports.small_bench import SmallBench, build


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> SmallBench:
    return build(tmp_path_factory.mktemp("estimate"))


def test_asking_takes_one_call_an_item_and_the_tokens_of_its_prompt(small: SmallBench) -> None:
    closed = estimate(small.bench, options=EstimateOptions(access="none", view="question"))
    whole = estimate(small.bench, options=EstimateOptions())
    assert (closed.items, closed.calls, whole.calls) == (12, 12, 12)
    assert 0 < closed.input_tokens < whole.input_tokens
    assert (closed.least_cost, closed.most_cost, closed.is_least) == (None, None, False)


def test_a_price_makes_dollars_of_tokens(small: SmallBench) -> None:
    options = EstimateOptions(price=Price(input=1.0, output=2.0), answer_tokens=100)
    found = estimate(small.bench, options=options)
    assert found.least_cost == pytest.approx(found.input_tokens / 1e6)
    assert found.most_cost == pytest.approx((found.input_tokens + 2 * 12 * 100) / 1e6)


def test_pictures_are_counted_by_their_size(small: SmallBench) -> None:
    large = estimate(small.bench, options=EstimateOptions(view="page_images(dpi=100)"))
    few = estimate(small.bench, options=EstimateOptions(view="page_images(dpi=50)"))
    assert large.pictures == few.pictures > 0
    assert large.input_tokens > 2 * few.input_tokens


def test_a_sample_stands_for_the_whole(small: SmallBench) -> None:
    found = estimate(small.bench, options=EstimateOptions(sample=3))
    assert (found.sampled, found.calls) == (3, 12)


def test_checks_are_asked_until_they_know(small: SmallBench) -> None:
    one = estimate(small.bench, options=EstimateOptions(checks=("closed_book",)))
    panel = estimate(small.bench, options=EstimateOptions(checks=("closed_book",), solvers=3))
    assert (one.calls, panel.calls, panel.is_least) == (12, 36, True)


def test_a_view_that_is_not_there_is_named_with_the_nearest(small: SmallBench) -> None:
    with pytest.raises(UnknownName, match="page_images"):
        estimate(small.bench, options=EstimateOptions(view="page_image"))


def test_nothing_is_written(small: SmallBench) -> None:
    def files(folder: Path) -> set[Path]:
        return set(folder.rglob("*"))

    before = files(small.bench)
    estimate(small.bench, options=EstimateOptions(view="both"))
    assert files(small.bench) == before
