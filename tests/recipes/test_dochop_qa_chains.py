"""Which snippet each hop of a table concept is: by which words, against what, and which of several. Source: DHQ-54 to DHQ-65."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from evidoc.pages.segments import segment_of
from evidoc.recipes.dochop_qa import _chain
from evidoc.recipes.dochop_qa._keyword_lists import LIMITATION, PROBLEM, PUBLISHED, SOLUTION, mentioned
from evidoc.recipes.dochop_qa._likeness import Likeness
from evidoc.records.document import Block, Document
from evidoc.retrieval._weights import Weights
from tests.build import document_of, paragraph, table_of

ONLY_PROBLEM, ONLY_SOLUTION = "burden", "strategy"  # words of one list and not of the other


class Directions:
    """An encoder in which texts that begin with the same word are alike, and as much as the number at their end says."""

    name = "directions"

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([self._row(text.split() or [""]) for text in texts], dtype=np.float32)

    def _row(self, words: list[str]) -> list[float]:
        axis = sum(map(ord, words[0])) % 50
        length = float(words[-1]) if words[-1].replace(".", "").isdecimal() else 1.0
        row = [0.0] * 51
        row[axis], row[50] = length, (1 - length**2) ** 0.5
        return row


LIKENESS = Likeness(Weights(["zzz"]), Directions())
QUESTION = "ask"


def article(name: str, *texts: str) -> Document:
    """An article whose second table is the one that its solution is like, each table with a paragraph that links to it."""
    blocks = [Block(id=place, kind="paragraph", text=text, section=("Discussion",)) for place, text in enumerate(texts)]
    tables = [
        Block(
            id=20 + number,
            kind="table",
            table=table_of(["", "a"], [cell, "1"]),
            captions=(30 + number,),
            section=("Results",),
            label=f"Table {number}",
            labels=(f"t{number}",),
        )
        for number, cell in ((1, "x"), (2, "y"))
    ]
    captions = [
        Block(id=31, kind="caption", text="ask 0.9", caption_of=21),
        Block(id=32, kind="caption", text="help 0.9", caption_of=22),
    ]
    links = [Block(id=40 + place, kind="paragraph", text="See them.", refers_to=("t1", "t2")) for place in (1, 2)]
    return document_of(*blocks, *tables, *captions, *links, name=name)


PROBLEMS = article("a", f"ask a {ONLY_SOLUTION}. Here. 0.9", f"ask a {ONLY_PROBLEM}. Here. 0.7")
SOLUTIONS = article("b", f"ask a {ONLY_PROBLEM}. Here. 0.9", f"ask a {ONLY_SOLUTION}. Here. 0.7")


def test_the_words_that_tell_the_lists_apart_are_of_one_list() -> None:
    assert mentioned(ONLY_PROBLEM, PROBLEM) and not mentioned(ONLY_PROBLEM, SOLUTION)
    assert mentioned(ONLY_SOLUTION, SOLUTION) and not mentioned(ONLY_SOLUTION, PROBLEM)


def test_the_problem_is_looked_for_by_its_list_and_the_solution_by_its_own() -> None:
    """DHQ-55, DHQ-56: though the other paragraph is more like the question in both articles."""
    problem, solution, *_ = _chain.problem_chain(QUESTION, PROBLEMS, SOLUTIONS, LIKENESS, threshold=0.4)
    assert (problem.segment.document, problem.segment.blocks) == (PROBLEMS.id, (1,))
    assert (solution.segment.document, solution.segment.blocks) == (SOLUTIONS.id, (1,))


def test_which_article_has_the_solution_is_said_by_the_list_of_solutions() -> None:
    """DHQ-57: by the list of problems it would be the other way round."""
    worse = article("c", f"ask a {ONLY_PROBLEM}. Here. 0.9", f"ask a {ONLY_SOLUTION}. Here. 0.6")
    better = article("d", f"ask a {ONLY_PROBLEM}. Here. 0.5", f"ask a {ONLY_SOLUTION}. Here. 0.8")
    assert _chain.solution_is_second(worse, better, QUESTION, LIKENESS)
    assert not _chain.solution_is_second(better, worse, QUESTION, LIKENESS)


def test_the_table_is_the_one_most_like_the_solution_and_not_the_one_most_like_the_question() -> None:
    """DHQ-58."""
    solution = article("e", f"help by a {ONLY_SOLUTION}. Here. 1.0")
    question = "help"
    table = _chain.problem_chain(question, PROBLEMS_HELP, solution, LIKENESS, threshold=0.0)[2]
    assert table.segment.blocks == (22,)
    asked = article("f", f"ask for a {ONLY_SOLUTION}. Here. 1.0")
    table = _chain.problem_chain(question, PROBLEMS_HELP, asked, LIKENESS, threshold=-1.0)[2]
    assert table.segment.blocks == (21,)


PROBLEMS_HELP = article("g", f"help a {ONLY_PROBLEM}. Here. 1.0")


def test_a_table_is_compared_with_its_cells_and_not_its_caption_alone() -> None:
    """DHQ-58: two tables with the same caption differ in what stands in them."""
    cells = (["", "a"], ["rust 0.9", "1"]), (["", "a"], ["salt 0.9", "1"])
    tables = [
        Block(id=20 + place, kind="table", table=table_of(*rows), captions=(30 + place,), labels=(f"t{place}",))
        for place, rows in enumerate(cells)
    ]
    captions = [Block(id=30 + place, kind="caption", text="Yields", caption_of=20 + place) for place in range(2)]
    text = paragraph(0, f"Soils need a {ONLY_SOLUTION} against salt. Salt it is.")
    document = document_of(text, *tables, *captions, Block(id=40, kind="paragraph", text="See.", refers_to=("t0", "t1")))
    words_alone = Likeness(Weights(["salt", "rust", "soils", "yields"]), Directions())
    chain = _chain.problem_chain("Soils", PROBLEMS, document, words_alone, threshold=-1.0)
    assert chain[2].segment.blocks == (21,)


def test_the_paragraph_that_speaks_of_the_table_is_the_first_that_does() -> None:
    """DHQ-59."""
    document = article("h", "Text.")
    assert _chain.referring(document, document.block(22)).id == 41


def test_the_route_of_each_hop_is_said_and_likeness_has_its_score() -> None:
    """DHQ-65."""
    chain = _chain.problem_chain(QUESTION, PROBLEMS, SOLUTIONS, LIKENESS, threshold=0.4)
    assert [snippet.function for snippet in chain] == ["problem", "solution", "table", "table_reference"]
    assert [snippet.route for snippet in chain] == ["semantic", "semantic", "logic", "logic"]
    assert [snippet.score is None for snippet in chain] == [False, False, False, True]
    assert chain[0].score == pytest.approx(0.8 * 0.7)


def test_an_abstract_in_several_paragraphs_is_cited_whole() -> None:
    """DHQ-62."""
    parts = [Block(id=place, kind="abstract", text=text) for place, text in enumerate(("Aims: short.", "Findings: much longer."))]
    cited, source = document_of(*parts, name="i"), article("j", "Text.")
    abstract = _chain.citing_chain(source, source.block(22), cited)[2]
    assert abstract.segment == segment_of(cited, *parts)
    assert abstract.segment.text == "Aims: short.\nFindings: much longer."


def test_a_limitation_is_asked_for_in_the_words_of_the_paper() -> None:
    """DHQ-63."""
    assert _chain.LIMITATION_QUESTION == "What is the limitation of this paper?"
    document = document_of(paragraph(0, f"What {LIMITATION[0]} 0.6"), paragraph(1, f"How {LIMITATION[0]} 0.9"))
    found = _chain.limitation_of(document, LIKENESS, threshold=0.4, keywords=PUBLISHED)
    assert found is not None
    assert found.segment.blocks == (0,)
