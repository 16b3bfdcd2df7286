"""Blocks while a laid-out file is read, before they have numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

from evidoc.records.document import BlockKind, Figure, Markup
from evidoc.records.geometry import Box
from evidoc.records.table import Table

UNVERIFIED = "text_unverified"


@dataclass(slots=True, eq=False)
class Draft:
    """A block to be: as `Block`, without a number yet.

    `owner` is the table, figure or listing that a caption or footnote belongs to; `continues` says that
    the engine takes it for the rest of the block before; `raised` are the superscripts in it.
    """

    kind: BlockKind
    text: str = ""
    boxes: list[Box] = field(default_factory=list)
    level: int = 0
    source: str = ""
    markup: Markup = ""
    latex: str = ""
    table: Table | None = None
    figure: Figure | None = None
    label: str = ""
    owner: Draft | None = None
    continues: bool = False
    raised: tuple[str, ...] = ()
    flags: list[str] = field(default_factory=list)

    @property
    def page(self) -> int:
        """The page on which it begins."""
        return self.boxes[0].page
