"""What the access modes leave to be seen: X-07, CV-71."""

from __future__ import annotations

import importlib.metadata

import msgspec
import pytest

from evidoc.errors import UnknownName, UsageError
from evidoc.records.document import Block
from evidoc.records.item import Evidence
from evidoc.views import Context, Visible, check_access, visible
from tests.build import box, corpus_of, document_of, item_of, paragraph
from tests.views.seen import ITEM, OTHER, REPORT

CORPUS = corpus_of(REPORT, OTHER)


def seen(access: str) -> list[tuple[int, tuple[int, ...], list[int]]]:
    return [_short(shown) for shown in visible(ITEM, Context(CORPUS, access=access))]


def _short(shown: Visible) -> tuple[int, tuple[int, ...], list[int]]:
    return shown.number, shown.pages, [block.id for block in shown.blocks]


def test_none_shows_nothing() -> None:
    assert seen("none") == []


def test_full_shows_all_but_running_headers() -> None:
    assert seen("full") == [(1, (0, 1, 2), [0, 1, 2, 4, 5, 6, 7, 8]), (2, (0,), [0])]


def test_gold_docs_leaves_out_distractors() -> None:
    assert seen("gold_docs") == [(1, (0, 1, 2), [0, 1, 2, 4, 5, 6, 7, 8])]


def test_gold_pages_shows_whole_pages_with_evidence_and_their_blocks() -> None:
    assert seen("gold_pages") == [(1, (1,), [2, 4, 5, 6])]


def test_gold_evidence_shows_the_evidence_with_its_captions() -> None:
    """Without its caption a table may lack its unit."""
    assert seen("gold_evidence") == [(1, (1,), [4, 5])]


def test_evidence_without_boxes_has_the_pages_of_its_block() -> None:
    item = msgspec.structs.replace(ITEM, evidence=(Evidence(document=REPORT.id, block=7),))
    assert [shown.pages for shown in visible(item, Context(CORPUS, access="gold_pages"))] == [(2,)]


def test_retrieved_shows_the_best_blocks_with_their_captions() -> None:
    assert seen("retrieved(k=2)") == [(1, (1,), [4, 5])]


def test_retrieved_blocks_are_shown_in_reading_order() -> None:
    item = msgspec.structs.replace(ITEM, question="Which table shows emissions by site, and which competitor emitted tonnes?")
    shown = visible(item, Context(CORPUS, access="retrieved(k=4)"))
    assert [_short(part)[0] for part in shown] == [1, 2]
    assert [block.id for block in shown[0].blocks] == sorted(block.id for block in shown[0].blocks)


def test_retrieved_shows_no_more_than_k_blocks_and_their_captions() -> None:
    assert seen("retrieved(k=1)") == [(1, (1,), [4, 5])]
    item = msgspec.structs.replace(ITEM, question="Which competitor emitted tonnes?")
    shown = visible(item, Context(CORPUS, access="retrieved(k=1)"))
    assert sum(len(part.blocks) for part in shown) == 1


def test_retrieved_never_shows_the_bibliography_or_headings() -> None:
    """They are like the question in words, and no evidence (DHQ-13, DHQ-141)."""
    blocks = [
        Block(id=0, kind="heading", text="Emissions in tonnes"),
        paragraph(1, "The plant emitted 40 tonnes."),
        Block(id=2, kind="reference", text="Smith J. Emissions in tonnes. 2019."),
    ]
    document = document_of(*blocks, name="cited.txt")
    item = item_of("Emissions in tonnes?", documents=[document.id])
    shown = visible(item, Context(corpus_of(document), access="retrieved(k=5)"))
    assert [_short(part)[2] for part in shown] == [[1]]


def test_a_document_keeps_its_number_when_others_are_left_out() -> None:
    """Citations count documents by their place in the item."""
    item = msgspec.structs.replace(ITEM, documents=ITEM.documents[::-1])
    assert [shown.number for shown in visible(item, Context(CORPUS, access="gold_docs"))] == [2]


def test_distractors_are_no_evidence() -> None:
    distractor = Evidence(document=OTHER.id, block=0, boxes=(box(40, 20, 360, 60),), role="distractor")
    item = msgspec.structs.replace(ITEM, evidence=(distractor,))
    assert visible(item, Context(CORPUS, access="gold_evidence")) == ()


@pytest.mark.parametrize("spec", ["gold_page", "question"])
def test_an_unknown_mode_is_refused_with_the_nearest(spec: str) -> None:
    with pytest.raises(UnknownName, match="no access mode"):
        check_access(spec)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(UnknownName, match="'n'"):
        check_access("retrieved(n=3)")
    with pytest.raises(UnknownName, match="'k'"):
        check_access("full(k=3)")


def test_an_unknown_retriever_is_refused() -> None:
    with pytest.raises(UnknownName, match="no retriever is called 'bm52'"):
        check_access('retrieved(by="bm52")')


@pytest.mark.parametrize("k", ["0", "-1", "True", "2.5", "'5'"])
def test_k_is_a_whole_number_from_one(k: str) -> None:
    with pytest.raises(UsageError, match="whole number"):
        check_access(f"retrieved(k={k})")


@pytest.mark.parametrize("by", ["bm25", "tfidf", "dense(encoder='svd')", "hybrid(encoder='svd')"])
def test_every_retriever_can_decide_what_is_seen(by: str) -> None:
    """X-07, X-14."""
    name, options = check_access(f'retrieved(k=2, by="{by}")')
    assert (name, options) == ("retrieved", {"k": 2, "by": by})
    shown = visible(ITEM, Context(corpus=corpus_of(REPORT, OTHER), access=f'retrieved(k=2, by="{by}")'))
    blocks = [block.id for one in shown for block in one.blocks if one.document.id == REPORT.id]
    assert 5 in blocks  # the table, which has the words of the question
    assert sum(block.kind != "caption" for one in shown for block in one.blocks) <= 2


def test_installed_packages_are_not_looked_through_for_every_item(monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes some 20 ms, more than all else in showing an item."""
    contexts = [Context(corpus=corpus_of(REPORT, OTHER), access=access) for access in ("full", "retrieved(k=1)")]
    for context in contexts:
        visible(ITEM, context)

    def look(**_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(importlib.metadata, "entry_points", look)
    for context in contexts:
        visible(ITEM, context)
    visible(ITEM, Context(corpus=corpus_of(REPORT, OTHER), access="retrieved(k=1)"))
