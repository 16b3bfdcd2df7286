"""Named entries against right ones: hand-worked samples, the paper's identities, and what is dropped and counted."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.kit import Kit
from evidoc.records.document import Block
from evidoc.records.entities import entities_of, gold_indices
from evidoc.records.item import Answer, Evidence, Item
from evidoc.records.reply import Reply
from evidoc.scorers.indices import METRICS, hits_of, measures, score
from tests.build import box, corpus_of, document_of, item_of, paragraph

# Entities: 0 title, 1 and 2 paragraphs, 3 figure, 4 paragraph inside the figure, 5 title of the second document, 6 its paragraph.
FIRST = document_of(
    paragraph(0, "It rose.", top=100),
    paragraph(1, "It fell.", top=200),
    Block(id=2, kind="figure", boxes=(box(50, 400, 250, 500),)),
    Block(id=3, kind="paragraph", text="inset", boxes=(box(60, 410, 160, 490),)),
    Block(id=4, kind="header", text="page 1", boxes=(box(50, 10, 100, 20),)),
    name="a.txt",
)
SECOND = document_of(paragraph(0, "It stayed."), name="b.txt")
KIT = Kit(corpus=corpus_of(FIRST, SECOND))


def item_over(*places: tuple[str, int], answer: Answer | None = None) -> Item:
    evidence = [Evidence(document=document, block=block) for document, block in places]
    return item_of(evidence=evidence, documents=(FIRST.id, SECOND.id), answer=answer, scorer="indices")


RIGHT_1_2_6 = item_over((FIRST.id, 0), (FIRST.id, 1), (SECOND.id, 0))


def scored(item: Item, text: str, *, spatial: bool = False) -> dict[str, float]:
    return score(item, Reply(text=text), KIT, spatial=spatial).metrics


@pytest.mark.parametrize(
    ("reply", "values"),
    [
        ("[1, 2, 6]", (1, 1, 1, 1, 1, 1)),
        ("[1, 2]", (4 / 5, 1, 2 / 3, 1, 0, 1)),
        ("[0, 1, 2, 3, 6]", (3 / 4, 3 / 5, 1, 0, 1, 1)),
        ("[1, 3]", (2 / 5, 1 / 2, 1 / 3, 0, 0, 1)),
        ("[0, 5]", (0, 0, 0, 0, 0, 0)),
        ("[]", (0, 0, 0, 0, 0, 0)),
        ("I do not know.", (0, 0, 0, 0, 0, 0)),
        ("doc1_paragraph1, doc1_paragraph2 and doc2_paragraph1", (1, 1, 1, 1, 1, 1)),
    ],
)
def test_hand_worked_samples(reply: str, values: tuple[float, ...]) -> None:
    """In the order F1, precision, recall, belong, contain, overlap."""
    assert scored(RIGHT_1_2_6, reply) == pytest.approx(dict(zip(METRICS, values, strict=True)))


def test_naming_every_entry_contains_all_and_belongs_never() -> None:
    """DHQ-134: predict-all gives Co 100, Be 0."""
    metrics = scored(RIGHT_1_2_6, "0-6")
    assert (metrics["contain"], metrics["belong"], metrics["index_recall"]) == (1, 0, 1)


def test_indices_that_the_list_does_not_have_are_dropped_and_counted() -> None:
    found = score(RIGHT_1_2_6, Reply(text="[1, 2, 6, 7, 99]"), KIT)
    assert found.metrics["index_precision"] == 1
    assert found.detail["outside"] == "2"


def test_a_reply_that_cannot_be_read_is_marked_so() -> None:
    assert score(RIGHT_1_2_6, Reply(text="Perhaps."), KIT).detail["read"] == "no"


def test_where_nothing_is_right_naming_nothing_is_right() -> None:
    """DHQ-119: both empty gives 1; silence is still no answer (X-38)."""
    assert set(scored(item_over(), "[]").values()) == {1.0}
    assert set(scored(item_over(), " ").values()) == {0.0}
    assert scored(item_over(), "[1]") == dict.fromkeys(METRICS, 0.0) | {"contain": 1.0}


def test_evidence_in_no_entity_and_distractors_are_not_right() -> None:
    item = item_over((FIRST.id, 4), (FIRST.id, 0))
    far = Evidence(document=SECOND.id, block=0, role="distractor")
    item = msgspec.structs.replace(item, evidence=(*item.evidence, far))
    assert set(scored(item, "[1]").values()) == {1.0}


@pytest.mark.parametrize("reply", ["[]", "[1]", " "])
@pytest.mark.parametrize(
    "item",
    [item_over((FIRST.id, 4)), item_over((FIRST.id, 0), answer=Answer(kind="indices", value="7"))],
)
def test_an_item_whose_right_places_are_all_in_no_entity_is_broken(item: Item, reply: str) -> None:
    """Naming nothing was right of it before, and everything else wrong."""
    found = score(item, Reply(text=reply), KIT)
    assert found.metrics == {}
    assert set(found.unscored) == set(METRICS)
    assert "none of the 1 places" in found.unscored["index_f1"]


def test_places_in_no_entity_are_counted_where_others_are_left() -> None:
    assert score(item_over((FIRST.id, 4), (FIRST.id, 0)), Reply(text="[1]"), KIT).detail["lost"] == "1"
    assert score(item_over(answer=Answer(kind="indices", value=("2", "7"))), Reply(text="[2]"), KIT).detail["lost"] == "1"
    assert "lost" not in score(RIGHT_1_2_6, Reply(text="[1]"), KIT).detail


def test_an_answer_of_indices_is_right_itself() -> None:
    item = item_over((FIRST.id, 0), answer=Answer(kind="indices", value=("2", "6")))
    assert set(scored(item, "6, 2").values()) == {1.0}
    assert gold_indices(item_over(answer=Answer(kind="indices", value="3")), entities_of([FIRST, SECOND])) == (3,)


def test_an_entry_inside_a_right_one_counts_where_space_is_compared() -> None:
    """DHQ-123: at least 0.9 of the named box lies in a right one."""
    item = item_over((FIRST.id, 2))
    assert scored(item, "[4]")["index_f1"] == 0
    assert scored(item, "[4]", spatial=True) == dict.fromkeys(METRICS, 1.0)


def test_what_is_folded_into_an_entry_is_of_its_boxes() -> None:
    """DHQ-123: a paragraph inside the list that belongs to the right paragraph lies in that entry."""
    blocks = (
        paragraph(0, "Three steps follow.", top=100),
        Block(id=1, kind="list", text="One. Two. Three.", boxes=(box(50, 200, 300, 300),)),
        Block(id=2, kind="paragraph", text="Two", boxes=(box(60, 220, 200, 240),)),
    )
    document = document_of(*blocks, name="c.txt")
    item = item_of(evidence=[Evidence(document=document.id, block=0)], documents=(document.id,), scorer="indices")
    found = score(item, Reply(text="[2]"), Kit(corpus=corpus_of(document)), spatial=True)
    assert found.metrics["index_f1"] == 1


def test_the_other_way_round_it_does_not_count() -> None:
    assert scored(item_over((FIRST.id, 3)), "[3]", spatial=True)["index_f1"] == 0


@pytest.mark.parametrize("reply", ["[1]", "[1, 2, 6]", "[0, 5]", "[1, 5, 3]", "[]"])
def test_both_modes_agree_where_no_entry_lies_in_another(reply: str) -> None:
    assert scored(RIGHT_1_2_6, reply) == scored(RIGHT_1_2_6, reply, spatial=True)


@given(st.sets(st.integers(0, 9)), st.sets(st.integers(0, 9), min_size=1))
def test_identities_of_the_metrics(named: set[int], right: set[int]) -> None:
    """DHQ-122: Ov ≥ Be and Ov ≥ Co where something is right; F1 is the harmonic mean of the sample's own P and R."""
    found = measures(hits_of(sorted(named), sorted(right)))
    assert found["overlap"] >= max(found["belong"], found["contain"])
    assert (found["belong"] and found["contain"]) == (found["index_f1"] == 1)
    assert min(found["index_precision"], found["index_recall"]) <= found["index_f1"] + 1e-12
    assert all(0 <= value <= 1 for value in found.values())


@pytest.mark.parametrize(("width", "is_hit"), [(90.0, True), (89.0, False)])
def test_nine_tenths_of_the_area_must_lie_in_the_right_one(width: float, is_hit: bool) -> None:
    """DHQ-123 [D]: the boundary counts."""
    right = Block(id=0, kind="paragraph", text="Right. It is.", boxes=(box(0, 0, width, 100),))
    named = Block(id=1, kind="paragraph", text="Named. It is.", boxes=(box(0, 0, 100, 100),))
    document = document_of(right, named, name="w.txt")
    item = item_of(evidence=[Evidence(document=document.id, block=0)], documents=(document.id,), scorer="indices")
    found = score(item, Reply(text="[2]"), Kit(corpus=corpus_of(document)), spatial=True)
    assert found.metrics["index_precision"] == float(is_hit)
