"""Options that hold several values: spec strings by comma, and prices."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evidoc.models import Price


def split_specs(text: str) -> tuple[str, ...]:
    """Split `a(x=1, y=2),b` at the commas outside brackets and quotes."""
    specs, depth, quote, current = [], 0, "", ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        else:
            depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0 and not quote:
            specs.append(current.strip())
            current = ""
        else:
            current += character
    return tuple(spec for spec in [*specs, current.strip()] if spec)


def read_price(text: str) -> Price:
    """Read `0.40,1.60` or `0.40,1.60,0.10`: US dollars for a million tokens read, written, and read from the cache.

    Raises:
        UsageError: The text is not two or three numbers that are not negative.
    """
    from evidoc.errors import UsageError
    from evidoc.models import Price

    try:
        prices = [float(price) for price in text.split(",")]
    except ValueError:
        prices = []
    if len(prices) not in (2, 3) or not all(0 <= price < float("inf") for price in prices):
        raise UsageError(f"cannot read the price {text!r}; give dollars for a million tokens read and written, as 0.40,1.60")
    return Price(input=prices[0], output=prices[1], cached=prices[2] if prices[2:] else None)
