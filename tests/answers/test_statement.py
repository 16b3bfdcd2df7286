"""Replies in sentences: which state one answer and nothing besides. Source: DH-64, X-37."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.answers.statement import states, tells_apart, words_of

PCA = "What is the full form of PCA in the article “Volatile Metabolite Profiling of Durum Wheat Kernels”?"
LONG = ("principal component analysis", "principal component analyses")
CUPS = "Going by the data set “Stanley Cups”, which Team has the higher number of Stanley Cups: Flyers or Maple Leafs?"
FLOUR = (
    "Regarding betaine content in different samples of cereals, is the betaine value higher for refined flour (proso millet) "
    "or for refined flour (rye)?"
)
MILLET = ("refined flour (proso millet)", "proso millet")
YEARS = "In which year were the emissions higher, 2010 or 2022?"


@pytest.mark.parametrize(
    ("reply", "counts"),
    [
        ("PCA stands for principal component analysis.", True),
        ("principal component analysis (PCA)", True),
        ("It is principal component analysis.", True),
        ("In the article, PCA is short for “principal component analysis”.", True),
        ("The abbreviation PCA means principal-component analysis.", True),
        ("PCA = principal component analysis", True),
        ("The letters PCA mean Principal Component Analysis", True),
        ("PCA is the abbreviation of principal component analysis", True),
        ("Principal component analysis, because the article says so.", True),
        ("**PCA** stands for **principal component analysis**.", True),
        ("The full form of PCA is principal component analysis.", True),
        ("Here PCA refers to principal component analyses.", True),
        ("Answer: PCA stands for principal component analysis.", True),
        (
            "In the article “Volatile Metabolite Profiling of Durum Wheat Kernels”, PCA stands for principal component analysis.",
            True,
        ),
        ("PCA does not stand for principal component analysis.", False),
        ("Not principal component analysis", False),
        ("It isn't principal component analysis", False),
        ("It never means principal component analysis.", False),
        ("principal component analysis or partial correlation analysis", False),
        ("Either principal component analysis or posterior cerebral artery.", False),
        ("principal component analysis and cluster analysis", False),
        ("principal component analysis, partial least squares, ANOVA", False),
        ("PCA stands for principal component analysis. PCA stands for posterior cerebral artery.", False),
        ("PCA stands for principal coordinate analysis, not principal component analysis", False),
        ("robust principal component analysis", False),
        ("kernel principal component analysis", False),
        ("principal component analysis plots", False),
        ("partial component analysis", False),
        ("I am unsure, perhaps principal component analysis", False),
        ("principal component analysis? No.", False),
        ("PCA", False),
        ("", False),
        ("principal component analysis, because it is short, but actually it is cluster analysis", False),
        ("It is one of principal component analysis, cluster analysis and regression.", False),
        ("The article names principal component analysis. " * 20, False),
    ],
)
def test_an_expansion_in_a_sentence(reply: str, counts: bool) -> None:
    assert states(reply, LONG, question=PCA) is counts


@pytest.mark.parametrize(
    ("reply", "counts"),
    [
        ("The Maple Leafs", True),
        ("It is Maple Leafs.", True),
        ("Maple Leafs has the higher number of Stanley Cups.", True),
        ("The Maple Leafs have more Stanley Cups than the Flyers.", True),
        ("Of Flyers and Maple Leafs, Maple Leafs has the higher number.", True),
        ("Between the Flyers and the Maple Leafs, the Maple Leafs have the higher number.", True),
        ("The team with the higher number of Stanley Cups is Maple Leafs.", True),
        ("It is Maple Leafs, with 13 Stanley Cups.", True),
        ("Maple Leafs (13)", True),
        ("Maple Leafs, because Flyers have only 2.", True),
        ("The answer is Maple Leafs", True),
        ("Flyers", False),
        ("Leafs", False),
        ("Maple Leafs or Flyers", False),
        ("Maple Leafs and Flyers", False),
        ("Maple Leafs, Flyers", False),
        ("Flyers. Maple Leafs.", False),
        ("Flyers, not Maple Leafs", False),
        ("Not Maple Leafs", False),
        ("Between Flyers and Maple Leafs, Flyers", False),
        ("Flyers have more Stanley Cups than Maple Leafs", False),
        ("Maple Leafs have fewer Stanley Cups than Flyers", False),
        ("Maple Leafs has the lower number of Stanley Cups.", False),
        ("The answer is either Maple Leafs or Flyers", False),
        ("Neither Maple Leafs nor Flyers", False),
        ("Both Maple Leafs and Flyers have the higher number.", False),
    ],
)
def test_a_choice_in_a_sentence(reply: str, counts: bool) -> None:
    assert states(reply, ("Maple Leafs",), question=CUPS, rivals=("Flyers",)) is counts


@pytest.mark.parametrize(
    ("reply", "counts"),
    [
        ("proso millet", True),
        ("the refined flour (proso millet)", True),
        ("refined flour, proso millet", True),
        ("It is higher for proso millet.", True),
        ("refined flour of proso millet", True),
        ("The betaine value is higher for refined flour (proso millet) than for refined flour (rye).", True),
        ("refined flour", False),
        ("rye", False),
        ("the refined flour (rye)", False),
        ("proso millet and rye", False),
        ("rye, not proso millet", False),
        ("refined flour (proso millet) or rye", False),
    ],
)
def test_options_that_share_their_words(reply: str, counts: bool) -> None:
    assert states(reply, MILLET, question=FLOUR, rivals=("refined flour (rye)",)) is counts


@pytest.mark.parametrize(
    ("reply", "counts"),
    [
        ("In 2010.", True),
        ("The emissions were higher in 2010", True),
        ("In 2010 the emissions were higher than in 2022.", True),
        ("2010 or 2022", False),
        ("2022, not 2010", False),
        ("2010-2022", False),
        ("From 2010 to 2022", False),
        ("in 2011 and 2010", False),
        ("2010, 2011", False),
    ],
)
def test_a_year_in_a_sentence(reply: str, counts: bool) -> None:
    assert states(reply, ("2010", "in 2010"), question=YEARS, rivals=("2022",)) is counts


@pytest.mark.parametrize(
    ("reply", "gold", "rivals", "counts"),
    [
        ("It is the frontal chord.", "frontal chord", (), True),
        ("The Who", "Who", (), True),
        ("It is contigs.", "contigs", ("contigs (Rama)",), True),
        ("contigs (Rama)", "contigs", ("contigs (Rama)",), False),
        ("super-scaffolds", "scaffolds", ("super-scaffolds",), False),
        ("C++", "C", (), False),
        ("C#", "C", (), False),
        ("Net income is what I would rule out", "Net income", (), False),
        ("Net income and gross profit", "Net income", (), False),
        ("Paris Hilton", "Paris", (), False),
        ("New York", "York", (), False),
        ("2019-2020", "2020", (), False),
        ("hello worlds", "hello world", (), False),
        ("Not", "No", (), False),
        ("Comparing them is hard: rice", "rice", ("wheat",), False),
    ],
)
def test_names_that_lie_inside_others(reply: str, gold: str, rivals: tuple[str, ...], counts: bool) -> None:
    assert states(reply, (gold,), rivals=rivals) is counts


def test_a_name_that_is_part_of_a_rival_does_not_tell_apart() -> None:
    assert not tells_apart("refined flour", ["refined flour (rye)"])
    assert tells_apart("proso millet", ["refined flour (rye)"])


def test_words_are_compared_without_article_hyphens_and_punctuation() -> None:
    assert words_of("The low-density “lipoprotein”, C++") == ["low", "density", "lipoprotein", "c", "+", "+"]
    assert words_of("the") == ["the"]


@given(st.text(max_size=80))
def test_a_text_that_does_not_hold_the_answer_never_states_it(text: str) -> None:
    if "zzgold" not in text.casefold():
        assert not states(text, ("zzgold",))
