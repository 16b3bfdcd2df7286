"""Checks that ask models: what each reason takes, what stands without a model, and what a failing model does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace as replace_field
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace

from evidoc.checks import ablation, answerable, closed_book, concept, difficulty, formality, quality, shortcut, validity
from evidoc.checks._masking import ablate
from evidoc.compose.sheet import lay_out
from evidoc.errors import UsageError
from evidoc.flow._kits import rightness
from evidoc.kit import Kit
from evidoc.models.scripted import Scripted
from evidoc.pages.picture import PictureStore
from evidoc.records.corpus import Corpus, source_name
from evidoc.records.document import Document
from evidoc.records.item import Answer, Construction, Evidence, Item, Slot, Verdict
from evidoc.records.reply import ImagePart, Prompt, Reply
from tests.build import box, corpus_of, document_of, item_of, paragraph

PORTS = document_of(
    paragraph(0, "The port of Larkhaven moved 4,130 containers in 2023.", top=100),
    paragraph(1, "Its cranes were built in Eastmere.", top=200),
    paragraph(2, "The harbour master lives in Southby.", top=300),
    name="ports.txt",
)
CORPUS = corpus_of(PORTS)
COUNT = Evidence(document=PORTS.id, block=0, boxes=(box(50, 100, 545, 140),), text=PORTS.blocks[0].text)
CRANES = Evidence(document=PORTS.id, block=1, boxes=(box(50, 200, 545, 240),), text=PORTS.blocks[1].text, hop=1)
ITEM = item_of(
    "How many containers did Larkhaven move?",
    answer=Answer(kind="number", value="4130"),
    evidence=[COUNT],
    documents=[PORTS.id],
    scorer="number",
)
HOPS = replace(ITEM, evidence=(COUNT, CRANES))

Answers = Callable[[Prompt], str | Reply] | list[str] | list[Reply] | list[str | Reply]


def kit_of(corpus: Corpus = CORPUS, *, store: PictureStore | None = None, **roles: Answers | tuple[Scripted, ...]) -> Kit:
    """Give a kit in which each role is played by a model with these answers, or by these models."""
    models = {role: _models(role, given) for role, given in roles.items()}
    kit = Kit(corpus=corpus, models=models, pictures=store)
    return replace_field(kit, rightness=lambda item, reply: rightness(item, reply, kit=kit))


def _models(role: str, given: Answers | tuple[Scripted, ...]) -> tuple[Scripted, ...]:
    return given if isinstance(given, tuple) else (Scripted(given, name=role),)


def asked(kit: Kit, role: str = "solver") -> list[Prompt]:
    model = kit.models[role][0]
    assert isinstance(model, Scripted)
    return model.asked


def reader(prompt: Prompt) -> str:
    """Solve as somebody who knows nothing: right where the number stands in the material."""
    return "4,130" if "4,130" in prompt.text else "I do not know"


ASKING: dict[str, Callable[..., Verdict | None]] = {
    "closed_book": closed_book.check,
    "answerable": answerable.check,
    "difficulty": difficulty.check,
    "shortcut": shortcut.check,
    "ablation": ablation.check,
    "validity": validity.check,
    "quality": quality.check,
}


@pytest.mark.parametrize("name", ASKING)
def test_without_its_model_a_check_keeps_the_item_and_says_that_nobody_was_asked(name: str) -> None:
    verdict = ASKING[name](HOPS, CORPUS, Kit(corpus=CORPUS))
    assert verdict is not None
    assert (verdict.check, verdict.kept, verdict.reason) == (name, True, "not_asked")


@pytest.mark.parametrize("name", ASKING)
def test_an_item_that_a_model_failed_at_for_our_reasons_is_not_kept_as_if_it_had_passed(name: str) -> None:
    """X-26: solver unavailable → unknown, the item is held back."""
    down = [Reply(status="provider_error", detail="503")] * 9
    verdict = ASKING[name](HOPS, CORPUS, kit_of(solver=list(down), judge=list(down)))
    assert verdict is not None
    assert (verdict.kept, verdict.reason) == (False, "unknown")


@pytest.mark.parametrize("name", ["closed_book", "answerable", "difficulty", "shortcut"])
def test_a_check_that_scores_replies_says_so_where_its_kit_cannot(name: str) -> None:
    kit = Kit(corpus=CORPUS, models={"solver": (Scripted(["4,130"]),)})
    with pytest.raises(UsageError, match="run it by evidoc make or evidoc check"):
        ASKING[name](HOPS, CORPUS, kit)


# closed_book


def test_what_is_known_without_a_document_is_common_knowledge() -> None:
    """CV-38."""
    kit = kit_of(solver=["It was 4,130."])
    verdict = closed_book.check(ITEM, CORPUS, kit)
    assert verdict is not None
    assert (verdict.kept, verdict.reason, verdict.model) == (False, "common_knowledge", "solver")
    assert "containers in 2023" not in asked(kit)[0].text


def test_one_solver_that_knows_it_is_enough() -> None:
    panel = (Scripted(["no idea"], name="a"), Scripted(["4130"], name="b"))
    verdict = closed_book.check(ITEM, CORPUS, kit_of(solver=panel))
    assert verdict is not None
    assert (verdict.kept, verdict.model) == (False, "b")


def test_closed_book_may_only_report() -> None:
    """DHQ-137, DH-70: these papers report the share and drop nothing."""
    verdict = closed_book.check(ITEM, CORPUS, kit_of(solver=["4130"]), report_only=True)
    assert verdict is not None
    assert verdict.kept
    assert verdict.detail.startswith("common_knowledge")


def test_a_refusal_without_documents_is_no_knowledge() -> None:
    verdict = closed_book.check(ITEM, CORPUS, kit_of(solver=[Reply(status="refused", text="4130")]))
    assert verdict is not None
    assert verdict.kept


# answerable, shortcut


def test_the_evidence_alone_must_lead_to_the_answer() -> None:
    """CV-36."""
    kept = answerable.check(ITEM, CORPUS, kit_of(solver=reader))
    wrong = replace(ITEM, evidence=(CRANES,))
    rejected = answerable.check(wrong, CORPUS, kit_of(solver=reader))
    assert kept is not None
    assert rejected is not None
    assert (kept.kept, rejected.reason) == (True, "not_answerable")


def test_a_question_of_two_hops_that_one_suffices_for_is_a_shortcut() -> None:
    verdict = shortcut.check(HOPS, CORPUS, kit_of(solver=reader))
    assert verdict is not None
    assert (verdict.reason, verdict.detail[:14]) == ("single_hop", "hop 0 suffices")
    needs_both = shortcut.check(
        HOPS, CORPUS, kit_of(solver=lambda prompt: "4130" if "Eastmere" in prompt.text and "4,130" in prompt.text else "?")
    )
    assert needs_both is not None
    assert needs_both.detail == "none of 2 hops suffices"


def test_a_question_of_one_hop_cannot_be_shortened() -> None:
    assert shortcut.check(ITEM, CORPUS, kit_of(solver=[])) is None


# difficulty


@pytest.mark.parametrize("right", list(product([True, False], repeat=4)))
def test_scidocbench_removes_what_the_whole_panel_gets_right(right: tuple[bool, ...]) -> None:
    """SD-42, equation 3: the truth table of four models; SD-43: what all fail at is kept for review."""
    panel = tuple(Scripted(["4130" if one else "7"], name=f"m{number}") for number, one in enumerate(right))
    verdict = difficulty.check(ITEM, CORPUS, kit_of(solver=panel), policy="scidocbench")
    assert verdict is not None
    assert verdict.reason == ("too_easy" if all(right) else "")
    assert ("needs review" in verdict.detail) == (not any(right))


@pytest.mark.parametrize(("answer", "reason"), [("4130", "too_easy"), ("4,131", "")])
def test_pdfqa_removes_what_one_solver_gets_wholly_right(answer: str, reason: str) -> None:
    """PQ-45: 5 of 5 is removed, 4 of 5 kept."""
    kit = kit_of(solver=(Scripted([answer], name="small"), Scripted(["4130"], name="large")))
    verdict = difficulty.check(ITEM, CORPUS, kit)
    assert verdict is not None
    assert (verdict.reason, verdict.model) == (reason, "small")


@pytest.mark.parametrize(("right", "reason"), [(0, "never_solved"), (1, ""), (3, ""), (4, "too_easy")])
def test_training_keeps_pass_rates_between_none_and_all(right: int, reason: str) -> None:
    """SD-99: 0 < rate < 1, with its Wilson interval."""
    answers = ["4130"] * right + ["7"] * (4 - right)
    kit = kit_of(solver=answers)
    verdict = difficulty.check(ITEM, CORPUS, kit, policy="training")
    assert verdict is not None
    assert verdict.reason == reason
    assert verdict.detail.startswith(f"solver {right}/4 [")
    assert len({prompt.id for prompt in asked(kit)}) == 4, "each attempt has a chance of its own"


def test_a_wilson_interval_is_what_the_book_says() -> None:
    """3 of 4 at 95 %: 0.30 to 0.95 (Wilson 1927; statsmodels.proportion_confint(3, 4, method='wilson'))."""
    verdict = difficulty.check(ITEM, CORPUS, kit_of(solver=["4130"] * 3 + ["7"]), policy="training")
    assert verdict is not None
    assert verdict.detail == "solver 3/4 [0.30, 0.95]"


def test_the_policy_of_citevqa_is_the_closed_book() -> None:
    verdict = difficulty.check(ITEM, CORPUS, kit_of(solver=["4130"]), policy="citevqa")
    assert verdict is not None
    assert verdict.check == "closed_book"


def test_a_text_is_judged_where_there_is_a_judge() -> None:
    item = replace(ITEM, answer=Answer(kind="text", value="4130 boxes"), scorer="exact")
    kit = kit_of(solver=["some four thousand boxes"], judge=[json.dumps({"score": 5})])
    verdict = difficulty.check(item, CORPUS, kit)
    assert verdict is not None
    assert verdict.reason == "too_easy"


# validity


def faithful(*marks: int) -> list[str]:
    return [json.dumps({"score": mark}) for mark in marks]


@pytest.mark.parametrize(
    ("marks", "reason"), [((5, 5), ""), ((4,), "unfaithful"), ((5, 4), "contradicted"), ((5, 1), "contradicted")]
)
def test_both_validities_must_be_full(marks: tuple[int, ...], reason: str) -> None:
    """PQ-37, PQ-38, PQ-39."""
    kit = kit_of(judge=faithful(*marks))
    verdict = validity.check(ITEM, CORPUS, kit)
    assert verdict is not None
    assert verdict.reason == reason
    assert len(asked(kit, "judge")) == len(marks)


def test_the_second_test_sees_more_of_the_document_in_its_order() -> None:
    """PQ-38: the nearest passages and their neighbours, the cited one among them."""
    kit = kit_of(judge=faithful(5, 5))
    validity.check(replace(ITEM, evidence=(CRANES,)), CORPUS, kit)
    inner, outer = (prompt.text for prompt in asked(kit, "judge"))
    assert "4,130 containers" not in inner
    assert outer.index("4,130 containers") < outer.index("Eastmere")


def test_validity_may_be_internal_alone() -> None:
    kit = kit_of(judge=faithful(5))
    verdict = validity.check(ITEM, CORPUS, kit, k=0)
    assert verdict is not None
    assert verdict.kept


# formality, quality


def test_the_judge_of_formality_is_asked_only_after_the_rules() -> None:
    """PQ-35, PQ-36."""
    kit = kit_of(judge=[json.dumps({"reason": "which year?", "fit": "no"})])
    assert formality.check(replace(ITEM, question="What does the table above show of ports?"), CORPUS, kit).reason == "pointing"  # type: ignore[union-attr]
    verdict = formality.check(ITEM, CORPUS, kit)
    assert verdict is not None
    assert (verdict.reason, verdict.detail, len(asked(kit, "judge"))) == ("judged_unfit", "which year?", 1)


def test_a_judge_of_formality_that_cannot_be_read_holds_the_item_back() -> None:
    verdict = formality.check(ITEM, CORPUS, kit_of(judge=["hm"] * 3))
    assert verdict is not None
    assert verdict.reason == "unknown"
    kept = formality.check(ITEM, CORPUS, kit_of(judge=[json.dumps({"reason": "", "fit": "yes"})]))
    assert kept is not None
    assert kept.kept


@pytest.mark.parametrize(
    ("marks", "reason"),
    [((4, 4, 3), ""), ((1, 4, 4), "poor_fluency"), ((3, 1, 4), "poor_accuracy"), ((3, 3, 1), "not_answerable")],
)
def test_quality_has_three_criteria(marks: tuple[int, int, int], reason: str) -> None:
    """DHQ-73, DHQ-72."""
    said = {
        name: {"score": mark, "reason": "so"}
        for name, mark in zip(("reality_fluency", "accuracy", "completeness"), marks, strict=True)
    }
    verdict = quality.check(ITEM, CORPUS, kit_of(judge=[json.dumps(said)]))
    assert verdict is not None
    assert verdict.reason == reason
    assert verdict.detail == f"reality_fluency {marks[0]}, accuracy {marks[1]}, completeness {marks[2]}"


def levels(*marks: int) -> str:
    names = ("reality_fluency", "accuracy", "completeness")
    return json.dumps({name: {"score": mark, "reason": "so"} for name, mark in zip(names, marks, strict=True)})


def panel(*replies: str) -> Kit:
    return kit_of(judge=tuple(Scripted([reply] * 3, name=f"judge-{number}") for number, reply in enumerate(replies, 1)))


def test_every_judge_of_quality_is_asked_the_same_and_has_its_marks() -> None:
    """DHQ-76: the same prompt for all judges, and each one's marks as data."""
    kit = panel(levels(4, 3, 2), levels(1, 1, 1), levels(4, 4, 4))
    verdict = quality.check(ITEM, CORPUS, kit)
    assert verdict is not None
    asked_of = [model.asked[0].id for model in kit.models["judge"] if isinstance(model, Scripted)]
    assert (len(asked_of), len(set(asked_of))) == (3, 1)
    assert [(mark.judge, mark.name, mark.value) for mark in verdict.marks if mark.name != "accuracy"] == [
        ("judge-1", "reality_fluency", 4),
        ("judge-1", "completeness", 2),
        ("judge-2", "reality_fluency", 1),
        ("judge-2", "completeness", 1),
        ("judge-3", "reality_fluency", 4),
        ("judge-3", "completeness", 4),
    ]


