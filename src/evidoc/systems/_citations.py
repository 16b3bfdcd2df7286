"""Regions that a system gives beside its text, in the frames that people have them in, as tags of a reply."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from evidoc.errors import InvalidRecord
from evidoc.records.corpus import Corpus
from evidoc.records.geometry import POINTS, THOUSAND, UNIT, Frame, Page, pixels
from evidoc.records.item import Item
from evidoc.records.record import Record

FRAMES = ("0-1000", "0-1", "points", "pixels@DPI")
_NAMED = {"0-1000": THOUSAND, "0-1": UNIT, "points": POINTS}
_PIXELS = re.compile(r"pixels@(\d{1,4}(?:\.\d+)?)")
_ALL = 4  # edges of a box
_WHOLE = (0.0, 0.0, 1000.0, 1000.0)  # a page in its thousandths
_ANY_PAGE = Page(index=0, width=595.0, height=842.0)  # A4, for places on pages that do not exist


class GivenCitation(Record, frozen=True, kw_only=True):
    """One region: the document by its number in the item or by its id, its page from 1, and four edges.

    `frame` says what the edges are: `0-1000` or `0-1` of the page, `points`, or `pixels@DPI`, all from
    the top left corner. Without edges it is the whole page.
    """

    document: int | str = 1
    page: int
    x0: float | None = None
    y0: float | None = None
    x1: float | None = None
    y1: float | None = None
    frame: str = "0-1000"

    @property
    def edges(self) -> tuple[float, ...]:
        """The edges that are given: four, or none for the whole page."""
        return tuple(edge for edge in (self.x0, self.y0, self.x1, self.y1) if edge is not None)

    @property
    def is_reversed(self) -> bool:
        """Whether the edges make no box: right of or at the right edge, or below or at the lower one."""
        return len(self.edges) == _ALL and (self.edges[0] >= self.edges[2] or self.edges[1] >= self.edges[3])


def frame_named(name: str) -> Frame:
    """Give the frame of a name.

    Raises:
        InvalidRecord: No frame is called so.
    """
    if name in _NAMED:
        return _NAMED[name]
    match = _PIXELS.fullmatch(name)
    if match is None or float(match[1]) <= 0:
        raise InvalidRecord(f"frame {name!r} is none; take one of {', '.join(FRAMES)}")
    return pixels(float(match[1]))


def check_citations(citations: Sequence[GivenCitation]) -> None:
    """Refuse regions that say nothing: a page below 1, some edges but not all, edges that are not finite, an unknown frame.

    What is merely wrong, such as a page that the document has not, is the system's answer and stays.

    Raises:
        InvalidRecord: A region is so; the message has its place in the list and the value.
    """
    for place, citation in enumerate(citations, 1):
        edges = citation.edges
        if citation.page < 1:
            raise InvalidRecord(f"citation {place} is on page {citation.page}; pages count from 1")
        if isinstance(citation.document, int) and citation.document < 1:
            raise InvalidRecord(f"citation {place} is of document {citation.document}; documents count from 1")
        if len(edges) not in (0, _ALL):
            raise InvalidRecord(f"citation {place} has {len(edges)} edges; give x0, y0, x1 and y1, or none for the whole page")
        if not all(map(math.isfinite, edges)):
            raise InvalidRecord(f"citation {place} has the edges {edges}; give four finite numbers")
        frame_named(citation.frame)


def with_tags(text: str, citations: Sequence[GivenCitation], *, item: Item, corpus: Corpus) -> str:
    """Give the text of a reply with its regions written behind it as tags."""
    return "\n".join(part for part in (text, " ".join(_tags(citations, item, corpus))) if part)


def write_tag(edges: Sequence[float], *, page: int, document: int | None) -> str:
    """Give the tag of a region: edges in thousandths of the page, page index from 0, number of the document if it has one.

    It also writes what is no box or on no page, which `answers.region` does not, because a system may give such.
    """
    x1, y1, x2, y2 = (f"{round(edge, 4) + 0.0:.10g}" for edge in edges)
    doc = "" if document is None else f'doc="{document}" '
    return f'<bbox {doc}page="{page + 1}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" />'


def _tags(citations: Sequence[GivenCitation], item: Item, corpus: Corpus) -> Iterator[str]:
    for citation in citations:
        number = _number(citation, item)
        page = _page(number, citation.page - 1, item=item, corpus=corpus)
        document = number if len(item.documents) > 1 or number != 1 else None
        edges = _thousandths(citation.edges, frame_named(citation.frame), page) if citation.edges else _WHOLE
        yield write_tag(edges, page=citation.page - 1, document=document)


def _number(citation: GivenCitation, item: Item) -> int:
    """Give the document's number in the item; one that is not of the item gets a number that none has."""
    if isinstance(citation.document, int):
        return citation.document
    ids = [link.id for link in item.documents]
    return ids.index(citation.document) + 1 if citation.document in ids else len(ids) + 1


def _page(number: int, index: int, *, item: Item, corpus: Corpus) -> Page:
    if number > len(item.documents):
        return _ANY_PAGE
    pages = corpus.pages(item.documents[number - 1].id)
    return pages[index] if index < len(pages) else _ANY_PAGE


def _thousandths(edges: Sequence[float], frame: Frame, page: Page) -> tuple[float, float, float, float]:
    """Carry four edges from one frame into thousandths of the page, whether they make a box or not."""
    across, down = _share(frame, page)
    x0, y0, x1, y1 = edges
    return x0 * across, y0 * down, x1 * across, y1 * down


def _share(frame: Frame, page: Page) -> tuple[float, float]:
    """Give how many thousandths of the page one unit of a frame is, across and down."""
    if frame.unit == "relative":
        return (1000.0 / frame.scale,) * 2
    points = 72.0 / frame.dpi if frame.unit == "pixels" else 1.0
    return 1000.0 * points / page.width, 1000.0 * points / page.height
