"""JATS bytes to an element tree: no network, no external entity, no bomb, no comments, no namespaces on JATS names."""

from __future__ import annotations

import html.entities
import re
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from evidoc.errors import UnreadableDocument
from evidoc.readers._encoding import decode

XLINK = "{http://www.w3.org/1999/xlink}"
XML = "{http://www.w3.org/XML/1998/namespace}"
MATHML = "{http://www.w3.org/1998/Math/MathML}"

MAX_BYTES = 100_000_000  # the largest article of PMC's open-access set is about 40 MB
_UNDEFINED = re.compile(r"Entity '([^']+)' not defined")
_NOT_UTF8 = re.compile(r"not proper UTF-8|Invalid bytes|encoding|Invalid byte", re.IGNORECASE)
_ENTITY = re.compile(rb"&([A-Za-z][A-Za-z0-9]*);")
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_WRAPPERS = ("pmc-articleset", "articles", "record", "OAI-PMH", "article-set")
_OTHER_ARTICLES = {"PubmedArticleSet", "PubmedArticle", "PubmedBookArticle", "MedlineCitation", "book", "book-part-wrapper"}


@dataclass(frozen=True, slots=True)
class Parsed:
    """The root element of one article, and what was odd about its file."""

    article: etree._Element
    flags: tuple[str, ...] = ()


def parse(path: Path, *, name: str) -> Parsed:
    """Read the article element of a file.

    Entities that the file itself defines are expanded; names of HTML's table of characters stand for
    their character even where the DTD that defines them is not there.

    Raises:
        UnreadableDocument: The file is empty, too large, no well-formed XML, names an entity
            that stands outside the file, or has another root element (status `not_jats`).
    Source: cases B06 and B10.
    """
    data = _content(path, name=name)
    root, flags = _root(data, name=name)
    article = _article(root)
    if article is None:
        tag = etree.QName(root).localname
        status = "not_jats" if tag in _OTHER_ARTICLES else "unsupported"
        raise UnreadableDocument(f"{name}: root element <{tag}>; a JATS file has <article>", status=status)
    _drop_namespaces(article)
    if article is not root and sum(1 for _ in root.iter("article", "{*}article")) > 1:
        flags += ("only_first_article",)
    return Parsed(article=article, flags=flags)


def _content(path: Path, *, name: str) -> bytes:
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise UnreadableDocument(f"{name}: {size:,} bytes of XML; the limit is {MAX_BYTES:,}", status="too_large")
    data = path.read_bytes()
    if not data.strip():
        raise UnreadableDocument(f"{name}: the file is empty; fetch it again", status="empty")
    return data


def _root(data: bytes, *, name: str) -> tuple[etree._Element, tuple[str, ...]]:
    try:
        return _strict(data), ()
    except etree.XMLSyntaxError as error:
        first = error
    mended, flag = _mended(data, str(first))
    try:
        if mended is not None:
            return _strict(mended), (flag,)
    except etree.XMLSyntaxError as error:
        first = error
    raise _fault(first, name=name) from first


def _strict(data: bytes) -> etree._Element:
    """Parse well-formed XML; libxml2 stops what grows by entities, and no file but this one is opened."""
    parser = etree.XMLParser(
        resolve_entities="internal",
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        strip_cdata=True,
    )
    return etree.fromstring(data.lstrip(), parser)


def _mended(data: bytes, fault: str) -> tuple[bytes | None, str]:
    """Give the bytes again with known character names resolved, or in the encoding that they really have."""
    if _UNDEFINED.search(fault):
        return _ENTITY.sub(_character, data), "entities_by_name"
    if _NOT_UTF8.search(fault):
        text = _DECLARATION.sub("", decode(data).text)
        return text.encode("utf-8", "replace"), "encoding_guessed"
    return None, ""


def _character(match: re.Match[bytes]) -> bytes:
    name = match[1].decode()
    if name in ("amp", "lt", "gt", "quot", "apos") or f"{name};" not in html.entities.html5:
        return match[0]
    return "".join(f"&#{ord(character)};" for character in html.entities.html5[f"{name};"]).encode()


def _fault(error: etree.XMLSyntaxError, *, name: str) -> UnreadableDocument:
    undefined = _UNDEFINED.search(str(error))
    if undefined:
        return UnreadableDocument(
            f"{name}: names the entity {undefined[1]!r}, which the file does not define; entities outside the file are not read"
        )
    return UnreadableDocument(f"{name}: not well-formed XML: {error.msg}; fetch or export the file again")


def _article(root: etree._Element) -> etree._Element | None:
    """Give the article: the root, or the first one that a collection wraps."""
    tag = etree.QName(root).localname
    if tag == "article":
        return root
    if tag not in _WRAPPERS:
        return None
    return next((element for element in root.iter("{*}article")), None)


def _drop_namespaces(article: etree._Element) -> None:
    """Take the namespace off JATS's own names, so that all versions of JATS have one set of names."""
    if article.tag == "article":
        return
    prefix = article.tag[: article.tag.index("}") + 1]
    for element in article.iter(f"{prefix}*"):
        element.tag = element.tag[len(prefix) :]
