from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from evidoc.records.document import Source
from evidoc.records.geometry import Page
from evidoc.records.item import Answer, Evidence, Item
from evidoc.records.reply import Truncation
from evidoc.records.score import Run, Score
from evidoc.reports.cases import MAX_PAGES, Case, answer_text, build_case
from evidoc.reports.choice import Chosen
from evidoc.reports.claims import known_of
from evidoc.reports.documents import DocumentFacts
from tests.build import box, item_of

DOCUMENT = "d-000000000000"
FACTS = DocumentFacts(
    id=DOCUMENT,
    source=Source(name="a.pdf", sha256="0" * 64),
    pages=tuple(Page(index=index, width=500.0, height=1000.0, label="iv" if index == 1 else "") for index in range(9)),
)
ITEM = item_of(evidence=[Evidence(document=DOCUMENT, block=1, boxes=(box(50, 100, 150, 200),), text="it")])


def scored(metrics: Mapping[str, float | None] = {"saa": 1.0}) -> Score:
    return Score(item="i", outcome="answered", metrics=dict(metrics), unscored={}, detail={"answer.said": "it"})


def case_of(text: str | None, *, item: Item = ITEM, documents: Sequence[DocumentFacts] = (FACTS,)) -> Case:
    run = None if text is None else Run(item="i", system="s", status="answered", text=text, truncated=Truncation(gold_lost=1))
    known = {facts.id: facts for facts in documents}
    return build_case(Chosen(index=0, item=item, scores=(scored(),)), [run], known, number=1)


def test_gold_and_cited_boxes_stand_on_their_page_in_points() -> None:
    page = case_of('it <bbox page="1" x1="100" y1="100" x2="300" y2="200" />').pages[0]
    assert [(drawn.x, drawn.y, drawn.width, drawn.height, drawn.label) for drawn in page.gold] == [(50, 100, 100, 100, "1")]
    assert [(drawn.x, drawn.y, drawn.width, drawn.height, drawn.system) for drawn in page.cited] == [(50, 100, 100, 100, 0)]


def test_a_page_that_is_only_cited_comes_after_the_gold_ones() -> None:
    case = case_of('it <bbox page="2" x1="0" y1="0" x2="10" y2="10" />')
    assert [page.page for page in case.pages] == [0, 1]
    assert case.pages[1].title == "a.pdf, page 2 (printed iv)"


def test_a_page_says_in_words_what_its_picture_shows() -> None:
    assert case_of("it").pages[0].alternative == "a.pdf, page 1: 1 gold box, no cited boxes"


def test_invalid_citations_are_counted_and_not_drawn() -> None:
    case = case_of('it <bbox page="99" x1="0" y1="0" x2="10" y2="10" />')
    assert sum(case.replies[0].citations.invalid.values()) == 1 and len(case.pages) == 1


def test_very_many_cited_pages_are_cut_and_counted() -> None:
    text = "".join(f'<bbox page="{page}" x1="0" y1="0" x2="10" y2="10" />' for page in range(1, 10))
    case = case_of(text)
    assert (len(case.pages), case.hidden_pages) == (MAX_PAGES, 9 - MAX_PAGES)


def test_an_item_whose_document_is_gone_still_has_a_case() -> None:
    case = case_of("it", documents=())
    assert case.pages == () and case.document_name(ITEM.evidence[0]) == DOCUMENT


def test_a_reply_that_is_not_there_has_no_text() -> None:
    reply = case_of(None).replies[0]
    assert (reply.text, reply.seconds, reply.gold_lost) == ("", 0.0, 0)


def test_what_the_view_cut_is_told() -> None:
    assert case_of("it").replies[0].gold_lost == 1


def test_the_number_of_a_box_stays_on_the_page() -> None:
    page = case_of("it", item=item_of(evidence=[Evidence(document=DOCUMENT, block=1, boxes=(box(0, 0, 9, 9),))])).pages[0]
    assert page.badge_place(page.gold[0])[0] >= page.badge


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        (Answer(kind="number", value="401", unit="EUR", scale=6), "401 million EUR"),
        (Answer(kind="number", value="4", scale=2), "4 × 10^2"),
        (Answer(kind="list", value=("a", "b")), "a; b"),
        (Answer(kind="text", value="rye"), "rye"),
    ],
)
def test_the_right_answer_is_written_as_people_do(answer: Answer, shown: str) -> None:
    assert answer_text(answer) == shown


def test_what_an_answer_says_beyond_the_documents_is_marked_and_what_is_right_is_not() -> None:
    """DHQ-142: a mark for the reader, no score."""
    run = Run(item="i", system="s", status="answered", text="it, 4711 by Foxglove")
    refused = Run(item="i", system="t", status="refused", text="No 4711.")
    chosen = Chosen(index=0, item=ITEM, scores=(scored(), scored()))
    case = build_case(chosen, [run, refused], {DOCUMENT: FACTS}, number=1, known=known_of((), ["nothing"]))
    assert [reply.outside for reply in case.replies] == [("4711", "Foxglove"), ()]
    assert case_of("4711").replies[0].outside == ()
