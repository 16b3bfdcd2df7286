"""The right answer that is taken from the snippets. Source: DHQ-67."""

from __future__ import annotations

from evidoc.pages.segments import segments_of
from evidoc.recipes.dochop_qa._gold import extract
from evidoc.recipes.dochop_qa._likeness import likeness_over
from evidoc.recipes.dochop_qa._snippets import Snippet
from evidoc.records.document import Block
from tests.build import document_of

QUESTION = "How does the virus spread?"


def answer(*paragraphs: str) -> str:
    blocks = [Block(id=number, kind="paragraph", text=text) for number, text in enumerate(paragraphs)]
    document = document_of(*blocks, name="a")
    snippets = [Snippet(segment) for segment in segments_of(document)]
    return extract(QUESTION, snippets, {document.id: document}, likeness_over(paragraphs, encoder="svd"))


def test_each_snippet_gives_a_sentence_in_the_order_of_hops() -> None:
    said = answer(
        "The virus spreads by forest mosquitoes in Africa. Rain fell.", "Houses were sprayed against the virus twice. Snow fell."
    )
    assert said == "The virus spreads by forest mosquitoes in Africa. Houses were sprayed against the virus twice."


def test_a_sentence_that_abstract_and_introduction_share_is_said_once() -> None:
    """The second snippet gives another of its sentences, not the same one in nearly the same words."""
    said = answer(
        "Zika virus is transmitted between forest mosquitoes and monkeys in Africa. Rain fell on most days of the year.",
        "Zika virus is kept between forest mosquitoes and monkeys in Africa. Monkeys carry the virus to villages each year.",
    )
    assert said.count("forest mosquitoes and monkeys") == 1
    assert said.endswith("Monkeys carry the virus to villages each year.")


def test_a_snippet_that_only_repeats_adds_nothing() -> None:
    twice = "The virus spreads by forest mosquitoes. Children carry antibodies longest."
    assert answer(twice, twice, twice) == answer(twice, twice) == twice
