"""The front of an article: title, abstracts by type, identifiers, licence, language."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from evidoc.pages.text import clean_text
from evidoc.readers._licence import licence_name
from evidoc.readers.jats._parse import XLINK, XML
from evidoc.readers.jats._prose import Prose, plain

_NEVER_MAIN = ("graphical", "teaser", "toc", "key-points", "highlights")
_SKIPPED = ("object-id", "label", "sec-meta", "kwd-group")
_LICENCE_REF = "{http://www.niso.org/schemas/ali/1.0/}license_ref"
_IDENTIFIERS = {"pmc": "pmcid", "pmcid": "pmcid", "pmid": "pmid", "doi": "doi", "pmc-aid": "", "publisher-id": ""}


@dataclass(frozen=True, slots=True)
class Abstract:
    """One abstract: its text with section titles kept, its type ("" for the plain one), and what it names."""

    text: str
    role: str
    citations: tuple[str, ...]
    image: str = ""
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class Front:
    """What the front of an article says about the whole of it."""

    title: str
    abstracts: tuple[Abstract, ...]
    identifiers: tuple[str, ...]
    licence: str
    language: str
    article_type: str

    @property
    def abstract(self) -> str:
        """The text of the main abstract."""
        return next((abstract.text for abstract in self.abstracts if abstract.is_main), "")

    @property
    def link(self) -> str:
        """The article's best identifier, as `doi:…`, `pmcid:…` or `pmid:…`."""
        return self.identifiers[0] if self.identifiers else ""


def read_front(article: etree._Element) -> Front:
    """Read the front matter; what is missing is empty."""
    meta = next(article.iter("article-meta", "front-stub"), None)
    if meta is None:
        meta = etree.Element("article-meta")
    return Front(
        title=_title(meta),
        abstracts=_abstracts(meta, language=article.get(f"{XML}lang", "")),
        identifiers=_identifiers(meta),
        licence=_licence(meta),
        language=(article.get(f"{XML}lang") or "").split("-")[0].lower(),
        article_type=article.get("article-type", ""),
    )


def _title(meta: etree._Element) -> str:
    title = plain(meta.find("title-group/article-title"))
    subtitle = plain(meta.find("title-group/subtitle"))
    return f"{title}: {subtitle}" if title and subtitle else title or subtitle


def _abstracts(meta: etree._Element, *, language: str) -> tuple[Abstract, ...]:
    """Read all abstracts; the main one is the first without a type in the article's language (case B01)."""
    found = [element for element in meta if element.tag in ("abstract", "trans-abstract")]
    main = _main_abstract(found, language=language)
    read = (_abstract(element, is_main=element is main) for element in found)
    return tuple(abstract for abstract in read if abstract.text or abstract.image)


def _main_abstract(found: list[etree._Element], *, language: str) -> etree._Element | None:
    own = [element for element in found if element.tag == "abstract"]
    plain_ones = [element for element in own if not element.get("abstract-type")]
    spoken = [element for element in plain_ones if element.get(f"{XML}lang", language) == language]
    typed = [element for element in own if element.get("abstract-type") not in _NEVER_MAIN]
    return next(iter(spoken or plain_ones or typed), None)


def _abstract(element: etree._Element, *, is_main: bool) -> Abstract:
    prose = Prose()
    _sections(element, prose)
    text = prose.text()
    graphic = next(element.iter("graphic"), None)
    if not text:
        text = clean_text(" ".join(plain(caption) for caption in element.iter("caption")))
    return Abstract(
        text=text,
        role=_role(element),
        citations=prose.keys(),
        image=graphic.get(f"{XLINK}href", "") if graphic is not None else "",
        is_main=is_main,
    )


def _sections(element: etree._Element, prose: Prose) -> None:
    """Read paragraphs and sections; a section's title stands before its text with a colon."""
    for child in element:
        if child.tag == "sec":
            title = plain(child.find("title")).rstrip(":.")
            prose.take(f" {title}: " if title else " ")
            _sections(child, prose)
        elif child.tag == "title":
            continue
        elif child.tag not in _SKIPPED:
            prose.take(" ")
            prose.read(child)


def _role(element: etree._Element) -> str:
    kind: str = element.get("abstract-type", "")
    if element.tag == "trans-abstract":
        return ":".join(part for part in ("translated", element.get(f"{XML}lang", ""), kind) if part)
    return kind


def _identifiers(meta: etree._Element) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for element in meta.iterchildren("article-id"):
        kind = _IDENTIFIERS.get(element.get("pub-id-type", ""), "")
        value = "".join((element.text or "").split())
        if kind and value:
            found.setdefault(kind, f"PMC{value}" if kind == "pmcid" and value.isdigit() else value)
    return tuple(f"{kind}:{found[kind]}" for kind in ("doi", "pmcid", "pmid") if kind in found)


def _licence(meta: etree._Element) -> str:
    for element in meta.iterfind("permissions/license"):
        links = [link.get(f"{XLINK}href", "") for link in element.iter("ext-link", "uri")]
        references = [(reference.text or "").strip() for reference in element.iter(_LICENCE_REF, "license_ref")]
        sentence = re.sub(r"\s+", " ", " ".join(element.itertext())).strip()
        stated = licence_name(element.get(f"{XLINK}href", ""), *references, *links, sentence, element.get("license-type", ""))
        if stated:
            return stated
    return ""
