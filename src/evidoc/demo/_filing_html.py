"""The annual filing as the HTML that filers submit: inline styles, tables with captions, amounts at the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from evidoc.demo._article import Listing, Paragraph, Section, TableOf
from evidoc.demo._filing import COMPANY, COVER, SECTIONS, TITLE

_HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font-family: Times, serif; font-size: 10pt; max-width: 48em; margin: 2em auto }}
table {{ border-collapse: collapse; width: 100%; margin: 1em 0 }}
caption {{ font-weight: bold; text-align: left; padding-bottom: 0.4em }}
th, td {{ padding: 2px 6px; text-align: left; vertical-align: bottom }}
thead th {{ border-bottom: 1px solid }}
.n {{ text-align: right }}
</style>
</head>
<body>
"""


def filing_html() -> bytes:
    """Give the filing as UTF-8 HTML."""
    lines = [
        f"<h1>{escape(COMPANY)}</h1>",
        f"<p><strong>{escape(TITLE)}</strong></p>",
        *(f"<p>{escape(line, quote=False)}</p>" for line in COVER),
        *_sections(SECTIONS, level=2),
        "</body>",
        "</html>",
    ]
    return (_HEAD.format(title=escape(f"{COMPANY} \u2013 {TITLE}")) + "\n".join(lines) + "\n").encode()


def _sections(sections: Sequence[Section], *, level: int) -> Iterator[str]:
    for section in sections:
        yield f"<h{level}>{escape(section.title, quote=False)}</h{level}>"
        for part in section.parts:
            match part:
                case Paragraph():
                    yield f"<p>{escape(part.text, quote=False)}</p>"
                case Listing():
                    yield "<ul>"
                    yield from (f"<li>{escape(item, quote=False)}</li>" for item in part.items)
                    yield "</ul>"
                case TableOf():
                    yield from _table(part)
        yield from _sections(section.sections, level=level + 1)


def _table(table: TableOf) -> Iterator[str]:
    yield f"<table><caption>{escape(table.caption, quote=False)}</caption>"
    names = (str(entry) for entry in table.header[0])
    yield "<thead><tr>" + "".join(f'<th scope="col">{escape(name)}</th>' for name in names) + "</tr></thead>"
    yield "<tbody>"
    for name, *amounts in table.rows:
        cells = "".join(f'<td class="n">{escape(amount)}</td>' for amount in amounts)
        yield f'<tr><th scope="row">{escape(name, quote=False)}</th>{cells}</tr>'
    yield "</tbody></table>"
