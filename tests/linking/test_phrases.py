"""Key phrases of one text (DHQ-27)."""

from __future__ import annotations

import string

from hypothesis import given
from hypothesis import strategies as st

from evidoc.linking import STOPWORDS, key_phrases
from evidoc.linking._alike import alike, shared_letters

ABSTRACT = (
    "Zinc biofortification of wheat\n"
    "Zinc deficiency harms two billion people. Wheat grains are a major source of zinc, but modern wheat stores little of it. "
    "We mapped quantitative trait loci for grain zinc in 300 wheat lines. Three loci raised grain zinc by 12%. "
    "Breeding with these loci, called QTL-Zn1, may reduce zinc deficiency."
)


def test_the_golden_phrases_of_one_abstract() -> None:
    """DHQ-27: pinned, so that a change of the extractor is seen."""
    wanted = "zinc, zinc biofortification, wheat, zinc deficiency, loci, grain zinc, biofortification, deficiency"
    assert ", ".join(key_phrases(ABSTRACT, most=8)) == wanted


def test_a_phrase_neither_begins_nor_ends_with_a_stopword() -> None:
    words = [phrase.split() for phrase in key_phrases(ABSTRACT)]
    assert not [phrase for phrase in words if phrase[0] in STOPWORDS or phrase[-1] in STOPWORDS]


def test_numbers_and_words_with_digits_are_in_no_phrase() -> None:
    assert not [phrase for phrase in key_phrases(ABSTRACT) if any(letter.isdigit() for letter in phrase)]


def test_a_phrase_crosses_no_punctuation_and_no_sentence() -> None:
    found = key_phrases("We studied zinc, wheat. Rice grows")
    assert "zinc wheat" not in found
    assert "wheat rice" not in found


def test_a_title_and_the_abstract_after_it_share_no_phrase() -> None:
    assert "wheat zinc" not in key_phrases("Iron in wheat\nZinc in rice")


def test_of_two_phrases_that_are_alike_one_stays() -> None:
    found = key_phrases("Mosquitoes carry viruses. A mosquito carries a virus. Mosquitoes bite. The mosquito bites.")
    assert len({"mosquito", "mosquitoes"} & set(found)) == 2  # 8 letters of 18 shared twice: 0.89 is not above 0.9
    assert len({"grain", "grains"} & set(key_phrases("Grain grows. Grains grow. Grain sells. Grains sell."))) == 1


def test_a_text_of_stopwords_has_no_key_phrases() -> None:
    assert key_phrases("It was and it is not; the 12 of 1990.") == ()
    assert key_phrases("") == ()


def test_there_are_at_most_as_many_as_asked_for() -> None:
    assert len(key_phrases(ABSTRACT, most=3)) == 3
    assert key_phrases(ABSTRACT)[:3] == key_phrases(ABSTRACT, most=3)


@given(st.text(max_size=300))
def test_any_text_gives_distinct_phrases_of_one_or_two_words_in_lower_case(text: str) -> None:
    found = key_phrases(text)
    assert len(found) == len(set(found)) <= 20
    assert all(1 <= len(phrase.split()) <= 2 for phrase in found)
    assert found == key_phrases(text)


words = st.text(string.ascii_lowercase[:4], min_size=1, max_size=12)


@given(words, words)
def test_likeness_is_symmetric_and_whole_for_equal_words(first: str, second: str) -> None:
    assert shared_letters(first, second) == shared_letters(second, first) <= min(len(first), len(second))
    assert shared_letters(first, first) == len(first)
    wanted = 2 * shared_letters(first, second) > 0.9 * (len(first) + len(second))
    assert alike(first, second, above=0.9) == wanted
