"""Scores that a judge gives: scaled, kept apart from what could not be judged, and never asked for nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from evidoc.compose.sheet import lay_out
from evidoc.kit import Kit
from evidoc.models.scripted import Scripted
from evidoc.pages.picture import PictureStore
from evidoc.records.corpus import Corpus, source_name
from evidoc.records.item import Answer, Evidence, Item
from evidoc.records.reply import ImagePart, Prompt, Reply, SaidToken
from evidoc.scorers import judged, relevance, saa
from evidoc.scorers.relevance import text_at
from tests.build import box, corpus_of, document_of, item_of, paragraph
from tests.scorers.judges import fair_judge

DOCUMENT = document_of(paragraph(0, "Revenue was 1,204."), paragraph(1, "Costs fell.", top=500))
ITEM = item_of(
    answer=Answer(kind="text", value="Revenue was 1,204"),
    evidence=[Evidence(document=DOCUMENT.id, block=0, boxes=(box(50, 300, 545, 340),))],
    documents=[DOCUMENT.id],
)
HERE = '<bbox page="1" x1="84" y1="356" x2="915" y2="403" />'
THERE = '<bbox page="1" x1="84" y1="594" x2="915" y2="641" />'


def kit_with(answers: Callable[[Prompt], str | Reply] | list[str | Reply], **more: object) -> tuple[Kit, Scripted]:
    model = Scripted(answers, name="judge-1")
    return Kit(corpus=corpus_of(DOCUMENT), models={"judge": (model,)}, **more), model  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rubric", "mark", "expected"),
    [
        ("citevqa_answer", 0, 0.0),
        ("citevqa_answer", 4, 0.8),
        ("citevqa_answer", 5, 1.0),
        ("pdfqa_correctness", 1, 0.0),
        ("pdfqa_correctness", 4, 0.75),
        ("scidoc_reference", 0.25, 0.25),
    ],
)
def test_a_mark_is_scaled_to_the_unit_interval(rubric: str, mark: float, expected: float) -> None:
    """X-S20: CiteVQA s/5, pdfQA (s − 1)/4, SciDocBench as it is."""
    kit, _ = kit_with([f'{{"reason": "so", "score": {mark}}}'])
    assert judged.score(ITEM, Reply(text="1,204"), kit, rubric=rubric).metrics["judged"] == expected


def test_the_citations_are_taken_out_before_the_answer_is_judged() -> None:
    """CV-54."""
    kit, judge = kit_with(['{"reason": "", "score": 5}'])
    judged.score(ITEM, Reply(text=f"Revenue was 1,204 {HERE}"), kit)
    assert "<bbox" not in judge.asked[0].text


def test_without_a_judge_an_answer_is_unscored_and_nothing_is_no_answer() -> None:
    kit = Kit(corpus=corpus_of(DOCUMENT))
    assert judged.score(ITEM, Reply(text="1,204"), kit).unscored == {"judged": "no judge is configured"}
    assert judged.score(ITEM, Reply(text="", status="empty"), kit).metrics == {"judged": 0.0}


def test_a_judge_that_cannot_be_read_leaves_the_item_unscored() -> None:
    """X-31: our own inability is never a number."""
    kit, _ = kit_with(["good"] * 3)
    scored = judged.score(ITEM, Reply(text="1,204"), kit)
    assert scored.metrics == {}
    assert scored.unscored["judged"].startswith("the judge gave no mark: unparsable in 3 tries")


def test_the_expected_mark_is_zero_too_for_what_was_wrong_without_being_judged() -> None:
    """The scorer sees one reply and not whether the judge gives probabilities, so it says what holds if it does."""
    likely = SaidToken(text="5", probability=0.8, others={"3": 0.2})
    kit, _ = kit_with([Reply(text='{"reason": "", "score": 5}', tokens=(likely,))])
    scored = judged.score(ITEM, Reply(text="1,204"), kit, rubric="pdfqa_correctness")
    assert scored.metrics == {"judged": 1.0, "judged_expected": pytest.approx(0.9)}
    assert judged.score(ITEM, Reply(status="empty"), kit).supposed == {"judged_expected": 0.0}


def test_a_judge_without_probabilities_leaves_the_expected_mark_to_those_that_have_them() -> None:
    kit, _ = kit_with(['{"reason": "", "score": 5}'])
    scored = judged.score(ITEM, Reply(text="1,204"), kit)
    assert scored.metrics == {"judged": 1.0}
    assert scored.supposed == {"judged_expected": "the judge gave no probabilities of its mark"}


def test_each_cited_region_is_judged_by_itself_with_its_statement() -> None:
    """CV-51, CV-53: the mean of one call for each pair."""
    kit, judge = kit_with(['{"reason": "", "score": 5}', '{"reason": "", "score": 2}'])
    scored = relevance.score(ITEM, Reply(text=f"Revenue was 1,204 {HERE} and costs fell {THERE}"), kit)
    assert scored.metrics == {"relevance": pytest.approx((5 + 2) / 2 / 5)}
    assert ["and costs fell" in prompt.text for prompt in judge.asked] == [False, True]
    assert "Costs fell." in judge.asked[1].text


def test_a_reply_that_cites_nothing_is_not_relevant() -> None:
    """CV-51: the mean of nothing counts 0, so that SAA is defined."""
    kit, judge = kit_with([])
    assert relevance.score(ITEM, Reply(text="1,204"), kit).metrics == {"relevance": 0.0}
    assert judge.asked == []


def test_one_region_that_got_no_mark_leaves_the_relevance_unscored() -> None:
    kit, _ = kit_with(['{"reason": "", "score": 5}', "well", "well", "well"])
    scored = relevance.score(ITEM, Reply(text=f"Revenue {HERE} costs {THERE}"), kit)
    assert "1 citations got no mark" in scored.unscored["relevance"]


def test_the_judge_sees_the_picture_of_the_region(tmp_path: Path) -> None:
    document, pdf = lay_out(document_of(paragraph(0, "Revenue was 1,204."), pages=()))
    assert document.pages_source is not None
    path = tmp_path / "sources" / source_name(document.pages_source)
    path.parent.mkdir()
    path.write_bytes(pdf)
    model = fair_judge()
    store = PictureStore(tmp_path / "images")
    kit = Kit(corpus=Corpus([document], folder=tmp_path), models={"judge": (model,)}, pictures=store)
    item = item_of(answer=Answer(kind="text", value="1,204"), documents=[document.id])
    relevance.score(item, Reply(text=f"It was 1,204 {HERE}"), kit)
    (picture,) = [part for part in model.asked[0].messages[-1].parts if isinstance(part, ImagePart)]
    assert store.load(picture.sha256).startswith(b"\x89PNG")
    assert (picture.width, picture.height) == (1006, 96)  # 831/1000 of 595 pt and 47/1000 of 842 pt, 4 pt around, at 144 dpi


def test_a_region_where_nothing_is_written_says_so() -> None:
    assert text_at(DOCUMENT, box(0, 700, 10, 710)) == "(nothing is written there)"
    assert text_at(DOCUMENT, box(50, 310, 300, 330)) == "Revenue was 1,204."


def wrong_place(prompt: Prompt) -> str:
    return '{"reason": "", "score": 5}' if "answer to judge" in prompt.text else '{"reason": "", "score": 4}'


@pytest.mark.parametrize(
    ("text", "answer", "region", "expected", "asked"),
    [
        (f"Revenue was 1,204 {HERE}", 5, 0, 1.0, 1),
        (f"Revenue was 1,204 {THERE}", 5, 4, 1.0, 2),
        (f"Revenue was 1,204 {THERE}", 4, 3, 0.0, 2),
        (f"Revenue was 1,204 {HERE}", 3, 5, 0.0, 1),
        ("Revenue was 1,204", 5, 5, 0.0, 1),
    ],
)
def test_the_judge_of_relevance_is_asked_only_where_recall_does_not_decide(
    text: str, answer: int, region: int, expected: float, asked: int
) -> None:
    """CV-55: Ans ≥ 4 ∧ (Rel ≥ 4 ∨ Rec ≥ 0.6), and no call that changes nothing."""
    kit, judge = kit_with(lambda prompt: f'{{"reason": "", "score": {answer if "answer to judge" in prompt.text else region}}}')
    scored = saa.score(ITEM, Reply(text=text), kit)
    assert scored.metrics == {"saa": expected}
    assert len(judge.asked) == asked
    assert scored.detail["by"] == "judge-1"


def test_without_crucial_boxes_relevance_decides_alone() -> None:
    """CV-55: recall undefined, so the judge's relevance is used."""
    item: Item = item_of(answer=Answer(kind="text", value="1,204"), documents=[DOCUMENT.id])
    kit, _ = kit_with(wrong_place)
    assert saa.score(item, Reply(text=f"1,204 {THERE}"), kit).metrics == {"saa": 1.0}


def test_a_judge_that_gives_no_mark_leaves_saa_unscored() -> None:
    kit, _ = kit_with(["?"] * 3)
    assert "the judge gave no mark" in saa.score(ITEM, Reply(text="1,204"), kit).unscored["saa"]
    kit, _ = kit_with(['{"reason": "", "score": 5}', "?", "?", "?"])
    assert "got no mark" in saa.score(ITEM, Reply(text=f"1,204 {THERE}"), kit).unscored["saa"]
