"""Which entries a reply names, in all the forms that models write them. Source: DHQ-110, X-36."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers.indices import NamedIndices, read_indices

TAGS = {"doc1_title": 0, "doc1_paragraph3": 4, "doc2_table1": 9}


@pytest.mark.parametrize(
    ("reply", "values"),
    [
        ("[3, 5, 7]", (3, 5, 7)),
        ("[3,5,7].", (3, 5, 7)),
        ('["3", "5"]', (3, 5)),
        ('["Entity 3", "Entity 5"]', (3, 5)),
        ("3, 5, 7", (3, 5, 7)),
        ("3,5 and 7", (3, 5, 7)),
        ("3 5 7", (3, 5, 7)),
        ("3\n5\n7", (3, 5, 7)),
        ("- 3\n- 5", (3, 5)),
        ("* [Entity 3]\n* [Entity 5]", (3, 5)),
        ("7", (7,)),
        ("0", (0,)),
        ("[Entity 3]", (3,)),
        ("[Entity 3], [Entity 5]", (3, 5)),
        ("[Entity 3][Entity 5]", (3, 5)),
        ("Entity 3 and 5", (3, 5)),
        ("Entities: 3, 5", (3, 5)),
        ("entities 3-5", (3, 4, 5)),
        ("3 to 5, 9", (3, 4, 5, 9)),
        ("3–5", (3, 4, 5)),
        ("5, 3, 5", (5, 3)),
        ("**Answer:** [3, 5]", (3, 5)),
        ("I looked at [1] and [2].\nAnswer: [3, 5]", (3, 5)),
        ('{"answer": [3, 5]}', (3, 5)),
        ('{"indices": [3, 5]}', (3, 5)),
        ("```json\n[3, 5]\n```", (3, 5)),
        ("<answer>3, 5</answer>", (3, 5)),
        ("<think>maybe 9</think>[3, 5]", (3, 5)),
        ("The snippets are in [3, 5], as these speak of dosage.", (3, 5)),
        ("The relevant entities are 3, 5 and 7 because of 12 patients.", (3, 5, 7)),
        ("The answer follows from [Entity 3] and, for the dose of 20 mg, [Entity 5].", (3, 5)),
        ("Relevant indices: 3, 5", (3, 5)),
        ("Entity 3 says so, and entity 5 too, in 2021.", (3, 5)),
        ("Index 4.", (4,)),
        ("doc1_title, doc2_table1", (0, 9)),
        ("It is in <doc1_paragraph3> and entity 7.", (4, 7)),
        ("[Entity 0] <doc1_title>", (0,)),
        ("实体 3 和 5", (3, 5)),
        ("3、5", (3, 5)),
        ("[]", ()),
        ("None", ()),
        ("None.", ()),
        ("Answer: no entities", ()),
    ],
)
def test_a_reply_names_these_entries(reply: str, values: tuple[int, ...]) -> None:
    assert read_indices(reply, tags=TAGS) == NamedIndices(values=values, found=True)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I cannot say.",
        "The dose was 20 mg in 12 patients.",
        "3.5",
        "-3",
        "5-3",
        "0-99999999",
        "1234567890123",
        "[see the table]",
        "doc9_title",
        "yes",
        "[a, 3]",
        "<think>[3]",
    ],
)
def test_a_reply_that_names_no_entry_is_not_read(reply: str) -> None:
    assert read_indices(reply, tags=TAGS) == NamedIndices()


@pytest.mark.parametrize(
    ("reply", "values"),
    [
        ("1. [Entity 3]\n2. [Entity 5]", (3, 5)),
        ("1) [Entity 3]\n2) [Entity 5]", (3, 5)),
        ("(1) Entity 3\n(2) Entity 5", (3, 5)),
        ("1. 3\n2. 5", (3, 5)),
        ("1. **3**\n2. **5**", (3, 5)),
        ("1\\. [3]\n2\\. [5]", (3, 5)),
        ("1. [Entity 3] 2. [Entity 5]", (3, 5)),
        ("Entity 3. Entity 5. Entity 7.", (3, 5, 7)),
        ("Entities 3 and 5: Entity 3 has the dose.", (3, 5)),
        ("1. [Entity 3]: it speaks of 12 patients\n2. [Entity 5]: it gives the dose", (3, 5)),
        ("1. **Entity 3** – the problem in 2014\n2. **Entity 5** – the solution", (3, 5)),
        ("1. Entity 3: The dose was 20 mg.\n2. Entity 5: It helped.", (3, 5)),
        ("The relevant entities are:\n1. 3\n2. 5", (3, 5)),
        ("The relevant entities are:\n\n1. [Entity 3]\n\n2. [Entity 5]", (3, 5)),
        ("Answer:\n\n1. [Entity 3]\n\n2. [Entity 5]\n\nThere were 12 [9] others.", (3, 5)),
        ("1. First I looked at the titles.\n2. Then at the tables.\n\nAnswer: [3, 5]", (3, 5)),
        ("- [Entity 3]\n- [Entity 5]", (3, 5)),
        ("• Entity 3\n• Entity 5", (3, 5)),
        ("- 3: the dose of 20 mg\n- 5: the outcome in 12 patients", (3, 5)),
        ("- **3** – the dose\n- **5** – the outcome", (3, 5)),
        ("* **Entity 3**: dose\n* **Entity 5**: outcome", (3, 5)),
        ("**3**, **5**", (3, 5)),
        ("`3`, `5`", (3, 5)),
        ("**[3, 5]**", (3, 5)),
        ("[**Entity 3**, **Entity 5**]", (3, 5)),
        ("#3, #5", (3, 5)),
        ("Entity_3, Entity_5", (3, 5)),
        ("Elements 3 and 5 answer it.", (3, 5)),
        ("3.\n5.\n7.", (3, 5, 7)),
        ("1.\n2.\n3.", (1, 2, 3)),
        ("1, 2, 3", (1, 2, 3)),
        ("1. 2", (2,)),
        ("3–5, 9", (3, 4, 5, 9)),
        ("3 through 5", (3, 4, 5)),
        ("[Entity 3]–[Entity 5]", (3, 4, 5)),
        ("It is in [Entity 3] to [Entity 5].", (3, 4, 5)),
        ("entities 3–5 and 9 say so", (3, 4, 5, 9)),
        ('{"evidence": [{"entity": 3}, {"entity": 5}]}', (3, 5)),
        ('{"evidence": [{"entity": "Entity 3", "page": 7, "reason": "12 patients"}]}', (3,)),
        ('[{"index": 3, "text": "In 2014 …"}, {"index": 5}]', (3, 5)),
        ('{"entityIds": [3, 5], "count": 2, "confidence": 4}', (3, 5)),
        ('{"answer": "Doses fell in 2014.", "entities": [3, 5]}', (3, 5)),
        ('{"answer": {"indices": ["3", "5"]}}', (3, 5)),
        ('{"Entity 3": "the dose", "Entity 5": "the outcome"}', (3, 5)),
        ('{"entities": [3, 5],}', (3, 5)),
        ('["Entity 3: the dose", "Entity 5: the outcome"]', (3, 5)),
        ('Here it is:\n```json\n{"evidence": [{"entity": 3}, {"entity": 5}]}\n```\nThese are 2 of 40.', (3, 5)),
        ("Here it is:\n```json\n[3, 5]\n```\nSee Table [2] too.", (3, 5)),
        ("Here it is:\n```\n3, 5\n```\nThese say it.", (3, 5)),
        ('{"entity": 3}\n{"entity": 5}', (3, 5)),
        ('{"evidence": [{"entity": 3}, {"entity": 5}, {"enti', (3, 5)),
        ('{"evidence": [{"id": "doc1_paragraph3"}]}', (4,)),
        ("{'entities': [3, 5]}", (3, 5)),
        ('{"entities": []}', ()),
        ('{"evidence": null}', ()),
        ("[Entity 3], see Table [2]", (3,)),
        ("It follows from [3] (see Table [2] and [4]; Fig. [6]).", (3,)),
        ("[Entity 3] and [5], as was shown before [12].", (3, 5)),
        ("Table [2] says it, which is [Entity 9].", (9,)),
        ("Entity 7, 2014 data", (7,)),
        ("Entity 7, 12 patients, 2014", (7,)),
        ("Entity 3 and 12 patients of it", (3,)),
        ("Entities 3, 5 and 7, 2014 onwards", (3, 5, 7)),
        ("Entities 3, 5, 7 describe it.", (3, 5, 7)),
        ("Entity 3, 5 and 7 describe it.", (3, 5, 7)),
        ("| Entity | Why |\n|---|---|\n| 3 | 12 patients |\n| [5] | 2014 |", (3, 5)),
        ("| # | Entity index | Why |\n| --- | :---: | --- |\n| 1 | 3 | dose |\n| 2 | 5 | outcome |\n\nThese are 2.", (3, 5)),
        ("答案：实体3、5和7。", (3, 5, 7)),
    ],
)
def test_what_stands_around_entries_names_none(reply: str, values: tuple[int, ...]) -> None:
    """Numbers of lists, years, pages, tables and counts are no entries; lists, tables and JSON are read through."""
    assert read_indices(reply, tags=TAGS) == NamedIndices(values=values, found=True)


@pytest.mark.parametrize(
    "reply",
    [
        "see Table [2]",
        "Figures [2] and [3] show it.",
        "1. The dose was 20 mg.\n2. It helped 12 patients.",
        "1. Read the titles.\n2. Read the tables.",
        "- 3 patients died\n- 5 left",
        "| Dose | Patients |\n|---|---|\n| 3 | 12 |",
        '{"page": 3, "count": 2, "reason": "entity"}',
        '{"confidence": 0.9, "answer": true}',
        '{"documents": [1, 2]}',
        "95% CI [1, 5]",
    ],
)
def test_numbers_of_other_things_name_no_entry(reply: str) -> None:
    assert read_indices(reply, tags=TAGS) == NamedIndices()


@given(st.lists(st.integers(0, 10**6), min_size=1, unique=True), st.sampled_from([", ", ",", " and ", "; ", "\n", " "]))
def test_any_list_that_was_written_is_read(values: list[int], separator: str) -> None:
    text = separator.join(str(value) for value in values)
    assert read_indices(text).values == read_indices(f"[{text}]").values == tuple(values)


@pytest.mark.parametrize(
    "text",
    [
        "1 " * 50_000,
        "[" * 100_000,
        "entity " * 20_000,
        "entity 1, " * 20_000 + "x",
        "1-" * 50_000,
        "{" * 100_000,
        '{"a":' * 20_000,
        "1. " * 30_000,
        "- 3: x\n" * 12_000,
        "|3" * 50_000,
    ],
)
def test_a_flood_is_read_quickly(text: str) -> None:
    start = time.process_time()
    read_indices(text)
    assert time.process_time() - start < 2
