"""Units in headings, also those that no conversion is known for, and how they are said."""

from __future__ import annotations

import re

from evidoc.answers.units import Unit, kind_of, named_unit, read_unit
from evidoc.recipes.pdfqa._word_lists import words_of

_MOST_CHARACTERS = 60


def read_loose_unit(text: str) -> Unit | None:
    """Read a unit, also one that the room of answers has no conversion for ("cM", "kg CO2e"), kept as written."""
    known = read_unit(text)
    if known is not None:
        return Unit(spelled(known.name), known.scale, known.worded)
    bare = re.sub(r"^[(\[](.*)[)\]]$", r"\1", text.strip()).strip()
    if not bare or len(bare) > _MOST_CHARACTERS or not _is_unit_like(bare):
        return None
    power = re.fullmatch(r"[x×]\s?1(0+|,000(?:,000)*)", bare)
    if power:
        return Unit("", power[1].count("0"))
    named = named_unit(bare)
    return Unit(spelled(named.name), named.scale, named.worded)


def _is_unit_like(text: str) -> bool:
    if re.fullmatch(r"[x×]\s?1(?:0+|,000(?:,000)*)", text):
        return True
    if text[:1].isdigit():
        return False
    if re.fullmatch(r"[A-Za-z]{2,12} ?/ ?(?:m|m²|m2|ha|kg|g|L|l|mL|day|d|week|year|yr|h|plot|plant|person|100 g)", text):
        return True
    bare = _POWER.sub(" ", text.replace("μ", "µ"))
    tokens = re.findall(r"[A-Za-zµ°%‰$€£¥₂₃₄]+\d?[a-z]{0,2}\d?|\d+", bare)
    known = [token for token in tokens if token.lower() in _UNIT_WORDS or token in ("M", "N", "µM")]
    stray = re.sub(r"[A-Za-zµ°%‰$€£¥₂₃₄\d\s/().,·*×-]", "", bare)
    strong = [token for token in known if token.lower() not in _WEAK]
    return bool(strong) and len(known) == len(tokens) and not stray


def spelled(unit: str) -> str:
    """Write powers of minus one as people say them: "kg ha^-1" → "kg/ha", "µg g−1" → "µg/g"; a known unit stays as it is."""
    if kind_of(unit):
        return unit
    unit = re.sub(
        r"\b[A-Z][a-z]{2,}\b|(?<=[a-z] )\(\w+\)$",
        lambda word: "" if word[0][0] == "(" else word[0].lower(),
        unit.replace("μ", "µ"),
    )
    unit = re.sub(r"\s*\(([^()]+)\)\s?\^?[-−⁻][1¹]", r"/(\1)", unit)
    unit = re.sub(r"(?<=\S)[\s·*]+([A-Za-zµ]+)\s?\^?[-−⁻]\s?[1¹]", r"/\1", unit)
    return unit.replace("^2", "²").replace("^3", "³").strip()


_POWER = re.compile(r"\^?[-−⁻]\s?[\d¹²³]|\^\d|[²³]")
_WEAK = frozenset(
    {
        "a",
        "or",
        "of",
        "per",
        "dry",
        "fresh",
        "live",
        "grain",
        "production",
        "x",
        "100",
        "1000",
        "unit",
        "units",
        "weight",
        "matter",
    }
)
_UNIT_WORDS = words_of(
    """
    parts ppm ch₄ n₂o
    mg kg g µg ug ng pg t kt mt gt ha m cm mm km nm µm um l ml µl ul dl mol mmol µmol nmol µm mm nm cm bp kb mb gb tb kda da
    ppm ppb ppt kcal cal kj mj gj tj j w kw mw gw mwh kwh gwh twh wh mkwh hz khz mhz ghz v mv kv a ma pa kpa mpa bar atm
    mmhg °c °f k s sec ms min h hr hrs hour hours d day days week weeks month months mo year years yr yrs % ‰ $ us$ usd €
    eur £ gbp ¥ co2 co2e co2eq co₂ co₂e tco2e tco₂e mtco2e dm fw dw dry fresh weight matter live grain metric tons tonnes
    ton tonne ton short million thousand billion thousands millions billions of per british thermal unit units carbon
    dioxide equivalent equivalents gallons gallon litres liters litre liter cubic square metres meters feet miles acres
    hectares pounds lb lbs oz barrels boe ch4 n2o so2 nox sox voc vocs 100 1000 gj/t throughput or production x pixels px
    points percentage percent parts persons people individuals kilowatt kilowatts hours megawatt gigawatt gigajoules
    terajoules joules watt watts mpg mph rpm dpi fps iu meq mosm
    """
)
