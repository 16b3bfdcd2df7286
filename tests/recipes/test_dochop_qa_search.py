"""What the recipe chose is found again by the scorer that chose it, over the pool that it chose from. Source: DHQ-141."""

from __future__ import annotations

import pytest

from evidoc.compose.sheet import lay_out
from evidoc.errors import Reject
from evidoc.flow._retrieving import gold_places
from evidoc.kit import Kit
from evidoc.readers import read_file
from evidoc.recipes import LeftOut
from evidoc.recipes.dochop_qa import Unit, make, plan
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.retrieval import Ranked, recall_at, retriever
from tests.build import shared
from tests.recipes.dochop_qa_articles import LETTERS, corpus

FEWEST = 300  # bytes; smaller files are no articles
FANS = ("PS", "FF", "SAL")
HYBRID = f"hybrid(encoder='{LETTERS}', unit='segments')"


def items_of(articles: Corpus, *concepts: str, most: int) -> list[Item]:
    found: list[Item] = []
    for unit in plan(articles, concepts=concepts, anchor="text", reviews_only=False):
        if isinstance(unit, LeftOut) or len(found) == most:
            continue
        try:
            found.append(make(unit, articles, Kit(), encoder=LETTERS, limitation_threshold=0.0))
        except Reject:
            continue
    return found


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus(tmp_path_factory.mktemp("articles"))


@pytest.fixture(scope="module")
def zika() -> Corpus:
    paths = [path for path in sorted(shared("data/jats/zika").rglob("*.xml")) if path.stat().st_size > FEWEST]
    return Corpus(lay_out(read_file(path))[0] for path in paths)


def ranked(item: Item, articles: Corpus, by: str, *, k: int) -> list[Ranked]:
    return retriever(by, articles, [link.id for link in item.documents]).rank(item.question, k=k)


def recall(item: Item, articles: Corpus) -> float:
    """Give recall at 5, where what scores as much as the fifth counts as found."""
    found = ranked(item, articles, HYBRID, k=1000)
    last = found[4].score
    places = [(one.document, one.block) for one in found if one.score >= last]
    return recall_at(places, gold_places(item, articles, level="block"), k=len(places))


def test_the_five_snippets_of_small_articles_are_found_again(small: Corpus) -> None:
    units = [Unit(kind=code, documents=(small.ids[0], small.ids[1]), score=0.5) for code in FANS]
    items = [make(unit, small, Kit(), encoder=LETTERS) for unit in units]
    assert {recall(item, small) for item in items} == {1.0}


@pytest.mark.parametrize("code", FANS)
def test_whole_subsections_are_found_again_as_subsections(small: Corpus, code: str) -> None:
    """Under segments='subsection' a snippet is all paragraphs of a subsection, and so is what is searched."""
    unit = Unit(kind=code, documents=(small.ids[0], small.ids[1]), score=0.5)
    item = make(unit, small, Kit(), encoder=LETTERS, segments="subsection", threshold=0.0)
    found = ranked(item, small, f"hybrid(encoder='{LETTERS}', unit='subsections')", k=1000)
    places = [(one.document, one.block) for one in found if one.score >= found[4].score]
    gold = gold_places(item, small, level="block", unit="subsections")
    assert len(gold) == 5 <= len({(each.document, each.block) for each in item.evidence})
    assert recall_at(places, gold, k=len(places)) == 1.0


def test_the_five_snippets_of_real_articles_are_found_again(zika: Corpus) -> None:
    items = items_of(zika, *FANS, most=12)
    assert len(items) > 8
    assert {recall(item, zika) for item in items} == {1.0}


def test_search_gives_the_scores_that_the_recipe_chose_by(zika: Corpus) -> None:
    (item,) = items_of(zika, "PS", most=1)
    found = ranked(item, zika, HYBRID, k=5)
    assert [(one.document, one.block) for one in found] == [(each.document, each.block) for each in item.evidence]


def test_all_evidence_can_be_found_by_default(zika: Corpus) -> None:
    """Tables, paragraphs that refer to them and limitations too; no headings, titles, captions or works cited beside them."""
    for item in items_of(zika, "PST", "TSL", most=8):
        found = ranked(item, zika, f"dense(encoder='{LETTERS}')", k=100_000)
        assert gold_places(item, zika, level="block") <= {(one.document, one.block) for one in found}
        kinds = {zika[one.document].block(one.block).kind for one in found}
        assert not kinds & {"reference", "heading", "title"}
