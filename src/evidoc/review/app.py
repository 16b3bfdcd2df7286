"""The app: which address is answered by what, behind the guard, and what is said where something cannot be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.routing import Route

from evidoc.errors import EvidocError, UnknownName, UnreadableDocument, UsageError
from evidoc.review.document_routes import document_page, pdf, picture
from evidoc.review.guard import Guard
from evidoc.review.pages import Pages
from evidoc.review.rater_routes import begin, go_on, overview, own_sheet, rater_page, save_item, show_item
from evidoc.review.results_page import results
from evidoc.review.site import Site, site_of
from evidoc.review.study import Study

if TYPE_CHECKING:
    from starlette.requests import Request

_RATER, _DOCUMENT = "/raters/{rater:str}", "/documents/{document:int}"


def make_app(study: Study) -> Starlette:
    """Make the app of a study."""
    app = Starlette(
        routes=[
            Route("/", overview),
            Route("/raters", begin, methods=["POST"]),
            Route(_RATER, rater_page),
            Route(f"{_RATER}/next", go_on),
            Route(f"{_RATER}/ratings.csv", own_sheet),
            Route(f"{_RATER}/items/{{number:int}}", show_item),
            Route(f"{_RATER}/items/{{number:int}}", save_item, methods=["POST"]),
            Route("/results", results),
            Route(_DOCUMENT, document_page),
            Route(f"{_DOCUMENT}/file.pdf", pdf),
            Route(f"{_DOCUMENT}/pages/{{number:int}}.png", picture),
            Route("/review.css", _style),
            Route("/review.js", _script),
        ],
        middleware=[Middleware(Guard, key=study.key)],
        exception_handlers={EvidocError: _refused, HTTPException: _missing},
    )
    app.state.site = Site(study=study, pages=Pages())
    return app


def _style(request: Request) -> Response:
    return Response(site_of(request).pages.style, media_type="text/css")


def _script(request: Request) -> Response:
    return Response(site_of(request).pages.script, media_type="text/javascript")


def _refused(request: Request, error: Exception) -> Response:
    """Say what evidoc noticed: what was asked for is not there, was sent wrongly, or could not be kept."""
    is_missing = isinstance(error, UnknownName | UnreadableDocument)
    status = 404 if is_missing else 400 if isinstance(error, UsageError) else 500
    heading = "There is no such page" if is_missing else "That could not be done"
    says = f"Here is no {error.kind} {error.name!r}." if isinstance(error, UnknownName) else str(error)
    was_sent = request.method == "POST"
    return site_of(request).html("message", status=status, heading=heading, says=says, was_sent=was_sent)


def _missing(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    says = "Nothing is at this address; go on from the beginning."
    return site_of(request).html("message", status=status, heading="There is no such page", says=says, was_sent=False)
