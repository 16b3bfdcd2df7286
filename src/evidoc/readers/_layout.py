"""From nodes to drafts of blocks: which role a node has, and what belongs to a table, figure or listing.

What a node says and where it stands is asked of a `Reading`: the glyphs of a page, or the file that has the node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from evidoc.pages.text import clean_text
from evidoc.readers._draft import Draft
from evidoc.readers._node import Node, plain, raised
from evidoc.records.document import BlockKind, Figure, Markup
from evidoc.records.geometry import Box

FLOATS = ("image", "chart", "table", "code")
KINDS: Mapping[str, BlockKind] = {
    "text": "paragraph",
    "abstract": "abstract",
    "doc_title": "title",
    "paragraph_title": "heading",
    "ref_text": "reference",
    "header": "header",
    "footer": "footer",
    "page_number": "page_number",
    "aside_text": "margin",
    "page_footnote": "footnote",
    "equation": "equation",
    "index": "toc",
    "list": "list",
}


@dataclass(frozen=True, slots=True)
class Said:
    """What a node says: its text, the source that it is of where that says more, facts of a picture, and what is uncertain."""

    text: str
    source: str = ""
    markup: Markup = ""
    figure: Figure | None = None
    flags: tuple[str, ...] = ()


class Reading(Protocol):
    """Where the texts and places of nodes come from."""

    def places(self, node: Node) -> Sequence[Box] | None:
        """Give the boxes of a node, or None where it is to be left out."""

    def said(self, node: Node, places: Sequence[Box]) -> Said:
        """Give what a node says."""

    def table(self, node: Node, places: Sequence[Box]) -> Iterator[Draft]:
        """Give a table, and what its box holds besides."""


def drafts_of(nodes: Iterable[Node], reading: Reading) -> Iterator[Draft]:
    """Give the drafts of a page in the order of its nodes."""
    for node in nodes:
        places = reading.places(node)
        if places is None:
            continue
        if node.type in FLOATS:
            yield from _float(node, reading)
        else:
            yield _text(node, places, reading)


def _text(node: Node, places: Sequence[Box], reading: Reading) -> Draft:
    said = reading.said(node, places)
    draft = Draft(
        kind=KINDS.get(node.type, "paragraph"),
        text=said.text,
        boxes=list(places),
        level=max(1, (node.level or 2) - 1) if node.type == "paragraph_title" else 0,
        source=said.source,
        markup=said.markup,
        continues=bool(node.continues_prev),
        raised=tuple(raised(node)),
        flags=list(said.flags),
    )
    if node.type in ("list", "index") and node.parts:
        draft.source, draft.markup = "\n".join(clean_text(plain(item)) for item in node.parts), "text"
    if node.type == "equation" and isinstance(node.content, str):
        draft.latex = node.content
    return draft


def _float(node: Node, reading: Reading) -> Iterator[Draft]:
    """Give a table, figure or listing with its captions and footnotes, in the order in which they stand."""
    drafts: list[tuple[str, Draft]] = []
    for part in node.parts:
        places = reading.places(part)
        if places is None:
            continue
        if part.type == "table_body":
            drafts.extend(("body" if draft.kind == "table" else "after", draft) for draft in reading.table(part, places))
        elif part.type.endswith("_body"):
            drafts.append(("body", _body(node, part, places, reading)))
        else:
            drafts.append((part.type, _note(part, places, reading)))
    body = next((draft for role, draft in drafts if role == "body"), None)
    for role, draft in drafts:
        if role not in ("body", "after"):
            draft.owner = body
        elif role == "body":
            draft.continues = bool(node.continues_prev)
        yield draft


def _body(node: Node, part: Node, places: Sequence[Box], reading: Reading) -> Draft:
    said = reading.said(msgspec.structs.replace(part, sub_type=part.sub_type or node.sub_type), places)
    draft = Draft(_body_kind(node), said.text, list(places), source=said.source, markup=said.markup, flags=list(said.flags))
    if node.type == "code":
        draft.source, draft.markup = plain(part), "text"
    draft.figure = said.figure
    return draft


def _body_kind(node: Node) -> BlockKind:
    if node.type == "code":
        return "algorithm" if node.sub_type == "algorithm" else "code"
    return "chart" if node.type == "chart" else "figure"


def _note(part: Node, places: Sequence[Box], reading: Reading) -> Draft:
    said = reading.said(part, places)
    return Draft("caption" if part.type.endswith("_caption") else "footnote", said.text, list(places), flags=list(said.flags))
