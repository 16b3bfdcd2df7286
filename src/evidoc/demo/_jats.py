"""An article as JATS XML, the way journals deposit it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from evidoc.demo._article import (
    Article,
    Cited,
    Equation,
    FigureOf,
    Listing,
    Paragraph,
    Part,
    Section,
    TableOf,
    float_name,
    runs,
)

_LICENCE = "Apache-2.0"
_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.3 20210610//EN" "JATS-journalpublishing1-3.dtd">
<article article-type="research-article" dtd-version="1.3" xml:lang="en" xmlns:xlink="http://www.w3.org/1999/xlink">
"""


def jats(article: Article) -> bytes:
    """Give the article as UTF-8 XML, one element a line."""
    lines = [*_front(article), "<body>", *_sections(article.sections, ""), "</body>", *_back(article.references), "</article>"]
    return (_HEAD + "\n".join(lines) + "\n").encode()


def _front(article: Article) -> Iterator[str]:
    yield "<front>"
    journal = f"<journal-title>{escape(article.journal)}</journal-title>"
    yield f"<journal-meta><journal-title-group>{journal}</journal-title-group></journal-meta>"
    yield "<article-meta>"
    yield f'<article-id pub-id-type="doi">{article.doi}</article-id>'
    yield f"<title-group><article-title>{escape(article.title)}</article-title></title-group>"
    yield "<contrib-group>"
    for author in article.authors:
        given, _, family = author.partition(" ")
        name = f"<surname>{family}</surname><given-names>{given}</given-names>"
        yield f'<contrib contrib-type="author"><name>{name}</name></contrib>'
    yield f"<aff>{escape(article.affiliation)}</aff>"
    yield "</contrib-group>"
    yield f'<pub-date pub-type="epub"><year>{article.year}</year></pub-date>'
    yield f"<volume>{article.volume}</volume><fpage>{article.first_page}</fpage>"
    yield f'<permissions><license license-type="{_LICENCE}"><license-p>{_LICENCE}</license-p></license></permissions>'
    yield "<abstract>"
    for title, text in article.abstract:
        yield f"<sec><title>{title}</title><p>{escape(text)}</p></sec>"
    yield "</abstract>"
    words = "".join(f"<kwd>{word}</kwd>" for word in article.keywords)
    yield f'<kwd-group kwd-group-type="author"><title>Keywords</title>{words}</kwd-group>'
    yield "</article-meta>"
    yield "</front>"


def _sections(sections: Sequence[Section], above: str) -> Iterator[str]:
    for number, section in enumerate(sections, 1):
        label = f"{above}{number}"
        yield f'<sec id="s{label.replace(".", "-")}">'
        yield f"<label>{label}</label><title>{escape(section.title)}</title>"
        for part in section.parts:
            yield from _part(part)
        yield from _sections(section.sections, f"{label}.")
        yield "</sec>"


def _part(part: Part) -> Iterator[str]:
    match part:
        case Paragraph():
            yield f"<p>{_inline(part.text)}</p>"
        case Listing():
            yield '<list list-type="bullet">'
            yield from (f"<list-item><p>{_inline(item)}</p></list-item>" for item in part.items)
            yield "</list>"
        case Equation():
            yield f'<disp-formula id="e{part.number}"><label>({part.number})</label>'
            yield f"<tex-math>{escape(part.tex)}</tex-math></disp-formula>"
        case TableOf():
            yield from _table(part)
        case FigureOf():
            yield f'<fig id="{part.key}"><label>{part.label}</label><caption><p>{_inline(part.caption)}</p></caption>'
            yield f'<graphic xlink:href="{part.key}.png"/></fig>'


def _table(table: TableOf) -> Iterator[str]:
    yield f'<table-wrap id="{table.key}"><label>{table.label}</label><caption><p>{_inline(table.caption)}</p></caption>'
    yield "<table><thead>"
    for number, row in enumerate(table.header):
        cells = [entry if isinstance(entry, tuple) else (entry, 1) for entry in row]
        yield "<tr>" + "".join(_header_cell(table, number, *cell) for cell in cells) + "</tr>"
    yield "</thead><tbody>"
    for line in table.rows:
        yield "<tr>" + "".join(f"<td>{_inline(text)}</td>" for text in line) + "</tr>"
    yield "</tbody></table>"
    if table.note:
        yield f"<table-wrap-foot><p>{_inline(table.note)}</p></table-wrap-foot>"
    yield "</table-wrap>"


def _header_cell(table: TableOf, row: int, text: str, span: int) -> str:
    if not text:
        return ""
    down = len(table.header) - row if span == 1 and row + 1 < len(table.header) else 1
    spans = (f' colspan="{span}"' if span > 1 else "") + (f' rowspan="{down}"' if down > 1 else "")
    return f"<th{spans}>{_inline(text)}</th>"


def _inline(text: str) -> str:
    return "".join(_run(kind, piece) for kind, piece in runs(text))


def _run(kind: str, text: str) -> str:
    if kind == "citations":
        marks = (f'<xref ref-type="bibr" rid="B{number}">{number}</xref>' for number in text.split(","))
        return "[" + ", ".join(marks) + "]"
    if kind == "float":
        return f'<xref ref-type="{"table" if text[0] == "t" else "fig"}" rid="{text}">{float_name(text)}</xref>'
    return f"<italic>{escape(text)}</italic>" if kind == "italic" else escape(text)


def _back(references: Iterable[Cited]) -> Iterator[str]:
    yield "<back><ref-list><title>References</title>"
    for number, cited in enumerate(references, 1):
        yield f'<ref id="B{number}"><label>{number}</label><element-citation publication-type="journal">'
        names = (author.split(", ") for author in cited.authors)
        people = "".join(f"<name><surname>{family}</surname><given-names>{given}</given-names></name>" for family, given in names)
        yield f'<person-group person-group-type="author">{people}</person-group>'
        first, last = cited.pages.split("-")
        yield f"<article-title>{escape(cited.title)}</article-title><source>{cited.journal}</source><year>{cited.year}</year>"
        yield f"<volume>{cited.volume}</volume><fpage>{first}</fpage><lpage>{last}</lpage>"
        yield f'<pub-id pub-id-type="doi">{cited.doi}</pub-id></element-citation></ref>'
    yield "</ref-list></back>"
