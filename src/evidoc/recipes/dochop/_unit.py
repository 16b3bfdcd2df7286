"""What is planned: a cell of the grid over categories, depths and numbers of charts, and which question is wanted there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from evidoc.recipes.dochop._ground import Category, Stance
from evidoc.recipes.dochop._questions import templates
from evidoc.records.record import Record, content_id

_GOLDEN = 0.6180339887498949  # its multiples spread evenly between whole numbers, however many there are


class Unit(Record, frozen=True, kw_only=True):
    """One instance to be made; `serial` counts the instances of its cell. `language` is that of its pool.

    `turn` counts the units of a plan, so that pools take turns too (DH-04); `domain` is what a model is to write the pool
    of, "" for a bundled one. `stance` is what a fact shall be, so that true and false ones are as many.
    """

    category: Category
    depth: int
    charts: int
    template: str
    serial: int
    language: str = "en"
    turn: int = 0
    domain: str = ""
    stance: Stance = Stance()

    @property
    def id(self) -> str:
        """The unit by content."""
        cell = (self.category, self.depth, self.charts, self.serial, self.language)
        return content_id("u", "dochop", *cell, *filter(None, (self.domain,)))

    @property
    def document(self) -> str:
        """The domain: candidates take turns by it, as those over a corpus do by document."""
        return self.domain

    @property
    def kind(self) -> str:
        """The cell of the grid, so that cells are filled evenly (DH-50)."""
        return f"{self.category}, depth {self.depth}, {self.charts} charts"

    @property
    def modality(self) -> str:
        """What the answer is read from."""
        return "chart"


def units_of(
    cells: Sequence[tuple[Category, int, int]], *, each: int, language: str, domains: Sequence[str] = ()
) -> Iterator[Unit]:
    """Plan so many instances for every cell; the templates of a category take turns, each cell beginning with another.

    So do the domains of which a model writes pools, and the stances of facts: as many true as false ones of every template,
    cell and direction.
    """
    for number, (category, depth, charts) in enumerate(cells):
        names = [template.id for template in templates().values() if template.category == category]
        for serial in range(each):
            round_, place = divmod(serial, len(names))
            stances, turn = round_ + number + place, serial * len(cells) + number  # whatever number is planned
            domain = domains[(number + serial) % len(domains)] if domains else ""
            yield Unit(
                category=category,
                depth=depth,
                charts=charts,
                template=names[(number + serial) % len(names)],
                serial=serial,
                language=language,
                turn=turn,
                domain=domain,
                stance=Stance(truth=stances % 2 == 0, up=stances // 2 % 2 == 0, part=turn * _GOLDEN % 1),
            )


def cells_of(categories: Sequence[Category], depths: Sequence[int], charts: Sequence[int]) -> list[tuple[Category, int, int]]:
    """Give all cells of a grid."""
    return list(product(categories, depths, charts))
