r"""Tabulars of all kinds: what begins and ends one, rules, and the commands that span cells. Source: case C03."""

from __future__ import annotations

from collections.abc import Callable

from evidoc.readers.latex._drafts import Draft
from evidoc.readers.latex._feed import comes_before, since
from evidoc.readers.latex._grids import Grid, mentions_of
from evidoc.readers.latex._lists import ListLevel
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._prose import Prose
from evidoc.readers.latex._silent import pass_over
from evidoc.readers.latex._state import Close, Context, Walk

_SHAPES = {
    "tabular": "om", "tabular*": "mom", "tabularx": "mom", "tabulary": "mm", "longtable": "om", "longtable*": "om",
    "supertabular": "m", "supertabular*": "mm", "xtabular": "m", "mpsupertabular": "m", "array": "om",
    "tabularray": "om", "tblr": "om", "longtblr": "om", "talltblr": "om", "NiceTabular": "omo", "xltabular": "omm",
    "tabu": "", "longtabu": "", "deluxetable": "m", "deluxetable*": "m",
}  # fmt: skip
_LONG = frozenset({"longtable", "longtable*", "xltabular", "longtabu", "longtblr", "deluxetable", "deluxetable*", "supertabular"})
_RULES = {  # kind of rule and arguments
    "hline": ("line", ""), "firsthline": ("line", ""), "lasthline": ("line", ""), "thickhline": ("line", ""),
    "Hline": ("line", ""), "Xhline": ("line", "m"), "hlineB": ("line", "m"), "hhline": ("line", "m"), "toprule": ("top", "o"),
    "midrule": ("middle", "o"), "colrule": ("middle", ""),
    "specialrule": ("middle", "mmm"), "bottomrule": ("bottom", "o"), "cline": ("part", "m"),
    "cmidrule": ("part", "opm"), "hdashline": ("part", "o"), "cdashline": ("part", "m"), "addlinespace": ("gap", "o"),
    "noalign": ("gap", "m"), "morecmidrules": ("gap", ""),
}  # fmt: skip
_MOST_NESTED = 8  # tables within one another; deeper ones are read as text
_PICTURES = ("\\includegraphics", "\\subfigure", "\\subfloat", "\\begin{subfigure")


def begin_tabular(walk: Walk, kind: str) -> Close | None:
    """Open a tabular; one that only arranges pictures in a figure is read as what stands in it."""
    if kind.startswith(("tabu", "longtabu")) and not _SHAPES[kind]:
        walk.stream.upto_brace()
        walk.stream.argument()
    else:
        pass_over(walk.stream, _SHAPES[kind])
    in_figure = bool(walk.floats) and walk.floats[-1].kind == "figure"
    if _nested(walk) >= _MOST_NESTED or (in_figure and comes_before(walk.stream.feed, f"\\end{{{kind}}}", _PICTURES)):
        return None
    walk.part()
    grid = Grid(outer=walk.context, depth=len(walk.groups), is_long=kind in _LONG)
    outer = walk.enter(Context(prose=Prose(is_cell=True), grid=grid))
    return None if outer is None else _end_tabular


def _nested(walk: Walk) -> int:
    count, context = 0, walk.context
    while context.grid is not None:
        count, context = count + 1, context.grid.outer
    return count


def _end_tabular(walk: Walk) -> None:
    """Close a tabular: a table, or text where it only sets one box."""
    grid = walk.context.grid
    if grid is None:
        return
    if grid.row or not walk.prose.is_blank or walk.prose.images or walk.context.drafts:
        grid.next_row(walk)
    walk.context = grid.outer
    placed, bold, header_rows, flats = grid.finished()
    telling = [entry for entry in placed if entry.cell.text.strip()]
    notes = [note for flat in flats for note in flat.notes]
    if len(telling) <= 1 and not grid.captions and not walk.floats:
        for flat in flats:
            flat.notes, flat.images = [], flat.images if not flat.text.strip() else []
            walk.take_flat(flat)
        walk.prose.notes += notes
        return
    draft = Draft("table", cells=placed, bold=bold, header_rows=header_rows, source=since(walk.stream.feed, walk.closing))
    draft.mentions = mentions_of(flats)
    draft.citations = list(dict.fromkeys(key for flat in flats for key in flat.citations))
    draft.latex = "\n".join(tex for flat in flats for tex in flat.tex)
    walk.add(draft)
    _bind(draft, grid)
    for note in notes:
        note.parent = draft
        walk.add(note)


def _bind(draft: Draft, grid: Grid) -> None:
    """Bind the captions that stood within a long table."""
    for caption, target in grid.captions:
        caption.caption_of = caption.parent = draft
        draft.labels += target.keys if draft.target is not None else []
        draft.target = draft.target or target
        draft.label = draft.label or caption.label


def rule(walk: Walk, name: str) -> None:
    r"""Follow \hline, \midrule and their kin; outside a table they are lines across the page."""
    kind, shape = _RULES[name]
    pass_over(walk.stream, shape)
    if walk.context.grid is not None:
        walk.context.grid.rule(kind)


