"""A table of sustainability figures: sites by metrics by years, as a company might publish it in CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from io import StringIO

_YEARS = (2020, 2021, 2022, 2023, 2024)
_SITES = (
    ("Eastmoor Falls", "Americas", 62),
    ("Cardew Junction", "Americas", 118),
    ("Port Alder", "Americas", 74),
    ("Vennhausen", "Europe", 83),
    ("Lower Brackwater", "Europe", 37),
    ("Shin-Okada", "Asia Pacific", 21),
    ("Kaveri Park", "Asia Pacific", 95),
    ("Tawera Point", "Asia Pacific", 29),
)
# Metric, unit, amount for each unit of a site's size, yearly change in percent, decimals.
_METRICS = (
    ("Electricity use", "MWh", "141.5", "-1.8", 0),
    ("Share of renewable electricity", "%", "0.31", "9.5", 1),
    ("Natural gas use", "MWh", "88.4", "-4.1", 0),
    ("Scope 1 emissions", "t CO2e", "17.9", "-4.1", 0),
    ("Scope 2 emissions, market-based", "t CO2e", "38.2", "-9.6", 0),
    ("Water withdrawal", "m3", "512", "-2.3", 0),
    ("Waste", "t", "6.35", "-0.7", 1),
    ("Waste recycled", "t", "4.10", "1.9", 1),
    ("Recordable injuries", "count", "0.085", "-6.0", 0),
)
_CAP = Decimal("100.0")  # percent


def sites_csv() -> bytes:
    """Give the table as UTF-8 CSV, one row a site and metric, one column a year."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["Site", "Region", "Metric", "Unit", *map(str, _YEARS)])
    for number, (site, region, size) in enumerate(_SITES):
        for kind, (metric, unit, amount, change, decimals) in enumerate(_METRICS):
            values = _values(Decimal(amount) * size, Decimal(change), decimals=decimals, seed=7 * number + 3 * kind)
            writer.writerow([site, region, metric, unit, *(min(value, _CAP) if unit == "%" else value for value in values)])
    return file.getvalue().encode()


def _values(start: Decimal, change: Decimal, *, decimals: int, seed: int) -> Iterator[Decimal]:
    """Give a value a year: a trend, with a few percent up or down that depend on the seed alone."""
    step = Decimal(1).scaleb(-decimals)
    for number in range(len(_YEARS)):
        wobble = Decimal((seed * 31 + number * 17) % 13 - 6) / 200
        value = start * (1 + change / 100) ** number * (1 + wobble)
        yield value.quantize(step, rounding=ROUND_HALF_UP)