def test_the_first_judge_that_can_be_read_decides() -> None:
    good = quality.check(ITEM, CORPUS, panel(levels(4, 4, 4), levels(1, 1, 1)))
    poor = quality.check(ITEM, CORPUS, panel("hm", levels(1, 1, 1)))
    assert good is not None and poor is not None
    assert (good.kept, good.model) == (True, "judge-1")
    assert (poor.kept, poor.reason, poor.model) == (False, "poor_fluency", "judge-2")
    assert poor.detail.startswith("judge-1: unparsable in 3 tries") and poor.detail.endswith("completeness 1")
    unread = quality.check(ITEM, CORPUS, panel("hm", "hm"))
    assert unread is not None
    assert (unread.kept, unread.reason, unread.marks) == (False, "unknown", ())


# concept

TEMPLATE = "What are the main challenges in [ ], and how can [ ] address these issues?"


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What are the main challenges in rural eye care, and how can mobile cameras address these issues?", ""),
        ("What is the main challenges in rural eye care and how can mobile cameras address these issues", ""),
        ("What are the challenges in rural eye care, and how can cameras address these issues?", "fragment_missing"),
        ("How can cameras address these issues, and what are the main challenges in eye care?", "fragment_missing"),
        ("What are the main challenges in [ ], and how can cameras address these issues?", "slot_left_empty"),
        ("What are the main challenges in cameras, and how can cameras address these issues?", "equal_slots"),
    ],
)
def test_a_question_keeps_the_words_of_its_template(question: str, reason: str) -> None:
    """DHQ-46."""
    construction = Construction(recipe="dochop_qa", template=TEMPLATE, slots=(Slot(name="topic", value="x"),))
    verdict = concept.check(replace(ITEM, question=question, construction=construction), CORPUS, Kit())
    assert ("" if verdict is None else verdict.reason) == reason


