"""Connected components: names that were joined, directly or over others."""

from __future__ import annotations

from collections.abc import Iterable


class Joined:
    """Sets of names that only grow together (union–find)."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        """Begin with each name by itself."""
        self._above: dict[str, str] = {name: name for name in names}

    def root(self, name: str) -> str:
        """Give the smallest name of the set that a name is in; a new name is a set by itself."""
        above = self._above
        above.setdefault(name, name)
        top = name
        while above[top] != top:
            top = above[top]
        while above[name] != top:
            above[name], name = top, above[name]
        return top

    def join(self, first: str, second: str) -> None:
        """Make one set of the two that the names are in."""
        low, high = sorted((self.root(first), self.root(second)))
        self._above[high] = low

    def are_together(self, first: str, second: str) -> bool:
        """Say whether two names are in one set."""
        return self.root(first) == self.root(second)

    def sets(self) -> dict[str, tuple[str, ...]]:
        """Give all sets, sorted, by their smallest name."""
        found: dict[str, list[str]] = {}
        for name in sorted(self._above):
            found.setdefault(self.root(name), []).append(name)
        return {root: tuple(names) for root, names in found.items()}
