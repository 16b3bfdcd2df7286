"""ROUGE equals the reference package rouge-score 0.1.2, called as `RougeScorer([…], use_stemmer=True)`. Source: DHQ-118, X-39."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rouge_score import rouge_scorer

from evidoc.answers._porter import stem
from evidoc.answers.rouge import has_words, lines_of, rouge
from tests.answers.wording import HARD, pairs

REFERENCE = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL", "rougeLsum"], use_stemmer=True)


def theirs(prediction: str, reference: str) -> list[float]:
    found = REFERENCE.score(reference, prediction)
    return [float(found[name].fmeasure) for name in ("rouge1", "rouge2", "rougeL", "rougeLsum")]


def ours(prediction: str, reference: str) -> list[float]:
    found = rouge(prediction, reference)
    return [found.rouge1, found.rouge2, found.rouge_l, found.rouge_lsum]


def test_hundreds_of_texts_have_the_numbers_of_the_reference_package() -> None:
    for said, right in pairs(300, random.Random(5)):
        assert ours(said, right) == pytest.approx(theirs(said, right), abs=1e-12)


@pytest.mark.parametrize("said", HARD)
@pytest.mark.parametrize("right", HARD)
def test_hard_texts_have_the_numbers_of_the_reference_package(said: str, right: str) -> None:
    assert ours(said, right) == pytest.approx(theirs(said, right), abs=1e-12)


@given(st.lists(st.sampled_from("ab c\n"), max_size=24), st.lists(st.sampled_from("ab c\n"), max_size=24))
def test_any_repetition_has_the_numbers_of_the_reference_package(said: list[str], right: list[str]) -> None:
    """Few words and many lines: every tie of the longest common subsequences must be broken as theirs."""
    first, second = " ".join(said), " ".join(right)
    assert ours(first, second) == pytest.approx(theirs(first, second), abs=1e-12)


@given(st.text(alphabet="abcdeilnosty", min_size=1, max_size=14))
def test_any_word_has_the_stem_of_the_reference_package(word: str) -> None:
    from nltk.stem.porter import PorterStemmer

    assert stem(word) == PorterStemmer().stem(word)


SUFFIXES = (
    "ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti "
    "fulli logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive "
    "ize ied ies ed ing eed ying lly sses s e y"
)
OWN = "sky skies dying lying tying news innings inning outings outing cannings canning howe proceed exceed succeed"


@pytest.mark.parametrize("suffix", ["", *SUFFIXES.split()])
def test_every_suffix_is_taken_off_as_in_the_reference_package(suffix: str) -> None:
    from nltk.stem.porter import PorterStemmer

    theirs = PorterStemmer()
    beginnings = ("s", "tr", "ma", "hop", "crea", "relat", "fall", "agre", "y", "sky", "hiss", "oscill", "eyed", "conform", "dy")
    assert [stem(start + suffix) for start in beginnings] == [theirs.stem(start + suffix) for start in beginnings]


def test_words_that_have_a_stem_of_their_own_have_it() -> None:
    from nltk.stem.porter import PorterStemmer

    words = OWN.split()
    assert [stem(word) for word in words] == [PorterStemmer().stem(word) for word in words]


def test_a_hand_worked_pair_has_its_numbers() -> None:
    """Said 3 words, right 4, shared 3 words and 1 pair, in order 3: F1 6/7, pairs 2·(1/2)(1/3)/(5/6) = 0.4."""
    assert ours("the cat sat", "the cat never sat") == pytest.approx([6 / 7, 0.4, 6 / 7, 6 / 7])


def test_the_order_of_sentences_does_not_count_for_lsum_alone() -> None:
    found = rouge("b c d\na x y", "a x y\nb c d")
    assert found.rouge_lsum == 1.0
    assert found.rouge_l == 0.5


def test_each_sentence_comes_on_a_line_of_its_own() -> None:
    assert lines_of("It rose by 3.5 %. Then it fell! Why? (See Fig. 2.) e.g. this") == (
        "It rose by 3.5 %.\nThen it fell!\nWhy?\n(See Fig. 2.) e.g. this"
    )


@pytest.mark.parametrize(("text", "has"), [("", False), ("中文。", False), ("É", False), ("5", True), ("A", True)])
def test_words_are_latin_letters_and_digits(text: str, has: bool) -> None:
    assert has_words(text) is has