def test_a_question_without_a_template_has_no_concept_to_lose() -> None:
    assert concept.check(ITEM, CORPUS, Kit()) is None


# masking


@pytest.mark.parametrize(
    ("needs", "roles"),
    [
        (lambda shown: 0 in shown, "CSS"),
        (lambda shown: {0, 2} <= shown, "CSC"),
        (lambda shown: 2 in shown and (0 in shown or 1 in shown), "SSC"),
    ],
)
def test_roles_are_recovered_exactly_from_a_known_dependency(needs: Callable[[set[int]], bool], roles: str) -> None:
    """CV-39: a piece is crucial if masking it alone loses the answer; |package| + 1 calls (CV-40)."""
    found = ablate(3, lambda masked: needs({0, 1, 2} - masked))
    assert "".join(role[0].upper() for role in found.roles) == roles
    assert found.calls == 4


def test_two_pieces_that_say_the_same_are_crucial_together() -> None:
    """CV-41: no single mask breaks the answer, so the smallest set that does is looked for."""
    found = ablate(3, lambda masked: bool({0, 2} - masked))
    assert found.roles == ("crucial", "supplemental", "crucial")


@pytest.mark.parametrize(
    ("answers", "outcome"),
    [(lambda masked: False, "control_wrong"), (lambda masked: None, "unknown"), (lambda masked: True, "nothing_crucial")],
)
def test_masking_says_why_there_are_no_roles(answers: Callable[[frozenset[int]], bool | None], outcome: str) -> None:
    assert ablate(2, answers).outcome == outcome


