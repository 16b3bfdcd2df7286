"""Systematic reviews (DHQ-06)."""

from __future__ import annotations

import pytest

from evidoc.linking import systematic_review
from tests.linking.articles import article

REVIEWS = (
    "Diabetic Retinopathy Screening: A Systematic Review on Patients' Non-Attendance",
    "Effect of Drought on Agronomic Traits of Rice and Wheat: A Meta-Analysis",
    "The Clinical Efficacy and Safety of Tulsi in Humans: A Systematic Review of the Literature",
    "Prevalence of Anemia in Children: A Systematic Literature Review",
    "A meta analysis of zinc biofortification trials",
    "Vitamin D and fractures: systematic review and meta-analysis",
    "Statins in the elderly: an umbrella review of meta-analyses",
    "Exercise for depression: systematically reviewed evidence",
    "Iron supplements in pregnancy: a network meta-analysis",
    "Rapid systematic reviews of masks",
)
OTHERS = (
    "Zika Virus Emergence in Mosquitoes in Southeastern Senegal",
    "Improving nutrition through biofortification: a review of evidence",
    "Counting crows: population structure and group size variation",
    "Peer review of grant proposals",
    "A systematic study of basil oils",
    "Reviewing the systematics of Aedes",
    "Practical machine learning with PyTorch",
    "Protocol for a systematic review of wheat germ extract",
    "Systematic errors in lattice calculations",
    "Analysis of meta data in archives",
)


@pytest.mark.parametrize("title", REVIEWS)
def test_a_title_that_says_so_makes_a_review(title: str) -> None:
    claim = systematic_review(article("a.xml", title))
    assert claim.is_systematic
    assert claim.reason.startswith("title: ")


@pytest.mark.parametrize("title", OTHERS)
def test_other_titles_make_none(title: str) -> None:
    claim = systematic_review(article("a.xml", title))
    assert not claim.is_systematic
    assert claim.reason


def test_an_abstract_counts_when_it_speaks_of_the_article_itself() -> None:
    own = article("a.xml", "Masks", "We performed a systematic review of 12 trials.")
    other = article("b.xml", "Masks", "Earlier systematic reviews disagree. Here 300 nurses wore masks.")
    assert systematic_review(own).is_systematic
    assert not systematic_review(other).is_systematic


def test_a_review_article_counts_when_its_abstract_says_systematic() -> None:
    flags = ("article_type:review-article",)
    abstract = "Trials were searched systematically in four databases."
    assert systematic_review(article("a.xml", "Masks", abstract, flags=flags)).is_systematic
    assert not systematic_review(article("b.xml", "Masks", abstract)).is_systematic
    assert not systematic_review(article("c.xml", "Masks", "Trials were read.", flags=flags)).is_systematic


def test_an_abstract_may_call_the_work_so_without_saying_we() -> None:
    """The words "Design: systematic review." speaks of the article; "A systematic review of 9 trials found" speaks of another."""
    assert systematic_review(
        article("a.xml", "Tea", "Design: Systematic review and meta-analysis. Data: nine trials.")
    ).is_systematic
    assert systematic_review(article("b.xml", "Tea", "A systematic review was done in 2020.")).is_systematic
    assert not systematic_review(article("c.xml", "Tea", "A systematic review of 9 trials found none.")).is_systematic
