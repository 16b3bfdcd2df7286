"""Reading and comparing lists: DH-67, X-S04, X-S05."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers.gold import gold_text
from evidoc.answers.list import list_f1, read_list, same_entry, same_list
from evidoc.records.item import Answer


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("A, B and C", ["A", "B", "C"]),
        ("A, B, and C.", ["A", "B", "C"]),
        ('["a","b, c"]', ["a", "b, c"]),
        ("[1, 2]", ["1", "2"]),
        ("[a, b]", ["a", "b"]),
        ('```json\n["a"]\n```', ["a"]),
        ("- x\n- y, z", ["x", "y, z"]),
        ("1. x\n2) y", ["x", "y"]),
        ("The products are: A, B", ["A", "B"]),
        ("The products are:\nalpha\nbeta", ["alpha", "beta"]),
        ("A,\nB", ["A", "B"]),
        ("1,204, 5", ["1,204", "5"]),
        ("Smith and Sons, B", ["Smith and Sons", "B"]),
        ("x (a, b), c", ["x (a, b)", "c"]),
        ("x (a, b", ["x (a", "b"]),
        ("A；B、C", ["A", "B", "C"]),
        ("'A', \"B\"", ["A", "B"]),
        ("Answer: A; B", ["A", "B"]),
        ("", []),
        ("[" * 3000 + "]" * 3000, []),
    ],
)
def test_a_list_is_read_however_it_is_written(text: str, entries: list[str]) -> None:
    """DH-67."""
    read = read_list(text, known=["Smith and Sons"])
    assert read == entries or not entries and len(read) <= 1


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [("Net income", "net income.", True), ("1,204", "1204", True), ("5%", "5", False), ("A", "B", False)],
)
def test_entries_are_compared_as_texts_or_numbers(first: str, second: str, same: bool) -> None:
    assert same_entry(first, second) is same


def test_order_counts_only_where_it_is_asked_for() -> None:
    assert same_list(["B", "A", "A"], ["A", "B"])
    assert not same_list(["B", "A"], ["A", "B"], ordered=True)
    assert same_list(["a", "b"], ["A", "B"], ordered=True)


def test_f1_counts_distinct_entries() -> None:
    assert list_f1(["A", "C", "C"], ["A", "B"]) == 0.5
    assert list_f1([], ["A"]) == list_f1(["A"], []) == 0.0


@given(st.lists(st.text(max_size=12).map(str.strip).filter(bool), min_size=1, max_size=5))
def test_a_list_written_as_gold_reads_back(entries: list[str]) -> None:
    text = gold_text(Answer(kind="list", value=tuple(entries)))
    assert text.startswith("[") or same_list(read_list(text, known=entries), entries, ordered=True)
