"""BERTScore as likeness. Source: DHQ-49; the values are what `bert_score.utils.greedy_cos_idf` of bert-score 0.3.13 gives."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.errors import UsageError
from evidoc.retrieval import open_encoder
from evidoc.retrieval._encoder import rows_of_length_one
from evidoc.retrieval._token_match import TokenIndex, bertscore_f1
from evidoc.retrieval.hybrid import index, meaning_of, similarity_of
from tests.build import corpus_of, document_of, paragraph

if TYPE_CHECKING:
    from evidoc.retrieval._encoder import Vectors

REFERENCE = (
    ([[2, 3, -4], [3, 0, 0], [1, -2, 4]], [[-4, -2, -1], [1, -1, -3], [-4, -4, -4]], 0.404833),
    (
        [[-3, 4, -3], [1, 2, -2], [-2, -1, -2], [4, -3, 4]],
        [[3, 3, -3], [-1, 1, 0], [1, 2, 1], [-4, 4, 1], [4, -2, -1], [3, -3, -4], [-1, 2, -3]],
        0.653869,
    ),
    (
        [[3, -1, -2], [0, 4, 3], [3, -2, -4], [3, 2, 2], [-4, -4, 0], [-1, -1, 4], [-3, 0, -2], [-2, 3, -3], [-2, -3, -3]],
        [[-2, 2, 1], [0, -3, 3], [3, -2, -4], [-2, -3, 3], [0, 0, -2]],
        0.752008,
    ),
)
TEXTS = ("A cat sleeps on the warm mat.", "A kitten lies on the rug.", "The court reversed the judgement on appeal.", "")


def rows(numbers: list[list[int]]) -> Vectors:
    return rows_of_length_one(np.array(numbers, dtype=np.float32))


@pytest.mark.parametrize(("one", "other", "expected"), REFERENCE)
def test_the_score_is_that_of_the_reference_package(one: list[list[int]], other: list[list[int]], expected: float) -> None:
    assert bertscore_f1(rows(one), rows(other)) == pytest.approx(expected, abs=1e-6)


@given(
    st.lists(st.lists(st.integers(1, 9), min_size=3, max_size=3), min_size=3, max_size=6),
    st.lists(st.lists(st.integers(1, 9), min_size=3, max_size=3), min_size=3, max_size=6),
)
def test_the_score_is_the_same_from_both_sides_and_one_for_the_same_text(one: list[list[int]], other: list[list[int]]) -> None:
    assert bertscore_f1(rows(one), rows(other)) == pytest.approx(bertscore_f1(rows(other), rows(one)), abs=1e-5)
    assert bertscore_f1(rows(one), rows(one)) == pytest.approx(1.0, abs=1e-5)


def test_texts_near_in_meaning_match_token_by_token() -> None:
    near = TokenIndex(TEXTS, open_encoder("minilm")).nearness(TEXTS[0])
    assert near[0] == pytest.approx(1.0, abs=1e-5)
    assert near[0] > near[1] > near[2] > near[3] == 0.0


def test_the_same_text_gives_one_with_words_and_tokens_together() -> None:
    similarity = similarity_of(TEXTS, open_encoder("minilm"), meaning="bertscore")
    assert similarity.of(TEXTS[1])[1] == pytest.approx(1.0, abs=1e-5)


def test_an_encoder_of_whole_texts_is_refused_with_one_that_knows_tokens() -> None:
    with pytest.raises(UsageError, match=r"'svd.*gives no vectors of tokens; take encoder='minilm'"):
        meaning_of(TEXTS, open_encoder("svd", fit=TEXTS), meaning="bertscore")


def test_an_unknown_way_of_comparing_is_refused_with_both_that_there_are() -> None:
    with pytest.raises(UsageError, match="meaning='bert'; texts are compared by 'sentence' or by 'bertscore'"):
        meaning_of(TEXTS, open_encoder("minilm"), meaning="bert")  # type: ignore[arg-type]


def test_blocks_are_ranked_by_their_tokens_too(tmp_path: Path) -> None:
    document = document_of(*(paragraph(number, text) for number, text in enumerate(TEXTS[:3])))
    corpus = corpus_of(document)
    (best, *_) = index(corpus, [document.id], encoder="minilm", meaning="bertscore").rank("Where does the cat sleep?", k=3)
    assert best.block == 0
    with pytest.raises(UsageError, match="keeps vectors of whole texts"):
        index(corpus, [document.id], encoder="minilm", meaning="bertscore", folder=str(tmp_path))
