"""What a job would cost, told beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.curation.splits import ItemSplit
from evidoc.errors import UnknownName
from evidoc.flow.estimate import EstimateOptions, estimate
from evidoc.models import Price
from evidoc.pages import picture
from evidoc.records.bench import SPLITS_FILE, open_bench
from evidoc.records.geometry import Page
from evidoc.records.reply import ImagePart, TextPart
from evidoc.records.store import write_rows
from evidoc.views import tokens_of, tokens_of_part
from tests.reports.small_bench import SmallBench


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


def test_a_view_with_examples_is_estimated_as_it_is_asked(small: SmallBench) -> None:
    """The examples are those of the bench's training split, and each makes the prompt longer."""
    items = [item.id for item in open_bench(small.bench).items()]
    splits = [ItemSplit(item=item, split="train" if place % 3 else "test", group="g") for place, item in enumerate(items)]
    write_rows(small.bench / SPLITS_FILE, splits)
    bare = estimate(small.bench, options=EstimateOptions(view="text"))
    with_examples = estimate(small.bench, options=EstimateOptions(view="text(shots=1)"))
    assert with_examples.input_tokens > bare.input_tokens


def test_a_page_is_drawn_once_for_all_items_of_the_sample(small: SmallBench, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[Path, int]] = []
    draw = picture.page_picture

    def noted(path: Path, page: Page, *, dpi: int, max_side: int | None, max_pixels: int) -> picture.Picture:
        drawn.append((path, page.index))
        return draw(path, page, dpi=dpi, max_side=max_side, max_pixels=max_pixels)

    monkeypatch.setattr(picture, "page_picture", noted)
    found = estimate(small.bench, options=EstimateOptions(view="page_images(dpi=50)"))
    assert len(drawn) == len(set(drawn)) < found.pictures


def test_a_picture_takes_the_tokens_of_its_pixels_wherever_they_are_counted() -> None:
    """Estimates and caps of views guess by one rule."""
    assert tokens_of_part(ImagePart(sha256="0" * 64, width=1024, height=1024)) == 1399
    assert tokens_of_part(TextPart(text="two words")) == tokens_of("two words") == 3


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
