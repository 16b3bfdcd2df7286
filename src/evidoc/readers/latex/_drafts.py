"""Blocks while a document is read: numbers of labels, captions and mentions are bound when all of it is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from evidoc.readers._grid import Placed
from evidoc.records.document import BlockKind, Figure


@dataclass(slots=True, eq=False)
class Target:
    """What a label may name: a section, float, equation, item or note, with its printed number.

    `kind` is its counter's name; `within` is the float of a part, whose number stands before the part's own;
    `keys` are the labels that name it; `place` is where it stands among all targets.
    """

    kind: str = ""
    number: str = ""
    within: Target | None = None
    title: str = ""
    keys: list[str] = field(default_factory=list)
    place: int = 0

    @property
    def printed(self) -> str:
        """The number as a reference prints it."""
        return (self.within.printed if self.within is not None else "") + self.number


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference whose print depends on what it names: a command with its keys and, for citations, its notes."""

    command: str
    keys: tuple[str, ...]
    before: str = ""
    after: str = ""


@dataclass(slots=True, eq=False)
class Draft:
    """A block to be: like a Block, with links to other drafts instead of ids, and marks in its text for mentions.

    `rank` is a heading's depth (part −1, chapter 0, section 1 …); `follows` is the draft that this one continues;
    `sub_of` the figure that this one is a part of; `cells` with `header_rows` are a table's.
    """

    kind: BlockKind
    text: str = ""
    role: str = ""
    rank: int = 0
    label: str = ""
    separator: str = ""  # between a caption's label and its text
    latex: str = ""
    source: str = ""
    target: Target | None = None
    labels: list[str] = field(default_factory=list)
    mentions: Sequence[Mention] = ()
    citations: Sequence[str] = ()
    ranges: Sequence[tuple[str, str]] = ()
    figure: Figure | None = None
    cells: list[Placed] | None = None
    bold: Sequence[bool] = ()  # for each cell whether all of it is printed so
    header_rows: int = 0
    caption_of: Draft | None = None
    parent: Draft | None = None
    follows: Draft | None = None
    sub_of: Draft | None = None
    is_part: bool = False  # of a float with several parts
    closes: bool = False  # the sections over this place end here
    flags: tuple[str, ...] = ()


@dataclass(slots=True)
class Flat:
    """A stretch of the document as one text, with what it names and what stands apart from it."""

    text: str
    mentions: list[Mention] = field(default_factory=list)
    citations: list[str] = field(default_factory=list)
    tex: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    notes: list[Draft] = field(default_factory=list)
