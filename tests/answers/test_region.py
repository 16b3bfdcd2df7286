"""Citations in replies: CV-46, CV-47, CV-54; case F07; golden vectors of CiteVQA."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers.region import official_boxes, official_removed, read_citations, strip_citations, write_citation
from evidoc.records.geometry import Box, Page, iou, make_box
from tests.build import shared

SQUARE = Page(index=0, width=1000, height=1000)
SIX = tuple(Page(index=index, width=1000, height=1000) for index in range(6))


def tag(**attributes: object) -> str:
    given = {"page": 1, "x1": 100, "y1": 100, "x2": 300, "y2": 200} | attributes
    return "<bbox " + " ".join(f'{name}="{value}"' for name, value in given.items()) + " />"


@pytest.mark.parametrize(
    "text",
    [
        tag(),
        tag(doc=1),
        tag(page="1.0"),
        tag(x1="100.0"),
        tag(conf=1),
        "<bbox x1='100' page='1' y1='100' x2='300' y2='200'/>",
        "<BBOX page = 1 x1=100 y1=100 x2=300 y2=200>",
        '<bbox\npage="1"\nx1=" 100 " y1="100" x2="300" y2="200"></bbox>',
    ],
)
def test_tags_are_read_in_any_order_and_quoting(text: str) -> None:
    """CV-46."""
    cited = read_citations(text, [[SQUARE]])
    assert [citation.box for citation in cited.valid] == [Box(page=0, x0=100, y0=100, x1=300, y1=200)]
    assert cited.invalid == {}


@pytest.mark.parametrize(("page", "index"), [("3", 2), ("3.0", 2), ("6", 5), ("+2", 1)])
def test_pages_count_from_one(page: str, index: int) -> None:
    """Case F07."""
    (citation,) = read_citations(tag(page=page), [SIX]).valid
    assert citation.box.page == index


@pytest.mark.parametrize("page", ["0", "-1", "7", "2.5", "999999"])
def test_a_page_that_is_not_there_is_counted_and_never_wrapped(page: str) -> None:
    """Case F07: −1 is not the last page."""
    cited = read_citations(tag(page=page), [SIX])
    assert (cited.valid, cited.invalid) == ((), {"bad_page": 1})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (tag(doc=3), "bad_document"),
        (tag(doc=0), "bad_document"),
        (tag(doc="1.5"), "bad_document"),
        (tag(), "bad_document"),
        (tag(doc=1, x1=300, x2=100), "not_a_box"),
        (tag(doc=1, y1=200, y2=200), "not_a_box"),
        (tag(doc=1, x1="1.2.3"), "malformed"),
        (tag(doc=1, x1="nan"), "malformed"),
        (tag(doc="i"), "malformed"),
        (tag(page="iii", doc=1), "malformed"),
        ("<bbox page=1>", "malformed"),
        ("<bbox", "malformed"),
        ("see <bbox> tags", "malformed"),
    ],
)
def test_an_invalid_tag_is_counted_by_its_reason(text: str, reason: str) -> None:
    """CV-46: ignored and counted."""
    cited = read_citations(text, [[SQUARE], [SQUARE]])
    assert (cited.valid, cited.invalid) == ((), {reason: 1})


def test_duplicates_count_once() -> None:
    assert len(read_citations(tag() + tag(x1="100.0") + tag(x1=101), [[SQUARE]]).valid) == 2


def test_a_segment_is_the_text_since_the_tag_before_and_is_shared_by_consecutive_tags() -> None:
    """CV-47: text after the last tag belongs to none."""
    text = f"Sales rose {tag(x1=1)}, {tag(x1=2)}. Costs fell {tag(x1=3)}. The end."
    assert [citation.segment for citation in read_citations(text, [[SQUARE]]).valid] == ["Sales rose", "Sales rose", "Costs fell"]


def test_a_reply_is_read_without_its_tags() -> None:
    """CV-54."""
    assert strip_citations(f"Sales rose {tag()}. Costs fell {tag(doc=9)} <bbox>") == "Sales rose. Costs fell"
    assert strip_citations("a < b") == "a < b"
    assert strip_citations("the word <bbox is no tag") == "the word <bbox is no tag"


def test_a_text_without_tags_cites_nothing() -> None:
    assert read_citations("Sales rose 5 > 3", [[SQUARE]]) == read_citations("", [[SQUARE]])


@given(
    st.floats(0, 590), st.floats(0, 830), st.floats(5, 500), st.floats(5, 500), st.booleans(), st.integers(0, 2)
)  # fmt: skip
def test_a_written_citation_reads_back_as_the_same_box(
    x: float, y: float, width: float, height: float, many: bool, page: int
) -> None:
    """Four decimals of a thousandth of a page: the box comes back within 1/10,000 point."""
    pages = [Page(index=index, width=595.32, height=841.92) for index in range(3)]
    box = make_box(page, (x, y, x + width, y + height), within=pages[page])
    if box is None or box.width < 1 or box.height < 1:
        return
    documents = [pages, pages] if many else [pages]
    cited = read_citations(write_citation(len(documents), box, pages[page], many=many), documents)
    (citation,) = cited.valid
    assert citation.document == len(documents)
    assert iou(citation.box, box) > 1 - 2e-4
    assert max(abs(citation.box.x0 - box.x0), abs(citation.box.y1 - box.y1)) < 1e-4


def test_the_document_is_named_only_where_there_are_several() -> None:
    box = Box(page=0, x0=100, y0=100, x1=300, y1=200)
    assert write_citation(1, box, SQUARE, many=False) == '<bbox page="1" x1="100" y1="100" x2="300" y2="200" />'
    assert write_citation(2, box, SQUARE, many=True).startswith('<bbox doc="2" page="1" ')


def test_the_official_parser_reads_what_the_published_one_reads() -> None:
    """golden/citevqa_parse.json, computed by opendatalab/CiteVQA@039f6a3."""
    for case in json.loads(shared("golden/citevqa_parse.json").read_text()):
        assert [list(box) for box in official_boxes(case["text"])] == case["boxes"]
        assert official_removed(case["text"]) == case["removed"]


def test_the_official_parser_gives_tags_with_a_document_first() -> None:
    assert [box[0] for box in official_boxes(tag() + '<bbox doc="2" page="1" x1="1" y1="2" x2="3" y2="4"/>')] == [2, 1]


def test_the_official_parser_stays_total_where_the_published_one_crashes() -> None:
    """ "1.2.3" raises ValueError there; a reply must not end a run here."""
    assert official_boxes(tag(x1="1.2.3")) == []


@pytest.mark.parametrize("text", ["<bbox" * 200_000, "<bbox " + "a" * 1_000_000, '<bbox page="1" ' * 60_000, tag() * 10_000])
def test_hostile_tags_are_read_in_linear_time(text: str) -> None:
    start = time.process_time()
    read_citations(text, [[SQUARE]])
    strip_citations(text)
    official_boxes(text)
    assert time.process_time() - start < 5
