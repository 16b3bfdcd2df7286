"""What a table says, number by number: of whom, which measure, when, in which unit.

A table is read along its own headings. Headings that repeat, are empty, too long or only symbols rule out the
numbers under them; a table whose axes cannot be told apart gives nothing. Source: PQ-08; cases D04, G08.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from evidoc.answers.units import Unit, kind_of, named_unit
from evidoc.errors import Reject
from evidoc.recipes.pdfqa._axes import Heading, axes_of
from evidoc.recipes.pdfqa._context import Context
from evidoc.recipes.pdfqa._labels import plain
from evidoc.recipes.pdfqa._loose_units import spelled
from evidoc.recipes.pdfqa._measured import Measured, measured_by
from evidoc.recipes.pdfqa._naming import asked_noun
from evidoc.recipes.pdfqa._periods import Period
from evidoc.records.document import Document
from evidoc.records.table import Cell, Table

_PLAIN_NUMBER = re.compile(
    r"\s*(?:US|C|A|HK)?[$€£¥]?\s*\(?\s*[-−+]?\s*(?:US|C|A|HK)?[$€£¥]?\s*\d[\d,.\u00a0\u202f' ·]*\)?\s*(?:%|‰)?\s*\)?\s*"
)


@dataclass(frozen=True, slots=True)
class Fact:
    """One number of a table in words.

    `number` is as printed, in `unit` times ten to the `scale`; `places` are the cells of its headings;
    `row_heading` and `column_heading` are these as the table writes them.
    """

    row: int
    column: int
    measure: str
    entity: str
    period: Period | None
    number: Decimal
    printed: str
    unit: str
    scale: int
    places: tuple[tuple[int, int], ...]
    row_heading: str
    column_heading: str
    entity_heading: str = ""
    period_heading: str = ""
    is_total: bool = False

    @property
    def decimals(self) -> int:
        """How many decimals are printed."""
        exponent = self.number.as_tuple().exponent
        return max(0, -exponent) if isinstance(exponent, int) else 0

    @property
    def is_whole(self) -> bool:
        """Whether it is printed without decimals."""
        return self.decimals == 0


@dataclass(frozen=True, slots=True)
class FactSheet:
    """All facts of a table, what its rows are called, and whether it has a number for every row and column.

    `rows` counts the rows with numbers; `refused` says how many numbers were left out, by reason.
    """

    facts: tuple[Fact, ...]
    context: Context
    noun: str
    rows: int
    refused: dict[str, int]

    def at(self, row: int, column: int) -> Fact:
        """Give the fact at a place.

        Raises:
            Reject: `no_fact`: nothing can be asked about that cell.
        """
        for fact in self.facts:
            if (fact.row, fact.column) == (row, column):
                return fact
        raise Reject("no_fact", f"cell {row}, {column}")


def facts_of(document: Document, table: Table, context: Context) -> FactSheet:
    """Read a typed table into facts.

    Raises:
        Reject: The table's axes cannot be told apart, or no number of it can be asked about.
    """
    axes = axes_of(table)
    measured = measured_by(axes, context, document)
    facts: list[Fact] = []
    refused: dict[str, int] = {}
    for row in axes.rows:
        for column in axes.columns:
            try:
                facts.append(_fact(table, row, column, measured=measured, document=document))
            except Reject as reject:
                refused[reject.reason] = refused.get(reject.reason, 0) + 1
    kept = _told_apart(facts, refused)
    if not kept:
        raise Reject(max(refused, key=lambda reason: refused[reason], default="no_numbers"))
    return FactSheet(
        kept, context, asked_noun(measured.naming.noun) if measured.shape == "measures_across" else "", len(axes.rows), refused
    )


def _fact(table: Table, row: Heading, column: Heading, *, measured: Measured, document: Document) -> Fact:
    for heading in (row, column):
        if heading.fault:
            raise Reject(heading.fault)
    cell = table.at(row.index, column.index)
    _must_be_a_number(cell)
    assert cell is not None and cell.number is not None
    unit = _in_words_of(document, _unit(cell, row, column, table=table, context=measured.context))
    words = measured.words(row, column, unit)
    row = _with_group(row, f"{words.measure} {words.entity}")
    return Fact(
        row=row.index,
        column=column.index,
        measure=words.measure,
        entity=words.entity,
        period=words.period,
        number=cell.number,
        printed=cell.text,
        unit=unit.name,
        scale=unit.scale,
        places=tuple(dict.fromkeys((*row.cells, *row.unit_cells, *column.cells))),
        row_heading=_written(table, row),
        column_heading=_written(table, column),
        entity_heading=_innermost(table, column if measured.shape in ("measures_down", "periods_down") else row)
        if words.entity
        else "",
        period_heading=_innermost(table, column if column.period else row) if words.period else "",
        is_total=(column if measured.shape in ("measures_down", "periods_down") else row).is_total,
    )


def _with_group(row: Heading, said: str) -> Heading:
    """Count the heading of a row's group among its headings only where the question says it."""
    is_said = row.group is not None and plain(row.group.text) in plain(said)
    return replace(row, cells=(*row.group_cells, *row.cells)) if is_said else row