@pytest.mark.parametrize("lost_at", [1, 2, 3])
def test_a_call_that_cannot_be_judged_leaves_all_unknown(lost_at: int) -> None:
    calls = iter(range(10))
    found = ablate(2, lambda masked: None if next(calls) == lost_at else (len(masked) < 2))
    assert found.outcome in ("unknown", "labelled")
    assert ablate(2, lambda masked: None if masked else True).outcome == "unknown"


def test_ablation_masks_the_text_of_a_piece_and_nothing_else() -> None:
    kit = kit_of(solver=reader)
    extra = replace(CRANES, role="supplemental")
    verdict = ablation.check(replace(ITEM, evidence=(COUNT, extra)), CORPUS, kit)
    assert verdict is not None
    assert (verdict.kept, verdict.detail) == (True, "crucial, supplemental; 3 calls")
    control, without_count, without_cranes = (prompt.text for prompt in asked(kit))
    assert "4,130" in control and "Eastmere" in control and "Southby" in control
    assert "4,130" not in without_count and "Eastmere" in without_count
    assert "4,130" in without_cranes and "Eastmere" not in without_cranes


def test_ablation_rejects_a_piece_called_crucial_that_is_not() -> None:
    verdict = ablation.check(HOPS, CORPUS, kit_of(solver=reader))
    assert verdict is not None
    assert verdict.reason == "roles_differ"
    lenient = ablation.check(HOPS, CORPUS, kit_of(solver=reader), strict=False)
    assert lenient is not None
    assert lenient.kept


