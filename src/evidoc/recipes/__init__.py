"""Corpus → Items: each recipe plans small units of work, then makes one item of each.

A recipe is a module with `plan(corpus, *, options…)`, which gives units in a fixed order, and
`make(unit, corpus, kit, *, options…)`, which gives an `Item` or raises `Reject` with a reason. What planning cannot use it
gives as `LeftOut`, which is never made. The documents that `make` sees have pages. All chance comes from `kit.rng`, which
depends on the seed and the unit's id alone.

A recipe that writes its own documents says `BRINGS_DOCUMENTS = True`: it plans without a corpus, as many units as its
option `wanted` says, and its `make` gives the item with the documents that it is asked over (`Brought`).

A recipe that cannot do without a model where some of its options are given offers `needs(*, options…)`: the roles, each with
what it is there for, as in `{"writer": "to write pools of names"}`. Where one is missing nothing is planned.

A recipe whose items are weaker where no model writes them says how in `UNWRITTEN`, a sentence that people are told.

A recipe with options that name files says which in `FILES`: their contents decide the bench as its options do, so that a
making is not resumed with edited ones.

A recipe whose items keep the symbolic record that their answer follows from may also offer
`reply_with_mistakes(item, *, rate, rng)`, what a reader says who errs at each step with that chance, and
`mistake_in(item, text)`, what a wrong answer comes of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.item import Item
from evidoc.records.record import Record, content_id


class Planned(Protocol):
    """What every unit has: an id by content, and by what candidates are balanced."""

    @property
    def id(self) -> str:
        """The unit by content."""
        ...

    @property
    def document(self) -> str:
        """The document that it is about, or the first of several."""
        ...

    @property
    def kind(self) -> str:
        """The kind of question."""
        ...

    @property
    def modality(self) -> str:
        """What the answer is read from."""
        ...


WHOLE = "document"


class LeftOut(Record, frozen=True, kw_only=True):
    """What planning could not use, and why: one document, or some that belong together.

    `kind` is the kind of question that they would have been for, or the link that found no partner; `WHOLE` where nothing
    was planned of the document at all, and then the reason goes on after "a document …" ("in_another_language"). It is
    planned like any unit and ends in the ledger as rejected, so that nothing is dropped silently (X-25).
    """

    kind: str
    documents: tuple[str, ...]
    reason: str
    detail: str = ""
    modality: str = ""

    @property
    def id(self) -> str:
        """What was left out, by content."""
        return content_id("l", self)

    @property
    def document(self) -> str:
        """The first of its documents."""
        return self.documents[0]


class Plans(Protocol):
    """What every recipe's `plan` is, with its options bound."""

    def __call__(self, corpus: Corpus) -> Iterator[Planned]:
        """Plan a corpus."""
        ...


@dataclass(frozen=True, slots=True)
class Brought:
    """An item with documents that no corpus has.

    `files` are the documents' sources by sha256, `pictures` PNG files for the bench's
    `images/`, named `<document id>.png`.
    """

    item: Item
    documents: tuple[Document, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    pictures: Mapping[str, bytes] = field(default_factory=dict)


class Makes(Protocol):
    """What every recipe's `make` is, with its options bound."""

    def __call__(self, unit: Planned, corpus: Corpus, kit: Kit) -> Item | Brought:
        """Make one planned item."""
        ...
