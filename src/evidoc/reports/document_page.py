"""A document as one HTML file: its blocks drawn over the page pictures, and the list of them beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from markupsafe import Markup

from evidoc import __version__
from evidoc.records.document import Block, Document
from evidoc.records.table import Cell, Table
from evidoc.reports.document_marks import PageMarks, kinds_of, marks_of
from evidoc.reports.html_file import html_environment, own_text, policy
from evidoc.reports.pictures import Pictures

GENERATOR = '<meta name="generator" content="evidoc show">'  # near the beginning of each file that is written here
_ROWS = 60  # rows of a table in the list; its cells are all drawn on the page
_COLUMNS = 24
_WORRYING = ("retract", "correct", "withdraw", "erratum", "concern")  # kinds of article that take something back


@dataclass(frozen=True, slots=True)
class _Entry:
    """A block as the list shows it: its number, where it stands, and the rows of its table."""

    block: Block
    pages: tuple[int, ...]
    rows: list[list[Cell]]

    @property
    def left_out(self) -> int:
        """How many rows of the table are not in the list."""
        return max(0, self.block.table.rows - _ROWS) if self.block.table else 0


def write_document_page(document: Document, *, pictures: Pictures, note: str = "", is_laid_out: bool = False) -> bytes:
    """Give a document as one HTML file in UTF-8; the same document and pictures give the same bytes.

    Only pages that `pictures` knows are drawn, so that a part of a long document can be looked at; blocks on none of
    them are left out, but those without a place are always listed. `note` is said over the pages;
    `is_laid_out` says that evidoc wrote them, so that there is no file of them to name.
    """
    environment = html_environment()
    style, script = own_text(environment, "base.css", "document.css"), own_text(environment, "document.js")
    shown = [page for page in marks_of(document) if _is_known(page.page.index, document, pictures)]
    entries = _entries(document, {page.page.index for page in shown})
    html = environment.get_template("document.html.j2").render(
        generator=Markup(GENERATOR),
        document=document,
        title=document.title or PurePath(document.source.name).name,
        note=note,
        is_laid_out=is_laid_out,
        warnings=[flag for flag in document.flags if not is_plain(flag)],
        facts=[flag.partition(":")[2] for flag in document.flags if is_plain(flag)],
        version=__version__,
        policy=policy(style, script),
        style=style,
        script=script,
        pages=shown,
        picture=lambda page: pictures.sources.get((document.id, page), ""),
        reason=lambda page: pictures.reasons.get((document.id, page), ""),
        kinds=kinds_of(entry.block for entry in entries),
        entries=entries,
        placed=_first_places(shown),
        printed=_printed,
        point=_point,
    )
    return html.encode("utf-8")


def is_plain(flag: str) -> bool:
    """Say whether a flag of a document says what it is, and nothing that should worry: a research article is no fault."""
    name, _, value = flag.partition(":")
    return name == "article_type" and not any(word in value for word in _WORRYING)


def _is_known(page: int, document: Document, pictures: Pictures) -> bool:
    return (document.id, page) in pictures.sources or (document.id, page) in pictures.reasons


def _entries(document: Document, shown: set[int]) -> list[_Entry]:
    entries = []
    for block in document.blocks:
        pages = tuple(sorted({box.page for box in block.boxes}))
        if not pages or shown.intersection(pages):
            entries.append(_Entry(block, pages, list(_rows(block.table)) if block.table else []))
    return entries


def _rows(table: Table) -> Iterator[list[Cell]]:
    """Give the cells that begin in each row, cut to what the list shows."""
    by_row: dict[int, list[Cell]] = {}
    for cell in table.cells:
        if cell.column < _COLUMNS:
            by_row.setdefault(cell.row, []).append(cell)
    covered = _covered(table)
    for row in range(min(table.rows, _ROWS)):
        begun = {cell.column: cell for cell in by_row.get(row, ())}
        empty = (column for column in range(min(table.columns, _COLUMNS)) if (row, column) not in covered)
        cells = [*begun.values(), *(Cell(row=row, column=column) for column in empty)]
        yield sorted(cells, key=lambda cell: cell.column)


def _covered(table: Table) -> set[tuple[int, int]]:
    return {
        (row, column)
        for cell in table.cells
        if cell.row < _ROWS and cell.column < _COLUMNS
        for row in range(cell.row, min(cell.row + cell.row_span, _ROWS))
        for column in range(cell.column, min(cell.column + cell.column_span, _COLUMNS))
    }


def _first_places(pages: list[PageMarks]) -> dict[int, int]:
    """Give the page on which each block is first drawn."""
    places: dict[int, int] = {}
    for page in pages:
        for frame in page.frames:
            places.setdefault(frame.block.id, page.page.index)
    return places


def _printed(document: Document, index: int) -> str:
    """Name a page as people do."""
    label = document.pages[index].label if index < len(document.pages) else ""
    return f"{index + 1} (printed {label})" if label and label != str(index + 1) else str(index + 1)


def _point(value: float) -> str:
    """Give a length in points as short as SVG takes it."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
