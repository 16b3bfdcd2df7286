"""What every address of the app works with, and the answers that several of them give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse

from evidoc.review.pages import Pages
from evidoc.review.study import Study

if TYPE_CHECKING:
    from starlette.requests import Request


@dataclass(frozen=True)
class Site:
    """A study and the pages that it is shown on."""

    study: Study
    pages: Pages

    def html(self, name: str, *, status: int = 200, **shown: object) -> HTMLResponse:
        """Answer with a page."""
        return HTMLResponse(self.pages.page(name, self.study.form, **shown), status_code=status)


def site_of(request: Request) -> Site:
    """Give the site that a request came to."""
    site: Site = request.app.state.site
    return site
