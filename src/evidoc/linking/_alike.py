"""How alike two short strings are: twice the letters that they share in order, over all letters of both."""

from __future__ import annotations


def alike(first: str, second: str, *, above: float) -> bool:
    """Say whether two strings are more alike than a share in [0, 1]."""
    both = len(first) + len(second)
    most = both * (1 - above)  # letters that may be in one of them only
    if abs(len(first) - len(second)) >= most:
        return False
    if len(set(first) ^ set(second)) >= most:
        return False
    return both - 2 * shared_letters(first, second) < most


def shared_letters(first: str, second: str) -> int:
    """Count the longest common subsequence of two strings."""
    ends = 0
    shorter = min(len(first), len(second))
    while ends < shorter and first[ends] == second[ends]:
        ends += 1
    first, second = first[ends:], second[ends:]
    row = [0] * (len(second) + 1)
    for letter in first:
        diagonal = 0
        for place, other in enumerate(second, 1):
            diagonal, row[place] = row[place], diagonal + 1 if letter == other else max(row[place], row[place - 1])
    return ends + row[-1]
