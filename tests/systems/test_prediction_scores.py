"""Predictions that are scores of entities: hand-worked sets, what was never shown, and what is refused.

Source: DHQ-113, DHQ-116.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.errors import InvalidRecord, UnknownName, UsageError
from evidoc.records.entities import entities_of
from evidoc.records.item import Evidence, Item
from evidoc.records.reply import Response
from evidoc.systems import System, open_system
from evidoc.systems._scores import Cut, named_by, read_cut, scores_by_index, sigmoid
from tests.build import corpus_of, document_of, item_of, paragraph
from tests.systems.benches import bench_in, settings_of

# Entities: 0 title, 1 to 4 paragraphs; of the second document 5 title, 6 paragraph.
FIRST = document_of(*(paragraph(number, f"Fact {number}.") for number in range(4)), name="a.txt")
SECOND = document_of(paragraph(0, "It stayed."), name="b.txt")
CORPUS = corpus_of(FIRST, SECOND)
ITEM = item_of(
    evidence=[Evidence(document=FIRST.id, block=1), Evidence(document=SECOND.id, block=0)], documents=(FIRST.id, SECOND.id)
)


def opened(folder: Path, *rows: object, options: str = "", item: Item = ITEM, checked: bool = False) -> System:
    path = folder / "mine.jsonl"
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), encoding="utf-8")
    bench = bench_in(folder / "bench", [item], documents=[FIRST, SECOND]) if checked else None
    return open_system(f"predictions:{path}{options}", settings_of(bench=bench))


def scored(folder: Path, scores: object, *, options: str = "") -> Response:
    return opened(folder, {"item": ITEM.id, "scores": scores}, options=options).respond(ITEM, CORPUS)


def said(folder: Path, scores: object, *, options: str = "") -> str:
    return scored(folder, scores, options=options).reply.text


def refused(folder: Path, *rows: object) -> str:
    with pytest.raises(InvalidRecord) as refusal:
        opened(folder, *rows, checked=True)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("scores", "text"),
    [
        ([-2.0, 0.0, 3.1, -0.001, -9, -9, 0.2], "[1, 2, 6]"),
        ([None, 1.5, -1], "[1]"),
        ({"6": 1.7, "2": 0.4, "0": -3}, "[2, 6]"),
        ({"doc2_paragraph1": 1.7, "doc1_paragraph2": 0.4}, "[2, 6]"),
        ([-1] * 7, "[]"),
        ([], "[]"),
        ({}, "[]"),
        ([1e308, -1e308], "[0]"),
    ],
)
def test_an_entity_is_named_from_a_sigmoid_of_one_half_on(scores: object, text: str, tmp_path: Path) -> None:
    """DHQ-116: the sigmoid of 0 is 0.5, which is enough; of -0.001 it is 0.49975, which is not."""
    reply = scored(tmp_path, scores).reply
    assert (reply.text, reply.status) == (text, "answered")


@pytest.mark.parametrize(
    ("threshold", "text"),
    [(0.1, "[0, 1, 2, 3]"), (0.25, "[1, 2, 3]"), (0.73, "[2, 3]"), (0.74, "[3]"), (0, "[0, 1, 2, 3]"), (1, "[]")],
)
def test_the_threshold_is_a_probability(threshold: float, text: str, tmp_path: Path) -> None:
    """Sigmoids of -2, -1, 1 and 2: 0.119, 0.269, 0.731 and 0.881."""
    assert said(tmp_path, [-2, -1, 1, 2], options=f"(threshold={threshold})") == text


def test_the_best_is_named_where_none_is_good_enough_only_on_request(tmp_path: Path) -> None:
    """DHQ-116: `force_nonempty` is off by default; of equal scores the first is the best."""
    assert said(tmp_path, [-3, -1, -1]) == "[]"
    assert said(tmp_path, [-3, -1, -1], options="(force_nonempty=True)") == "[1]"
    assert said(tmp_path, [2, -1, 1], options="(force_nonempty=True)") == "[0, 2]"
    assert said(tmp_path, [], options="(force_nonempty=True)") == "[]"


def test_entities_beyond_the_limit_of_the_encoder_are_counted_and_so_is_lost_evidence(tmp_path: Path) -> None:
    """DHQ-113: five scores for seven entities; entity 6, which holds one of the two pieces of evidence, was never shown."""
    truncated = scored(tmp_path, [-1, -1, 2, -1, -1]).truncated
    assert (truncated.blocks, truncated.gold_lost) == (2, 1)
    assert scored(tmp_path, [1] * 7).truncated.blocks == 0
    assert scored(tmp_path, {"2": 1.0, "6": None}).truncated.gold_lost == 1


def test_evidence_in_no_entity_was_not_lost_by_the_encoder(tmp_path: Path) -> None:
    item = item_of(evidence=[Evidence(document=FIRST.id, block=99)], documents=(FIRST.id,))
    response = opened(tmp_path, {"item": item.id, "scores": []}).respond(item, CORPUS)
    assert (response.truncated.blocks, response.truncated.gold_lost) == (5, 0)


def test_the_count_is_said_when_the_file_is_opened(tmp_path: Path) -> None:
    remarks = opened(tmp_path, {"item": ITEM.id, "scores": [-1, 2, 3]}, checked=True).remarks
    assert remarks == (
        "mine.jsonl: 4 of 7 entities, in 1 of 1 items, have no score: the model was never shown them, and they cannot be named",
    )


def test_probabilities_in_place_of_logits_are_remarked(tmp_path: Path) -> None:
    """Their sigmoids are all at least one half, so that every entity would be named."""
    (remark,) = opened(tmp_path, {"item": ITEM.id, "scores": [0.1, 0.9, 0, 1, 0.2, 0.3, 0.4]}, checked=True).remarks
    assert "give ln(p / (1 - p))" in remark
    assert opened(tmp_path, {"item": ITEM.id, "scores": [0.1, 0.9, 0, 1.1, 0.2, 0.3, 0.4]}, checked=True).remarks == ()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"scores": [0] * 8}, "8 scores, and the item has 7 entities, 0 (doc1_title) to 6 (doc2_paragraph1)"),
        ({"scores": {"7": 1}}, "no entity is called '7'; the item has 7 entities"),
        ({"scores": {"-1": 1}}, "no entity is called '-1'"),
        ({"scores": {"doc3_title": 1}}, "no entity is called 'doc3_title'"),
        ({"scores": {"0": 1, "doc1_title": 2}}, "'0' and 'doc1_title' are the same entity; give its score once"),
        ({"scores": {"0": 1, "00": 2}}, "'0' and '00' are the same entity"),
        ({"scores": [1, "2"]}, "Expected `float | null`, got `str`"),
        ({"scores": [True]}, "got `bool`"),
        ({"scores": 1}, "got `int`"),
        ({"scores": [1], "text": "[0]"}, "both text and scores; leave the text out"),
        ({"scores": [1], "citations": [{"page": 1, "x0": 0, "y0": 0, "x1": 9, "y1": 9}]}, "both citations and scores"),
        ({"scores": [1], "indices": [0]}, "give indices as text"),
        ({}, "neither text nor scores"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(row: dict[str, object], message: str, tmp_path: Path) -> None:
    said = refused(tmp_path, {"item": "i-other", "text": "8"}, {"item": ITEM.id, **row})
    assert "1 fault;" in said
    assert "line 2" in said
    assert message in said


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_in_json_is_named(value: str, tmp_path: Path) -> None:
    """What Python's json writes for a masked logit; `null` says that the entity was not shown."""
    said = refused(tmp_path, f'{{"item": "{ITEM.id}", "scores": [1.5, {value}]}}')
    assert f"line 1: {value} is no number in JSON" in said
    assert "null" in said


