"""Tables, figures, boxes and supplements: what stands apart from the text, with label, caption and notes bound.

Source: cases B03 and B13, DHQ-02.
"""

from __future__ import annotations

from lxml import etree

from evidoc.readers._tables import finished
from evidoc.readers.jats._cells import read_cells
from evidoc.readers.jats._parse import XLINK
from evidoc.readers.jats._prose import FLOATS, plain
from evidoc.readers.jats._state import Walk, anchors, label
from evidoc.readers.jats._text_blocks import add_footnote
from evidoc.records.document import Figure, Relation


def table_wrap(element: etree._Element, walk: Walk, level: int) -> None:
    """Add a table with its caption before it and its notes after it."""
    _table_wrap(element, walk, group=None)


def table_group(element: etree._Element, walk: Walk, level: int) -> None:
    """Add the tables of a group; each inherits the group's label and caption where it has none."""
    for table in element.iterchildren("table-wrap"):
        _table_wrap(table, walk, group=element)


def figure(element: etree._Element, walk: Walk, level: int) -> None:
    """Add a figure with its caption after it."""
    number = walk.outline.add("figure", figure=_picture(element), label=_label(element), labels=anchors(element))
    _caption(element.find("caption"), walk, printed=_label(element), of=number)


def figure_group(element: etree._Element, walk: Walk, level: int) -> None:
    """Add the figures of a group; a caption of the whole group belongs to its first figure."""
    first = len(walk.outline)
    for child in element.iterchildren("fig"):
        figure(child, walk, level)
    if len(walk.outline) > first:
        _caption(element.find("caption"), walk, printed=_label(element), of=first)


def box(element: etree._Element, walk: Walk, level: int) -> None:
    """Add a boxed text as a section of its own, closed where the box ends."""
    caption = element.find("caption")
    title = element.find("title") if caption is None else caption
    heading = _joined(_label(element), plain(title))
    if heading:
        walk.outline.heading(heading, level=level, role="box", labels=anchors(element))
    walk.children(element, level + 1)
    walk.outline.close(level)


def supplement(element: etree._Element, walk: Walk, level: int) -> None:
    """Add what is said about a supplementary file."""
    text = _joined(_label(element), plain(element.find("caption")))
    if text:
        walk.outline.add("paragraph", text, role="supplement", labels=anchors(element))
    for child in element.iterchildren(*FLOATS):
        walk.set_float(child, level)


def _table_wrap(element: etree._Element, walk: Walk, *, group: etree._Element | None) -> None:
    printed, caption = _label(element), element.find("caption")
    if group is not None:
        printed = printed or _label(group)
        caption = group.find("caption") if caption is None else caption
    tables = [*element.iter("table")] or [None]
    stated = _caption(caption, walk, printed=printed, of=len(walk.outline) + 1)
    first = len(walk.outline)
    for table in tables:
        number = _add_table(element, walk, table, caption=stated, printed=printed)
        if number != first:
            walk.relations.append(Relation(kind="continuation", source=first, target=number))
    _notes(element, walk, parent=first)


def _add_table(element: etree._Element, walk: Walk, table: etree._Element | None, *, caption: str, printed: str) -> int:
    """Add one grid; a table that is only a picture has none, and says so (case B13)."""
    picture = _picture(element)
    cells = read_cells(table, ranks=walk.ranks) if table is not None else None
    grid = finished(cells.placed, header_rows=cells.header_rows, caption=caption) if cells is not None else None
    flag = "image_only" if picture.image else "empty"
    return walk.outline.add(
        "table",
        table=grid,
        figure=picture if picture.image else None,
        label=printed,
        labels=anchors(element),
        citations=cells.citations if cells is not None else (),
        refers_to=cells.refers_to if cells is not None else (),
        source=etree.tostring(table, encoding="unicode", with_tail=False) if table is not None else "",
        markup="jats" if table is not None else "",
        flags=() if grid is not None else (flag,),
    )


def _caption(element: etree._Element | None, walk: Walk, *, printed: str, of: int) -> str:
    """Add a caption with its label in front, bound to the block that has or will have the id `of`; give its text."""
    prose = walk.prose()
    if element is not None:
        prose.read(element)
    text = _joined(printed, prose.text())
    if text and element is not None:
        walk.outline.add(
            "caption",
            text,
            caption_of=of,
            parent=of,
            refers_to=prose.anchors(),
            citations=prose.keys(),
            latex="\n".join(prose.tex),
        )
    return text


def _notes(element: etree._Element, walk: Walk, *, parent: int) -> None:
    """Add the notes below a table: its footnotes one by one, and other text there as one note each."""
    for foot in element.iterchildren("table-wrap-foot"):
        for child in foot:
            notes = [child] if child.tag != "fn-group" else list(child)
            for note in notes:
                add_footnote(note, walk, parent=parent)
    for credit in element.iterchildren("attrib", "permissions"):
        add_footnote(credit, walk, parent=parent)


def _picture(element: etree._Element) -> Figure:
    graphic = next((found for found in element.iter("graphic", "media") if found.getparent().tag != "td"), None)
    return Figure(image=graphic.get(f"{XLINK}href", "") if graphic is not None else "")


def _joined(printed: str, text: str) -> str:
    """Put a printed label before a text: "Table 1. Doses"."""
    return ". ".join(part for part in (printed, text) if part)


def _label(element: etree._Element) -> str:
    """Give the printed label as others refer to it: "Figure 1" for "Figure 1."."""
    return label(element).rstrip(".: ")
