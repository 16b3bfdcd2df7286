"""Reading answers from original files again, by other libraries, and knowing nothing of the recipe.

What an item says of itself is all there is to go by: the headings in its slots, its operation, and what its trace
and evidence quote.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

from evidoc.records.item import Item

Grid = list[list[str]]


@dataclass(frozen=True)
class Original:
    """What a file says, as another library reads it: tables as grids with spans filled in, and all its text."""

    tables: tuple[Grid, ...]
    text: str


def read_csv(path: Path) -> Original:
    data = path.read_bytes()
    text = data.decode("utf-16") if data[:2] in (b"\xff\xfe", b"\xfe\xff") else data.decode("utf-8-sig")
    lines = text.splitlines(keepends=True)
    widest = max(",;\t", key=lambda mark: min((line.count(mark) for line in lines if line.strip()), default=0))
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=widest)]
    width = max(map(len, rows))
    return Original((tuple_grid([row + [""] * (width - len(row)) for row in rows]),), text)


def tuple_grid(rows: Grid) -> Grid:
    return [row for row in rows if any(row)]


def read_jats(path: Path) -> Original:
    root = ElementTree.fromstring(re.sub(rb"<!DOCTYPE[^>]*>", b"", path.read_bytes()))
    tables = [filled(_jats_rows(table)) for table in root.iter("table")]
    return Original(tuple(tables), " ".join(root.itertext()))


def _jats_rows(table: ElementTree.Element) -> Iterator[list[tuple[str, int, int]]]:
    for row in table.iter("tr"):
        yield [
            (" ".join(" ".join(cell.itertext()).split()), int(cell.get("rowspan") or 1), int(cell.get("colspan") or 1))
            for cell in row
            if cell.tag in ("td", "th")
        ]


def read_html(path: Path) -> Original:
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(path.read_bytes(), "html.parser")
    tables = [filled(_html_rows(table)) for table in soup.find_all("table") if not table.find("table")]
    return Original(tuple(tables), soup.get_text(" "))


def _html_rows(table: object) -> Iterator[list[tuple[str, int, int]]]:
    for row in table.find_all("tr"):  # type: ignore[attr-defined]
        yield [
            (" ".join(cell.get_text(" ").split()), int(cell.get("rowspan", 1) or 1), int(cell.get("colspan", 1) or 1))
            for cell in row.find_all(["td", "th"])
        ]


def filled(rows: Iterator[list[tuple[str, int, int]]]) -> Grid:
    """Lay cells with spans into a grid in which each stands at every place that it covers."""
    places: dict[tuple[int, int], str] = {}
    height = 0
    for height, cells in enumerate(rows, 1):
        column = 0
        for text, down, across in cells:
            while (height - 1, column) in places:
                column += 1
            for row in range(height - 1, height - 1 + down):
                for place in range(column, column + across):
                    places.setdefault((row, place), text)
            column += across
    width = max((column for _, column in places), default=-1) + 1
    return [[places.get((row, column), "") for column in range(width)] for row in range(height)]


@lru_cache(maxsize=200_000)
def bare(text: str) -> str:
    return re.sub(r"[^0-9a-zà-ɏα-ω]", "", text.lower())


@lru_cache(maxsize=200_000)
def number_in(text: str) -> Decimal | None:
    """Read a number as it is printed: grouped by commas, with a middle dot, a decimal comma or a true minus."""
    found = re.findall(r"[-−]?\s?\d[\d,]*(?:[.·]\d+)?", text)
    if len(found) != 1:
        return None
    plain = found[0].replace("−", "-").replace("·", ".").replace(" ", "")
    plain = plain.replace(",", ".") if re.fullmatch(r"-?\d+,\d{1,2}", plain) else plain.replace(",", "")
    try:
        return Decimal(plain)
    except InvalidOperation:
        return None


def says(cell: str, heading: str, *, exactly: bool = False) -> bool:
    """Say whether a cell is a heading, where wanted but for a mark of a note at its end."""
    there, wanted = bare(cell), bare(heading)
    return there == wanted or (not exactly and bool(wanted) and there.startswith(wanted) and len(there) - len(wanted) <= 3)


def values_at(grid: Grid, row_heading: str, column_heading: str) -> list[Decimal]:
    """Give the numbers in the rows and below the columns that carry the headings, whose levels are parted by " / "."""
    found = []
    for index in rows_named(grid, row_heading.split(" / ")):
        columns = columns_named(grid, index, column_heading.split(" / "))
        numbers = [number for column in columns if (number := number_in(grid[index][column])) is not None]
        found += list(dict.fromkeys(numbers))
    return found


def rows_named(grid: Grid, parts: Sequence[str]) -> list[int]:
    """Give the rows that carry a label, leftmost where it stands; outer parts stand in the row or head its group."""
    *outer, inner = parts
    for exactly in (True, False):
        hits = [
            (column, index)
            for index, row in enumerate(grid)
            for column, cell in enumerate(row)
            if says(cell, inner, exactly=exactly) and all(_heads(grid, index, part) for part in outer)
        ]
        if hits:
            left = min(column for column, _ in hits)
            return sorted({index for column, index in hits if column == left})
    return []


def _heads(grid: Grid, index: int, part: str) -> bool:
    """Say whether a label stands in a row, or in the nearest line above that only heads what follows."""
    if any(says(cell, part) for cell in grid[index]):
        return True
    heads = [row for row in grid[:index] if any(row) and not any(number_in(cell) is not None for cell in row[1:])]
    return any(says(cell, part) for row in heads[-1:] for cell in row)


def columns_named(grid: Grid, index: int, parts: Sequence[str]) -> list[int]:
    """Give the columns below all parts of a heading, seen from a row."""
    for exactly in (True, False):
        columns = [
            column
            for column in range(len(grid[index]))
            if all(any(says(row[column], part, exactly=exactly) for row in grid[:index]) for part in parts if part)
        ]
        if columns:
            return columns
    return []


def derived(item: Item, original: Original) -> set[str]:
    """Give the answers that the original's tables give; one for each table that has all that the item names."""
    slots = {slot.name: slot.value for slot in item.construction.slots}
    count = len([name for name in slots if name.startswith("row.")])
    answers = set()
    for grid in original.tables:
        if slots["operation"].startswith("count"):
            answers |= _counted(grid, slots)
            continue
        values = [values_at(grid, slots[f"row.{place}"], slots[f"column.{place}"]) for place in range(1, count + 1)]
        if all(len(found) == 1 for found in values):
            answers.add(computed(item, [found[0] for found in values]))
    return answers


