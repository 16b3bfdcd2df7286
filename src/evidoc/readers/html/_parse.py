"""HTML bytes to an element tree and what the head says: title, language, licence, link, facts of an inline XBRL filing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from evidoc.errors import UnreadableDocument
from evidoc.pages.text import clean_text
from evidoc.readers._encoding import decode
from evidoc.readers._licence import licence_name

MAX_BYTES = 200_000_000  # the largest 10-K filings with inline XBRL are about 60 MB
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w-]+)|<\?xml[^>]{0,100}encoding=[\"']([\w-]+)", re.IGNORECASE)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]{0,200}\?>")
_FORM = re.compile(r"\bForm\s+(10-?[KQ]|20-?F|8-?K|40-?F|6-?K|S-1|DEF 14A)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Page:
    """A parsed page: its root and what its head and hidden parts say about the whole."""

    root: etree._Element
    title: str
    language: str
    licence: str
    link: str
    is_filing: bool
    identifiers: tuple[str, ...]
    units: Mapping[str, str]
    flags: tuple[str, ...]


def parse(path: Path, *, name: str) -> Page:
    """Read an HTML or XHTML file.

    Raises:
        UnreadableDocument: The file is empty, too large, or has no element at all.
    """
    data = _content(path, name=name)
    found = _CHARSET.search(data[:4096])
    decoded = decode(data, declared=(found[1] or found[2]).decode() if found else "")
    root, is_whole = _root(decoded.text, name=name)
    facts = _entity_facts(root)
    return Page(
        root=root,
        title=_filing_title(facts) or clean_text(root.findtext("head/title") or ""),
        language=_language(root),
        licence=licence_name(*_links(root, "license")),
        link=next(iter(_links(root, "canonical")), ""),
        is_filing=bool(facts) or _looks_like_filing(root),
        identifiers=(f"cik:{facts['EntityCentralIndexKey']}",) if facts.get("EntityCentralIndexKey") else (),
        units=_units(root),
        flags=("encoding_guessed",) * (not decoded.is_certain) + ("too_deep",) * (not is_whole),
    )


def _content(path: Path, *, name: str) -> bytes:
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise UnreadableDocument(f"{name}: {size:,} bytes of HTML; the limit is {MAX_BYTES:,}", status="too_large")
    data = path.read_bytes()
    if not data.strip():
        raise UnreadableDocument(f"{name}: the file is empty; save the page again", status="empty")
    return data


def _root(text: str, *, name: str) -> tuple[etree._Element, bool]:
    """Parse as a browser would, and say whether all was read: faults are mended, nothing is fetched, 2,048 elements nest."""
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=True)
    body = _DECLARATION.sub("", text).replace("\x00", "").encode("utf-8", "replace")
    try:
        root = etree.fromstring(body, parser)
    except etree.LxmlError as error:
        raise UnreadableDocument(f"{name}: no HTML: {error}; save the page again") from error
    if root is None:
        raise UnreadableDocument(f"{name}: no element in the file; save the page again", status="empty")
    return root, not any("depth" in fault.message for fault in parser.error_log)


def _language(root: etree._Element) -> str:
    stated = root.get("lang") or root.get("xml:lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
    return str(stated).split("-")[0].lower()


def _links(root: etree._Element, relation: str) -> list[str]:
    return [
        link.get("href", "")
        for link in root.iter("link", "a")
        if relation in (link.get("rel") or "").split() and link.get("href")
    ]


def _entity_facts(root: etree._Element) -> dict[str, str]:
    """Give what a filing says about itself (`dei:` facts), by the name of the fact."""
    facts: dict[str, str] = {}
    for element in root.iter("ix:nonnumeric"):
        concept = element.get("name", "")
        if concept.startswith("dei:"):
            facts.setdefault(concept[4:], clean_text("".join(element.itertext())))
    return facts


def _filing_title(facts: Mapping[str, str]) -> str:
    form = f"Form {facts['DocumentType']}" if "DocumentType" in facts else ""
    return ", ".join(
        part for part in (facts.get("EntityRegistrantName", ""), form, facts.get("DocumentPeriodEndDate", "")) if part
    )


def _looks_like_filing(root: etree._Element) -> bool:
    """Say whether a page without inline facts is a filing by what its beginning says."""
    start = " ".join(" ".join(text.split()) for _, text in zip(range(400), root.itertext(), strict=False))
    return "securities and exchange commission" in start.lower() and _FORM.search(start) is not None


def _units(root: etree._Element) -> dict[str, str]:
    """Give the units of an inline XBRL filing by id: "USD", "shares", "USD/shares"."""
    units: dict[str, str] = {}
    for unit in root.iter("xbrli:unit"):
        measures = [(measure.text or "").strip().rpartition(":")[2] for measure in unit.iter("xbrli:measure")]
        units[unit.get("id", "")] = "/".join(measure for measure in measures if measure not in ("pure", ""))
    return units
