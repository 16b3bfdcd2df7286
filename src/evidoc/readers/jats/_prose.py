"""Running text of JATS: exponents kept apart, citation and note marks taken out and remembered, floats set aside.

Source: cases B03, B08 and B11.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from lxml import etree

from evidoc.pages.text import clean_text
from evidoc.readers._marks import is_note_mark, raised
from evidoc.readers._mathml import mathml_text
from evidoc.readers._tex import tex_source, tex_text
from evidoc.readers.jats._parse import MATHML, XLINK

FLOATS = frozenset(
    {"table-wrap", "table-wrap-group", "fig", "fig-group", "boxed-text", "supplementary-material", "chem-struct-wrap", "fn"}
)
_MARK = "\ue000"  # stands where a citation or note mark was, until brackets and commas around it are gone
_NAME = "\ue001"  # stands before a citation that is part of the sentence, such as Smith (2010)
_OPEN, _CLOSE = r"[\[(]", r"[\])]"
_JOIN = r"(?:[\s,;]|[–—‐‑-]|\band\b)*"
_BRACKETED = re.compile(rf"\s*{_OPEN}\s*{_MARK}(?:{_JOIN}{_MARK})*[\s,;]*{_CLOSE}")
_BARE = re.compile(rf"[ \t\n]*{_MARK}(?:[\s]*[,;–—‐‑-]?[\s]*{_MARK})*")
_SPLIT = re.compile(f"([{_MARK}{_NAME}])")
_DASH = re.compile(r"\s*[–—‐‑−-]\s*")
_BARE_MARK = re.compile(r"[\s\[(]*(?:\d{1,4}[a-z]?|[*†‡§¶#‖]+|[a-z]|[ivx]+)?(?:\s*[,;–—‐‑−-]\s*\d{1,4}[a-z]?)*[\s\]),.]*$")
_KEPT_APART = re.compile(r"[\s,;:–—‐‑−\-\[\]()]*$")
_OPENING = frozenset("([\u201c\u2018\u00ab")
_MAX_RANGE = 60  # "1-200" is a range of pages or years, not of citations


class Prose:
    """One stretch of running text while it is read, with what it names."""

    __slots__ = ("cell", "citations", "floats", "notes", "parts", "pictures", "ranks", "refers_to", "tex")

    def __init__(self, *, ranks: Mapping[str, int] | None = None, cell: bool = False) -> None:
        """Begin; `ranks` are the places of the reference keys in the list, so that ranges can be filled."""
        self.parts: list[str] = []
        self.citations: list[tuple[str, ...]] = []  # one entry for each _MARK that is a citation, empty for notes
        self.refers_to: list[str] = []
        self.notes: list[str] = []
        self.floats: list[etree._Element] = []
        self.tex: list[str] = []
        self.pictures: list[str] = []
        self.ranks = ranks or {}
        self.cell = cell

    def read(self, element: etree._Element) -> Prose:
        """Take in the content of an element; give itself."""
        _content(element, self)
        return self

    def read_one(self, element: etree._Element) -> None:
        """Take in one element as what it is, without what follows it."""
        _READ_BY_TAG.get(element.tag, _content)(element, self)

    def take(self, text: str | None) -> None:
        """Take in some text as it is."""
        if text:
            self.parts.append(text)

    @property
    def ending(self) -> str:
        """The end of the text so far, which a superscript would belong to."""
        for part in reversed(self.parts):
            if part:
                return part
        return ""

    def text(self) -> str:
        """Give the clean text."""
        whole = "".join(self.parts)
        if _MARK in whole:
            whole = _BARE.sub(_gap, _BRACKETED.sub(_gap, whole))
        return clean_text(whole.replace(_NAME, ""))

    def keys(self) -> tuple[str, ...]:
        """Give the reference keys named, in order, each once; ranges such as 3–5 are filled from the reference list."""
        if not self.citations:
            return ()
        keys: dict[str, None] = {}
        before: tuple[str, ...] = ()  # the mark that a dash would join to the next one
        pieces = _SPLIT.split("".join(self.parts))
        for named, between, mark in zip(self.citations, pieces[::2], pieces[1::2], strict=False):
            if before and named and _DASH.fullmatch(between):
                keys.update(dict.fromkeys(_between(before[-1], named[0], self.ranks)))
            keys.update(dict.fromkeys(named))
            before = named if mark == _MARK else ()
        return tuple(keys)

    def anchors(self) -> tuple[str, ...]:
        """Give the anchors that the text refers to, in order, each once."""
        return tuple(dict.fromkeys(self.refers_to))


def _gap(mark: re.Match[str]) -> str:
    """Give what is left of a mark: a space where the words on either side would join ("growth.¹Oral")."""
    before, after = mark.string[: mark.start()][-1:], mark.string[mark.end() :][:1]
    return " " if before and not before.isspace() and (after.isalnum() or after in _OPENING) else ""


def plain(element: etree._Element | None) -> str:
    """Give the text of an element as one clean line, without marks; nothing where there is no element."""
    return Prose().read(element).text() if element is not None else ""


def _between(first: str, last: str, ranks: Mapping[str, int]) -> list[str]:
    start, end = ranks.get(first), ranks.get(last)
    if start is None or end is None or not 0 < end - start <= _MAX_RANGE:
        return []
    return [key for key, rank in ranks.items() if start < rank < end]


def _content(element: etree._Element, prose: Prose) -> None:
    if element.text:
        prose.parts.append(element.text)
    for child in element:
        _READ_BY_TAG.get(child.tag, _content)(child, prose)
        if child.tail:
            prose.parts.append(child.tail)


def _superscript(element: etree._Element, prose: Prose) -> None:
    inner = Prose(ranks=prose.ranks, cell=prose.cell).read(element)
    _adopt(inner, prose)
    whole = "".join(inner.parts)
    bare = whole.replace(_MARK, "")
    if _MARK in whole and _KEPT_APART.match(bare) or _NAME in whole:
        prose.parts.append(whole)
    elif prose.cell and is_note_mark(bare, before="".join(prose.parts)):
        prose.notes.append(bare.strip())
    else:
        prose.parts.append(raised(bare, before=prose.ending, after=element.tail or "") + _MARK * whole.count(_MARK))


def _adopt(inner: Prose, prose: Prose) -> None:
    prose.citations += inner.citations
    prose.refers_to += inner.refers_to
    prose.notes += inner.notes
    prose.floats += inner.floats


def _reference(element: etree._Element, prose: Prose) -> None:
    kind, targets = element.get("ref-type"), tuple((element.get("rid") or "").split())
    if kind == "bibr":
        _citation(element, prose, targets)
    elif kind in ("fn", "table-fn", "author-notes", "corresp", "aff"):
        _note(element, prose, targets)
    else:
        prose.refers_to += targets
        _content(element, prose)


def _citation(element: etree._Element, prose: Prose, targets: tuple[str, ...]) -> None:
    """Take a bare mark such as [12] out of the text; keep a name such as Smith (2010), which is part of the sentence."""
    prose.citations.append(targets)
    if _BARE_MARK.match("".join(element.itertext())):
        prose.parts.append(_MARK)
        return
    prose.parts.append(_NAME)
    _content(element, prose)


def _note(element: etree._Element, prose: Prose, targets: tuple[str, ...]) -> None:
    shown = clean_text("".join(element.itertext()))
    prose.refers_to += targets
    prose.citations.append(())
    if shown and prose.cell:
        prose.notes.append(shown)
    prose.parts.append(_MARK)


def _inline_formula(element: etree._Element, prose: Prose) -> None:
    tex, text = formula(element)
    if tex:
        prose.tex.append(tex)
    prose.parts.append(text)


def formula(element: etree._Element) -> tuple[str, str]:
    """Give the TeX of a formula, where there is some, and its text: from MathML before TeX before plain characters."""
    source = next(element.iter("tex-math"), None)
    tex = tex_source("".join(source.itertext())) if source is not None else ""
    math = next(element.iter(f"{MATHML}math"), None)
    if math is not None:
        return tex, mathml_text(math)
    return tex, tex_text(tex) if tex else _characters(element)


def _characters(element: etree._Element) -> str:
    inner = Prose()
    inner.take(element.text)
    for child in element:
        if child.tag not in ("label", "graphic", "inline-graphic"):
            _READ_BY_TAG.get(child.tag, _content)(child, inner)
        inner.take(child.tail)
    return inner.text()


def _math(element: etree._Element, prose: Prose) -> None:
    prose.parts.append(mathml_text(element))


def _tex(element: etree._Element, prose: Prose) -> None:
    tex = tex_source("".join(element.itertext()))
    prose.tex.append(tex)
    prose.parts.append(tex_text(tex))


def _picture(element: etree._Element, prose: Prose) -> None:
    """Remember a picture within text: in a cell it may be all there is (case B13)."""
    prose.pictures.append(element.get(f"{XLINK}href", ""))


def _space(element: etree._Element, prose: Prose) -> None:
    prose.parts.append(" ")


def _apart(element: etree._Element, prose: Prose) -> None:
    """Read block-like content within text with a space on either side, so that no words or numbers join."""
    prose.parts.append(" ")
    _content(element, prose)
    prose.parts.append(" ")


def _float(element: etree._Element, prose: Prose) -> None:
    prose.floats.append(element)
    prose.parts.append(" ")


def _identifier(element: etree._Element, prose: Prose) -> None:
    """Leave out identifiers that no reader of the page sees; a DOI is printed."""
    if element.get("pub-id-type") not in ("pmid", "pmcid", "pmc"):
        _content(element, prose)


def _nothing(element: etree._Element, prose: Prose) -> None:
    """Leave out what is no text: identifiers, alternative texts, index terms."""


def _alternatives(element: etree._Element, prose: Prose) -> None:
    """Read one of several forms of the same thing: MathML or TeX before characters before pictures."""
    forms = {child.tag: child for child in reversed(element)}
    for tag in (f"{MATHML}math", "tex-math", "textual-form", "inline-graphic", "graphic"):
        if tag in forms:
            _READ_BY_TAG.get(tag, _content)(forms[tag], prose)
            return
    for child in list(element)[:1]:
        _READ_BY_TAG.get(child.tag, _content)(child, prose)


_READ_BY_TAG: dict[object, Callable[[etree._Element, Prose], None]] = {
    "sup": _superscript,
    "xref": _reference,
    "inline-formula": _inline_formula,
    "disp-formula": _inline_formula,
    f"{MATHML}math": _math,
    "tex-math": _tex,
    "break": _space,
    "hr": _space,
    "graphic": _picture,
    "inline-graphic": _picture,
    "inline-supplementary-material": _content,
    "alternatives": _alternatives,
    "pub-id": _identifier,
    "label": _nothing,
    "object-id": _nothing,
    "alt-text": _nothing,
    "long-desc": _nothing,
    "index-term": _nothing,
    etree.Entity: _nothing,
    **dict.fromkeys(FLOATS, _float),
    **dict.fromkeys(
        ("p", "list", "list-item", "def-list", "def-item", "def", "term", "title", "disp-quote", "preformat", "td", "th", "tr"),
        _apart,
    ),
}