def computed(item: Item, values: Sequence[Decimal]) -> str:
    """Compute an item's answer from the numbers of its cells, in the order of its evidence."""
    slots = {slot.name: slot.value for slot in item.construction.slots}
    operation = slots["operation"]
    if operation == "read":
        return f"{values[0]:f}"
    if operation == "sum":
        return f"{values[0] + values[1]:f}"
    if operation == "difference":
        return f"{abs(values[0] - values[1]):f}"
    if operation in ("highest", "lowest"):
        best = (max if operation == "highest" else min)(values)
        place = list(values).index(best) + 1
        axis = "row" if slots["row.1"] != slots["row.2"] else "column"
        return slots[f"{axis}.{place}"]
    left, right = values if item.task.subtask == "entities" else _in_time(slots, values)
    return "yes" if (left > right if operation == "greater" else left < right) else "no"


def _in_time(slots: dict[str, str], values: Sequence[Decimal]) -> tuple[Decimal, Decimal]:
    """Give the later number, then the earlier: the question asks whether it rose from `first` to `second`."""
    later = bare(slots["second"])
    year = later[-4:] if later[-4:].isdigit() else later[:3]
    headings = [bare(f"{slots[f'column.{place}']} {slots[f'row.{place}']}") for place in (1, 2)]
    return (values[0], values[1]) if year in headings[0] and year not in headings[1] else (values[1], values[0])


def _counted(grid: Grid, slots: dict[str, str]) -> set[str]:
    limit, is_above = Decimal(slots["limit"]), slots["operation"] == "count_above"
    first = rows_named(grid, slots["row.1"].split(" / ")[-1:])
    if not first:
        return set()
    columns = columns_named(grid, first[0], slots["column.1"].split(" / "))
    columns = [column for column in columns if number_in(grid[first[0]][column]) is not None]
    if not columns:
        return set()
    numbers = [number for row in grid[first[0] :] if (number := number_in(row[columns[0]])) is not None]
    return {str(sum(number > limit if is_above else number < limit for number in numbers))}


def agrees(item: Item, answers: set[str]) -> bool:
    """Say whether the item's answer is one that was derived, however names are marked."""
    right = [str(item.answer.value), *item.answer.aliases]
    if item.answer.kind == "number":
        return any(Decimal(answer) == Decimal(right[0]) for answer in answers)
    parts = {bare(part) for answer in answers for part in (answer, *answer.split(" / "))}
    return any(bare(value) in parts or any(bare(value) and part.startswith(bare(value)) for part in parts) for value in right)


def spelled_out(item: Item, original: Original) -> bool:
    """Say whether the original text itself spells the term out or defines it as the item says."""
    term = next(slot.value for slot in item.construction.slots if slot.name == "term")
    text, answer = bare(original.text), bare(str(item.answer.value))
    if item.construction.template.startswith("definition-abbreviation"):
        return f"{answer}{bare(term)}" in text
    return bare(term) in text and answer in text and bare(item.evidence[0].text) in text
