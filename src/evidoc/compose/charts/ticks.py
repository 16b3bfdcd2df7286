"""Where the ticks of a value axis stand, and what is printed beside them; all in exact decimals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

_STEPS = (Decimal(1), Decimal(2), Decimal("2.5"), Decimal(5), Decimal(10))
_LONG = 9  # digits; a longer tick is printed as a multiple of a power of ten
_SUPERSCRIPTS = str.maketrans("-0123456789", "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")
_MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis before it has a place: its ticks, their texts, and the power of ten that they are multiples of."""

    ticks: tuple[Decimal, ...]
    texts: tuple[str, ...]
    power: int = 0

    @property
    def low(self) -> Decimal:
        """The value at its beginning."""
        return self.ticks[0]

    @property
    def high(self) -> Decimal:
        """The value at its end."""
        return self.ticks[-1]

    @property
    def factor(self) -> str:
        """What is printed once for all ticks: nothing, or "×10⁶"."""
        return f"\u00d710{str(self.power).translate(_SUPERSCRIPTS)}" if self.power else ""


def scale(values: Sequence[Decimal], *, most: int, least: Decimal, zero: bool) -> Scale:
    """Give an axis over all values with at most `most` ticks, steps of 1, 2, 2.5 or 5 and never finer than `least`."""
    low, high = min(values), max(values)
    if zero:
        low, high = min(low, Decimal(0)), max(high, Decimal(0))
    if low == high:
        low, high = low if zero else low - least, high + least
    ticks = _ticks(low, high, most=max(3, most), least=least)
    power = _power(ticks)
    return Scale(ticks, tuple(_texts([tick.scaleb(-power) for tick in ticks])), power)


def written(value: Decimal, decimals: int) -> str:
    """Write a value as charts print it: grouped thousands, a true minus sign."""
    return f"{value:,.{decimals}f}".replace("-", _MINUS)


def read(text: str) -> Decimal:
    """Read what `written` wrote."""
    return Decimal(text.replace(",", "").replace(_MINUS, "-"))


def _ticks(low: Decimal, high: Decimal, *, most: int, least: Decimal) -> tuple[Decimal, ...]:
    exponent = ((high - low) / most).adjusted() - 1
    while True:
        for factor in _STEPS[:-1]:
            step = factor.scaleb(exponent)
            if step < least or (step % least and least < 1):
                continue
            first = (low / step).to_integral_value(ROUND_FLOOR)
            last = (high / step).to_integral_value(ROUND_CEILING)
            if last - first < most:
                return tuple((first + number) * step for number in range(int(last - first) + 1))
        exponent += 1


def _power(ticks: Sequence[Decimal]) -> int:
    top = max(abs(ticks[0]), abs(ticks[-1]))
    step = ticks[1] - ticks[0]
    digits = max(top.adjusted(), 0) + 1 + max(-step.normalize().adjusted(), 0)
    return top.adjusted() // 3 * 3 if digits > _LONG else 0


def _texts(ticks: Sequence[Decimal]) -> list[str]:
    exponents = [tick.normalize().as_tuple().exponent for tick in ticks if tick]
    decimals = max((-exponent for exponent in exponents if isinstance(exponent, int)), default=0)
    return [written(tick, max(0, decimals)) for tick in ticks]
