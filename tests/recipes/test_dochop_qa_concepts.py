from __future__ import annotations

import re
from collections import Counter

import pytest

from evidoc.errors import UnknownName
from evidoc.recipes.dochop_qa import CODES, CONCEPTS
from evidoc.recipes.dochop_qa._catalogue import OURS
from evidoc.recipes.dochop_qa._keyword_lists import LIMITATION, PROBLEM, SOLUTION, mentioned
from tests.build import shared


def test_there_are_eleven_concepts_with_codes_of_their_own() -> None:
    """DHQ-22."""
    assert len(set(CODES)) == 11


def test_eight_concepts_fan_out_and_three_are_chains() -> None:
    """DHQ-24."""
    assert Counter(each.pattern for each in CONCEPTS) == {"fan": 8, "chain": 3}


def test_the_published_counts_add_up() -> None:
    """11,379 questions, 75.29 % over paragraphs and 24.71 % over tables (DHQ-25, P-01)."""
    total = sum(each.published for each in CONCEPTS)
    paragraphs = sum(each.published for each in CONCEPTS if each.type == "paragraph")
    assert (total, paragraphs) == (11379, 8567)
    assert (round(100 * paragraphs / total, 2), round(100 * (total - paragraphs) / total, 2)) == (75.29, 24.71)


def test_the_share_of_each_concept_is_the_papers() -> None:
    shares = {each.code: round(100 * each.published / 11379, 1) for each in CONCEPTS}
    wanted = [
        "PS",
        "10.7",
        "PSM",
        "6.3",
        "PSR",
        "8.6",
        "PSL",
        "11.2",
        "ME",
        "10.2",
        "SAL",
        "7.5",
        "FF",
        "10.8",
        "SS",
        "10.1",
        "PST",
        "7.7",
        "TSL",
        "5.0",
        "TS",
        "12.0",
    ]
    assert shares == dict(zip(wanted[::2], map(float, wanted[1::2]), strict=True))


def test_hops_and_depth_average_as_published() -> None:
    """4.633 snippets (DHQ-50, DHQ-99) and 28,021 / 11,379 = 2.4625 parts of reasoning (DHQ-100)."""
    assert round(sum(each.published * each.snippets for each in CONCEPTS) / 11379, 3) == 4.633
    assert sum(each.published * each.depth for each in CONCEPTS) == 28021


def test_a_template_has_the_slots_of_the_table() -> None:
    wanted = {"PS": 2, "PSM": 1, "PSR": 1, "PSL": 2, "ME": 3, "SAL": 1, "FF": 2, "SS": 3, "PST": 1, "TSL": 2, "TS": 2}
    assert {each.code: each.slots for each in CONCEPTS} == wanted
    assert all(each.form.count("[ ]") == each.slots for each in CONCEPTS)


def paper() -> str:
    return shared("papers/dochop_qa.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", CODES)
def test_template_and_count_of_each_concept_are_those_of_table_2(code: str) -> None:
    """DHQ-22, DHQ-25: in the paper each code stands with its count before its template."""
    own = OURS.concept(code)
    flat = " ".join(paper().split())
    found = re.search(rf"\b{code} ?\(([\d,]+)\) {re.escape(own.template)}", flat)
    assert found is not None
    assert int(found[1].replace(",", "")) == own.published


@pytest.mark.parametrize("code", CODES)
def test_the_elements_of_each_concept_are_the_keywords_of_table_2(code: str) -> None:
    """DHQ-100: `<Problem><sep><Solution>`, in order; every combination of the paper stands in its table."""
    flat = re.sub(r"\s*(<[A-Z])", r"\1", re.sub(r">\s+<", "><", " ".join(paper().split())))
    assert "<sep>".join(f"<{keyword}>" for keyword in OURS.concept(code).keywords) in flat


def test_each_kind_of_question_has_its_writer() -> None:
    """DHQ-37: comparison, non-comparison and PST have writers of their own, TS and TSL have none."""
    assert Counter(each.generator for each in CONCEPTS) == {"noncomparison": 6, "comparison": 2, "pst": 1, "deterministic": 2}


def test_an_unknown_concept_gets_the_nearest_known() -> None:
    with pytest.raises(UnknownName, match="did you mean"):
        OURS.concept("PSN")


@pytest.mark.parametrize(
    ("row", "own", "entries"),
    [("Problem-related", PROBLEM, 40), ("Solution-related", SOLUTION, 46), ("Limitation-related", LIMITATION, 6)],
)
def test_the_word_lists_are_those_of_the_paper_word_by_word(row: str, own: tuple[str, ...], entries: int) -> None:
    """DHQ-54, P-03: the table of key words in the appendix on answer matching."""
    found = re.search(rf"^{row}\t(.+)$", paper(), re.MULTILINE)
    assert found is not None
    assert tuple(found[1].strip().split(", ")) == own
    assert len(set(own)) == entries


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("New STRATEGIES help.", ("strategy",)),
        ("Two policies and a plan.", ("plan", "policy")),
        ("We plant trees.", ()),
        ("It is evidence-based.", ("evidence-based",)),
    ],
)
def test_words_are_found_whole_in_either_number_and_any_case(text: str, found: tuple[str, ...]) -> None:
    assert mentioned(text, SOLUTION) == found


def test_biases_are_limitations() -> None:
    assert mentioned("Biases and limits remain.", LIMITATION) == ("limit", "bias")
