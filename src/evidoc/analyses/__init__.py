"""Bench → what it consists of, in tables and figures.

An analysis is `analyse(bench, *, options…)`, which reads the items one by one and gives an `Analysis`. Figures are values;
`reports.figures` draws them. What cannot be counted is said in `left_out`, never dropped. Analyses of what a system
answered take the folder of a scored run as their option `run`.
"""

from __future__ import annotations

from typing import Protocol

from evidoc.records.analysis import Analysis
from evidoc.records.bench import Bench

STANDARD = ("overview", "documents", "concepts", "reasoning", "sections")  # fast, and of use for any bench


class Analyses(Protocol):
    """What every analysis is, with its options bound."""

    def __call__(self, bench: Bench) -> Analysis:
        """Analyse the items of a bench.

        Raises:
            UsageError: An option cannot be used.
        """
        ...
