"""Documents that belong together, as a linking strategy found them, and those that it could not use."""

from __future__ import annotations

from typing import Literal

from evidoc.records.record import Record, SparseRecord

Anchor = Literal["cell", "caption", "paragraph", "text"]  # what a citation stands in, strongest first
TieKind = Literal["key_word", "similarity", "table_citation", "text_citation", "section", "association", "schema", "dataset"]


class Tie(SparseRecord, frozen=True, kw_only=True):
    """One thing that ties the documents of a group.

    `text` is what they share or, for a citation, the marker as the cell shows it; `value` is a number in [0, 1] where
    there is one. `document`, `block`, `row` and `column` are where it stands, if it stands in one place. Of a citation `anchor`
    is what the marker stands in, `reference` the key of the bibliography entry and `target` the document that it leads to.
    An association is what a model says of the sections that follow it: `text` is why they belong together, `value` how surely,
    `model` and `prompt` who said so when asked what. Source: X-13, CV-14.
    """

    kind: TieKind
    text: str = ""
    value: float | None = None
    document: str = ""
    block: int | None = None
    row: int | None = None
    column: int | None = None
    anchor: Anchor | None = None
    reference: str = ""
    target: str = ""
    model: str = ""
    prompt: str = ""


class LinkedGroup(Record, frozen=True, kw_only=True):
    """Documents to be asked about together: a row of `groups.jsonl`.

    `documents` are in the order of the strategy: by the corpus, or the citing one first. `score` is in [0, 1], comparable
    within one strategy only; `by` is the strategy with its options; `rationale` is why. Source: X-13.
    """

    documents: tuple[str, ...]
    score: float
    by: str
    rationale: tuple[Tie, ...]


class Unlinked(Record, frozen=True, kw_only=True):
    """A document, or something in it, that a strategy could not use: a row of `groups.left_out.jsonl`."""

    document: str
    by: str
    reason: str
    detail: str = ""
