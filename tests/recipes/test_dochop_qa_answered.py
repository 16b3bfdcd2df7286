"""What is kept offline with `answered`: questions whose every part a sentence of the snippets answers."""

from __future__ import annotations

import pytest

from evidoc.errors import Reject
from evidoc.pages.segments import Segment
from evidoc.recipes.dochop_qa._answered import answer_by_parts
from evidoc.recipes.dochop_qa._concepts import CONCEPTS
from evidoc.recipes.dochop_qa._gold import stands_alone
from evidoc.recipes.dochop_qa._question import Question
from evidoc.recipes.dochop_qa._snippets import Snippet

SALT = "managing soil salinity with respect to olive orchards"
PROBLEM = "Soil salinity is a growing problem for olive orchards near the coast."
SOLUTION = "Drip irrigation can reduce soil salinity near the roots of many trees."
LIMITATION = "Drip irrigation is costly and its filters clog in dry summers."
WEATHER = "Rain fell on many days of the last two years there."


def answer(code: str, slots: tuple[str, ...], *paragraphs: tuple[str, ...]) -> str:
    """Answer over paragraphs that stand in two documents by turns."""
    snippets = [
        Snippet(Segment(f"d-{number % 2}", (number,), " ".join(said), (), said), score=0.5)
        for number, said in enumerate(paragraphs)
    ]
    concept = next(each for each in CONCEPTS if each.code == code)
    return answer_by_parts(concept, Question("", concept.form, slots), snippets)


def test_the_answer_has_a_sentence_for_each_part_in_their_order() -> None:
    said = answer("PSL", (SALT, "drip irrigation"), (LIMITATION, WEATHER), (SOLUTION, WEATHER), (PROBLEM, WEATHER))
    assert said == f"{PROBLEM} {SOLUTION} {LIMITATION}"


@pytest.mark.parametrize(
    ("code", "slots", "paragraphs", "reason", "detail"),
    [
        ("PSL", (SALT, "drip irrigation"), ((PROBLEM, WEATHER), (SOLUTION, WEATHER)), "part_unanswered", "Limitation"),
        ("PS", (SALT, "clay drains"), ((PROBLEM, WEATHER), (SOLUTION, WEATHER)), "part_unanswered", "Solution"),
        ("PS", (SALT + " and soil acidity", "drip irrigation"), ((PROBLEM,), (SOLUTION,)), "part_unanswered", "nothing is said"),
        ("PS", (SALT, "drip irrigation"), ((PROBLEM, SOLUTION),), "one_sided", "d-0"),
        ("PS", (SALT, "the suspected drain"), ((PROBLEM,), (SOLUTION,)), "pointing_phrase", "suspected"),
        ("SS", ("drains", "wells", "salt"), ((PROBLEM,), (SOLUTION,)), "needs_writer", "SS"),
    ],
)
def test_what_is_not_answered_is_not_asked(
    code: str, slots: tuple[str, ...], paragraphs: tuple[tuple[str, ...], ...], reason: str, detail: str
) -> None:
    with pytest.raises(Reject, match=reason) as rejected:
        answer(code, slots, *paragraphs)
    assert detail in rejected.value.detail


def test_two_features_are_told_by_both_articles() -> None:
    """One side from each, or nothing is compared over two articles."""
    wells, drains = (
        "Deep wells have a lower rate of clogging than ditches.",
        "Clay drains have a higher rate of flow than ditches.",
    )
    assert answer("FF", ("deep wells", "clay drains"), (wells,), (drains,)) == f"{wells} {drains}"
    with pytest.raises(Reject, match="one_sided"):
        answer("FF", ("deep wells", "clay drains"), (wells,), (WEATHER,), (drains,))


@pytest.mark.parametrize(
    "said",
    [
        "This was also seen in all other orchards near the coast.",
        "Firstly, sensitivity of the method used for the quantification of contents.",
        "Salt was measured in the soil by PaupyC, DelatteH and others there.",
        "Sensitivity of the method for salt contents in orchards.",
        "Why does salt rise in all orchards near the coast?",
    ],
)
def test_a_sentence_that_needs_its_neighbours_is_no_part_of_an_answer(said: str) -> None:
    assert stands_alone(said) == ""


def test_a_whole_sentence_stands_alone() -> None:
    assert stands_alone(f"However, {PROBLEM[0].lower()}{PROBLEM[1:]}") == PROBLEM
