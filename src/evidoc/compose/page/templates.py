"""Page templates: how documents of a genre arrange their head, columns, charts and notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from evidoc.compose.charts.palettes import Colour, colour
from evidoc.errors import UnknownName

Head = Literal["centred", "memo", "boxed", "banner", "letterhead", "strip"]
Place = Literal["top", "middle", "bottom", "side"]


@dataclass(frozen=True, slots=True)
class Template:
    """One way to arrange a page.

    `charts` is where the charts stand: above, amid or below the text, or at its `side` where they are few enough.
    `notes` are boxed below the text or stand in a `side` column with the fields.
    """

    name: str
    head: Head
    face: Literal["text", "serif"]
    accent: Colour
    columns: int = 1
    charts: Place = "bottom"
    notes: Literal["box", "side"] = "box"
    headings: Literal["bold", "accent", "ruled"] = "bold"
    framed: bool = False
    caption: Literal["left", "centre"] = "left"


_NAVY, _TEAL, _WINE, _GREEN, _SLATE, _RUST = "1B365D", "0B6E6E", "7A1F3D", "2C5F2D", "37474F", "A0471D"
TEMPLATES: dict[str, Template] = {
    template.name: template
    for template in (
        Template("policy", "centred", "serif", colour(_NAVY), headings="accent", caption="centre"),
        Template("memo", "memo", "text", colour(_SLATE), charts="middle"),
        Template("notice", "boxed", "text", colour(_WINE), columns=2, charts="top", headings="accent"),
        Template("brochure", "banner", "text", colour(_TEAL), columns=2, charts="middle", headings="accent", framed=True),
        Template("grant_rules", "letterhead", "serif", colour(_GREEN), columns=2, headings="ruled", framed=True),
        Template("review_report", "strip", "text", colour(_RUST), notes="side", headings="accent"),
        Template("bulletin", "banner", "serif", colour(_NAVY), charts="top", headings="bold", caption="centre"),
        Template("circular", "letterhead", "text", colour(_SLATE), charts="side", headings="ruled"),
    )
}


def template_of(name: str) -> Template:
    """Give a template by name.

    Raises:
        UnknownName: There is none of this name.
    """
    if name not in TEMPLATES:
        raise UnknownName(name, kind="page template", known=tuple(TEMPLATES))
    return TEMPLATES[name]
