"""Units and powers of ten as people write them, and how one converts into another."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from evidoc.answers._unit_names import CURRENCIES, EMISSIONS, GLUED_SCALES, MEASURES, MONEY_SCALES, SCALES, SIGNS


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit with the power of ten said with it; `worded` where it is spelled out ("dollars", "kg"), not just a sign or code."""

    name: str = ""
    scale: int = 0
    worded: bool = False


@dataclass(frozen=True, slots=True)
class Suffix:
    """The unit that follows a number, and where it ends."""

    unit: Unit
    end: int


def unit_after(text: str, start: int, *, currency: str = "") -> Suffix:
    """Read what follows a number at `start`: powers of ten and units, or nothing.

    `currency` is what stood before the number: with it `m` is million, without it metres.
    """
    found, end, position = Unit(currency), start, start
    if not currency and start and _NAME_LIKE.match(text, start - 1):
        return Suffix(found, end)
    for _ in range(4):
        word = _WORD.match(text, position)
        step = _step(found, word, money=bool(currency)) if word else None
        if word is None or step is None:
            break
        end = end if step is found else word.end()
        position, found = word.end(), step
    divisor = _DIVISION.match(text, end) if found.name else None
    below = _lookup(divisor["word"]) if divisor else None
    if divisor and below and not is_currency(below.name):
        return Suffix(Unit(f"{found.name}/{below.name}", found.scale, worded=True), divisor.end())
    return Suffix(found, end)


def read_unit(text: str) -> Unit | None:
    """Read a text that is nothing but a unit, such as a bracket in a heading ("USD m", "mg/kg", "in thousands of euros")."""
    words = _LEADING.sub("", text.strip().strip("()[]").strip())
    words = _THOUSANDS.sub(" thousand", words).replace("(", " ").replace(")", " ")
    sign = _CURRENCY_FIRST.match(words)
    currency = currency_named(sign["word"]) if sign else ""
    rest = " " + _LEADING.sub("", (words[sign.end() :] if sign else words).lstrip())
    suffix = unit_after(rest, 0, currency=currency)
    if rest[suffix.end :].strip(" .,") or suffix.unit == Unit():
        return None
    return suffix.unit


def named_unit(text: str) -> Unit:
    """Read a text that is said to be a unit, known or not; a power of ten before its name is its scale.

    "(million metric tons CO₂e)" is tCO2e times 10^6, "Million kilowatt hours (mkWh)" kWh times 10^6, "thousand widgets"
    widgets times 10^3. Brackets around all of it, and an abbreviation in brackets behind it, are no part of the name.
    """
    bare = _without_brackets(" ".join(text.split()))
    short = _ABBREVIATED.fullmatch(bare)
    known = read_unit(bare) or (read_unit(short["name"]) if short else None)
    if known is not None:
        return known
    scaled = _SCALE_FIRST.match(bare)
    scale = _SCALE_WORDS.get(scaled["word"].lower(), 0) if scaled else 0
    if scaled is None or not scale:
        return Unit(bare)
    inner = named_unit(bare[scaled.end() :])
    return Unit(inner.name, inner.scale + scale, inner.worded)


def leading_unit(name: str) -> str:
    """Give the known unit that a longer name begins with ("kg of dry matter", "% of total"), "" for a name of another kind.

    What is "per" something else is a unit of its own, which its first words do not stand for.
    """
    suffix = unit_after(f" {name}", 0)
    rest = f" {name}"[suffix.end :]
    return suffix.unit.name if kind_of(suffix.unit.name) and " per " not in rest and "/" not in rest else ""


def currency_named(written: str) -> str:
    """Give the code of a currency sign or code as written before a number, "" for none."""
    bare = written.replace(" ", "").replace(".", "").replace("\\", "")
    return SIGNS.get(bare) or _CURRENCY_WORDS.get(bare.lower(), "")


def unit_named(name: str) -> str:
    """Give the canonical name of a unit ("dollars" → "USD"), or the name itself where it is unknown."""
    found = read_unit(name)
    return found.name if found is not None and found.name else name.strip()


def kind_of(unit: str) -> str:
    """Give what a unit measures ("mass", "currency", "mass/mass"), or "" where that is unknown."""
    top, slash, bottom = unit.partition("/")
    if slash:
        return f"{kind_of(top)}/{kind_of(bottom)}" if kind_of(top) and kind_of(bottom) else ""
    return "currency" if is_currency(unit) else _KINDS.get(unit, "")


def factor_of(unit: str) -> Decimal:
    """Give how many base units of its kind one of this unit is; 1 for currencies and unknown ones."""
    top, slash, bottom = unit.partition("/")
    return factor_of(top) / factor_of(bottom) if slash else _FACTORS.get(unit, Decimal(1))


def is_currency(unit: str) -> bool:
    """Say whether a unit is money."""
    return unit in CURRENCIES


