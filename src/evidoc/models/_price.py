"""What tokens cost."""

from __future__ import annotations

from evidoc.records.record import Record
from evidoc.records.reply import Usage


class Price(Record, frozen=True, kw_only=True):
    """US dollars for a million tokens read and a million written."""

    input: float
    output: float

    def of(self, usage: Usage) -> float:
        """Give what a reply costs, in US dollars."""
        return round((usage.input * self.input + usage.output * self.output) / 1e6, 9)
