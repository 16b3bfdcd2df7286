"""The documents of the items: their pages as pictures, and their PDF; only where the form shows documents.

A document's address is its place in this study, so that no browser may keep what it was given for the study after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.responses import FileResponse, Response

from evidoc.errors import UnknownName, UnreadableDocument
from evidoc.records.document import Document
from evidoc.review.shown import shown_document, whole_pages
from evidoc.review.site import Site, site_of

if TYPE_CHECKING:
    from starlette.requests import Request

_VIEWED = {"Content-Security-Policy": "frame-ancestors 'none'"}  # browsers' viewers of PDF do not start under a stricter one
_LONGEST_NAME = 120


def document_page(request: Request) -> Response:
    """Show all pages of a document."""
    site = site_of(request)
    document = _document(site, request.path_params["document"])
    shown = shown_document(document, site.study.shelf)
    return site.html("document", document=shown, pages=list(whole_pages(document, shown)))


def picture(request: Request) -> Response:
    """Give the picture of a page, numbered from 1."""
    site = site_of(request)
    document = _document(site, request.path_params["document"])
    png = site.study.pictures.png(document.id, request.path_params["number"] - 1)
    return Response(png, media_type="image/png")


def pdf(request: Request) -> Response:
    """Give the file of a document's pages, under its own name (case I04)."""
    site = site_of(request)
    document = _document(site, request.path_params["document"])
    path = site.study.shelf.corpus.pdf(document)
    if path is None or document.pages_source is None:
        raise UnreadableDocument(f"{document.id}: the corpus does not keep the file; read it again with its source")
    name = document.pages_source.name.rsplit("/", 1)[-1][-_LONGEST_NAME:]
    headers = {"Content-Disposition": f"inline; filename*=UTF-8''{quote(name, safe='', errors='replace')}", **_VIEWED}
    return FileResponse(path, media_type="application/pdf", headers=headers)


def _document(site: Site, place: int) -> Document:
    """Give a document of the study's items by its place among them; there are no others."""
    name = site.study.shelf.document(place)
    if name is None:
        raise UnknownName(str(place), kind="document", known=())
    return site.study.shelf.corpus[name]
