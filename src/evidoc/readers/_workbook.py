"""The parts of a workbook's ZIP file that are looked at before and beside openpyxl: limits, merged and hidden cells."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from lxml import etree

from evidoc.errors import UnreadableDocument
from evidoc.readers._sheet import Place

MAX_BYTES = 50_000_000  # of the file
MAX_UNPACKED = 1_000_000_000  # of all its parts; a sheet of two million cells has about 100 MB
_MAX_RATIO = 400  # unpacked to packed, of parts over 10 MB; sheets of repeated values reach 100, bombs a thousand
_LARGE = 10_000_000
_MAX_PARTS = 10_000
_MAX_MERGED = 100_000
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?")
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT_RELATION = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"


@dataclass(slots=True)
class SheetFacts:
    """What openpyxl's quick way of reading does not say of a sheet; `spans` by first place, ends half open."""

    spans: dict[Place, Place] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)


def is_workbook(path: Path) -> bool:
    """Say whether a ZIP file holds an Excel workbook."""
    try:
        with zipfile.ZipFile(path) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return False


def refuse_bombs(path: Path, *, name: str) -> None:
    """Refuse a workbook that unpacks beyond all measure, or whose XML declares entities.

    Raises:
        UnreadableDocument: With status `too_large` or `damaged`.
    """
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise UnreadableDocument(f"{name}: {size:,} bytes; a workbook of at most {MAX_BYTES:,} is read", status="too_large")
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            unpacked = sum(part.file_size for part in parts)
            if unpacked > MAX_UNPACKED or len(parts) > _MAX_PARTS or any(map(_is_bomb, parts)):
                raise UnreadableDocument(
                    f"{name}: its {len(parts):,} parts unpack to {unpacked:,} bytes; at most {MAX_UNPACKED:,} are read",
                    status="too_large",
                )
            for part in parts:
                if part.filename.endswith((".xml", ".rels")) and _declares_entities(archive, part):
                    raise UnreadableDocument(
                        f"{name}: {part.filename} has a document type, which no workbook has", status="damaged"
                    )
    except (zipfile.BadZipFile, NotImplementedError, OSError, RuntimeError, EOFError) as error:
        raise UnreadableDocument(f"{name}: no workbook that can be opened: {error}; save it again", status="damaged") from error


def sheet_facts(path: Path, *, name: str) -> dict[str, SheetFacts]:
    """Give the facts of each sheet by its name.

    Raises:
        UnreadableDocument: A part of the workbook is damaged.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            known = set(archive.namelist())
            return {title: _facts(archive, part) for title, part in _sheets(archive).items() if part in known}
    except (zipfile.BadZipFile, etree.XMLSyntaxError, KeyError, OSError, EOFError) as error:
        raise UnreadableDocument(
            f"{name}: a part of the workbook is damaged: {error}; save it again", status="damaged"
        ) from error


def _is_bomb(part: zipfile.ZipInfo) -> bool:
    return part.file_size > _LARGE and part.file_size > _MAX_RATIO * max(1, part.compress_size)


def _declares_entities(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bool:
    with archive.open(part) as file:
        head = file.read(4096)
    return b"<!DOCTYPE" in head or b"<!\x00D" in head or "<!DOCTYPE".encode("utf-16-be") in head


def _sheets(archive: zipfile.ZipFile) -> dict[str, str]:
    """Give the part of each sheet by the sheet's name."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    relations = etree.fromstring(archive.read("xl/_rels/workbook.xml.rels"), parser)
    targets = {relation.get("Id", ""): relation.get("Target", "") for relation in relations}
    workbook = etree.fromstring(archive.read("xl/workbook.xml"), parser)
    found = {}
    for sheet in workbook.iter("{*}sheet"):
        target = targets.get(sheet.get(_RELATION) or sheet.get(_STRICT_RELATION) or "", "")
        found[sheet.get("name", "")] = target.lstrip("/") if target.startswith("/") else str(PurePosixPath("xl") / target)
    return found


def _facts(archive: zipfile.ZipFile, part: str) -> SheetFacts:
    facts = SheetFacts()
    with archive.open(part) as file:
        tags = ("{*}row", "{*}col", "{*}mergeCell")
        for _, element in etree.iterparse(file, tag=tags, resolve_entities=False, no_network=True, huge_tree=True):
            _take(element, facts)
            element.clear()
            while element.getprevious() is not None:
                del element.getparent()[0]
    return facts


def _take(element: etree._Element, facts: SheetFacts) -> None:
    kind = etree.QName(element).localname
    if kind == "mergeCell":
        span = _span(element.get("ref", ""))
        if span is not None and len(facts.spans) < _MAX_MERGED:
            facts.spans[span[0]] = span[1]
        return
    if element.get("hidden") in ("1", "true"):
        facts.flags.add(f"hidden_{'rows' if kind == 'row' else 'columns'}")
    if kind == "row" and any(map(_is_without_value, element.iterfind("{*}c"))):
        facts.flags.add("formulas_without_values")


def _is_without_value(cell: etree._Element) -> bool:
    """Say whether a cell has a formula that no program has calculated; an empty text is a value."""
    return cell.find("{*}f") is not None and not cell.findtext("{*}v") and cell.get("t") != "str"


def _span(reference: str) -> tuple[Place, Place] | None:
    """Read a range such as B2:D4 as its first place and its half-open end."""
    found = _REFERENCE.fullmatch(reference)
    if found is None or found[3] is None:
        return None
    return (int(found[2]) - 1, _column(found[1])), (int(found[4]), _column(found[3]) + 1)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1