CURRENCY = (
    r"(?:(?:US|U\.S\.|CA|C|AU|A|HK|NZ|NT|S|R)\s?\$|\\?\$|[€£¥₹₩₪]"
    rf"|(?:{'|'.join(CURRENCIES)}|RMB)(?![A-Za-z]))"
)
_FACTORS = {unit: Decimal(text.split()[0]) for units in MEASURES.values() for unit, text in units.items()}
_KINDS = {unit: kind for kind, units in MEASURES.items() for unit in units}
_UNIT_WORDS = {alias: unit for units in MEASURES.values() for unit, text in units.items() for alias in (unit, *text.split()[1:])}
_CURRENCY_WORDS = {alias: code for code, aliases in CURRENCIES.items() for alias in aliases.split()}
_SCALE_WORDS = {alias: scale for scale, aliases in SCALES.items() for alias in aliases.split()}
_FILLERS = frozenset({"of", "in", "u.s.", "us", "american"})
_LEADING = re.compile(
    r"^(?:(?:all|dollar|monetary|currency)\s+)*(?:amounts?|figures?|values?)?\s*(?:are\s+)?(?:expressed|stated|reported|presented)?\s*in\s+",
    re.IGNORECASE,
)
_THOUSANDS = re.compile(r"'\s?000'?s?\b|(?<=[$€£])\s?000s?\b|\b000s\b")
_EMITTED = re.compile(
    r"(?P<mass>(?:[Mm]etric )?(?:[Tt]onn?es?|[Tt]ons?)|kilograms?|[Kk]ilotonnes?|[Mm]egatonnes?|kg|g|kt|Mt|mt|MT|t)"
    r"[ -]?(?:of )?(?:CO[2₂](?:[ -]?(?:equivalents?|eq)|e(?![a-z]))?|[Cc]arbon [Dd]ioxide(?: [Ee]quivalents?)?)"
)
_PHRASES = (
    r"percentage points?|basis points?|per ?cent(?!age)|per mille|US dollars?|U\.S\.(?! ?\$)|(?:metric|short) ton(?:ne)?s?"
    r"|(?:kilo|mega|giga|tera)?watt[ -]hours?|(?:square|cubic) (?:kilo)?(?:met(?:re|er)s?|feet|foot|miles?)"
    r"|british thermal units?"
)
_WORD = re.compile(
    rf"(?P<gap>[ \u00a0-]{{0,2}})"
    rf"(?P<word>{_EMITTED.pattern.replace('?P<mass>', '?:')}(?![A-Za-z0-9])|(?i:{_PHRASES})(?![A-Za-z])|"
    rf"{CURRENCY}|\\?%|[‰万亿元℃℉]|tCO2(?:eq?)?|[A-Za-zµ°]+(?:[²³23]|\^[23])?(?![A-Za-z0-9]))"
)
_NAME_LIKE = re.compile(r"(?<![\d.,])\d[BT](?![A-Za-z])")  # "3B" is a chromosome or a group; "1.2B" and "$3B" are billions
_DIVISION = re.compile(r"[ \u00a0]?(?:/|per )[ \u00a0]?(?P<word>[A-Za-zµ]+(?:[²³23]|\^[23])?)(?![A-Za-z0-9])")
_ABBREVIATED = re.compile(r"(?P<name>[^()\[\]]+?)\s*[(\[][^()\[\]]{1,12}[)\]]")
_SCALE_FIRST = re.compile(r"(?:[Mm]etric )?(?P<word>[A-Za-z]{3,})(?: of)?\s+(?!of$)(?=\S)")
_CURRENCY_FIRST = re.compile(rf"\s*(?P<word>{CURRENCY})", re.IGNORECASE)


def _step(found: Unit, word: re.Match[str], *, money: bool) -> Unit | None:
    """Add one word to the unit read so far: the same unit where it only fills, None where it does not belong."""
    text, glued = word["word"], not word["gap"]
    scale = _scale(text, money=money or is_currency(found.name), glued=glued)
    if scale is not None and not found.scale:
        return Unit(found.name, scale, found.worded)
    if "-" in word["gap"]:
        return None
    if text.lower() in _FILLERS:
        return found if not glued and found.scale else None
    named = _lookup(text)
    if named is None or (found.name and (found.name != named.name or found.worded)):
        return None
    return Unit(named.name, found.scale, named.worded)


def _scale(text: str, *, money: bool, glued: bool) -> int | None:
    if money and text in MONEY_SCALES:
        return MONEY_SCALES[text]
    if glued and text in GLUED_SCALES:
        return GLUED_SCALES[text]
    return _SCALE_WORDS.get(text.lower()) if text != "K" else None


def _lookup(text: str) -> Unit | None:
    bare = text.removeprefix("\\").replace("^", "")
    emitted = _EMITTED.fullmatch(bare)
    if emitted:
        return _of_emissions(emitted["mass"])
    if bare in SIGNS:
        return Unit(SIGNS[bare])
    name = "-".join(bare.split())
    known = _UNIT_WORDS.get(name) or (_UNIT_WORDS.get(name.lower()) if len(name) > 3 else None)
    if known:
        return Unit(known, worded=True)
    lowered = name.lower().removeprefix("us-")
    code = _CURRENCY_WORDS.get(lowered) or _CURRENCY_WORDS.get(lowered.replace(" ", "").replace(".", ""))
    return Unit(code, worded=not (len(lowered) == 3 or "$" in lowered) or lowered in {"yen", "won"}) if code else None


def _of_emissions(mass: str) -> Unit:
    """Give the unit of carbon dioxide by how its mass is written; "mt" and "MT" are metric tons, "Mt" is a million."""
    known = _lookup("mt" if mass == "MT" else mass)
    return Unit(EMISSIONS[known.name if known is not None and known.name in EMISSIONS else "t"], worded=True)


def _without_brackets(text: str) -> str:
    """Take off brackets that enclose the whole text."""
    while text[:1] in ("(", "[") and text[-1:] in (")", "]") and not re.search(r"[()\[\]]", text[1:-1]):
        text = text[1:-1].strip()
    return text
