"""Boxes: what is one, how two overlap, and how others write them (X-03, CV-23, CV-49, cases F05, F07, F09)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.errors import InvalidBox
from evidoc.records.geometry import (
    BOTTOM_LEFT,
    CITEVQA_EVIDENCE,
    POINTS,
    THOUSAND,
    UNIT,
    Box,
    Frame,
    Page,
    coverage,
    hull,
    image_pixels,
    intersection,
    iou,
    iou_min,
    make_box,
    pixels,
    reaches,
)
from tests.build import box

PAGE = Page(index=0, width=595.28, height=841.89)
FRAMES = [POINTS, THOUSAND, UNIT, CITEVQA_EVIDENCE, BOTTOM_LEFT, pixels(144), image_pixels(1024, 768)]
FRAMES += [Frame(order="xywh"), Frame(order="xxyy", unit="relative", scale=1000), Frame(origin="bottom", order="xywh")]

edges = st.floats(0, 595, allow_nan=False)
heights = st.floats(0, 841, allow_nan=False)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    x0, x1 = sorted((draw(edges), draw(edges)))
    y0, y1 = sorted((draw(heights), draw(heights)))
    return Box(page=draw(st.integers(0, 1)), x0=x0, y0=y0, x1=x1 + 0.5, y1=y1 + 0.5)


def test_disjoint_boxes_do_not_overlap_though_two_negatives_multiply() -> None:
    """Case F05: the unclamped formula gives 1.0 and −9.0 for these."""
    assert iou(box(0, 0, 1, 1), box(2, 2, 3, 3)) == 0
    assert iou(box(0, 0, 2, 2), box(5, 5, 7, 7)) == 0


def test_a_quarter_overlap_is_one_seventh_without_the_pixel_rule() -> None:
    """Case F05: the +1 pixel rule would give 0.2857."""
    assert iou(box(0, 0, 2, 2), box(1, 1, 3, 3)) == pytest.approx(1 / 7, abs=1e-12)


def test_the_analytic_cases_of_the_paper_hold() -> None:
    """CV-49: identical 1, half overlap 1/3, disjoint 0, another page 0."""
    one = box(0, 0, 2, 1)
    assert iou(one, one) == 1
    assert iou(one, box(1, 0, 3, 1)) == pytest.approx(1 / 3)
    assert iou(one, box(0, 0, 2, 1, page=1)) == 0
    assert intersection(one, box(2, 0, 3, 1)) == 0


@pytest.mark.parametrize(
    ("numbers", "fault"),
    [
        ((2, 2, 0, 0), "width, height"),
        ((10, 10, 5, 5), "width, height"),
        ((5, 0, 1, 2), "reversed"),
        ((1, 1, 1, 5), "empty"),
        ((0, 0, math.nan, 2), "not finite"),
        ((0, 0, math.inf, 2), "not finite"),
    ],
)
def test_what_is_no_box_is_refused_with_its_fault(numbers: tuple[float, ...], fault: str) -> None:
    """Case F05: reversed, empty and NaN are three different faults; x, y, width, height is guessed and said."""
    with pytest.raises(InvalidBox, match=fault):
        box(*numbers)


def test_a_negative_page_is_refused_and_never_wraps_to_the_last_one() -> None:
    """Case F07."""
    with pytest.raises(InvalidBox, match="pages count from 0"):
        box(0, 0, 1, 1, page=-1)


def test_half_overlap_reaches_one_half_at_any_scale() -> None:
    """Case F09: scaled by 0.1 the same overlap computes to 0.4999999999999999."""
    large = iou(box(0, 0, 3, 1), box(1, 0, 4, 1))
    small = iou(box(0, 0, 0.3, 0.1), box(0.1, 0, 0.4, 0.1))
    assert small < 0.5
    assert reaches(large, 0.5)
    assert reaches(small, 0.5)
    assert reaches(3 / 5, 0.6)
    assert not reaches(3.9 / 5, 0.8)


@given(boxes(), boxes())
def test_overlap_is_symmetric_bounded_and_at_most_iou_min(first: Box, second: Box) -> None:
    """X-03: 0 ≤ IoU ≤ IoU_min ≤ 1."""
    assert iou(first, second) == pytest.approx(iou(second, first))
    assert 0 <= iou(first, second) <= iou_min(first, second) + 1e-12 <= 1 + 1e-9
    assert 0 <= coverage(first, second) <= 1 + 1e-9


def test_a_nested_box_is_contained_wholly_though_its_iou_is_small() -> None:
    """CV-64."""
    inner, outer = box(10, 10, 11, 11), box(0, 0, 100, 100)
    assert iou_min(inner, outer) == coverage(inner, outer) == 1
    assert iou(inner, outer) == pytest.approx(1e-4)


@pytest.mark.parametrize("frame", FRAMES)
@given(one=boxes())
def test_every_frame_gives_back_the_box_that_it_wrote(frame: Frame, one: Box) -> None:
    """X-03, CV-23: round trips are exact far below one unit."""
    there = frame.write(one, PAGE)
    back = frame.read(there, Page(index=one.page, width=PAGE.width, height=PAGE.height))
    assert back.page == one.page
    assert (back.x0, back.y0, back.x1, back.y1) == pytest.approx((one.x0, one.y0, one.x1, one.y1), abs=1e-6)


def test_frames_mean_what_their_formats_say() -> None:
    """formats.md, section 11, by hand on a page of 200 × 100 points."""
    page = Page(index=0, width=200, height=100)
    one = box(20, 10, 120, 60)
    assert THOUSAND.write(one, page) == (100, 100, 600, 600)
    assert CITEVQA_EVIDENCE.write(box(20, 0, 120, 60), page) == (0, 100, 600, 600)
    assert pixels(144).write(one, page) == (40, 20, 240, 120)
    assert image_pixels(100, 100).write(one, page) == (10, 10, 60, 60)
    assert BOTTOM_LEFT.write(one, page) == (20, 40, 120, 90)
    assert Frame(order="xywh").write(one, page) == (20, 10, 100, 50)


def test_three_numbers_are_no_box() -> None:
    with pytest.raises(InvalidBox, match="has four"):
        POINTS.read((1, 2, 3), PAGE)


def test_making_a_box_rounds_clips_and_gives_none_where_nothing_is_left() -> None:
    assert make_box(0, (-5, 10.004, 20.006, 900), within=PAGE) == box(0, 10, 20.01, 841.89)
    assert make_box(0, (600, 10, 700, 20), within=PAGE) is None
    assert make_box(0, (1, 1, math.nan, 2)) is None
    assert make_box(0, (1, 1, 1.001, 2)) is None


def test_a_hull_is_one_box_a_page() -> None:
    assert hull([box(0, 0, 1, 1), box(5, 2, 6, 3), box(1, 1, 2, 2, page=3)]) == (box(0, 0, 6, 3), box(1, 1, 2, 2, page=3))
    assert hull([]) == ()
