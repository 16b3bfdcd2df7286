"""What `plan` promises and `make` keeps: one question to be asked, by the places it rests on."""

from __future__ import annotations

from typing import Literal

from evidoc.records.record import Record, content_id

Kind = Literal["lookup", "comparison", "sum", "difference", "yes_no", "count", "definition"]
Along = Literal["", "entities", "periods"]


class Unit(Record, frozen=True, kw_only=True):
    """One candidate: a kind of question over cells of a table, or over a piece of a paragraph (`span`, half open in characters).

    `along` says whether the cells differ in whom they are about or in their period.
    """

    kind: Kind
    document: str
    block: int
    cells: tuple[tuple[int, int], ...] = ()
    along: Along = ""
    span: tuple[int, int] | None = None

    @property
    def id(self) -> str:
        """The unit by content."""
        return content_id("u", "pdfqa", self)

    @property
    def modality(self) -> Literal["table", "text"]:
        """What the answer is read from."""
        return "table" if self.cells else "text"
