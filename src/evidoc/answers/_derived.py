"""Whether numbers come to another one by the reckoning of one step that explanations show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, DecimalException

from evidoc.answers._numeral import Number

_EXACT = Context(prec=60)
_MOST = 20  # numbers of a sum that a reply writes out


def comes_to(numbers: Sequence[Decimal], result: Number) -> bool:
    """Say whether numbers give a result, rounded to its decimals: their sum or mean; of two the difference, product or share."""
    if not 2 <= len(numbers) <= _MOST:
        return False
    quantum = Decimal(1).scaleb(-result.decimals)
    return any(_rounded(value, quantum) == result.value for value in _results(numbers))


def _results(numbers: Sequence[Decimal]) -> Iterator[Decimal]:
    total = sum(numbers, Decimal(0))
    yield total
    yield _EXACT.divide(total, Decimal(len(numbers)))
    if len(numbers) > 2:
        return
    for first, second in (tuple(numbers), tuple(reversed(numbers))):
        yield first - second
        yield _EXACT.multiply(first, second)
        if second:
            yield _EXACT.divide(first, second)
            yield _EXACT.divide(100 * first, second)
            yield _EXACT.divide(100 * (first - second), second)


def _rounded(value: Decimal, quantum: Decimal) -> Decimal | None:
    try:
        return value.quantize(quantum, rounding=ROUND_HALF_UP, context=_EXACT)
    except DecimalException:
        return None  # more digits than any answer has
