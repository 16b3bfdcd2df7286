"""What is planned: a cell of the grid over categories, depths and numbers of charts, and which question is wanted there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from evidoc.recipes.dochop._ground import Category
from evidoc.recipes.dochop._questions import templates
from evidoc.records.record import Record, content_id


class Unit(Record, frozen=True, kw_only=True):
    """One instance to be made; `serial` counts the instances of its cell. `language` is that of its pool."""

    category: Category
    depth: int
    charts: int
    template: str
    serial: int
    language: str = "en"
    document: str = ""

    @property
    def id(self) -> str:
        """The unit by content."""
        return content_id("u", "dochop", self.category, self.depth, self.charts, self.serial, self.language)

    @property
    def kind(self) -> str:
        """The cell of the grid, so that cells are filled evenly (DH-50)."""
        return f"{self.category}, depth {self.depth}, {self.charts} charts"

    @property
    def modality(self) -> str:
        """What the answer is read from."""
        return "chart"


def units_of(cells: Sequence[tuple[Category, int, int]], *, each: int, language: str) -> Iterator[Unit]:
    """Plan so many instances for every cell; the templates of a category take turns, each cell beginning with another."""
    for number, (category, depth, charts) in enumerate(cells):
        names = [template.id for template in templates().values() if template.category == category]
        for serial in range(each):
            yield Unit(
                category=category,
                depth=depth,
                charts=charts,
                template=names[(number + serial) % len(names)],
                serial=serial,
                language=language,
            )


def cells_of(categories: Sequence[Category], depths: Sequence[int], charts: Sequence[int]) -> list[tuple[Category, int, int]]:
    """Give all cells of a grid."""
    return list(product(categories, depths, charts))
