"""What captions and headings of tables state about units: "(In millions, except per share amounts)", "Revenue (USD m)"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from evidoc.answers.units import is_currency, kind_of, named_unit, read_unit


@dataclass(frozen=True, slots=True)
class Statement:
    """A unit and a power of ten that hold for a table, a row or a column; None where nothing is said of it.

    `shares` is the power of ten of numbers of shares, where a caption excepts them from the rest.
    """

    unit: str | None = None
    scale: int | None = None
    shares: int | None = None


NOTHING = Statement()
_NAMES_OF_COLUMNS = frozenset({"time", "period", "multiple"})

_NO_SUFFIXES = frozenset({"time", "period", "multiple", "pressure", "", "power"})  # "x_min" is a minimum, "x_bar" a mean
_DATED = re.compile(  # names of sources, with the year in which they appeared
    r"\b(?:authors?|stud(?:y|ies)|references?|sources?|citations?|publications?|papers?|articles?|trials?|surveys?|reports?)\b"
    r"[^()\[\]]{0,40}[(\[]\s*(?:publication\s+)?years?\s*[)\]]",
    re.IGNORECASE,
)
_NUMBER_OF_SHARES = re.compile(
    r"(?:(?:weighted|average|number|of|basic|diluted|common|ordinary|outstanding|total|the)[\s-]+)*shares\b(?!\W+price)",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"[A-Za-z]\w*_(?P<unit>[A-Za-z]{2,4})")
_BLOOD = re.compile(r"blood pressure|\b(?:systolic|diastolic|hypertensi\w*|sbp|dbp|mm ?hg|heart rate|pulse)\b", re.IGNORECASE)
_BASES = re.compile(
    r"base pairs?|\b(?:genes?|genom\w*|primers?|amplicons?|nucleotides?|sequences?|chromosom\w*|loc(?:us|i)|alleles?|snps?|"
    r"exons?|introns?|fragments?|microsatellites?|pcr|dna|rna|contigs?|scaffolds?|reads?|n50|motifs?|markers?|transcripts?|plasmids?|kb)\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"basis points?|\b(?:bonds?|yields?|spreads?|interest|coupons?|treasur\w+|swaps?|margins?|loans?|deposits?|funding|credit|"
    r"rates?|libor|sofr|euribor|portfolio|returns?|fees?|equity|inflation)\b|[$€£]",
    re.IGNORECASE,
)
_PER = re.compile(r"[ ·]([A-Za-zµ]+) ?(?:\^ ?\{?[-\u2212]1\}?|\u207b\u00b9)$")  # "kg CO2e kg^-1"
BASE_PAIRS = "base pairs"
_MOST_BASIS_POINTS = 2_000
_MEANINGS = ((_BLOOD, ""), (_BASES, BASE_PAIRS), (_MONEY, "bp"))

_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,160})[)\]]")
_IN_SCALE = re.compile(
    r"\b(?:in|en)\s+(?P<unit>(?:(?:US|U\.S\.|CA|AU|HK)?\s?[$€£¥]|[A-Z]{3})?\s?(?:thousands?|millions?|billions?|hundreds)"
    r"(?:\s+of\s+(?:U\.?S\.?\s+)?[A-Za-z]+)?)",
    re.IGNORECASE,
)
_CUT = re.compile(r"[,;]|\s+(?:except|unless|excluding|other than)\b", re.IGNORECASE)
_PERCENT = re.compile(r"^\s*%|%\s*$|\bper ?cent(?:age)?\b|\bpct\b|(?:^|\s)%\s", re.IGNORECASE)
_PER_SHARE = re.compile(r"\bper\s+(?:\w+\s+){0,2}shares?\b|\bEPS\b", re.IGNORECASE)
_SHARES = re.compile(r"\bshares\b", re.IGNORECASE)
_EXCEPTED_SHARES = re.compile(
    r"\b(?:except|excluding)\b[^)]{0,80}?(?<!per )(?<!per-)(?<!per common )\bshares?\b(?! price)"
    r"(?:[^)]{0,60}?\bin (?P<scale>thousands|millions))?",
    re.IGNORECASE,
)
_COUNT = re.compile(r"#|no\.?|nr\.?|number|count|counts|persons?|people|fte|each|index|score|-|\u2013|n/a|none", re.IGNORECASE)
_COUNTS = re.compile(r"\b(?:number of|employees|headcount|ratio|times|days|months|years|countries|stores)\b", re.IGNORECASE)


def caption_statement(caption: str, *, cells: str = "") -> Statement:
    """Give what a caption or corner states for the whole table; `cells` are the texts of its cells.

    A caption in the manner of US filings ("In millions, except per share amounts") that names no
    currency, over cells that show none, means US dollars. Source: case D04.
    """
    stated = _bracketed(caption) or _in_scale(caption) or (read_statement(caption) if len(caption) <= 40 else None)
    if stated is None or (stated.unit and kind_of(stated.unit) in _NAMES_OF_COLUMNS):
        return NOTHING
    unit = stated.unit or _currency_shown(cells) or ("USD" if stated.scale and _PER_SHARE.search(caption) else None)
    return Statement(unit, stated.scale, _scale_of_shares(caption))


def corner_statement(corner: str, *, cells: str = "") -> Statement:
    """Give what a corner cell or title row states for the whole table: money and powers of ten, or nothing but a unit.

    "Depth (m)" in a corner is the unit of the column below it.
    """
    stated = caption_statement(corner, cells=cells)
    alone = read_statement(corner) is not None
    return stated if alone or stated.scale or is_currency(stated.unit or "") else NOTHING


@lru_cache(maxsize=4_096)
def heading_statement(heading: str) -> Statement:
    """Give what a row or column heading states; per-share and counted things are unscaled whatever the table says (D04)."""
    if _DATED.search(heading):
        return NOTHING
    if _NUMBER_OF_SHARES.match(heading) and _PER_SHARE.search(heading):  # "Shares used in computing earnings per share"
        return Statement("shares", (_bracketed(heading) or _in_scale(heading) or NOTHING).scale)
    stated = _bracketed(heading) or _bare_unit(heading) or _unit_at_end(heading) or _suffix(heading) or _in_scale(heading)
    shares = _SHARES.search(heading) is not None
    if _PER_SHARE.search(heading):
        return Statement(stated.unit, stated.scale or 0) if stated else Statement(scale=0)
    if stated is not None:
        return (
            Statement("shares" if shares else "", stated.scale)
            if not stated.unit and (shares or _COUNTS.search(heading))
            else stated
        )
    if _PERCENT.search(heading):
        return Statement("%", 0)
    if shares:
        return Statement("shares")
    return Statement("", 0) if _COUNTS.search(heading) else NOTHING


def is_per_share(heading: str) -> bool:
    """Say whether a heading speaks of something for each share."""
    return _PER_SHARE.search(heading) is not None and _NUMBER_OF_SHARES.match(heading) is None


def column_of_units_statement(text: str) -> Statement:
    """Read a cell of a column of units; a unit that is not known is taken by its name, a count is none."""
    name = _PER.sub(r"/\1", text.strip())
    is_count = _COUNTS.search(name) or _COUNT.fullmatch(name)
    unit = named_unit(name)
    return read_statement(name) or (Statement("", 0) if is_count else Statement(unit.name, unit.scale))


def meaning_of_bp(statement: Statement, words: str, *, largest: Decimal = Decimal(0)) -> Statement:
    """Say what "bp" is: basis points, base pairs, or blood pressure, which is no unit.

    The words around it decide, and where they say nothing the `largest` number of it: over 2,000 basis points are 20 %.
    """
    if statement.unit != "bp":
        return statement
    counts = [(len(pattern.findall(words)), meaning) for pattern, meaning in _MEANINGS]
    count, meaning = max(counts, key=lambda pair: pair[0])
    if not count:
        return Statement(BASE_PAIRS, 0) if largest > _MOST_BASIS_POINTS else statement
    return Statement(meaning, 0) if meaning else NOTHING


def read_statement(text: str) -> Statement | None:
    """Read a text that is only a unit; a scale that is not named is left open for money, and 0 for anything else."""
    unit = read_unit(text)
    if unit is None:
        return None
    open_scale = None if not unit.name or is_currency(unit.name) else 0
    return Statement(unit.name or None, unit.scale or open_scale)


def combine(row: Statement, column: Statement, table: Statement) -> tuple[str, int]:
    """Give the unit and scale of a cell: shares in percent win, then the row, then the column, then the table."""
    for part in (row, column):
        if part.unit and kind_of(part.unit) == "share":
            return part.unit, 0
    unit = next((part.unit for part in (row, column, table) if part.unit is not None), "")
    own = table if unit != "shares" or table.shares is None else Statement(scale=table.shares)
    scale = next((part.scale for part in (row, column, own) if part.scale is not None), 0)
    return unit, scale


def _bracketed(text: str) -> Statement | None:
    for found in _BRACKETS.finditer(text):
        inside = found[1]
        if len(inside) == 1 and text[max(0, found.start() - 1) : found.start()].isalpha():
            continue  # "Amount(s)" is a plural
        stated = read_statement(inside) or read_statement(_CUT.split(inside)[0])
        if stated is not None:
            return stated
    return None


def _bare_unit(text: str) -> Statement | None:
    """Read a heading that is only a unit; "Year", "min" and single letters are names of columns instead."""
    text = text.strip()
    stated = read_statement(text) if len(text) > 1 or not text.isalnum() else None
    return None if stated is None or (stated.unit and kind_of(stated.unit) in _NAMES_OF_COLUMNS) else stated


def _unit_at_end(text: str) -> Statement | None:
    """Read the unit that ends a heading: after a comma, or a last word with a slash or a currency sign ("Dose mg/kg")."""
    last = text.rpartition(" ")[2]
    clear = "/" in last or last[:1] in "$€£¥"
    return _bare_unit(text.rpartition(",")[2]) or (_bare_unit(last) if last and clear else None)


def _suffix(text: str) -> Statement | None:
    """Read the unit at the end of a column's technical name ("total_co2_kg")."""
    found = _SUFFIX.fullmatch(text.strip())
    stated = read_statement(found["unit"]) if found else None
    return stated if stated is not None and kind_of(stated.unit or "") not in _NO_SUFFIXES else None


def _in_scale(text: str) -> Statement | None:
    found = _IN_SCALE.search(text)
    return (read_statement(found[0]) or read_statement(found[0].rpartition(" of ")[0])) if found else None


def _scale_of_shares(caption: str) -> int | None:
    """Read "except number of shares, which are reflected in thousands"; shares that are merely excepted are single ones."""
    excepted = _EXCEPTED_SHARES.search(caption)
    if excepted is None:
        return None
    words = {"thousands": 3, "millions": 6}
    return words.get((excepted["scale"] or "").lower(), 0)


def _currency_shown(cells: str) -> str:
    found = re.search(r"[$€£¥]", cells)
    return {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}[found[0]] if found else ""