def bold_text(walk: Walk, name: str) -> None:
    r"""Follow \textbf and \bfseries; a cell that is all bold is marked so, as tables mark the best value."""
    grid = walk.context.grid
    if grid is None or not walk.prose.is_blank:
        return
    if name in ("bf", "bfseries"):
        grid.set_bold(pieces=-1)
    elif walk.stream.peek() == "{":
        walk.take_flat(walk.flat(walk.stream.argument(), is_cell=True))
        grid.set_bold(pieces=len(walk.prose.parts))


def multicolumn(walk: Walk, name: str) -> None:
    r"""Read \multicolumn{n}{columns}{text}: the text is read in its place."""
    count = joined(walk.stream.argument()).strip()
    walk.stream.argument()
    if walk.context.grid is not None and count.isascii() and count.isdigit():
        walk.context.grid.column_span = max(1, min(int(count[:6]), 1_000))


def multirow(walk: Walk, name: str) -> None:
    r"""Read \multirow[place]{n}[struts]{width}[shift]{text}; where n is no number, it is the text that somebody left there."""
    walk.stream.optional()
    tokens = walk.stream.argument()
    count = walk.plain(tokens)
    if not count.lstrip("-").isascii() or not count.lstrip("-").isdigit():
        walk.stream.push(tokens)
        return
    walk.stream.optional()
    walk.stream.argument()
    walk.stream.optional()
    if walk.context.grid is not None:
        walk.context.grid.row_span = max(-1_000, min(int(count[:6]), 1_000))


def set_cell(walk: Walk, name: str) -> None:
    r"""Read \SetCell[r=2,c=3]{style} of tabularray."""
    options = joined(walk.stream.optional() or [])
    walk.stream.argument()
    grid = walk.context.grid
    for part in options.split(",") if grid is not None else ():
        key, _, value = part.partition("=")
        if value.strip().isdigit() and grid is not None:
            size = min(int(value.strip()[:6]), 1_000)
            grid.row_span, grid.column_span = (size, grid.column_span) if key.strip() == "r" else (grid.row_span, size)


def boxed_cell(walk: Walk, name: str) -> None:
    r"""Read \makecell{a\\b}, \shortstack{a\\b} and \thead{a\\b}: lines within one cell."""
    walk.stream.star()
    walk.stream.optional()
    walk.take_flat(walk.flat(walk.stream.argument(), is_cell=walk.prose.is_cell))


def split_cell(walk: Walk, name: str) -> None:
    r"""Read \diagbox{rows}{columns} and its forerunners: a corner that names both."""
    walk.stream.optional()
    pieces = [walk.flat(walk.stream.argument()) for _ in range(2)]
    walk.take_flat(pieces[0])
    walk.prose.take(" / ")
    walk.take_flat(pieces[1])


def end_of_head(walk: Walk, name: str) -> None:
    r"""Follow \endhead, \endfirsthead, \endfoot and \endlastfoot."""
    if walk.context.grid is not None:
        walk.context.grid.end_part(walk, name)


def head_of_class(walk: Walk, name: str) -> None:
    r"""Read \tablehead{…} of AASTeX: the header row of the table around it."""
    tokens = walk.stream.argument()
    walk.stream.push([*tokens, "\\\\", "\\endhead"] if walk.context.grid is not None else [])


def table_notes(walk: Walk, kind: str) -> Close | None:
    r"""Open the notes below a table: each \item is one note of the table before."""
    walk.part()
    if walk.stream.peek() == "[":
        walk.stream.optional()
    table = next((draft for draft in reversed(walk.context.drafts[-8:]) if draft.kind == "table"), None)
    outer = walk.enter(Context(lists=[ListLevel("notes")]))
    if outer is None:
        return None

    def close(walk: Walk) -> None:
        walk.end_paragraph()
        drafts = walk.context.drafts
        walk.context = outer
        for draft in drafts:
            draft.kind, draft.parent, draft.rank = "footnote", table, 0
        outer.drafts += drafts

    return close


COMMANDS: dict[str, Callable[[Walk, str], None]] = {
    **dict.fromkeys(_RULES, rule),
    "multicolumn": multicolumn,
    **dict.fromkeys(("textbf", "bf", "bfseries"), bold_text),
    **dict.fromkeys(("multirow", "multirowcell"), multirow),
    "SetCell": set_cell,
    **dict.fromkeys(("makecell", "shortstack", "thead", "specialcell", "Centerstack"), boxed_cell),
    **dict.fromkeys(("diagbox", "backslashbox", "slashbox"), split_cell),
    **dict.fromkeys(("endhead", "endfirsthead", "endfoot", "endlastfoot"), end_of_head),
    "tablehead": head_of_class,
}
ENVIRONMENTS: dict[str, Callable[[Walk, str], Close | None]] = {
    **dict.fromkeys(_SHAPES, begin_tabular),
    **dict.fromkeys(("tablenotes", "TableNotes"), table_notes),
}