def test_a_number_beyond_all_numbers_is_refused(tmp_path: Path) -> None:
    assert "line 1" in refused(tmp_path, f'{{"item": "{ITEM.id}", "scores": [1e999]}}')


def test_an_item_that_is_scored_twice_is_refused(tmp_path: Path) -> None:
    row = {"item": ITEM.id, "scores": [1]}
    assert "was predicted on line 1 already; leave one out" in refused(tmp_path, row, row)


def test_scores_that_do_not_fit_are_refused_without_a_bench_too(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="8 scores"):
        scored(tmp_path, [0] * 8)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ("(thresold=0.3)", UnknownName, "did you mean threshold"),
        ("(threshold='high')", UsageError, "give a number"),
        ("(threshold=1.5)", UsageError, "no probability"),
        ("(force_nonempty=1)", UsageError, "give True or False"),
    ],
)
def test_options_are_checked(options: str, error: type[Exception], message: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=message):
        scored(tmp_path, [1], options=options)


def test_a_threshold_for_texts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no line has scores"):
        opened(tmp_path, {"item": ITEM.id, "text": "8"}, options="(threshold=0.3)")


def test_a_file_whose_name_ends_in_brackets_is_found(tmp_path: Path) -> None:
    path = tmp_path / "mine(a=1)"
    path.write_text(json.dumps({"item": ITEM.id, "scores": [1]}) + "\n")
    assert open_system(f"predictions:{path}", settings_of()).name == "predictions:mine(a=1)"
    assert open_system(f"predictions:{path}(threshold=0.9)", settings_of()).respond(ITEM, CORPUS).reply.text == "[]"


def test_the_threshold_is_part_of_the_name_and_decides_resuming(tmp_path: Path) -> None:
    first = opened(tmp_path, {"item": ITEM.id, "scores": [1]})
    second = opened(tmp_path, {"item": ITEM.id, "scores": [1]}, options="(threshold=0.3)")
    assert second.name == "predictions:mine.jsonl(threshold=0.3)"
    assert (first.inputs["threshold"], second.inputs["threshold"]) == ("0.5", "0.3")
    assert "threshold" not in opened(tmp_path, {"item": ITEM.id, "text": "8"}).inputs


@given(st.floats(-1e6, 1e6))
def test_the_sigmoid_is_a_probability_and_symmetric(score: float) -> None:
    assert 0 <= sigmoid(score) <= 1
    assert sigmoid(score) + sigmoid(-score) == pytest.approx(1)
    if abs(score) < 30:
        assert sigmoid(score) == pytest.approx(1 / (1 + math.exp(-score)))


@given(st.dictionaries(st.integers(0, 6), st.floats(-9, 9)), st.floats(0, 1), st.floats(0, 1))
def test_a_higher_threshold_names_no_further_entity(scores: dict[int, float], one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert set(named_by(scores, Cut(high))) <= set(named_by(scores, Cut(low)))


def test_a_score_that_is_not_finite_is_refused_wherever_it_comes_from() -> None:
    with pytest.raises(InvalidRecord, match="entity 1 has the score nan"):
        scores_by_index((0.5, math.nan), entities_of([FIRST]))


def test_an_item_without_entities_takes_no_score() -> None:
    with pytest.raises(InvalidRecord, match="the item has no entities"):
        scores_by_index((0.5,), ())
    assert scores_by_index((), ()) == {}


def test_options_are_read() -> None:
    assert read_cut("threshold=0.3, force_nonempty=True") == Cut(0.3, force_nonempty=True)
    assert read_cut("") == Cut()
    assert len(entities_of([FIRST, SECOND])) == 7
