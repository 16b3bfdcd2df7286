"""HTML and XHTML: filings with inline XBRL and ordinary pages, their main content with clean tables.

Source: cases D02 to D05.
"""

from __future__ import annotations

from pathlib import Path

from evidoc.errors import UnreadableDocument
from evidoc.readers._language import guess_language
from evidoc.readers.html import _parse
from evidoc.readers.html._arrange import arrange
from evidoc.readers.html._emit import blocks_of, references_of
from evidoc.readers.html._facts import placed_facts, tagged_facts
from evidoc.readers.html._gather import Piece
from evidoc.readers.html._pieces import read_pieces
from evidoc.readers.html._prune import main_content
from evidoc.records.document import Document, Source

MEDIA_TYPE = "text/html"
READER = "html@1"
_SEPARATORS = "-–—|:·•»«/"


def read(path: Path, *, name: str, sha256: str) -> Document:
    """Read a page: filings whole, other pages without menus, asides and footers.

    Raises:
        UnreadableDocument: The file is empty, shows no text, or breaks a limit.
    """
    page = _parse.parse(path, name=name)
    tags = tagged_facts(page.root)  # before hidden ones are taken out of the text
    pieces = read_pieces(main_content(page.root, is_filing=page.is_filing))
    pieces = arrange(pieces, is_filing=page.is_filing, units=page.units)
    title = _title(pieces, page.title, is_filing=page.is_filing)
    _cite(pieces)
    blocks, relations = blocks_of(pieces)
    if not blocks:
        raise UnreadableDocument(f"{name}: no text on the page; save it from a browser once it is loaded", status="empty")
    return Document(
        id=f"d-{sha256[:12]}",
        source=Source(name=name, sha256=sha256, media_type=MEDIA_TYPE, licence=page.licence, link=page.link),
        kind="filing" if page.is_filing else "web",
        title=title,
        language=page.language or guess_language(" ".join(block.text for block in blocks[:60])[:8_000]),
        blocks=blocks,
        relations=relations,
        references=references_of(pieces),
        identifiers=page.identifiers,
        facts=placed_facts(tags, pieces),
        reader=READER,
        flags=page.flags,
    )


def _title(pieces: list[Piece], stated: str, *, is_filing: bool) -> str:
    """Give the page's title and type the line that shows it; a site's name after the title is left off."""
    if is_filing:
        return stated
    for piece in pieces[:12]:
        if piece.kind in ("text", "heading") and piece.text and _is_title(piece.text, stated):
            piece.kind, piece.level = "title", 0
            return piece.text
    first = next((piece for piece in pieces if piece.kind == "heading"), None)
    return stated or (first.text if first is not None else "")


def _is_title(text: str, stated: str) -> bool:
    """Say whether a line is the title that the head states, alone or with the site's name before or behind it."""
    before, found, after = stated.partition(text)
    return (
        bool(found)
        and not (before.strip() and before.strip()[-1] not in _SEPARATORS)
        and not (after.strip() and after.strip()[0] not in _SEPARATORS)
    )


def _cite(pieces: list[Piece]) -> None:
    """Make citations of links to entries of the page's reference list."""
    for piece in pieces:
        if piece.kind == "item" and any(anchor.startswith("cite_note") for anchor in piece.labels):
            piece.kind, piece.label = "reference", piece.label.rstrip(".")
    keys = {piece.labels[0] for piece in pieces if piece.kind == "reference"}
    for piece in pieces:
        piece.citations = tuple(anchor for anchor in piece.refers_to if anchor in keys)
        piece.refers_to = tuple(anchor for anchor in piece.refers_to if anchor not in keys)
