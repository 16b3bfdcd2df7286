"""Regions that a reply cites: reading, writing and removing `<bbox …/>` tags."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from evidoc.records.geometry import THOUSAND, Box, Page
from evidoc.records.reply import Citation

Edges = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Citations:
    """What a reply cites: valid regions in order, each once, and how many tags were invalid, by reason.

    Reasons: `bad_document`, `bad_page` (0, negative or beyond the last), `not_a_box` (reversed or empty), `malformed`.
    """

    valid: tuple[Citation, ...] = ()
    invalid: Mapping[str, int] = field(default_factory=dict)


class Region(NamedTuple):
    """A cited region in plain numbers: document from 1, page from 0, edges in points; where its tag starts and ends."""

    document: int
    page: int
    x0: float
    y0: float
    x1: float
    y1: float
    start: int
    end: int


def read_citations(text: str, pages_by_document: Sequence[Sequence[Page]]) -> Citations:
    """Read all citation tags of a reply, which count documents and pages from 1 and edges from 0 to 1000.

    Attributes may stand in any order, in single or double quotes, with decimals; the document may be
    left out where there is only one. Duplicates count once. The segment of a citation is the text between
    the tag before it and itself; tags that follow each other share one. Source: CV-46, CV-47; case F07.
    """
    regions, invalid = read_regions(text, pages_by_document)
    segments = _segments(text)
    valid = tuple(
        Citation(
            document=region.document,
            box=Box(page=region.page, x0=region.x0, y0=region.y0, x1=region.x1, y1=region.y1),
            segment=segments.get(region.start, ""),
        )
        for region in regions
    )
    return Citations(valid=valid, invalid=invalid)


def read_regions(text: str, pages_by_document: Sequence[Sequence[Page]]) -> tuple[list[Region], dict[str, int]]:
    """Read citation tags as plain numbers, which is what scoring many replies needs; see `read_citations`."""
    regions: dict[tuple[float, ...], Region] = {}
    invalid: dict[str, int] = {}
    for tag in _TAG.finditer(text) if "<" in text else ():
        read = _region(tag, pages_by_document)
        if isinstance(read, str):
            invalid[read] = invalid.get(read, 0) + 1
        else:
            regions.setdefault(read[:6], read)
    return list(regions.values()), invalid


def write_citation(document: int, box: Box, page: Page, *, many: bool) -> str:
    """Write a citation tag of a box; `document` counts from 1 and is named only where there are `many`."""
    edges = (f"{round(edge, 4):.4f}".rstrip("0").rstrip(".") for edge in THOUSAND.write(box, page))
    x0, y0, x1, y1 = edges
    named = f'doc="{document}" ' if many else ""
    return f'<bbox {named}page="{box.page + 1}" x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}" />'


def strip_citations(text: str) -> str:
    """Give a reply without its citation tags, for judging the answer alone. Source: CV-54."""
    return _GAP_BEFORE_MARK.sub(r"\1", _TAG.sub(_unclosed_only, text)).strip() if "<bbox" in text.lower() else text


def official_boxes(text: str) -> list[tuple[int, int, float, float, float, float]]:
    """Read tags as the published CiteVQA evaluator does: one attribute order, double quotes, multi-document tags first.

    Only a coordinate such as "1.2.3", on which that program fails, leaves its tag out here.

    Source: golden/citevqa_parse.json; formats.md, section 2.4.
    """
    many = [(int(tag[1]), int(tag[2]), _edges(tag.groups()[2:])) for tag in _OFFICIAL_MANY.finditer(text) if _has_edges(tag)]
    single = [(1, int(tag[1]), _edges(tag.groups()[1:])) for tag in _OFFICIAL_ONE.finditer(text) if _has_edges(tag)]
    return [(document, page, *edges) for document, page, edges in (*many, *single)]


def official_removed(text: str) -> str:
    """Give a text with the tags that the published evaluator recognises replaced by `[citation]`."""
    return _OFFICIAL_ONE.sub("[citation]", _OFFICIAL_MANY.sub("[citation]", text))


_TAG = re.compile(
    r'<bbox(?: doc="(\d{1,6})")? page="(\d{1,6})" x1="(\d{1,6}(?:\.\d{1,9})?)" y1="(\d{1,6}(?:\.\d{1,9})?)"'
    r' x2="(\d{1,6}(?:\.\d{1,9})?)" y2="(\d{1,6}(?:\.\d{1,9})?)" ?/?>(?:</bbox>)?|<bbox\b([^<>]{0,600})(>(?:\s{0,3}</bbox>)?)?',
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"([a-z]\w{0,15})\s{0,3}=\s{0,3}(?:\"([^\"]{0,40})\"|'([^']{0,40})'|([^\s\"'/>]{1,40}))", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?\d{1,15}(?:\.\d{0,30})?|[-+]?\.\d{1,30}")
_GAP_BEFORE_MARK = re.compile(r"[ \t]+([.,;:!?)])")
_FILLING = re.compile(r"[\s.,;:)\]]*")
_COORDINATES = r'\s+x1="([\d.]+)"\s+y1="([\d.]+)"\s+x2="([\d.]+)"\s+y2="([\d.]+)"\s*/?>'
_OFFICIAL_MANY = re.compile(r'<bbox\s+doc="(\d+)"\s+page="(\d+)"' + _COORDINATES)
_OFFICIAL_ONE = re.compile(r'<bbox\s+page="(\d+)"' + _COORDINATES)


def _unclosed_only(tag: re.Match[str]) -> str:
    """Keep what only looks like the start of a tag: it may be the answer."""
    return "" if tag[2] is not None or tag[8] else tag[0]


def _has_edges(tag: re.Match[str]) -> bool:
    return all(map(_NUMBER.fullmatch, tag.groups()[-4:]))


def _edges(written: Sequence[str]) -> Edges:
    x1, y1, x2, y2 = map(float, written)
    return x1, y1, x2, y2


def _region(tag: re.Match[str], pages_by_document: Sequence[Sequence[Page]]) -> Region | str:
    """Give the region of a tag, or the reason why it has none."""
    document, page, x1, y1, x2, y2, loose, closed = tag.groups()
    if page is not None:
        edges = float(x1), float(y1), float(x2), float(y2)
        return _on_page(tag, pages_by_document, place=(int(document) if document else None, int(page)), edges=edges)
    if not closed or (read := _loose_numbers(loose)) is None:
        return "malformed"
    return _on_page(tag, pages_by_document, place=read[:2], edges=read[2])


def _on_page(
    tag: re.Match[str], pages_by_document: Sequence[Sequence[Page]], *, place: tuple[float | None, float], edges: Edges
) -> Region | str:
    number, page_number = place
    if number is None and len(pages_by_document) == 1:
        number = 1
    if number is None or number % 1 or not 1 <= number <= len(pages_by_document):
        return "bad_document"
    pages = pages_by_document[int(number) - 1]
    if page_number % 1 or not 1 <= page_number <= len(pages):
        return "bad_page"
    page = pages[int(page_number) - 1]
    x0, y0, x1, y1 = edges
    if x1 <= x0 or y1 <= y0:
        return "not_a_box"
    across, down = page.width / 1000.0, page.height / 1000.0
    return Region(int(number), page.index, x0 * across, y0 * down, x1 * across, y1 * down, tag.start(), tag.end())


def _loose_numbers(attributes: str) -> tuple[float | None, float, Edges] | None:
    """Read attributes in any order and quoting: the document if any, then page and edges; None where one is no number."""
    named = {found[1].lower(): (found[2] or found[3] or found[4] or "").strip() for found in _ATTRIBUTE.finditer(attributes)}
    written = [named.get(name, "") for name in ("page", "x1", "y1", "x2", "y2")]
    if not all(map(_NUMBER.fullmatch, written)) or not _NUMBER.fullmatch(named.get("doc", "1")):
        return None
    return float(named["doc"]) if "doc" in named else None, float(written[0]), _edges(written[1:])


def _segments(text: str) -> dict[int, str]:
    """Give, for the start of each tag, the text that it is to support."""
    segments: dict[int, str] = {}
    segment, done = "", 0
    for tag in _tags(text):
        between = text[done : tag.start()]
        if not _FILLING.fullmatch(between):
            segment = between.lstrip(" \t\n.,;:").strip()
        segments[tag.start()] = segment
        done = tag.end()
    return segments


def _tags(text: str) -> Iterator[re.Match[str]]:
    return _TAG.finditer(text) if "<" in text else iter(())
