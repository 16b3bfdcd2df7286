"""What nobody reads on a page is taken out: hidden parts, programs, and around the main content its menus and asides."""

from __future__ import annotations

import re

from lxml import etree

from evidoc.readers.html._look import look

_NEVER_SHOWN = (
    "script", "style", "noscript", "template", "head", "title", "meta", "link", "ix:header", "ix:hidden", "ix:references",
    "ix:resources", "svg", "iframe", "object", "embed", "canvas", "audio", "video", "map", "datalist", "base",
)  # fmt: skip
_CONTROLS = ("button", "select", "input", "textarea", "option", "optgroup", "dialog", "menu")
_AROUND = ("nav", "aside", "footer", "header", "form")
_ROLES = frozenset(
    {"navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar", "toolbar", "alert", "dialog"}
)
_WORDS = re.compile(r"[a-z]+")
_AROUND_NAMES = """
    nav navbar navigation navheader navfooter navbox navigationbar menu mainmenu submenu searchmenu sidebar breadcrumb breadcrumbs
    toc cookie cookies banner tagline social share sharing advert advertisement ads popup modal editsection noprint catlinks
    printfooter jumpnav dropdown langlinks skip skiplink searchform login logo newsletter metadata hatnote sistersitebox
"""  # words of class names and ids of what stands around the content, from those of MediaWiki, DocBook, Bootstrap and others
_AROUND_WORDS = frozenset(_AROUND_NAMES.split())
_MAIN_IDS = ("content", "main", "main-content", "maincontent", "bodycontent", "mw-content-text", "primary")
_MAIN_SHARE = 0.4  # of the page's text; a "main" element with less holds only a part of the content


def main_content(root: etree._Element, *, is_filing: bool) -> etree._Element:
    """Take out what is not read, in place, and give the element that holds the content."""
    body = root if root.tag == "body" else root.find("body")
    if body is None:
        body = root
    for element in list(body.iter(*_NEVER_SHOWN, *_CONTROLS)):
        _drop(element)
    _drop_hidden(body, is_filing=is_filing)
    if is_filing:
        return body
    main = _main(body)
    _drop_around(main)
    return main


def text_size(element: etree._Element) -> int:
    """Count the characters of an element's text that are no space."""
    return sum(len("".join(text.split())) for text in element.itertext())


def _drop_hidden(body: etree._Element, *, is_filing: bool) -> None:
    """Take out what is not shown, unless it is most of an ordinary page, which a program shows once it is loaded."""
    hidden = [element for element in body.iter() if element is not body and _is_hidden(element)]
    half = text_size(body) / 2 if hidden and not is_filing else 0
    for element in hidden:
        if is_filing or text_size(element) < half:
            _drop(element)


def _is_hidden(element: etree._Element) -> bool:
    return element.get("hidden") is not None or ("style" in element.attrib and look(element).hidden)


def _main(body: etree._Element) -> etree._Element:
    """Give the one element that its page calls the main content, where it holds enough of the text."""
    whole = text_size(body)
    for element in body.iter():
        named = (element.get("id") or "").lower() in _MAIN_IDS or element.get("role") == "main" or element.tag == "main"
        if named and text_size(element) >= _MAIN_SHARE * whole:
            return element
    articles = list(body.iter("article"))
    return articles[0] if len(articles) == 1 and text_size(articles[0]) >= _MAIN_SHARE * whole else body


def _drop_around(main: etree._Element) -> None:
    """Take out menus, contents lists and asides, unless one of them would be half of the page."""
    half = text_size(main) / 2
    waiting = list(main)
    while waiting:
        element = waiting.pop()
        if _is_around(element) and text_size(element) < half:
            _drop(element)
        else:
            waiting.extend(element)


def _is_around(element: etree._Element) -> bool:
    tag = element.tag
    if tag == "header" and next(element.iter("h1"), None) is not None:
        return False
    if tag in _AROUND:
        return tag not in ("header", "footer") or next(element.iterancestors("article", "section", "blockquote"), None) is None
    if element.get("role") in _ROLES:
        return True
    if tag not in ("div", "ul", "ol", "table", "section", "span", "p", "dl", "img"):
        return False
    names = f"{element.get('class') or ''} {element.get('id') or ''}".lower()
    return not _AROUND_WORDS.isdisjoint(_WORDS.findall(names))


def _drop(element: etree._Element) -> None:
    """Remove an element, but not the text that follows it."""
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is None:
            parent.text = (parent.text or "") + element.tail
        else:
            before.tail = (before.tail or "") + element.tail
    parent.remove(element)
