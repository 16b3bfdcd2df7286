"""The bibliography: every id and number a string as printed, one entry a citation, alternatives counted once.

Source: DHQ-02, case B11.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from evidoc.pages.text import clean_text
from evidoc.readers.jats._parse import XLINK
from evidoc.readers.jats._prose import plain
from evidoc.records.document import Reference

CITATIONS = frozenset({"element-citation", "mixed-citation", "citation", "nlm-citation"})
_TITLES = ("article-title", "chapter-title", "data-title", "part-title")
_DOI = re.compile(r"(?:doi\.org/|doi:\s*|^)(10\.\d{4,9}/\S+)", re.IGNORECASE)
_PMID = re.compile(r"/pubmed/(\d+)|pubmed\.ncbi[^/]*/(\d+)", re.IGNORECASE)
_SINGLE = frozenset({"year", "volume", "fpage", "lpage", "elocation-id", "issue", "source", *_TITLES})


def read_references(article: etree._Element) -> tuple[Reference, ...]:
    """Read all entries of the article's own reference lists, in order; keys are the entries' ids."""
    return tuple(reference for entry in entries(article) for reference in _references(entry))


def entries(article: etree._Element) -> Iterator[etree._Element]:
    """Give the `ref` elements of the article itself, not those of its sub-articles."""
    for part in article.iterchildren("front", "body", "back", "floats-group"):
        yield from part.iter("ref")


def key_of(entry: etree._Element) -> str:
    """Give the key that citations name an entry by: its id, or its citation's, or its label."""
    for element in (entry, *entry.iterchildren(*CITATIONS)):
        if element.get("id"):
            return str(element.get("id"))
    return clean_text(entry.findtext("label") or "")


def _references(entry: etree._Element) -> Iterator[Reference]:
    key = key_of(entry)
    for number, forms in enumerate(_citations(entry), 1):
        yield _reference(forms, key=key if number == 1 else f"{key}#{number}")


def _citations(entry: etree._Element) -> Iterator[list[etree._Element]]:
    """Give each citation of an entry with its alternative forms."""
    for child in entry:
        if child.tag in CITATIONS or child.tag == "note":
            yield [child]
        elif child.tag == "citation-alternatives":
            yield [form for form in child if form.tag in CITATIONS]


def _reference(forms: list[etree._Element], *, key: str) -> Reference:
    fields: dict[str, str] = {}
    authors: tuple[str, ...] = ()
    for form in sorted(forms, key=lambda form: form.tag != "element-citation") if len(forms) > 1 else forms:
        for name, value in _fields(form).items():
            fields.setdefault(name, value)
        authors = authors or tuple(_authors(form))
    return Reference(
        key=key,
        title=_first(fields, _TITLES),
        text=_text(forms, fields, authors),
        authors=authors,
        year=fields.get("year", ""),
        doi=fields.get("doi", ""),
        pmid=fields.get("pmid", ""),
        pmcid=fields.get("pmcid", ""),
        volume=fields.get("volume", ""),
        first_page=fields.get("fpage", "") or fields.get("elocation-id", ""),
    )


def _fields(form: etree._Element) -> dict[str, str]:
    """Read the named parts of a citation; the first of a name counts."""
    fields: dict[str, str] = {}
    for element in form.iter(*_SINGLE, "pub-id", "ext-link", "uri"):
        tag = element.tag
        if tag in _SINGLE:
            if tag not in fields:
                fields[tag] = plain(element) if len(element) else clean_text(element.text or "")
        elif tag == "pub-id":
            _identifier(element, fields)
        else:
            _link(element, fields)
    return fields


def _identifier(element: etree._Element, fields: dict[str, str]) -> None:
    kind, value = element.get("pub-id-type"), "".join((element.text or "").split())
    if kind == "doi":
        found = _DOI.search(value)
        fields.setdefault("doi", found[1] if found else value)
    elif kind in ("pmcid", "pmc"):
        fields.setdefault("pmcid", f"PMC{value}" if value.isdigit() else value)
    elif kind == "pmid":
        fields.setdefault("pmid", value)


def _link(element: etree._Element, fields: dict[str, str]) -> None:
    target = element.get(f"{XLINK}href") or element.text or ""
    doi, pmid = _DOI.search(target), _PMID.search(target)
    if doi:
        fields.setdefault("doi", doi[1].rstrip(".,;"))
    elif pmid:
        fields.setdefault("pmid", pmid[1] or pmid[2])


def _authors(form: etree._Element) -> Iterator[str]:
    """Give the authors as "Surname Given"; editors only where nobody else is named."""
    groups = [group for group in form.iter("person-group") if group.get("person-group-type", "author") == "author"]
    for group in groups or [form]:
        for element in group.iter("name", "string-name", "collab"):
            name = _name(element)
            if name:
                yield name


def _name(element: etree._Element) -> str:
    parts = {child.tag: child.text for child in element if child.text}
    if "surname" not in parts:
        return plain(element)
    names = (parts.get(part) for part in ("surname", "given-names", "suffix"))
    return " ".join(" ".join(name for name in names if name).split())


def _text(forms: list[etree._Element], fields: dict[str, str], authors: tuple[str, ...]) -> str:
    """Give the entry as printed where the file has it so, or composed of its parts."""
    for form in forms:
        if form.tag != "element-citation" and (form.text or "").strip() or _has_words_between(form):
            return plain(form)
    title = _first(fields, _TITLES)
    pages = "-".join(value for value in (fields.get("fpage"), fields.get("lpage")) if value) or fields.get("elocation-id", "")
    issue = f"({fields['issue']})" if "issue" in fields else ""
    place = ":".join(value for value in (fields.get("volume", "") + issue, pages) if value)
    year = f"({fields['year']})" if "year" in fields else ""
    head = " ".join(value for value in (", ".join(authors), year) if value)
    source = " ".join(value for value in (fields.get("source", ""), place) if value)
    return ". ".join(value.rstrip(".") for value in (head, title, source) if value) or plain(forms[0] if forms else None)


def _has_words_between(form: etree._Element) -> bool:
    """Say whether punctuation stands between a citation's parts, so that reading it as it is gives the printed entry."""
    return any((child.tail or "").strip() for child in form)


def _first(fields: dict[str, str], names: tuple[str, ...]) -> str:
    return next((fields[name] for name in names if name in fields), "")
