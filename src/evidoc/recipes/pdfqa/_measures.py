"""The ten complexity dimensions of pdfQA. Source: PQ-23 to PQ-32, U-52, U-53; formats.md 5.3."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from evidoc.recipes.pdfqa._draft import Draft
from evidoc.recipes.pdfqa._unit import Unit
from evidoc.records.document import Block, Document
from evidoc.records.item import Answer, Evidence, Measures

Quarter = Literal[25, 50, 75, 100]
_QUARTERS: tuple[Quarter, ...] = (25, 50, 75, 100)
_SOURCE_KINDS = frozenset({"title", "heading", "reference", "toc"})  # what is no source of its own in pdfQA's structuring
_FILE_TYPES = {"filing": "financial reports", "article": "research articles", "book": "books"}
_SUSTAINABLE = re.compile(r"sustainab|\besg\b|emission|climate|\bghg\b|environmental", re.IGNORECASE)
_SIMPLE = frozenset({"lookup", "definition"})


def measures_of(unit: Unit, draft: Draft, evidence: Sequence[Evidence], document: Document) -> Measures:
    """Measure how hard an item is, on all ten dimensions and those that all families share."""
    crucial = [entry for entry in evidence if entry.role == "crucial"]
    cited = sorted({entry.block for entry in crucial})
    sources = source_words(document)
    places = [index for index, (block_id, _) in enumerate(sources) if block_id in cited]
    words = [count for _, count in sources]
    return Measures(
        hops=len({entry.hop for entry in crucial}),
        entities=len(crucial),
        sources=len(cited),
        source_spread=sum(words[places[0] : places[-1] + 1]) if places else 0,
        source_position=source_position([place + 1 for place in places], last=len(sources)),
        modality=unit.modality,
        file_type=file_type(document),
        file_length=sum(words),
        answer_type=answer_type(draft.answer),
        answer_length=len(draft.answer.value if isinstance(draft.answer.value, str) else " ".join(draft.answer.value)),
        reasoning="replicate" if unit.kind in _SIMPLE else "reasoning",
        difficulty="simple" if unit.kind in _SIMPLE else ("complex" if unit.kind == "count" else "medium"),
        scenario="Single-Doc",
        pages_spanned=len({box.page for entry in crucial for box in entry.boxes}),
    )


def source_words(document: Document) -> list[tuple[int, int]]:
    """Give every source of a document, in order, with its number of words."""
    return [(block.id, words) for block in document.body() if block.kind not in _SOURCE_KINDS and (words := _words(block))]


def source_position(numbers: Sequence[int], *, last: int) -> Quarter:
    """Give the quarter of the document in which most sources lie, by number from 1 of `last`.

    A quarter needs more than half of them; without such a majority it is the median source's quarter.
    Source: PQ-30, U-53.
    """
    quarters = sorted(_quarter(number, last) for number in numbers)
    if not quarters:
        return 25
    most = max(_QUARTERS, key=quarters.count)
    return most if 2 * quarters.count(most) > len(quarters) else quarters[(len(quarters) - 1) // 2]


def file_type(document: Document) -> str:
    """Give pdfQA's file type where the document is of one of the four, and its kind otherwise."""
    if document.kind in ("table", "report", "other") and _SUSTAINABLE.search(f"{document.title} {document.source.name}"):
        return "sustainability disclosures"
    return _FILE_TYPES.get(document.kind, document.kind)


def answer_type(answer: Answer) -> str:
    """Give pdfQA's key for the form of an answer."""
    if answer.kind in ("number", "yes_no"):
        return "value-question" if answer.kind == "number" else "yes-no-question"
    value = answer.value if isinstance(answer.value, str) else " ".join(answer.value)
    return "word-answer" if len(value.split()) <= 5 else "one-sentence-answer"


def _quarter(number: int, last: int) -> Quarter:
    share = number / last
    return next(quarter for quarter in _QUARTERS if 100 * share <= quarter or quarter == 100)


def _words(block: Block) -> int:
    if block.table is not None:
        return sum(len(cell.text.split()) for cell in block.table.cells)
    return len(block.text.split())
