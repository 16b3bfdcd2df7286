"""Worked examples of others, typed in by hand from what they published."""

from __future__ import annotations

N = None

# Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), section C: four observers, twelve units, with gaps.
# The same ratings are Gwet's (Handbook of Inter-Rater Reliability, 4th edition, 2014, page 120; cac.raw4raters of irrCAC).
OBSERVERS = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3),
    (N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N),
)
FOUR_RATERS: list[tuple[float | None, ...]] = list(zip(*OBSERVERS, strict=True))

# Krippendorff (2011), section A: two observers, binary, ten units; α = 0.095.
BINARY: list[tuple[float | None, ...]] = list(zip((0, 1, 0, 0, 0, 0, 0, 0, 1, 0), (1, 1, 1, 0, 0, 1, 0, 0, 0, 0), strict=True))

# Krippendorff (2011), section B: two observers, nominal a to e, twelve units; α = 0.692.
NOMINAL: list[tuple[float | None, ...]] = list(
    zip((0, 0, 1, 1, 3, 2, 2, 2, 4, 3, 3, 0), (1, 0, 1, 1, 1, 2, 2, 2, 4, 3, 3, 3), strict=True)
)

# Gwet (2014), as the vignette of irrCAC prints it (cont3x3abstractors): two abstractors, three kinds of pregnancy.
ABSTRACTORS = ((13, 0, 0), (0, 20, 7), (0, 4, 56))
ABSTRACTED: list[tuple[float | None, ...]] = [
    (float(row), float(column))
    for row, counts in enumerate(ABSTRACTORS)
    for column, count in enumerate(counts)
    for _ in range(count)
]

# Case F19.
LIKERT: list[tuple[float | None, ...]] = [(5, 4), (4, 4), (5, 5), (3, 4), (5, 5), (2, 3), (4, 5), (5, 5)]
WITH_GAPS: list[tuple[float | None, ...]] = [(5, 4, N), (4, 4, 4), (5, N, N), (3, 4, 3)]
SKEWED: list[tuple[float | None, ...]] = [*[(1, 1)] * 18, (1, 0), (0, 1)]
ONE_TO_FIVE = (1.0, 2.0, 3.0, 4.0, 5.0)
