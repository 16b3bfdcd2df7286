from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.pages.sentences import sentences

GOLDEN = Path(__file__).with_name("sentences.txt").read_text(encoding="utf-8").splitlines()


def test_a_hundred_sentences_in_a_row_are_cut_where_they_end() -> None:
    """At least 98 of 100 boundaries are right, and none too many (DHQ-14)."""
    found = sentences(" ".join(GOLDEN))
    assert len(GOLDEN) == 100
    assert len(set(GOLDEN) & set(found)) >= 98
    assert abs(len(found) - 100) <= 2


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", []),
        ("  \n ", []),
        ("no stop at the end", ["no stop at the end"]),
        ("One.\nTwo.", ["One.", "Two."]),
        ("It is 3.5 m. Long.", ["It is 3.5 m.", "Long."]),
        ("See Fig. 3. Then go.", ["See Fig. 3.", "Then go."]),
        ("He cites Lee et al. The rest is new.", ["He cites Lee et al.", "The rest is new."]),
        ("He cites Lee et al. Nature was first.", ["He cites Lee et al. Nature was first."]),
        ("Given by vitamin D. The dose was low.", ["Given by vitamin D.", "The dose was low."]),
        ("雨が降る。風が吹く。", ["雨が降る。", "風が吹く。"]),
        ("Really?! Yes.", ["Really?!", "Yes."]),
        ("We fed Ae. Aegypti well. It died.", ["We fed Ae. Aegypti well.", "It died."]),
        ("He left (in May.) Then rain fell.", ["He left (in May.)", "Then rain fell."]),
        ("It goes on... and on.", ["It goes on... and on."]),
        ("It stops... Then goes on.", ["It stops...", "Then goes on."]),
    ],
)
def test_marks_that_end_a_sentence_and_those_that_do_not(text: str, wanted: list[str]) -> None:
    assert sentences(text) == wanted


@given(st.text(max_size=200))
def test_no_letter_is_lost(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())
