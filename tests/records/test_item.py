"""What an item says of itself beyond its fields."""

from __future__ import annotations

from msgspec.structs import replace

from evidoc.records.item import Answer, Evidence, EvidenceRole, Task
from evidoc.records.record import to_json
from tests.build import item_of


def test_an_answer_needs_all_evidence_but_distractors() -> None:
    roles: tuple[EvidenceRole, ...] = ("crucial", "distractor", "supplemental")
    pieces = [Evidence(document="d-a", block=number, role=role) for number, role in enumerate(roles)]
    assert [evidence.block for evidence in item_of(evidence=pieces).needed] == [0, 2]


def test_the_text_of_a_list_has_commas() -> None:
    assert Answer(kind="text", value="it").text == "it"
    assert Answer(kind="list", value=("Ash", "Elm")).text == "Ash, Elm"


def test_the_kind_of_a_task_is_the_narrowest_label_there_is() -> None:
    assert Task(family="dochop_qa", group="table", category="chain", concept="TS").kind == "TS"
    assert Task(family="dochop", category="counting").kind == "counting"
    assert Task(family="pdfqa", group="lookup").kind == "lookup"
    assert Task(family="pdfqa").kind == "pdfqa"


def test_the_type_of_a_task_is_the_group_of_its_concept_or_its_family() -> None:
    assert Task(family="dochop_qa", group="table", concept="TS").type == "table"
    assert Task(family="pdfqa", group="lookup").type == "pdfqa"


def test_the_path_of_a_task_has_all_its_names_from_the_family_down() -> None:
    task = Task(family="dochop_qa", group="table", subtask="comparison", category="chain", concept="TS")
    assert task.path == "dochop_qa / table / comparison / chain / TS"
    assert Task(family="pdfqa", category="lookup").path == "pdfqa / lookup"


def test_what_is_derived_is_not_written() -> None:
    item = replace(item_of(), task=Task(family="pdfqa"))
    assert b'"needed":' not in to_json(item) and b'"kind":' not in to_json(item.task) and b'"text":' not in to_json(item.answer)
