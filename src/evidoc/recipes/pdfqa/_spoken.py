"""Numbers' units as a question names them: "in millions of US dollars", "in percent", "in mg/kg"."""

from __future__ import annotations

from decimal import Decimal

_CURRENCIES = {
    "USD": "US dollars", "EUR": "euros", "GBP": "pounds sterling", "JPY": "Japanese yen", "CNY": "Chinese yuan",
    "CHF": "Swiss francs", "INR": "Indian rupees", "CAD": "Canadian dollars", "AUD": "Australian dollars",
    "HKD": "Hong Kong dollars", "SGD": "Singapore dollars", "NZD": "New Zealand dollars", "SEK": "Swedish kronor",
    "NOK": "Norwegian kroner", "DKK": "Danish kroner", "KRW": "South Korean won", "BRL": "Brazilian reais",
    "MXN": "Mexican pesos", "ZAR": "South African rand", "PLN": "Polish zloty", "ILS": "Israeli shekels",
}  # fmt: skip
_WORDS = {
    "%": "percent", "‰": "per mille", "pp": "percentage points", "bp": "basis points", "d": "days", "h": "hours",
    "min": "minutes", "s": "seconds", "week": "weeks", "month": "months", "quarter": "quarters", "year": "years",
    "ha": "hectares", "t": "tonnes", "tCO2e": "tonnes of CO2e", "acre": "acres",
    "lb": "pounds", "oz": "ounces", "short ton": "short tons", "ft²": "square feet", "mi²": "square miles",
    "km²": "square kilometres", "Btu": "British thermal units", "bbl": "barrels", "bbl/d": "barrels per day",
    "kt CO2e": "kilotonnes of CO2e",
    "Mt CO2e": "megatonnes of CO2e",
}  # fmt: skip
_SCALES = {
    2: "hundreds", 3: "thousands", 4: "tens of thousands", 5: "lakhs", 6: "millions", 7: "crores", 9: "billions", 12: "trillions",
}  # fmt: skip


def spoken_unit(unit: str, scale: int) -> str:
    """Give a unit with its power of ten in words, "" where there is neither."""
    words = _CURRENCIES.get(unit) or _WORDS.get(unit) or unit
    if scale == 0:
        return words
    power = _SCALES.get(scale, f"10^{scale}")
    return f"{power} of {words}" if words else power


def spoken_difference(unit: str, scale: int) -> str:
    """Give the unit of a difference: that of two percentages is percentage points."""
    return "percentage points" if unit == "%" else spoken_unit(unit, scale)


def spoken_number(number: Decimal, unit: str, scale: int) -> str:
    """Give a threshold in words: "5 percent", "1,200 mg/kg", "20 million US dollars"."""
    words = _CURRENCIES.get(unit) or _WORDS.get(unit) or unit
    power = _SCALES.get(scale, "").removesuffix("s")
    return " ".join(part for part in (f"{number:,f}", power, words) if part)