def test_ablation_shows_the_pages_with_the_piece_blanked(tmp_path: Path) -> None:
    """CV-39: white where the piece was."""
    document, corpus = drawn(tmp_path)
    evidence = Evidence(document=document.id, block=0, boxes=document.blocks[0].boxes)
    item: Item = replace(ITEM, evidence=(evidence,), documents=(replace(ITEM.documents[0], id=document.id),))
    kit = kit_of(corpus, store=PictureStore(tmp_path / "images"), solver=["4130", "no"])
    verdict = ablation.check(item, corpus, kit)
    assert verdict is not None
    assert verdict.kept
    shown = [[part.sha256 for part in prompt.messages[-1].parts if isinstance(part, ImagePart)] for prompt in asked(kit)]
    assert [len(pictures) for pictures in shown] == [1, 1]
    assert shown[0] != shown[1]


def drawn(folder: Path) -> tuple[Document, Corpus]:
    unpaged = replace(PORTS, pages=(), blocks=tuple(replace(block, boxes=()) for block in PORTS.blocks))
    document, pdf = lay_out(unpaged)
    assert document.pages_source is not None
    path = folder / "sources" / source_name(document.pages_source)
    path.parent.mkdir()
    path.write_bytes(pdf)
    return document, Corpus([document], folder=folder)
