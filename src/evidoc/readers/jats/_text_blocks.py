"""Paragraphs, lists, definitions, verbatim text, notes and formulas as blocks."""

from __future__ import annotations

from lxml import etree

from evidoc.pages.text import clean_text
from evidoc.readers.jats._prose import Prose, formula
from evidoc.readers.jats._state import Walk, anchors, label
from evidoc.records.document import Relation

PARTING = frozenset(
    {
        "list",
        "def-list",
        "disp-formula",
        "disp-formula-group",
        "disp-quote",
        "preformat",
        "code",
        "verse-group",
        "speech",
        "statement",
    }
)


def paragraph(element: etree._Element, walk: Walk, level: int) -> None:
    """Add a paragraph; a list or formula within it parts it, and what follows is its continuation."""
    stretches = _Stretches(walk)
    _take(element, stretches, level)
    stretches.flush()
    for part in stretches.floats:
        walk.set_float(part, level)
    walk.set_named(stretches.named, level)


def list_items(element: etree._Element, walk: Walk, level: int) -> None:
    """Add one block an item; what parts an item follows it."""
    for number, item in enumerate(element.iterchildren("list-item"), 1):
        marker = label(item) or _marker(element.get("list-type"), number)
        stretches = _Stretches(walk, kind="list", label=marker)
        for child in item:
            if child.tag == "p":
                _take(child, stretches, level)
            elif child.tag in PARTING:
                stretches.part(child, level)
            elif child.tag != "label":
                stretches.prose.read_one(child)
        stretches.flush()
        for part in stretches.floats:
            walk.set_float(part, level)
        walk.set_named(stretches.named, level)


def definitions(element: etree._Element, walk: Walk, level: int) -> None:
    """Add one list block a definition: "term: what it means"."""
    for item in element.iterchildren("def-item"):
        prose = walk.prose()
        for number, part in enumerate(item.iterchildren("term", "def")):
            prose.take(": " if number == 1 else " ")
            prose.read(part)
        _add(walk, prose, "list")


def quote(element: etree._Element, walk: Walk, level: int) -> None:
    """Add the paragraphs of a quotation, verse or speech as one paragraph."""
    prose = walk.prose().read(element)
    _add(walk, prose, "paragraph", role="quote")


def verbatim(element: etree._Element, walk: Walk, level: int) -> None:
    """Add preformatted text with its lines; text that came from a scan is a flagged paragraph (case B10)."""
    lines = "".join(element.itertext()).strip("\n").split("\n")
    is_scan = "ocr" in (element.get("preformat-type") or "")
    text = "\n".join(clean_text(line) if is_scan else line.rstrip().expandtabs(4) for line in lines)
    if is_scan:
        walk.flags["ocr"] = None
    if text.strip():
        walk.outline.add("paragraph" if is_scan else "code", text, flags=("ocr",) if is_scan else ())


def footnote(element: etree._Element, walk: Walk, level: int) -> None:
    """Add a note that stands by itself."""
    add_footnote(element, walk)


def add_footnote(element: etree._Element, walk: Walk, *, parent: int | None = None) -> None:
    """Add a note; `parent` is the table that it belongs to."""
    prose = walk.prose()
    for child in element.iterchildren():
        if child.tag != "label":
            prose.read_one(child)
    prose.take(element.text)
    mark = label(element) or element.get("symbol") or ""
    belongs = {} if parent is None else {"parent": parent}
    _add(walk, prose, "footnote", label=mark, labels=anchors(element), **belongs)


def equation(element: etree._Element, walk: Walk, level: int) -> None:
    """Add a displayed formula: its text, its TeX where there is some, its printed number as label."""
    tex, text = formula(element)
    picture = next((graphic.get("{http://www.w3.org/1999/xlink}href", "") for graphic in element.iter("graphic")), "")
    if not text and not picture:
        return
    walk.outline.add(
        "equation",
        text,
        latex=tex,
        label=label(element),
        labels=anchors(element),
        source=etree.tostring(element, encoding="unicode", with_tail=False),
        markup="jats",
        flags=() if text else ("image_only",),
    )


def equations(element: etree._Element, walk: Walk, level: int) -> None:
    """Add each formula of a group."""
    for child in element.iterchildren("disp-formula"):
        equation(child, walk, level)


class _Stretches:
    """The stretches of one paragraph or item, each written out as a block; later ones continue the first."""

    def __init__(self, walk: Walk, *, kind: str = "paragraph", label: str = "") -> None:
        self.walk, self.kind, self.label = walk, kind, label
        self.prose = walk.prose()
        self.floats: list[etree._Element] = []
        self.named: list[str] = []
        self.first: int | None = None

    def part(self, element: etree._Element, level: int) -> None:
        """End this stretch and add the element that parts it."""
        self.flush()
        self.walk.block(element, level)

    def flush(self) -> None:
        """Add what was read so far, if it says anything, and begin the next stretch."""
        prose, self.prose = self.prose, self.walk.prose()
        self.floats += prose.floats
        self.named += prose.refers_to
        number = _add(self.walk, prose, self.kind, label=self.label if self.first is None else "")
        if number is None:
            return
        if self.first is None:
            self.first = number
        else:
            self.walk.relations.append(Relation(kind="continuation", source=self.first, target=number))


def _take(element: etree._Element, stretches: _Stretches, level: int) -> None:
    stretches.prose.take(element.text)
    for child in element:
        if child.tag in PARTING:
            stretches.part(child, level)
        else:
            stretches.prose.read_one(child)
        stretches.prose.take(child.tail)
    stretches.prose.take(" ")


def _add(walk: Walk, prose: Prose, kind: str, **fields: object) -> int | None:
    """Add a block of a stretch of text, unless the text is empty or only the full stop after a formula."""
    text = prose.text()
    if not any(character.isalnum() for character in text):
        return None
    return walk.outline.add(
        kind,  # type: ignore[arg-type]
        text,
        refers_to=prose.anchors(),
        citations=prose.keys(),
        latex="\n".join(prose.tex),
        **fields,
    )


def _marker(kind: str | None, number: int) -> str:
    if kind == "order":
        return f"{number}."
    return f"{chr(96 + number)}." if kind == "alpha-lower" and number <= 26 else ""
