"""Exactly one place in the documents answers the question, or several that say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from evidoc.checks import rejected
from evidoc.checks._words import words_of
from evidoc.kit import Kit
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from evidoc.records.item import Item, Verdict
from evidoc.records.remembered import Remembered
from evidoc.records.table import Cell, Table

_NAMING = frozenset({"measure", "entity", "period", "first", "second", "third", "limit"})


@dataclass(frozen=True, slots=True)
class Place:
    """One cell with a number: its value, and the words beside it, above it, and around its table."""

    document: str
    block: int
    row: int
    column: int
    value: tuple[Decimal, str]
    beside: frozenset[str]
    above: frozenset[str]
    around: frozenset[str]

    @property
    def key(self) -> tuple[str, int, int, int]:
        """Where it is."""
        return self.document, self.block, self.row, self.column


_places: Remembered[tuple[Place, ...]] = Remembered(most=8)


def check(item: Item, corpus: Corpus, kit: Kit) -> Verdict | None:
    """Reject an item with `two_places` where another place fits the question as well and says something else.

    Another place that says the same is noted in the verdict. Numbers are looked for in all tables, definitions in
    all texts of the item's documents.
    """
    if any(evidence.cells for evidence in item.evidence):
        return _of_cells(item, corpus)
    return _of_text(item, corpus)


def _of_cells(item: Item, corpus: Corpus) -> Verdict | None:
    places = [place for document in item.documents for place in places_of(corpus[document.id])]
    evidence = {
        (entry.document, entry.block, *cell) for entry in item.evidence if entry.role == "crucial" for cell in entry.cells
    }
    own = [place for place in places if place.key in evidence]
    others = [place for place in places if place.key not in evidence]
    same: list[str] = []
    for place in own:
        asked = _asked_of(place, own, item)
        for rival in others:
            if _fits_as_well(rival, place, asked):
                where = f"{rival.document}, block {rival.block}, row {rival.row}, column {rival.column}"
                if rival.value != place.value:
                    return rejected("one_answer", "two_places", where)
                same.append(where)
    return Verdict(check="one_answer", kept=True, detail=f"the same value at {'; '.join(same[:3])}") if same else None


@dataclass(frozen=True, slots=True)
class _Asked:
    """The words of a question that name one cell, by the axis that they belong to, and those that say where to look."""

    beside: frozenset[str]
    above: frozenset[str]
    around: frozenset[str]


def _asked_of(place: Place, own: list[Place], item: Item) -> _Asked:
    """Share out a question's words: what names only another of its cells does not count for this one."""
    slots = [words_of(slot.value) for slot in item.construction.slots if slot.name in _NAMING] or [words_of(item.question)]
    elsewhere = frozenset[str]().union(*(other.beside | other.above for other in own)) - place.beside - place.above
    named = frozenset[str]().union(*slots)
    beside, above = (
        frozenset[str]().union(*(words for words in slots if words & axis)) - elsewhere
        if any(words & axis for words in slots)
        else named
        for axis in (place.beside, place.above)
    )
    return _Asked(beside, above, words_of(item.question) - named)


def _fits_as_well(rival: Place, place: Place, asked: _Asked) -> bool:
    return (
        _matches_as_well(rival.beside, place.beside, asked.beside)
        and _matches_as_well(rival.above, place.above, asked.above)
        and len(asked.around & rival.around) >= len(asked.around & place.around)
    )


def _matches_as_well(rival: frozenset[str], place: frozenset[str], named: frozenset[str]) -> bool:
    """Say whether headings match what is named as well: as many of its words, and no larger part of their own left over."""
    matched, own = len(rival & named), len(place & named)
    if own == 0:
        return rival == place
    return matched >= own and matched * len(place) >= own * len(rival)


def places_of(document: Document) -> tuple[Place, ...]:
    """Give all cells with numbers of a document; the last documents are remembered."""
    return _places.of(document.blocks, lambda: tuple(_read_places(document)))


def _read_places(document: Document) -> Iterator[Place]:
    previous: Block | None = None
    for block in document.body():
        if block.table is not None:
            caption = document.caption(block)
            if not caption and previous is not None and previous.kind == "paragraph":
                caption = previous.text[-300:]
            around = words_of(" ".join((caption, *block.section[-1:], document.title)))
            yield from _cells(document.id, block, block.table, around)
        previous = block


def _cells(document_id: str, block: Block, table: Table, around: frozenset[str]) -> Iterator[Place]:
    above = [words_of(table.column_header(column)) for column in range(table.columns)]
    numeric = [cell.column for cell in table.cells if cell.number is not None and cell.row >= table.header_rows]
    labels = max(1, table.header_columns, min((column for column in numeric if column), default=1))
    group = ""
    for row in range(table.header_rows, table.rows):
        cells = [cell for cell in (table.at(row, column) for column in range(table.columns)) if cell is not None and cell.text]
        numbers = [cell for cell in cells if cell.number is not None and cell.column >= labels]
        if cells and all(cell.column < labels for cell in cells):
            group = cells[-1].text
        beside = words_of(" ".join([group, *(cell.text for cell in cells if cell.column < labels)]))
        for cell in numbers:
            yield Place(document_id, block.id, row, cell.column, _value(cell), beside, above[cell.column], around)
        if numbers and cells[0].text.lower().startswith(("total", "subtotal")):
            group = ""


def _value(cell: Cell) -> tuple[Decimal, str]:
    assert cell.number is not None
    return cell.number.scaleb(cell.scale).normalize(), cell.unit


def _of_text(item: Item, corpus: Corpus) -> Verdict | None:
    term = next((slot.value for slot in item.construction.slots if slot.name == "term"), "")
    if not term or not isinstance(item.answer.value, str):
        return None
    spelled = [item.answer.value, *item.answer.aliases]
    for document in item.documents:
        for block in corpus[document.id].body():
            for before in _brackets(block.text, term):
                if not any(_ends(before, long) for long in spelled) and _abbreviates(term, before):
                    return rejected("one_answer", "two_places", f"{document.id}, block {block.id}: {before[-60:]} ({term})")
    return None


def _brackets(text: str, term: str) -> list[str]:
    """Give what stands before each "(TERM)"."""
    return [text[: found.start()].rstrip() for found in re.finditer(rf"\({re.escape(term)}\)", text)]


def _ends(before: str, long: str) -> bool:
    bare, end = (re.sub(r"\W+", "", text.lower()).rstrip("s") for text in (before, long))
    return bare.endswith(end)


def _abbreviates(term: str, before: str) -> bool:
    """Say whether the words before a bracket spell the term by their initials."""
    letters = re.sub(r"[^A-Z]", "", term).lower()
    initials = "".join(word[0].lower() for word in re.findall(r"\w+", before)[-len(letters) :])
    return bool(letters) and initials == letters
