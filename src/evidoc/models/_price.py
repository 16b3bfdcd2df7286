"""What tokens cost."""

from __future__ import annotations

from evidoc.records.record import Record
from evidoc.records.reply import Usage


class Price(Record, frozen=True, kw_only=True):
    """US dollars for a million tokens read and a million written; `cached` is for those read from the provider's cache.

    Without it these are counted as the others, so that the cost is the most that it can be.
    """

    input: float
    output: float
    cached: float | None = None

    def of(self, usage: Usage) -> float:
        """Give what a reply costs, in US dollars."""
        cached = min(usage.cached, usage.input) if self.cached is not None else 0
        read = (usage.input - cached) * self.input + cached * (self.cached or 0.0)
        return round((read + usage.output * self.output) / 1e6, 9)
