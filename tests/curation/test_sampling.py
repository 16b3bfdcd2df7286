"""Samples with quotas by stratum; CV-02, CV-05, X-35."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidoc.curation._quotas import equal_quotas, proportional_quotas
from evidoc.curation.sampling import curate, stratum_of
from evidoc.errors import UnknownName, UsageError
from evidoc.records.corpus import Corpus
from tests.build import A4
from tests.curation.texts import document

SIZES = st.dictionaries(st.text("abc", min_size=1, max_size=3), st.integers(1, 50), min_size=1, max_size=8)
POOL = Corpus(
    [
        *(document(f"a{place}", "x", kind="article", language="en") for place in range(30)),
        *(document(f"z{place}", "x", kind="article", language="zh") for place in range(15)),
        *(document(f"f{place}", "x", kind="filing", language="en") for place in range(5)),
    ]
)
BY = ("kind", "language")


def taken(corpus: Corpus, kept: tuple[str, ...]) -> Counter[str]:
    return Counter(stratum_of(corpus[document_id], by=BY) for document_id in kept)


@given(SIZES, st.integers(1, 200))
def test_proportional_quotas_are_within_one_of_the_exact_share(sizes: dict[str, int], n: int) -> None:
    quotas = proportional_quotas(sizes, n)
    total = sum(sizes.values())
    assert sum(quotas.values()) == min(n, total)
    assert all(abs(quotas[name] - Fraction(min(n, total) * size, total)) < 1 for name, size in sizes.items())
    assert all(quotas[name] <= size for name, size in sizes.items())


@given(SIZES, st.integers(1, 200))
def test_equal_quotas_differ_only_where_a_stratum_is_used_up(sizes: dict[str, int], n: int) -> None:
    quotas = equal_quotas(sizes, n)
    assert sum(quotas.values()) == min(n, sum(sizes.values()))
    open_ones = [quotas[name] for name in sizes if quotas[name] < sizes[name]]
    assert all(quotas[name] <= sizes[name] for name in sizes)
    assert not open_ones or max(quotas.values()) - min(open_ones) <= 1


def test_every_stratum_has_its_share() -> None:
    assert taken(POOL, curate(POOL, n=10, by=BY).kept) == {"article / en": 6, "article / zh": 3, "filing / en": 1}


def test_strata_may_have_equal_shares() -> None:
    assert taken(POOL, curate(POOL, n=24, by=BY, balance="equal").kept) == {
        "filing / en": 5,
        "article / zh": 9,
        "article / en": 10,
    }


def test_numbers_may_be_given_by_stratum() -> None:
    assert taken(POOL, curate(POOL, n={"article / zh": 4, "filing / en": 5}, by=BY).kept) == {"article / zh": 4, "filing / en": 5}


def test_quotas_that_cannot_be_met_are_all_named() -> None:
    with pytest.raises(UsageError, match=r"'filing / en' asks 6 of 5, 'book / en' asks 1 of 0"):
        curate(POOL, n={"filing / en": 6, "book / en": 1}, by=BY)


def test_the_seed_decides_and_nothing_else() -> None:
    assert curate(POOL, n=10, seed=1) == curate(POOL, n=10, seed=1)
    assert curate(POOL, n=10, seed=1).kept != curate(POOL, n=10, seed=2).kept


def test_a_larger_sample_has_the_smaller_one_in_it() -> None:
    assert set(curate(POOL, n=10, by=("kind",)).kept) <= set(curate(POOL, n=20, by=("kind",)).kept)


def test_what_is_not_sampled_says_how_many_were() -> None:
    assert curate(POOL, n=10, by=BY).left_out[0].detail == "6 of 30 were taken of article / en"


@pytest.mark.parametrize(
    ("pages", "band"), [(0, "no pages"), (1, "1-5"), (5, "1-5"), (6, "6-20"), (50, "21-50"), (200, "51-200"), (201, "over 200")]
)
def test_pages_come_in_bands(pages: int, band: str) -> None:
    assert stratum_of(document("a", "x", pages=(A4,) * pages), by=("pages",)) == band


def test_strata_go_by_host_media_type_and_classes_too() -> None:
    entry = document("a", "x", link="https://example.org/a.pdf", kind="filing", language="")
    assert (
        stratum_of(entry, by=("host", "media_type", "file_type", "language"))
        == "example.org / unknown / financial_report / unknown"
    )


@pytest.mark.parametrize(("options", "said"), [({"n": 0}, "n=0"), ({"balance": "even"}, "balance='even'")])
def test_what_cannot_be_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        curate(POOL, **options)  # type: ignore[arg-type]


def test_an_unknown_dimension_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean language"):
        curate(POOL, by=("languages",))
