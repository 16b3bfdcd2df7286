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


@given(st.lists(st.integers(0, 10**6), min_size=1, unique=True), st.sampled_from([", ", ",", " and ", "; ", "\n", " "]))
def test_any_list_that_was_written_is_read(values: list[int], separator: str) -> None:
    text = separator.join(str(value) for value in values)
    assert read_indices(text).values == read_indices(f"[{text}]").values == tuple(values)


@pytest.mark.parametrize("text", ["1 " * 50_000, "[" * 100_000, "entity " * 20_000, "entity 1, " * 20_000 + "x", "1-" * 50_000])
def test_a_flood_is_read_quickly(text: str) -> None:
    start = time.process_time()
    read_indices(text)
    assert time.process_time() - start < 2
