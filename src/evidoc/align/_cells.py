"""Placing a table's cells: their texts say where they might stand, rows and columns say where they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from evidoc.align._finder import Finder, Spot
from evidoc.align._rows import LINE, CellText, row_heights
from evidoc.align._tokens import tokens_of
from evidoc.records.table import Cell, Table

_PROOF = 0.6  # of the tokens of the next rows must stand on a page where a table goes on
_PROOF_ROWS = 2
_BACK = 8  # pages; a table may begin so many pages before the one that has most of it
_CAPTION = 1.5  # times the votes count on the page of the caption
_CROSSING = 3.0  # points down cost as much as that many across when cells of a row are chosen
_LOOSE = 4.0  # points over the edge of a column, or short of a row
_ENOUGH = 0.5  # of a cell's tokens must be found between its row and its column


@dataclass
class _Sheet:
    """What is known about a table on one page: the height of rows, the middle of columns, and its cells' places."""

    page: int
    rows: dict[int, float] = field(default_factory=dict)
    columns: dict[int, tuple[float, float]] = field(default_factory=dict)
    spots: dict[int, Spot] = field(default_factory=dict)


def place_cells(table: Table, finder: Finder, *, caption_page: int | None) -> dict[int, Spot]:
    """Give the place of each cell that is found, by its number in the table."""
    texts = [CellText(number, cell, tuple(tokens_of(cell.text))) for number, cell in enumerate(table.cells)]
    page = _first_page(texts, finder, header_rows=table.header_rows, caption_page=caption_page)
    placed: dict[int, Spot] = {}
    rest: Sequence[CellText] = texts
    while page is not None and rest:
        last, found = _over_pages(rest, finder, page)
        placed |= found
        rest = _missing_columns(texts, placed) if found else ()
        page = next((number for number in (last, last + 1) if _stands_on(rest, finder, number)), None)
    return placed


def _over_pages(texts: Sequence[CellText], finder: Finder, page: int) -> tuple[int, dict[int, Spot]]:
    """Place cells from a page on, as long as the next rows stand on the next page; give the last page too."""
    placed = _on_page(texts, finder, page)
    rest = _after(texts, placed)
    while rest and _stands_on(rest, finder, page + 1):
        page += 1
        found = _on_page(rest, finder, page)
        placed |= found
        rest = _after(rest, found)
    return page, placed


def _first_page(texts: Sequence[CellText], finder: Finder, *, header_rows: int, caption_page: int | None) -> int | None:
    """Give the page of most cells, or the nearest one before it on which the first rows stand instead."""
    votes = finder.pages([text.tokens for text in texts])
    if caption_page is not None and caption_page in votes:
        votes[caption_page] = int(votes[caption_page] * _CAPTION)
    best = max(votes, key=lambda page: (votes[page], -page), default=None)
    if best is None:
        return None
    body = [text for text in texts if text.cell.row >= header_rows]
    if caption_page is not None and caption_page < best and _stands_on(body, finder, caption_page):
        return caption_page
    return next((page for page in range(best, max(-1, best - _BACK), -1) if _stands_on(body, finder, page)), best)


def _stands_on(texts: Sequence[CellText], finder: Finder, page: int) -> bool:
    """Say whether the first rows of some cells stand on a page."""
    rows = sorted({text.cell.row for text in texts if text.tokens})[:_PROOF_ROWS]
    sizes = [(len(text.tokens), text.tokens) for text in texts if text.cell.row in rows]
    found = sum(size for size, tokens in sizes if bool(finder.spots_on(tokens, page)))
    return bool(rows) and found >= _PROOF * sum(size for size, _ in sizes)


def _missing_columns(texts: Sequence[CellText], placed: Mapping[int, Spot]) -> list[CellText]:
    """Give the cells of columns of which nothing was found: they may stand below the others, or on later pages."""
    found = {text.cell.column for text in texts if text.number in placed}
    return [text for text in texts if text.cell.column not in found]


def _after(texts: Sequence[CellText], placed: Mapping[int, Spot]) -> list[CellText]:
    """Give the cells of the rows after the last one that was found."""
    done = max((text.cell.row for text in texts if text.number in placed), default=len(texts))
    return [text for text in texts if text.cell.row > done]


def _first_rows(texts: Sequence[CellText], *, count: int) -> list[CellText]:
    """Give the cells of no more rows than a page has lines."""
    rows = set(sorted({text.cell.row for text in texts})[:count])
    return [text for text in texts if text.cell.row in rows]


def _on_page(texts: Sequence[CellText], finder: Finder, page: int) -> dict[int, Spot]:
    texts = _first_rows(texts, count=finder.count_lines(page))
    by_text = {tokens: finder.spots_on(tokens, page) for tokens in {text.tokens: None for text in texts}}
    options = {text.number: by_text[text.tokens] for text in texts}
    sheet = _Sheet(page=page, rows=row_heights(texts, options))
    if not sheet.rows:
        return {}
    for _ in range(2):  # the first round has no columns yet, the second has them from the first
        sheet.spots = {}
        _choose(texts, options, sheet)
        sheet.columns = _columns(texts, sheet)
        sheet.rows |= _measured_rows(texts, sheet)
    finder.taken.update(word for spot in sheet.spots.values() for word in spot.words)
    _fill(texts, finder, sheet)
    return sheet.spots


