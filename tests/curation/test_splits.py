"""Splits in which no work is twice; X-16, DHQ-70, DHQ-71, U-14, case H06."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidoc.curation.splits import Audit, Divided, audit, curate, divide
from evidoc.errors import UsageError
from evidoc.records.corpus import Corpus
from tests.curation.texts import document, edited, words_from

DOCUMENTS = [f"d-{number:02}" for number in range(12)]
SHARES = (70, 10, 20)
ITEMS = st.dictionaries(
    st.integers(0, 400).map("i-{:03}".format),
    st.lists(st.sampled_from(DOCUMENTS), max_size=3).map(tuple),
    min_size=1,
    max_size=60,
)
WORKS = st.fixed_dictionaries({name: st.sampled_from(DOCUMENTS[:6]) for name in DOCUMENTS})


def divided(items: Mapping[str, Sequence[str]], works: Mapping[str, str] | None = None, *, seed: int = 1) -> Divided:
    return divide(items, works=works or {name: name for name in DOCUMENTS}, shares=SHARES, seed=seed)


def audited(items: Mapping[str, Sequence[str]], found: Divided, works: Mapping[str, str] | None = None) -> Audit:
    splits = {row.item: row.split for row in found.items}
    return audit(items, splits=splits, works=works or {name: name for name in DOCUMENTS})


@given(ITEMS, WORKS, st.integers(0, 5))
@settings(max_examples=100, deadline=None)
def test_no_document_and_no_work_is_in_two_splits(items: dict[str, tuple[str, ...]], works: dict[str, str], seed: int) -> None:
    found = divided(items, works, seed=seed)
    of_document: dict[str, set[str]] = {}
    of_work: dict[str, set[str]] = {}
    for row in found.items:
        for name in items[row.item] if row.split else ():
            of_document.setdefault(name, set()).add(row.split)
            of_work.setdefault(works[name], set()).add(row.split)
    assert all(len(splits) == 1 for splits in [*of_document.values(), *of_work.values()])
    assert all({row.split} >= of_document.get(row.document, {row.split}) for row in found.documents)
    assert audited(items, found, works).is_clean


@given(ITEMS, WORKS, st.randoms())
@settings(max_examples=50, deadline=None)
def test_splits_do_not_depend_on_the_order_of_items_or_documents(
    items: dict[str, tuple[str, ...]], works: dict[str, str], chance: random.Random
) -> None:
    names = list(items)
    chance.shuffle(names)
    turned = {name: tuple(reversed(items[name])) for name in names}
    other_works = dict(sorted(works.items(), reverse=True))
    assert divided(items, works) == divided(turned, other_works)


@given(ITEMS, WORKS)
@settings(max_examples=50, deadline=None)
def test_every_item_has_a_split_or_the_reason_for_none(items: dict[str, tuple[str, ...]], works: dict[str, str]) -> None:
    found = divided(items, works)
    assert [row.item for row in found.items] == sorted(items)
    assert all(bool(row.split) != bool(row.reason) for row in found.items)
    count = audited(items, found, works)
    assert sum(count.items.values()) + count.dropped == len(items)


def test_items_that_share_a_document_stay_together() -> None:
    """Case H06: q1 is asked over X and Y, q2 over Y and Z."""
    items = {"q1": ("d-00", "d-01"), "q2": ("d-01", "d-02"), **{f"q{number}": (f"d-{number:02}",) for number in range(3, 12)}}
    rows = {row.item: row for row in divided(items).items}
    assert rows["q1"].split == rows["q2"].split
    assert rows["q1"].group == rows["q2"].group == "d-00"


def test_near_duplicates_stay_together_though_no_item_joins_them() -> None:
    works = {name: name for name in DOCUMENTS} | {"d-05": "d-04"}
    for seed in range(10):
        rows = {row.item: row for row in divided({f"q{name}": (name,) for name in DOCUMENTS}, works, seed=seed).items}
        assert rows["qd-04"].split == rows["qd-05"].split


@pytest.mark.parametrize("seed", range(5))
def test_shares_are_met_within_a_point_where_groups_are_small(seed: int) -> None:
    """DHQ-70: ratio error of at most one point on instances."""
    works = {f"d-{number}": f"d-{number}" for number in range(300)}
    chance = random.Random(seed)
    items = {f"i-{number}": (f"d-{chance.randrange(300)}",) for number in range(1000)}
    count = audited(items, divide(items, works=works, shares=SHARES, seed=seed), works).items
    assert all(abs(count[name] / 10 - share) <= 1 for name, share in zip(("train", "dev", "test"), SHARES, strict=True))


def test_a_component_larger_than_any_split_is_cut_and_what_crosses_is_dropped_and_counted() -> None:
    """U-14: a chain of documents, each asked about with the next, is one component."""
    works = {f"d-{number:04}": f"d-{number:04}" for number in range(1001)}
    items = {f"i-{number:04}": (f"d-{number:04}", f"d-{number + 1:04}") for number in range(1000)}
    found = divide(items, works=works, shares=SHARES, seed=3)
    count = audited(items, found, works)
    assert count.is_clean
    assert 0 < count.dropped <= 4
    assert {row.reason for row in found.items if not row.split} == {"crosses_splits"}
    kept = 1000 - count.dropped
    assert all(
        abs(100 * count.items[name] / kept - share) <= 1 for name, share in zip(("train", "dev", "test"), SHARES, strict=True)
    )


def test_a_random_graph_with_a_giant_component_keeps_its_shares_and_reports_what_it_drops() -> None:
    """DHQ-71: leak test on a random graph."""
    chance = random.Random(1)
    works = {f"d-{number}": f"d-{number}" for number in range(400)}
    items = {f"i-{number}": tuple(chance.sample(sorted(works), 2)) for number in range(1200)}
    count = audited(items, divide(items, works=works, shares=SHARES, seed=1), works)
    kept = sum(count.items.values())
    assert count.is_clean
    assert count.dropped == 1200 - kept > 0
    assert all(
        abs(100 * count.items[name] / kept - share) <= 2 for name, share in zip(("train", "dev", "test"), SHARES, strict=True)
    )


def test_one_work_is_never_cut() -> None:
    works = dict.fromkeys(DOCUMENTS, "d-00")
    found = divided({f"q{name}": (name,) for name in DOCUMENTS}, works)
    assert {row.split for row in found.items} == {"train"}


def test_a_split_without_a_share_stays_empty() -> None:
    items = {f"q{name}": (name,) for name in DOCUMENTS}
    found = divide(items, works={name: name for name in DOCUMENTS}, shares=(0.75, 0, 0.25), seed=1)
    assert {row.split for row in found.items} == {"train", "test"}


def test_an_item_without_documents_stands_by_itself() -> None:
    assert divided({"alone": ()}).items[0].split == "train"


@pytest.mark.parametrize("shares", [(70, 30), (70, 20, 20), (120, -40, 20), (0.7, 0.1, 0.1)])
def test_shares_that_do_not_add_up_are_refused(shares: tuple[float, ...]) -> None:
    with pytest.raises(UsageError, match="do not say how to split"):
        divide({"q": ("d-00",)}, works={"d-00": "d-00"}, shares=shares, seed=1)


def test_the_audit_finds_leaks_of_splits_made_elsewhere() -> None:
    """SD-86, CV-82: a document in two splits, and two copies of one work."""
    items = {"q1": ("a",), "q2": ("a", "b"), "q3": ("c",), "q4": ("d",)}
    splits = {"q1": "train", "q2": "test", "q3": "train", "q4": ""}
    found = audit(items, splits=splits, works={"a": "a", "b": "b", "c": "b", "d": "a"})
    assert (found.shared_documents, found.shared_works, found.dropped, found.is_clean) == (("a",), ("a", "b"), 1, False)
    assert found.documents == {"train": 2, "dev": 0, "test": 2}


def test_a_corpus_is_split_with_copies_together() -> None:
    words = words_from(1, 200)
    copies = [document(f"copy{place}", " ".join(edited(words, changes=3 * place, seed=place))) for place in range(3)]
    others = [document(f"other{place}", " ".join(words_from(10 + place, 100))) for place in range(17)]
    found = curate(Corpus([*copies, *others]))
    splits = {row.document: row.labels[0].value for row in found.labels}
    assert len({splits[copy.id] for copy in copies}) == 1
    assert sorted(splits.values()).count("train") == 14
