"""The length of texts in words, for tables of lengths and for texts that must fit a page (DH-43)."""

from __future__ import annotations

import pytest

from evidoc.pages.length import word_count


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("How much did it cost in 2023?", 7),
        ("a “quoted” word", 3),
        ("该公司二零二三年度的营业收入总额是多少？", 12),
        ("2023年收入是多少？", 5),
        ("営業利益はいくらですか。", 7),
        ("매출은 얼마입니까?", 2),
    ],
)
def test_words_are_counted_and_characters_where_there_are_no_spaces(text: str, words: int) -> None:
    assert word_count(text) == words