def _choose(texts: Sequence[CellText], options: Mapping[int, list[Spot]], sheet: _Sheet) -> None:
    """Give each cell the free spot that is nearest to its row and column, the surest cells first."""
    used: set[int] = set()
    for text in sorted(texts, key=lambda text: (len(options[text.number]), -len(text.tokens))):
        spots = [spot for spot in options[text.number] if used.isdisjoint(spot.words)]
        row = sheet.rows.get(text.cell.row)
        if not spots or row is None:
            continue
        best = min(spots, key=lambda spot: _distance(spot, text.cell, row, sheet))
        if abs(best.middle[1] - row) <= _reach(text.cell, row, sheet):
            sheet.spots[text.number] = best
            used.update(best.words)


def _distance(spot: Spot, cell: Cell, row: float, sheet: _Sheet) -> float:
    across, down = spot.middle
    edges = sheet.columns.get(cell.column) if cell.column_span == 1 else None
    aside = 0.0 if edges is None else max(edges[0] - spot.box.x1, spot.box.x0 - edges[1], 0.0) + abs(across - sum(edges) / 2) / 10
    if edges is None:
        aside = _order_cost(spot, cell, sheet)
    return aside + _CROSSING * abs(down - row)


def _order_cost(spot: Spot, cell: Cell, sheet: _Sheet) -> float:
    """Without a known column, prefer the left for early columns: spots are taken from left to right."""
    known = [edges for column, edges in sheet.columns.items() if column < cell.column]
    left = max((edges[1] for edges in known), default=0.0)
    return max(0.0, left - spot.box.x0) + spot.box.x0 / 1000


def _reach(cell: Cell, row: float, sheet: _Sheet) -> float:
    """Give how far from its row's line a cell may stand: to the next rows, for it may be set in the middle of several lines."""
    above = max((height for height in sheet.rows.values() if height < row), default=row - 30)
    below = min((height for height in sheet.rows.values() if height > row), default=row + 30)
    return max(4.0, min(60.0, 0.9 * max(row - above, below - row))) * cell.row_span


def _columns(texts: Sequence[CellText], sheet: _Sheet) -> dict[int, tuple[float, float]]:
    """Give the left and right edge of each column, from most of its cells."""
    columns: dict[int, list[Spot]] = {}
    for text in texts:
        if text.number in sheet.spots and text.cell.column_span == 1:
            columns.setdefault(text.cell.column, []).append(sheet.spots[text.number])
    return {column: _edges(spots) for column, spots in columns.items()}


def _edges(spots: Sequence[Spot]) -> tuple[float, float]:
    middle = median(spot.middle[0] for spot in spots)
    spread = max(20.0, 1.5 * median(spot.box.width for spot in spots))
    near = [spot for spot in spots if abs(spot.middle[0] - middle) <= spread] or list(spots)
    return min(spot.box.x0 for spot in near), max(spot.box.x1 for spot in near)


def _measured_rows(texts: Sequence[CellText], sheet: _Sheet) -> dict[int, float]:
    rows: dict[int, list[float]] = {}
    for text in texts:
        if text.number in sheet.spots and text.cell.row_span == 1:
            rows.setdefault(text.cell.row, []).append(sheet.spots[text.number].middle[1])
    return {row: median(heights) for row, heights in rows.items()}


def _fill(texts: Sequence[CellText], finder: Finder, sheet: _Sheet) -> None:
    """Look between row and column for cells whose words do not follow one another in the file."""
    free = finder.on_page(sheet.page)
    last = max(sheet.rows) + 1
    for text in texts:
        if text.number in sheet.spots or text.cell.row > last or not text.cell.text.strip():
            continue
        words = [word for word in _inside(free, finder, text.cell, sheet) if word not in finder.taken]
        spot = _matching(words, text, finder)
        if spot is not None:
            sheet.spots[text.number] = spot
            finder.taken.update(spot.words)


def _inside(free: Sequence[int], finder: Finder, cell: Cell, sheet: _Sheet) -> Iterator[int]:
    edges, heights = sheet.columns.get(cell.column), _between(cell, sheet)
    if edges is None or heights is None:
        return
    last = sheet.columns.get(cell.column + cell.column_span - 1, edges)
    for number in free:
        box = finder.stream.box(number)
        middle, height = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
        if edges[0] - _LOOSE <= middle <= max(edges[1], last[1]) + _LOOSE and heights[0] <= height <= heights[1]:
            yield number


def _between(cell: Cell, sheet: _Sheet) -> tuple[float, float] | None:
    """Give where a cell's words may stand: from halfway to the row above down to the row below."""
    above = [height for row, height in sheet.rows.items() if row < cell.row]
    below = [height for row, height in sheet.rows.items() if row >= cell.row + cell.row_span]
    row = sheet.rows.get(cell.row)
    if row is None:
        return (max(above) + _LOOSE, min(below) - _LOOSE) if above and below else None
    top = (row + max(above)) / 2 if above else row - LINE
    return top, min(below) - _LOOSE if below else row + 3 * LINE


def _matching(words: Sequence[int], text: CellText, finder: Finder) -> Spot | None:
    """Give the words that are the cell's, if they are enough of it; a cell of signs only takes a word of the same signs."""
    if not text.tokens:
        same = [word for word in words if finder.stream.words[word].text.strip() == text.cell.text.strip()]
        return finder.spot(same[:1]) if same else None
    missing = Counter(text.tokens)
    kept: list[int] = []
    for word in words:
        tokens = Counter(tokens_of(finder.stream.words[word].text))
        if tokens and tokens <= missing:
            kept.append(word)
            missing -= tokens
    share = 1 - missing.total() / len(text.tokens)
    return finder.spot(kept) if kept and share >= _ENOUGH else None
