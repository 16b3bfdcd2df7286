"""What `plan` promises and `make` keeps: one question of a concept over a pair of documents."""

from __future__ import annotations

from typing import Literal

from evidoc.records.groups import Anchor
from evidoc.records.record import SparseRecord, content_id


class Unit(SparseRecord, frozen=True, kw_only=True):
    """One candidate: its concept and its two documents, the citing one first where one cites the other.

    `score` is that of the link. `variant` counts the questions of one concept over one pair; `to_table` says that its evidence
    has a table. A question on a citation
    has `anchor`, what the marker stands in, `table`, the table that it is about, where that is known yet, `block` and
    `row` and `column`, where the marker stands, and `reference`, the entry of the bibliography.
    """

    kind: str
    documents: tuple[str, str]
    score: float = 0.0
    variant: int = 0
    to_table: bool = False
    anchor: Anchor | Literal[""] = ""
    table: int | None = None
    block: int | None = None
    row: int | None = None
    column: int | None = None
    reference: str = ""

    @property
    def id(self) -> str:
        """The unit by content."""
        return content_id("u", "dochop_qa", self)

    @property
    def document(self) -> str:
        """The first of its documents."""
        return self.documents[0]

    @property
    def modality(self) -> Literal["text", "multimodal"]:
        """What the answer is read from: text, or text and a table."""
        return "multimodal" if self.to_table or self.anchor else "text"
