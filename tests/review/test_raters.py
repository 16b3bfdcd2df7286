"""Who rates: a pseudonym, and as much else as they like. Source: DHQ-79."""

from __future__ import annotations

import pytest

from evidoc.review.posted import Fault
from evidoc.review.raters import Rater, read_id, read_rater, subtotals
from tests.review.studies import NOON


def read(**fields: str) -> Rater | tuple[Fault, ...]:
    return read_rater({name: [value] for name, value in fields.items()}, at=NOON)


def test_a_pseudonym_and_consent_are_enough() -> None:
    assert read(rater="R07 ", consent="yes") == Rater(id="r07", consent=True, at=NOON)


def test_all_that_is_given_is_kept() -> None:
    found = read(
        rater="ann",
        gender="woman",
        degree="doctorate",
        field="  computer \n science",
        age="30-39",
        reference="B-12",
        consent="yes",
    )
    assert isinstance(found, Rater)
    assert (found.gender, found.degree, found.field, found.age) == ("woman", "doctorate", "computer science", "30-39")
    assert found.reference == "B-12"


@pytest.mark.parametrize("name", ["", "ann smith", "ann@example.org", "../x", "ä", "a" * 41, "-a", "a/b", "a\x00b c"])
def test_a_name_that_is_no_pseudonym_is_refused(name: str) -> None:
    found = read_id({"rater": [name]})
    assert isinstance(found, Fault) and "pseudonym" in found.says


def test_nothing_is_kept_of_who_does_not_agree() -> None:
    found = read(rater="ann")
    assert isinstance(found, tuple) and [fault.field for fault in found] == ["consent"]


def test_all_that_is_wrong_is_said_at_once() -> None:
    found = read(rater="@", gender="x", degree="x", age="x", field="f" * 201)
    assert isinstance(found, tuple)
    assert [fault.field for fault in found] == ["rater", "gender", "degree", "age", "field", "consent"]


def test_subtotals_of_every_trait_add_up_to_all_raters() -> None:
    """DHQ-79: of 15 annotators, 7 women and 8 men, 6 + 6 + 3 by degree and 8 + 5 + 2 by age; who does not say counts too."""
    degrees = ["bachelor"] * 6 + ["master"] * 6 + ["doctorate"] * 3
    ages = ["20-29"] * 8 + ["30-39"] * 5 + ["50 or over"] * 2
    raters = [
        Rater(id=f"r{n}", gender="woman" if n < 7 else "man", degree=degrees[n], age=ages[n], field="business" if n < 3 else "")
        for n in range(15)
    ]
    found = subtotals(raters)
    assert found["gender"] == {"man": 8, "woman": 7} and found["field"] == {"business": 3, "not said": 12}
    assert all(sum(counts.values()) == 15 for counts in found.values())