def _written(table: Table, heading: Heading) -> str:
    return " / ".join(cell.text for place in heading.cells if (cell := table.at(*place)) is not None)


def _innermost(table: Table, heading: Heading) -> str:
    cell = table.at(*heading.cells[-1]) if heading.cells else None
    return cell.text if cell is not None else ""


def _must_be_a_number(cell: Cell | None) -> None:
    if cell is None or not cell.text:
        raise Reject("empty_cell")
    if cell.row_span > 1 or cell.column_span > 1:
        raise Reject("merged_cell")
    if cell.number is None or not _PLAIN_NUMBER.fullmatch(cell.text):
        raise Reject("not_a_number", cell.text[:40])
    if cell.number < 0 and "(" in cell.text:  # "(70,884)" is a deduction in one table and a loss in another
        raise Reject("number_in_brackets", cell.text)


def _in_words_of(document: Document, unit: Unit) -> Unit:
    """Read "bp" as base pairs where nobody speaks of money."""
    return Unit("base pairs", unit.scale) if unit.name == "bp" and document.kind not in ("filing", "report") else unit


def _unit(cell: Cell, row: Heading, column: Heading, *, table: Table, context: Context) -> Unit:
    """Take the unit that is written nearest: in the cell, with the row, with the column, beside the row, for the table.

    Where a column has its own unit and a column of units gives the row another kind, the one is meant per the other:
    "total_co2_kg" in a row of kWh is kg/kWh.
    """
    per = _per_unit(row, column)
    if per is not None:
        return per
    stated = [row.unit, column.unit]
    is_of_corner = (cell.unit, cell.scale) == (table.unit, table.scale) and Unit() == row.unit == column.unit
    if (cell.unit or cell.scale) and not _is_beside(row, is_of_corner):
        named = named_unit(cell.unit) if cell.unit else Unit()
        return Unit(spelled(named.name), cell.scale + named.scale)
    if Unit() == row.unit == column.unit:
        if row.unit_beside is None:
            raise Reject("unclear_unit")
        stated += [row.unit_beside, context.unit]
    return next((unit for unit in stated if unit != Unit()), Unit())


def _per_unit(row: Heading, column: Heading) -> Unit | None:
    below = row.unit_beside.name if row.unit_beside is not None else ""
    kinds = (kind_of(column.unit.name), kind_of(below))
    if not all(kinds) or kinds[0] == kinds[1] or "share" in kinds:
        return None
    return Unit(f"{column.unit.name}/{below}", column.unit.scale, worded=True)


def _is_beside(row: Heading, is_of_corner: bool) -> bool:
    return is_of_corner and row.unit_beside not in (None, Unit())


def _told_apart(facts: list[Fact], refused: dict[str, int]) -> tuple[Fact, ...]:
    """Leave out facts that the words of a question could not tell apart."""
    seen: dict[tuple[str, str, str], list[Fact]] = {}
    for fact in facts:
        words = (fact.measure.lower(), fact.entity.lower(), fact.period.name if fact.period else "")
        seen.setdefault(words, []).append(fact)
    several = sum(len(same) for same in seen.values() if len(same) > 1)
    if several:
        refused["same_words"] = refused.get("same_words", 0) + several
    single = {(same[0].row, same[0].column) for same in seen.values() if len(same) == 1}
    return tuple(fact for fact in facts if (fact.row, fact.column) in single)
