"""The files that are read, and what is true of each: sheets that we lay out, articles with their XML, marked tables."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from benchmarks.quality.grids import Grid
from benchmarks.quality.truth_files import csv_grid, icdar_grids
from evidoc.align.source_pages import align
from evidoc.compose.sheet import lay_out
from evidoc.readers import read_file
from evidoc.records.document import Block, Document

SHARED = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "data"
_LAID_OUT = (
    "plos/pone.0046041", "zika/PMC3731215", "elife/elife06003", "zika/PMC4047448", "zika/PMC4629289", "zika/PMC4195678",
)  # fmt: skip
_TABULA = ("spanning_cells", "MultiColumn", "AnimalSounds")
_WORDLESS = frozenset({"table", "figure", "chart", "equation"})
_SET_OTHERWISE = frozenset({"reference", "code"})  # a journal prints them in its own form
_FLOATING = frozenset({"caption", "footnote"})


@dataclass(frozen=True, kw_only=True)
class Case:
    """One PDF with what is true of it; `group` is `sheets` (we drew it), `articles` (its XML is known) or `tables`."""

    name: str
    group: str
    pdf: Path
    source: Document | None = None
    truth: Document | None = None
    grids: tuple[Grid, ...] = ()

    def texts(self) -> list[str]:
        """Give the true texts of blocks that are running words, in order."""
        left_out = _WORDLESS if self.group == "sheets" else _WORDLESS | _SET_OTHERWISE
        return [block.text for block in self._blocks() if block.kind not in left_out and "glyphs_missing" not in block.flags]

    def ordered_texts(self) -> list[str]:
        """Give the true texts whose order is known: all on a sheet, in an article those that do not float."""
        if self.group == "sheets":
            return self.texts()
        left_out = _WORDLESS | _SET_OTHERWISE | _FLOATING
        return [block.text for block in self._blocks() if block.kind not in left_out]

    def whole(self) -> str:
        """Give all that is drawn on a sheet as one text."""
        return "\n".join(map(text_of, self._blocks()))

    def _blocks(self) -> list[Block]:
        if self.truth is None:
            return []
        if self.group == "articles":
            return [block for block in self.truth.body() if block.text.strip()]
        return sorted(self.truth.body(), key=lambda block: (block.boxes[0].page, block.boxes[0].y0) if block.boxes else (0, 0.0))


def text_of(block: Block) -> str:
    """Give what a block shows: the cells of a table row by row, else its words or its formula."""
    if block.table is None or not block.table.cells:
        return block.text or block.latex
    cells = sorted(block.table.cells, key=lambda cell: (cell.row, cell.column))
    return " ".join(cell.text + "".join(cell.notes) for cell in cells if cell.text)


def grids_of(document: Document, *, anywhere: bool = False) -> tuple[Grid, ...]:
    """Give the tables of a document with the pages that they stand on."""
    return tuple(
        Grid(block.table, None if anywhere or not block.boxes else frozenset(box.page for box in block.boxes))
        for block in document.blocks
        if block.table is not None and any(cell.text.strip() for cell in block.table.cells)
    )


def cases(folder: Path, *, limit: int | None = None) -> list[Case]:
    """Give all cases, drawing the sheets into a folder; without ../shared/data only the demo's; `limit` cuts each group."""
    made = [_sheets(folder)[:limit], _articles()[:limit], _tables()[:limit]]
    return [case for group in made for case in group]


def _sheets(folder: Path) -> list[Case]:
    with as_file(files("evidoc.demo") / "documents") as documents:
        paths = [path for path in sorted(documents.iterdir()) if path.suffix in (".xml", ".txt", ".csv", ".html")]
        paths += [path for name in _LAID_OUT if (path := SHARED / "jats" / f"{name}.xml").is_file()]
        return [_sheet(path, folder) for path in paths]


def _sheet(path: Path, folder: Path) -> Case:
    source = read_file(path)
    truth, content = lay_out(source)
    pdf = folder / f"{path.stem}-sheet.pdf"
    pdf.write_bytes(content)
    return Case(name=pdf.name, group="sheets", pdf=pdf, source=source, truth=truth, grids=grids_of(truth))


def _articles() -> list[Case]:
    pairs = [(path, path.with_suffix(".pdf")) for path in sorted(SHARED.glob("jats/*/*.xml"))]
    return [_article(source, pdf) for source, pdf in pairs if pdf.is_file()]


def _article(path: Path, pdf: Path) -> Case:
    source = read_file(path)
    truth = align(source, pdf).document
    return Case(name=pdf.name, group="articles", pdf=pdf, source=source, truth=truth, grids=grids_of(source, anywhere=True))


def _tables() -> list[Case]:
    marked = sorted((SHARED / "gt" / "icdar2013").glob("*-str.xml"))
    icdar = [(path.with_name(path.name.replace("-str.xml", ".pdf")), icdar_grids(path)) for path in marked]
    expected = [(SHARED / "gt" / "tabula" / f"{name}.csv", f"tabula-{name}.pdf") for name in _TABULA]
    tabula = [(SHARED / "pdf" / "tables-and-structure" / pdf, (csv_grid(path),)) for path, pdf in expected if path.is_file()]
    return [Case(name=pdf.name, group="tables", pdf=pdf, grids=grids) for pdf, grids in (*icdar, *tabula) if pdf.is_file()]
