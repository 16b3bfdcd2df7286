"""BLEU equals the reference package sacrebleu 2.x: its `sentence_bleu` and `corpus_bleu` with the tokeniser 13a.

Source: DHQ-117, X-39.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import cast

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers import bleu
from evidoc.answers.bleu import corpus_bleu, matches, sentence_bleu, tokens
from tests.answers.wording import HARD, pairs

MANY = list(pairs(300, random.Random(7)))


def theirs(said: str, right: str) -> float:
    return float(sacrebleu.sentence_bleu(said, [right]).score)


def test_hundreds_of_texts_have_the_numbers_of_the_reference_package() -> None:
    assert [sentence_bleu(*pair) for pair in MANY] == pytest.approx([theirs(*pair) for pair in MANY], abs=1e-9)


def test_the_corpus_has_the_number_of_the_reference_package() -> None:
    expected = sacrebleu.corpus_bleu([said for said, _ in MANY], [[right for _, right in MANY]]).score
    assert corpus_bleu(MANY) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("said", HARD)
@pytest.mark.parametrize("right", HARD)
def test_hard_texts_have_the_numbers_of_the_reference_package(said: str, right: str) -> None:
    assert sentence_bleu(said, right) == pytest.approx(theirs(said, right), abs=1e-9)
    assert corpus_bleu([(said, right)]) == pytest.approx(sacrebleu.corpus_bleu([said], [[right]]).score, abs=1e-9)


@given(st.lists(st.sampled_from("ab."), max_size=14), st.lists(st.sampled_from("ab."), max_size=14))
def test_any_repetition_has_the_numbers_of_the_reference_package(said: list[str], right: list[str]) -> None:
    first, second = " ".join(said), " ".join(right)
    assert sentence_bleu(first, second) == pytest.approx(theirs(first, second), abs=1e-9)


def _theirs() -> Callable[[str], str]:
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    return cast("Callable[[str], str]", Tokenizer13a())  # type: ignore[no-untyped-call]


@given(st.text(alphabet="ab1 .,-&;'\"$%()\n\t!?é", max_size=40))
def test_any_text_is_split_as_by_the_reference_package(text: str) -> None:
    assert tokens(text) == _theirs()(text.rstrip()).split()


def test_a_hand_worked_pair_has_its_number() -> None:
    """Said a b c d e, right a b c d f: shares 4/5, 3/4, 2/3, 1/2 of equal length; their product is 1/5, so BLEU 100 · 0.2^¼."""
    assert sentence_bleu("a b c d e", "a b c d f") == pytest.approx(100 * 0.2**0.25)


def test_a_short_reply_pays_for_what_it_leaves_out() -> None:
    assert sentence_bleu("a b c d", "a b c d e f g h") == pytest.approx(100 * 2.718281828459045**-1)


def test_a_sentence_of_two_words_can_be_right_but_a_corpus_of_two_words_has_no_runs_of_four() -> None:
    assert sentence_bleu("net income", "net income") == pytest.approx(100.0)
    assert corpus_bleu([("net income", "net income")]) == 0.0


def test_no_pairs_have_no_bleu() -> None:
    assert corpus_bleu([]) == 0.0


def test_counts_of_pairs_add_up() -> None:
    together = matches("a b", "a c") + matches("c", "c")
    assert (together.shared, together.possible, together.said, together.wanted) == ((2, 0, 0, 0), (3, 1, 0, 0), 3, 3)


def test_words_are_forgotten_where_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bleu, "_MOST_REMEMBERED", 3)
    assert tokens("a, b, c, d, e, f,") == ["a", ",", "b", ",", "c", ",", "d", ",", "e", ",", "f", ","]
