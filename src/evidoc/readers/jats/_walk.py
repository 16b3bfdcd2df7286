"""The body and back of an article, block by block, in reading order.

Figures and tables that stand apart from the text (`floats-group`) come after the paragraph that first names them, so
that they belong to the section that uses them (DHQ-07). Source: DHQ-12, case B03.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from lxml import etree

from evidoc.readers.jats import _floats, _text_blocks
from evidoc.readers.jats._prose import FLOATS, plain
from evidoc.readers.jats._references import key_of
from evidoc.readers.jats._state import AddBlock, Walk, anchors, label


def walk_article(article: etree._Element, walk: Walk) -> None:
    """Add the blocks of body, floats and back."""
    for group in article.iterchildren("floats-group", "floats-wrap"):
        walk.waiting.update(_anchored(group))
    for part in article.iterchildren("body", "back"):
        walk.children(part, 1)
        walk.outline.close(0)
    for element in dict.fromkeys(walk.waiting.values()):
        walk.set_float(element, 1)


def _anchored(group: etree._Element) -> dict[str, etree._Element]:
    """Give the floats of a group by every id within them; a float without one by its place."""
    found: dict[str, etree._Element] = {}
    for number, child in enumerate(group):
        ids = [element.get("id", "") for element in child.iter(*FLOATS) if element.get("id")]
        found.update(dict.fromkeys(ids or [f" {number}"], child))
    return found


def _section(element: etree._Element, walk: Walk, level: int) -> None:
    title = element.find("title")
    prose = walk.prose()
    text = prose.read(title).text() if title is not None else ""
    if text:
        walk.outline.heading(
            text,
            level=level,
            label=label(element),
            labels=anchors(element),
            citations=prose.keys(),
            role=element.get("sec-type", ""),
        )
    walk.children(element, level + 1 if text else level)
    if text:
        walk.outline.close(level)


def _reference_list(element: etree._Element, walk: Walk, level: int) -> None:
    title = plain(element.find("title"))
    if title:
        walk.outline.heading(title, level=level)
    walk.children(element, level + 1)
    if title:
        walk.outline.close(level)


def _reference(element: etree._Element, walk: Walk, level: int) -> None:
    key = key_of(element)
    text = walk.printed.get(key, "")
    if text:
        walk.outline.add("reference", text, label=label(element), labels=(key,) if key else ())


def _through(element: etree._Element, walk: Walk, level: int) -> None:
    """Add the content of an element that says nothing itself."""
    walk.children(element, level)


def _nothing(element: etree._Element, walk: Walk, level: int) -> None:
    """Add nothing for what was read elsewhere or is no text: titles, labels, metadata."""


def _unknown(element: etree._Element, walk: Walk, level: int) -> None:
    """Fold an element that JATS does not know into a paragraph, and say so (DHQ-12)."""
    if not isinstance(element.tag, str):
        return
    walk.flags[f"unknown_element:{element.tag}"] = None
    _text_blocks.paragraph(element, walk, level)


_SKIPPED = (
    "title label subtitle sec-meta fn-type alt-title object-id alt-text long-desc kwd-group permissions attrib "
    "related-article related-object graphic media inline-graphic caption"
)
ADD_BY_TAG: Mapping[str, AddBlock] = MappingProxyType(
    {
        "": _unknown,
        "p": _text_blocks.paragraph,
        "list": _text_blocks.list_items,
        "def-list": _text_blocks.definitions,
        "disp-quote": _text_blocks.quote,
        "verse-group": _text_blocks.quote,
        "speech": _text_blocks.quote,
        "preformat": _text_blocks.verbatim,
        "code": _text_blocks.verbatim,
        "disp-formula": _text_blocks.equation,
        "disp-formula-group": _text_blocks.equations,
        "fn": _text_blocks.footnote,
        "table-wrap": _floats.table_wrap,
        "table-wrap-group": _floats.table_group,
        "fig": _floats.figure,
        "fig-group": _floats.figure_group,
        "chem-struct-wrap": _floats.figure,
        "boxed-text": _floats.box,
        "supplementary-material": _floats.supplement,
        "ref-list": _reference_list,
        "ref": _reference,
        **dict.fromkeys(("sec", "ack", "app", "notes", "glossary", "bio", "fn-group"), _section),
        **dict.fromkeys(
            ("app-group", "alternatives", "statement", "array", "table-wrap-foot", "def", "block-alternatives"), _through
        ),
        **dict.fromkeys(_SKIPPED.split(), _nothing),
    }
)
