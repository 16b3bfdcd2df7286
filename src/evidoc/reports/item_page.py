"""An item as one HTML file: its question, answer and evidence, the pages with their boxes, and what the checks said."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from evidoc import __version__
from evidoc.records.item import Evidence, Verdict
from evidoc.reports.cases import Case, CasePage
from evidoc.reports.document_page import GENERATOR
from evidoc.reports.html_file import html_environment, own_text, policy
from evidoc.reports.pictures import Pictures, picture_id


def write_item_page(case: Case, *, verdicts: Sequence[Verdict], pictures: Pictures) -> bytes:
    """Give an item as one HTML file in UTF-8, without script; the same item and pictures give the same bytes."""
    environment = html_environment()
    style = own_text(environment, "base.css", "report.css", "item.css")
    html = environment.get_template("item.html.j2").render(
        generator=Markup(GENERATOR),
        case=case,
        verdicts=verdicts,
        version=__version__,
        policy=policy(style, ""),
        style=style,
        picture=lambda page: _picture(page, pictures),
        reason=lambda page: pictures.reasons.get((page.document.id, page.page), ""),
        place=_place,
        place_of=_place_of,
    )
    return html.encode("utf-8")


def _picture(page: CasePage, pictures: Pictures) -> Markup:
    source = pictures.sources.get((page.document.id, page.page))
    if source is None:
        return Markup("")
    shown = '<image width="{}" height="{}" preserveAspectRatio="none" href="{}"/>'
    return Markup(shown).format(page.width, page.height, source)


def _place(document: str, page: int) -> str:
    """Name the figure of a page, for links."""
    return picture_id((document, page))


def _place_of(evidence: Evidence) -> str:
    return _place(evidence.document, evidence.boxes[0].page)
