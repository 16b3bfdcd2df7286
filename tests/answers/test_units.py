"""Units as people write them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from evidoc.answers.units import Unit, factor_of, kind_of, leading_unit, named_unit, read_unit, unit_named


@pytest.mark.parametrize(
    ("text", "name", "scale"),
    [
        ("USD m", "USD", 6),
        ("(USD million)", "USD", 6),
        ("$ in millions", "USD", 6),
        ("in millions", "", 6),
        ("in thousands of euros", "EUR", 3),
        ("Amounts in millions of U.S. dollars", "USD", 6),
        ("US$'000", "USD", 3),
        ("£000s", "GBP", 3),
        ("€m", "EUR", 6),
        ("mg/kg", "mg/kg", 0),
        ("%", "%", 0),
        ("in %", "%", 0),
        ("thousands", "", 3),
        ("亿元", "CNY", 8),
        ("tCO2e", "tCO2e", 0),
        ("km²", "km²", 0),
        ("km^2", "km²", 0),
        ("g/m^2", "g/m²", 0),
    ],
)
def test_a_bracket_of_a_heading_is_read_as_a_unit(text: str, name: str, scale: int) -> None:
    """Case D04."""
    unit = read_unit(text)
    assert unit is not None
    assert (unit.name, unit.scale) == (name, scale)


@pytest.mark.parametrize("text", ["", "Revenue", "2023", "restated", "a", "in", "USD m restated"])
def test_other_words_are_no_unit(text: str) -> None:
    assert read_unit(text) is None


def test_a_unit_in_words_is_told_from_a_sign_or_code() -> None:
    assert read_unit("dollars") == Unit("USD", worded=True)
    assert read_unit("$") == read_unit("USD") == Unit("USD")


@pytest.mark.parametrize(
    ("name", "canonical"), [("dollars", "USD"), ("percent", "%"), ("kilograms", "kg"), (" widgets ", "widgets")]
)
def test_names_have_one_canonical_form(name: str, canonical: str) -> None:
    assert unit_named(name) == canonical


def test_kinds_and_factors_allow_conversion() -> None:
    assert kind_of("kg") == kind_of("mg") == "mass"
    assert kind_of("mg/kg") == "mass/mass"
    assert kind_of("mg/widget") == kind_of("widget") == ""
    assert factor_of("kg") / factor_of("mg") == Decimal(1_000_000)
    assert factor_of("mg/kg") == Decimal("1e-6")


@pytest.mark.parametrize(
    ("text", "name", "scale"),
    [
        ("(million metric tons CO₂e)", "tCO2e", 6),
        ("Million kilowatt hours (mkWh)", "kWh", 6),
        ("Metric tonnes of carbon dioxide equivalent (tCO2e)", "tCO2e", 0),
        ("Metric million British thermal unit", "Btu", 6),
        ("thousand barrels per day", "bbl/d", 3),
        ("thousand widgets", "widgets", 3),
        ("(million metric tons CH₄)", "metric tons CH₄", 6),
        ("kilotonnes CO2e", "kt CO2e", 0),
        ("MTCO2e", "tCO2e", 0),
        ("kg CO2e", "kg CO2e", 0),
        ("million of", "million of", 0),
        ("widgets (w)", "widgets (w)", 0),
    ],
)
def test_a_name_of_a_unit_is_parted_from_its_power_of_ten(text: str, name: str, scale: int) -> None:
    """A scale word inside a unit belongs to the scale, whether or not the rest of it is known."""
    unit = named_unit(text)
    assert (unit.name, unit.scale) == (name, scale)


@pytest.mark.parametrize(
    ("name", "unit"),
    [("kg of dry matter", "kg"), ("% of total", "%"), ("mg per 100 mL", ""), ("metric tons CH₄", "t"), ("widgets", "")],
)
def test_a_longer_name_is_of_the_kind_that_it_begins_with(name: str, unit: str) -> None:
    assert leading_unit(name) == unit
