"""Which character separates the cells of a delimited text, and how surely one does."""

from __future__ import annotations

import csv
import io
from collections import Counter

SEPARATORS = (",", ";", "\t", "|")
_SAMPLE_ROWS = 200
_SAMPLE = 200_000  # characters


def separator_of(text: str) -> str:
    """Give the separator that cuts most rows into one number of cells, the more cells the better."""
    scores = {separator: evenness(text, separator) for separator in SEPARATORS}
    return max(SEPARATORS, key=lambda separator: scores[separator])


def evenness(text: str, separator: str) -> tuple[float, int]:
    """Give the share of rows that have the most common number of cells, if that is over one, and that number."""
    try:
        reader = csv.reader(io.StringIO(text[:_SAMPLE], newline=""), delimiter=separator)
        widths = Counter(len(row) for _, row in zip(range(_SAMPLE_ROWS), reader, strict=False) if any(row))
    except csv.Error:
        return 0.0, 0
    wide = {width: count for width, count in widths.items() if width > 1}
    if not wide:
        return 0.0, 0
    width = max(wide, key=lambda width: (wide[width], width))
    return round(wide[width] / widths.total(), 2), width
