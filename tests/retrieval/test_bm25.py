"""BM25 over blocks: what is found, in which order, and that no question can break it. Source: X-14."""

from __future__ import annotations

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.errors import UnknownName
from evidoc.records.document import Block
from evidoc.retrieval import Indexes, query_terms, retriever
from evidoc.retrieval.bm25 import Index
from tests.build import corpus_of, document_of, paragraph, table_of

REPORT = document_of(
    paragraph(0, "Revenue grew because of higher volumes."),
    paragraph(1, "The kinase inhibitor trial enrolled 40 patients."),
    paragraph(2, "Nothing else of note happened."),
    Block(id=3, kind="caption", text="Emissions by site", caption_of=4),
    Block(id=4, kind="table", captions=(3,), table=table_of(["Site", "2023"], ["Antwerp", "1,310"])),
    Block(id=5, kind="header", text="Emissions report 2023"),
)
CORPUS = corpus_of(REPORT)


def found(question: str, *, k: int = 5) -> list[int]:
    return [ranked.block for ranked in Index(CORPUS, [REPORT.id]).rank(question, k=k)]


def test_the_block_that_says_it_comes_first() -> None:
    assert found("How many patients were in the kinase trial?")[0] == 1


def test_a_table_is_found_by_its_cells() -> None:
    assert found("Antwerp") == [4]


def test_a_table_is_found_by_its_caption() -> None:
    """The caption belongs to the table and is not found beside it."""
    assert found("emissions by site") == [4]


def test_running_headers_are_not_ranked() -> None:
    assert 5 not in found("Emissions report 2023")


def test_equal_blocks_keep_their_order() -> None:
    document = document_of(*(paragraph(number, "The same words.") for number in (7, 3, 5)))
    ranked = Index(corpus_of(document), [document.id]).rank("same words", k=3)
    assert [entry.block for entry in ranked] == [7, 3, 5]
    assert len({entry.score for entry in ranked}) == 1


def test_stop_words_are_not_searched_for() -> None:
    assert query_terms("What was the revenue of the company?") == ["revenue", "company"]


def test_a_question_of_stop_words_alone_is_searched_for_as_it_is() -> None:
    assert query_terms("What is it?") == ["what", "is", "it"]


def test_accents_and_case_do_not_matter() -> None:
    document = document_of(paragraph(0, "Émissions à Zürich"))
    assert Index(corpus_of(document), [document.id]).rank("EMISSIONS ZURICH", k=1)[0].block == 0


@pytest.mark.parametrize("word", ["Erträge", "tiếng", "ẹ́kọ́", "이익", "ポンド"])
@pytest.mark.parametrize("by", ["bm25", "tfidf"])
def test_an_accent_is_the_same_in_one_character_as_in_two(word: str, by: str) -> None:
    """File names and text of macOS come decomposed; what has no composed form is a word all the same."""
    forms = [unicodedata.normalize(form, word) for form in ("NFC", "NFD")]
    for asked, said in product(forms, repeat=2):
        document = document_of(paragraph(0, "Nothing."), paragraph(1, f"Here: {said}!"))
        [ranked] = retriever(by, corpus_of(document), [document.id]).rank(asked, k=1)
        assert ranked.block == 1


@pytest.mark.parametrize(
    "question",
    ['"', "a AND NOT b", "NEAR(revenue, 2)", "revenue*", "text:revenue", "^revenue", "revenue'; DROP TABLE blocks", "\0"],
)
def test_search_syntax_in_a_question_is_only_words(question: str) -> None:
    """The query is quoted word by word, so no operator of the search engine reaches it."""
    assert all(isinstance(block, int) for block in found(question))


@given(st.text())
def test_any_text_can_be_asked(question: str) -> None:
    assert len(found(question, k=3)) <= 3


def test_an_empty_question_finds_nothing() -> None:
    assert found("  ?! ") == []


@pytest.mark.parametrize(("question", "block"), [("净利润是多少？", 1), ("收入", 0), ("営業利益", 2)])
def test_chinese_and_japanese_words_of_two_characters_are_found(question: str, block: int) -> None:
    document = document_of(
        paragraph(0, "公司的收入为一百万元。"), paragraph(1, "本年净利润下降。"), paragraph(2, "営業利益は増加した。")
    )
    assert Index(corpus_of(document), [document.id]).rank(question, k=1)[0].block == block


def test_only_the_given_documents_are_ranked() -> None:
    other = document_of(paragraph(0, "Revenue elsewhere."), name="other.txt")
    ranked = Index(corpus_of(REPORT, other), [other.id]).rank("revenue", k=5)
    assert [entry.document for entry in ranked] == [other.id]


def test_an_unknown_document_is_named() -> None:
    with pytest.raises(UnknownName, match="d-nothing"):
        Index(CORPUS, ["d-nothing"])


def test_no_block_is_given_for_k_of_nought() -> None:
    assert found("revenue", k=0) == []


def test_an_index_is_made_once_for_the_same_documents() -> None:
    indexes = Indexes(CORPUS)
    assert indexes.over([REPORT.id]) is indexes.over([REPORT.id])


def test_the_index_unused_for_longest_is_let_go() -> None:
    documents = [document_of(paragraph(0, "text"), name=f"{number}.txt") for number in range(9)]
    indexes = Indexes(corpus_of(*documents))
    first = indexes.over([documents[0].id])
    for document in documents[1:]:
        indexes.over([document.id])
    assert indexes.over([documents[0].id]) is not first


def test_threads_share_an_index() -> None:
    index = Index(CORPUS, [REPORT.id])
    with ThreadPoolExecutor(4) as pool:
        ranked = list(pool.map(lambda _: index.rank("revenue volumes", k=2), range(40)))
    assert all(entry == ranked[0] for entry in ranked)
