"""Items over real articles: those on Zika virus, which are alike, and those that cite one another."""

from __future__ import annotations

import pytest

from evidoc.checks import concept, formality, format
from evidoc.compose.sheet import lay_out
from evidoc.errors import Reject
from evidoc.kit import Kit
from evidoc.readers import read_file
from evidoc.recipes import LeftOut
from evidoc.recipes.dochop_qa import CODES, Unit, make, plan
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from tests.build import shared
from tests.recipes.dochop_qa_articles import LETTERS

_NOWHERE = ("cited_document_not_in_corpus", "no_partner")
FEWEST = 300  # bytes; smaller files are no articles


@pytest.fixture(scope="module")
def zika() -> Corpus:
    paths = [path for path in sorted(shared("data/jats/zika").rglob("*.xml")) if path.stat().st_size > FEWEST]
    return Corpus(lay_out(read_file(path))[0] for path in paths)


@pytest.fixture(scope="module")
def items(zika: Corpus) -> list[Item]:
    found = []
    for unit in plan(zika, anchor="text", reviews_only=False):
        if isinstance(unit, LeftOut):
            continue
        for limitation in (0.0, 1.0) if unit.kind == "TSL" else (0.0,):
            item = made(unit, zika, limitation)
            if item is not None:
                found.append(item)
    return found


def made(unit: Unit, corpus: Corpus, limitation: float) -> Item | None:
    try:
        return make(unit, corpus, Kit(), encoder=LETTERS, limitation_threshold=limitation)
    except Reject:
        return None


def test_no_cell_leads_to_another_article_of_the_folder(zika: Corpus) -> None:
    planned = list(plan(zika, concepts=["TS", "TSL"], reviews_only=False))
    assert {each.reason for each in planned if isinstance(each, LeftOut)} <= {"no_marker", "no_table", *_NOWHERE}
    assert all(isinstance(each, LeftOut) for each in planned)


def test_all_eleven_concepts_are_asked_over_real_articles(items: list[Item]) -> None:
    assert {item.task.concept for item in items} == set(CODES)


def test_every_real_item_passes_the_checks_of_form(items: list[Item], zika: Corpus) -> None:
    for item in items:
        for check in (format, concept):
            assert check.check(item, zika, Kit()) is None, item.question
    unfit = [item.question for item in items if formality.check(item, zika, Kit()) is not None]
    assert len(unfit) <= len(items) // 20, unfit  # a caption may say "this study"


def test_every_real_item_has_boxes_and_an_answer(items: list[Item]) -> None:
    assert all(entry.boxes for item in items for entry in item.evidence)
    assert all(len(str(item.answer.value).split()) > 20 for item in items)


def test_no_title_is_a_question(items: list[Item], zika: Corpus) -> None:
    titles = [document.title for document in zika]
    assert not any(title in item.question for item in items for title in titles)
