"""A form shows of an item what it says and nothing that would tell. Source: X-34, DHQ-80, DH-44, SD-54."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from evidoc.flow.rating_form import form_names, load_form
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block
from evidoc.records.item import Answer, Construction, ContextDocument, Evidence, Item, Slot
from evidoc.review.pages import key_of
from evidoc.review.shown import MOST_PAGES, Card, Shelf, card_of, passage_tags
from evidoc.review.tree import tree_of
from tests.build import A4, box, corpus_of, document_of, item_of, paragraph

SECRET = "Ghent"
DOCUMENT = document_of(
    Block(id=0, kind="title", text="Founding", boxes=(box(50, 20, 200, 40),)),
    paragraph(1, "The company was founded in Ghent.", top=50),
    paragraph(2, "It makes catalytic converters.", top=120),
    pages=(A4, replace(A4, index=1, label="ii")),
)
EVIDENCE = Evidence(document=DOCUMENT.id, block=1, boxes=(box(50, 50, 545, 90), box(50, 60, 545, 90, page=1)))
ITEM = item_of("Where?", answer=Answer(kind="text", value=SECRET), evidence=[EVIDENCE], documents=[DOCUMENT.id])
SHELF = Shelf(corpus=corpus_of(DOCUMENT))

SLOTS = {"operator": "<", "window": ["Q1", "Q2"], "percent": None}
TREE = {
    "nodes": [
        {"type": "constraint", "id": 0, "parent": None, "condition": {"rule": "THR_TIME", "chart": "A", "parameters": SLOTS}},
        {"type": "constraint", "id": 1, "parent": 0, "condition": {"rule": "CMP_ENTITY", "chart": "B"}},
        {"type": "composition", "id": 2, "combination": "AND", "inputs": [0, 1]},
    ]
}  # fmt: skip


def card(form: str, item: Item = ITEM, shelf: Shelf = SHELF) -> Card:
    return card_of(item, load_form(form), shelf)


def narrated(tree: str) -> Item:
    slots = (
        Slot(name="tree", value=tree),
        Slot(name="label", value="Meridian Seal"),
        Slot(name="schemas", value='[{"id":"A","title":"Costs"}]'),
    )
    clause = replace(EVIDENCE, function="clause", hop=2)
    trace = ("node 0: Ann, Bob", "node 2: Ann", "a remark")
    return replace(ITEM, evidence=(clause,), construction=Construction(recipe="dochop@1", slots=slots, trace=trace))  # fmt: skip


@pytest.mark.parametrize("form", ["answer", "answerability", "guess", "evidence"])
def test_who_answers_sees_neither_answer_nor_evidence(form: str) -> None:
    """DH-71, DHQ-66, DHQ-139."""
    found = card(form, replace(ITEM, evidence=(replace(EVIDENCE, text="secret"),)))
    assert not (found.answer or found.right_answer or found.snippets or found.told)
    assert not any(mark.label == "1" for page in found.pages for mark in page.marks)
    assert "secret" not in msgspec.json.encode(found).decode()


def test_who_guesses_sees_no_document() -> None:
    found = card("guess")
    assert not found.documents and not found.pages and found.contract == ITEM.contract


def test_snippets_have_numbers_text_and_place_and_are_boxed_on_their_pages() -> None:
    """DHQ-80: links to the documents with the snippet boxed."""
    found = card("quality")
    (snippet,) = found.snippets
    assert (snippet.number, snippet.text, snippet.document, snippet.pages) == (1, "The company was founded in Ghent.", 1, (1, 2))
    assert [(page.title, [mark.label for mark in page.marks]) for page in found.pages] == [
        ("Document 1, page 1", ["1"]),
        ("Document 1, page 2 (printed ii)", ["1"]),
    ]
    assert found.answer == SECRET and found.documents[0].pages == 2 and not found.documents[0].has_file
    ((_, x, y),) = found.pages[0].numbered()
    assert 0 < x < 595 and 0 < y < 842


def test_distractors_are_no_snippets() -> None:
    distractor = replace(EVIDENCE, role="distractor", text="elsewhere")
    assert len(card("quality", replace(ITEM, evidence=(EVIDENCE, distractor))).snippets) == 1


def test_an_answer_that_is_judged_stands_beside_the_right_one() -> None:
    """SD-54: question, reference, anonymised response."""
    found = card("correctness", shelf=Shelf(corpus=corpus_of(DOCUMENT), answers={ITEM.id: "In Bruges."}))
    assert (found.right_answer, found.answer) == (SECRET, "In Bruges.")


def test_who_answers_sees_all_pages_up_to_a_limit() -> None:
    long = replace(DOCUMENT, pages=tuple(replace(A4, index=number) for number in range(MOST_PAGES + 3)))
    found = card("answer", shelf=Shelf(corpus=corpus_of(long)))
    assert len(found.pages) == MOST_PAGES and found.left_out == 3


def test_passages_can_be_marked_in_the_list_and_on_the_page() -> None:
    """DHQ-66: tags are those that people_study reads back."""
    found = card("evidence")
    assert [passage.tag for passage in found.passages] == ["doc1_title", "doc1_paragraph1", "doc1_paragraph2"]
    assert [mark.label for mark in found.pages[0].marks] == ["doc1_title", "doc1_paragraph1", "doc1_paragraph2"]
    assert passage_tags(ITEM, load_form("evidence"), SHELF) == tuple(passage.tag for passage in found.passages)
    assert passage_tags(ITEM, load_form("quality"), SHELF) == ()


def test_a_narrative_is_held_against_its_tree_node_by_node() -> None:
    """DH-44."""
    found = card("narrative", narrated(msgspec.json.encode(TREE).decode()))
    assert found.told is not None and found.told.label == "Meridian Seal"
    first, second, third = found.told.nodes
    assert (first.name, first.rule, first.chart, first.takes, first.met_by) == ("1", "threshold time", "Costs", "all", "Ann, Bob")
    assert first.slots == (("operator", "<"), ("window", "Q1, Q2"))
    assert (second.rule, second.chart, second.takes) == ("compared with entity", "B", "those of 1")
    assert (third.rule, third.takes, third.met_by) == ("and", "1 and 2", "Ann")
    assert [mark.label for mark in found.pages[0].marks] == ["3"]


@pytest.mark.parametrize("tree", ["not json", '{"nodes": 7}', '{"nodes": []}'])
def test_a_tree_that_does_not_read_leaves_the_steps(tree: str) -> None:
    found = tree_of(narrated(tree))
    assert found.nodes == () and found.steps[0] == "node 0: Ann, Bob"


def test_a_document_that_the_corpus_lacks_is_not_shown() -> None:
    item = replace(ITEM, documents=(ContextDocument(id="d-gone"),), evidence=(replace(EVIDENCE, document="d-gone"),))
    found = card_of(item, load_form("quality"), Shelf(corpus=Corpus({})))
    assert found.documents == () and found.pages == () and found.snippets[0].document == 0


@pytest.mark.parametrize("form", form_names())
def test_no_form_tells_where_an_item_belongs(form: str) -> None:
    item = replace(ITEM, task=replace(ITEM.task, concept="tell-tale-concept", family="tell-tale-family"))
    assert "tell-tale" not in msgspec.json.encode(card(form, item)).decode()


def test_keys_are_the_numbers_of_levels_or_their_places() -> None:
    keys = {
        name: [key_of(load_form(name).fields[0], level) for level in load_form(name).fields[0].levels]
        for name in ("quality", "correctness", "narrative")
    }
    assert keys == {"quality": ["1", "2", "3", "4"], "correctness": ["0", "5", "1"], "narrative": ["1", "2", "3"]}
