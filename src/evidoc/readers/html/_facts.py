"""The facts of an inline XBRL filing: concept, context, unit and value of every tag, and the block or cell that it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

import msgspec
from lxml import etree

from evidoc.pages.text import clean_text
from evidoc.readers.html._gather import Piece
from evidoc.readers.html._prose import Prose
from evidoc.records.document import Fact

Tags = Mapping[etree._Element, Fact]

_LONGEST = 1_000  # characters of a fact's text; longer ones are whole notes, which their blocks say
_MOST_FACTS = 200_000  # of one file; the largest filings have about 10,000
_FIGURES = re.compile(r"(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?|0\d{0,30}|\.\d{1,30}")
_SCALE = re.compile(r"-?\d{1,2}")
_WORDS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty
"""
_NUMBERS = {word: Decimal(number) for number, word in enumerate(_WORDS.split())} | {"no": Decimal(0), "none": Decimal(0)}
_ZERO = ("fixed-zero", "zerodash", "numdash", "fixedzero")


def tagged_facts(root: etree._Element) -> Tags:
    """Give the fact of every tag of a page, hidden ones too, in the order of the page; they have no place yet."""
    contexts = {context.get("id", ""): _context(context) for context in root.iter("xbrli:context")}
    units = {unit.get("id", ""): _unit(unit) for unit in root.iter("xbrli:unit")}
    tags = (element for element in root.iter("ix:nonfraction", "ix:nonnumeric") if element.get("name"))
    return {element: _fact(element, contexts, units) for _, element in zip(range(_MOST_FACTS), tags, strict=False)}


def placed_facts(tags: Tags, pieces: Sequence[Piece]) -> tuple[Fact, ...]:
    """Give the facts with the block and cell that they stand in; each piece is one block."""
    places = dict(_places(pieces))
    return tuple(msgspec.structs.replace(fact, **places.get(element, {})) for element, fact in tags.items())


def _places(pieces: Sequence[Piece]) -> Iterator[tuple[etree._Element, dict[str, int | None]]]:
    numbers = {id(piece): number for number, piece in enumerate(pieces)}
    for number, piece in enumerate(pieces):
        for element, last in piece.opens:
            yield element, {"block": number, "last_block": numbers.get(id(last))}
        for element, row, column in piece.tags:
            yield element, {"block": number, "row": row, "column": column}


def _fact(element: etree._Element, contexts: Mapping[str, Fact], units: Mapping[str, str]) -> Fact:
    context = contexts.get(element.get("contextref", ""), _NO_CONTEXT)
    is_number = element.tag == "ix:nonfraction"
    whole = clean_text("".join(element.itertext())) if is_number else Prose().read(element).text()
    fact = msgspec.structs.replace(context, concept=element.get("name", ""), text=whole if len(whole) <= _LONGEST else "")
    if not is_number:
        return fact
    stated = element.get("scale", "0").strip()
    scale = int(stated) if _SCALE.fullmatch(stated) else 0
    is_negated = element.get("sign", "") == "-"
    value = None if element.get("xsi:nil", "") in ("true", "1") else _value(whole, element.get("format", "").rpartition(":")[2])
    return msgspec.structs.replace(
        fact,
        number=None if value is None else _in_full(-value if is_negated else value, scale),
        unit=units.get(element.get("unitref", ""), ""),
        scale=scale,
        is_negated=is_negated,
        decimals=element.get("decimals", ""),
    )


def _in_full(value: Decimal, scale: int) -> Decimal:
    """Apply a power of ten so that the number is written out, without an exponent."""
    scaled = value.scaleb(scale)
    return scaled.quantize(Decimal(1)) if int(scaled.as_tuple().exponent) > 0 else scaled


def _value(text: str, form: str) -> Decimal | None:
    """Read what a number tag shows, by the transformation that it names; signs come from the tag, never from the text."""
    lowered = text.lower()
    if any(form.startswith(name) for name in _ZERO):
        return Decimal(0)
    if form == "numwordsen":
        return _NUMBERS.get(lowered)
    bare = re.sub(r"[\s'\u2019]", "", text)
    has_comma = form in ("num-comma-decimal", "numdotcomma", "numcomma", "numspacecomma")
    plain = bare.replace(".", "").replace(",", ".") if has_comma else bare.replace(",", "")
    return Decimal(plain) if _FIGURES.fullmatch(plain) else None


def _context(context: etree._Element) -> Fact:
    """Give a fact with nothing but the entity, period and dimensions of a context."""
    words = {name: _text(context, f"xbrli:{name}") for name in ("identifier", "instant", "startdate", "enddate")}
    period = words["instant"] or "/".join(part for part in (words["startdate"], words["enddate"]) if part)
    members = context.iter("xbrldi:explicitmember", "xbrldi:typedmember")
    dimensions = tuple((member.get("dimension", ""), clean_text("".join(member.itertext()))) for member in members)
    return Fact(concept="", entity=words["identifier"], period=period, dimensions=dimensions)


def _text(context: etree._Element, tag: str) -> str:
    return next((clean_text(element.text or "") for element in context.iter(tag)), "")


def _unit(unit: etree._Element) -> str:
    """Give a unit as its measures, "USD/shares" for a ratio."""
    return "/".join((measure.text or "").strip().rpartition(":")[2] for measure in unit.iter("xbrli:measure"))


_NO_CONTEXT = Fact(concept="")
