"""What is filled in is checked on the server as in the browser. Source: DHQ-80, X-34, cases I07."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.errors import UsageError
from evidoc.flow.rating_form import load_form
from evidoc.review.entries import MOST_SIGNS, Entry, read_entry
from evidoc.review.posted import MAX_BODY, read_posted, typed

QUALITY = load_form("quality")


def entry(form: str = "quality", *, passages: tuple[str, ...] = (), **fields: str) -> Entry:
    return read_entry({name.replace("__", " "): [value] for name, value in fields.items()}, load_form(form), passages=passages)


def test_good_ratings_need_no_comment() -> None:
    found = entry(reality_fluency="3", accuracy="4", completeness="3", seconds="12.34")
    assert found.faults == () and found.seconds == 12.3
    assert found.values == {"reality_fluency": "3", "accuracy": "4", "completeness": "3"}


def test_a_low_rating_needs_a_comment_and_white_space_is_none() -> None:
    """DHQ-80: low is 1 or 2."""
    found = entry(reality_fluency="3", accuracy="2", completeness="1", comment=" \n ")
    assert found.fault("comment") == "Please say why: Accuracy of the snippets is 2, Completeness is 1."
    assert entry(reality_fluency="3", accuracy="2", completeness="1", comment="off").faults == ()


@given(levels=st.tuples(*[st.sampled_from(["1", "2", "3", "4"])] * 3), comment=st.text(max_size=20))
def test_only_low_ratings_without_a_comment_are_refused(levels: tuple[str, str, str], comment: str) -> None:
    found = read_entry(
        {field.name: [value] for field, value in zip(QUALITY.fields, levels, strict=True)} | {"comment": [comment]}, QUALITY
    )
    assert bool(found.faults) == (min(levels) <= "2" and not found.comment)


def test_nothing_is_chosen_by_default() -> None:
    """I07: untouched is missing, not the lowest level."""
    found = entry(accuracy="4")
    assert found.values == {"accuracy": "4"}
    assert [fault.field for fault in found.faults] == ["reality_fluency", "completeness"]


@pytest.mark.parametrize("value", ["5", "0", "four", "4.0", "<script>"])
def test_a_level_that_the_form_has_not_is_refused(value: str) -> None:
    assert "There is no" in entry(reality_fluency=value, accuracy="4", completeness="4").fault("reality_fluency")


def test_a_level_with_spaces_around_is_that_level() -> None:
    assert entry(reality_fluency=" 4 ", accuracy="4", completeness="4").values["reality_fluency"] == "4"


def test_a_reason_is_asked_of_who_does_not_accept_and_left_out_of_who_does() -> None:
    """DH-44: reject with a reason; an accepted narrative has none."""
    found = entry("narrative", verdict="reject")
    assert [fault.field for fault in found.faults] == ["reason", "part", "comment"]
    assert entry("narrative", verdict="reject", reason="missing", part="label", comment="no name").faults == ()
    accepted = entry("narrative", verdict="accept", reason="missing")
    assert accepted.faults == () and accepted.values == {"verdict": "accept"}


def test_an_answer_is_asked_where_there_is_one() -> None:
    """DHQ-139."""
    assert entry("answerability", answerable="yes", confidence="4").fault("own answer") == "Write something here."
    assert entry("answerability", answerable="no", confidence="4", comment="not there").faults == ()


def test_only_passages_of_the_item_can_be_marked_and_keep_their_order() -> None:
    """DHQ-66."""
    form = load_form("evidence")
    found = read_entry(
        {"own evidence": ["doc1_paragraph2", "/etc/passwd", "doc1_paragraph1"]},
        form,
        passages=("doc1_paragraph1", "doc1_paragraph2"),
    )
    assert found.values == {"own evidence": "doc1_paragraph1\ndoc1_paragraph2"} and found.faults == ()


def test_who_marks_nothing_says_so() -> None:
    assert "Nothing is marked" in entry("evidence").fault("comment")
    assert entry("evidence", comment="none helps").faults == ()


def test_long_texts_are_refused_with_their_length() -> None:
    long = "a" * (MOST_SIGNS + 1)
    assert "these are 10,001" in entry("answer", own__answer=long).fault("own answer")
    assert "these are 10,001" in entry("answer", own__answer="x", comment=long).fault("comment")


@pytest.mark.parametrize("seconds", ["", "nan", "inf", "-3", "soon", "1e400"])
def test_seconds_that_are_none_are_not_kept(seconds: str) -> None:
    assert entry("answer", own__answer="x", seconds=seconds).seconds is None


def test_a_page_that_was_forgotten_counts_a_day_at_most() -> None:
    assert entry("answer", own__answer="x", seconds="1e9").seconds == 86_400.0


@given(st.dictionaries(st.text(min_size=1, max_size=8), st.lists(st.text(max_size=30), min_size=1, max_size=3), max_size=5))
def test_what_a_browser_sends_is_read_back(fields: dict[str, list[str]]) -> None:
    assert read_posted(urlencode(fields, doseq=True).encode()) == fields


@given(st.binary(max_size=300))
def test_any_bytes_are_fields_or_refused(body: bytes) -> None:
    try:
        found = read_posted(body)
    except UsageError:
        return
    read_entry(found, QUALITY)


def test_what_no_browser_sends_is_refused() -> None:
    for body in (b"a" * (MAX_BODY + 1), b"a=%ff", "ä=1".encode(), b"a", b"a=1&" * 3000):
        with pytest.raises(UsageError):
            read_posted(body)


def test_control_signs_are_taken_out_and_line_ends_are_plain() -> None:
    assert typed({"a": ["x\x00\x1b\r\ny\rz\t!"]}, "a") == "x\ny\nz\t!"
