"""A heading of a table as a person would say it inside a sentence: without marks, units and numbering."""

from __future__ import annotations

import re
from dataclasses import dataclass

from evidoc.answers.units import Unit
from evidoc.recipes.pdfqa._loose_units import read_loose_unit
from evidoc.recipes.pdfqa._phrases import is_plural
from evidoc.recipes.pdfqa._word_lists import words_of

MOST_CHARACTERS = 60  # a longer heading is a sentence, and a question around it is unreadable


@dataclass(frozen=True, slots=True)
class Label:
    """A heading's words, the unit written with them, and what is wrong with it for a question ("" for nothing)."""

    text: str
    unit: Unit = Unit()
    fault: str = ""

    @property
    def is_clear(self) -> bool:
        """Whether the heading can stand in a question."""
        return not self.fault


def read_label(raw: str) -> Label:
    """Read one heading; `fault` says why it cannot stand in a question."""
    text = _without_marks(re.sub(r"(?<=[a-z])- (?!(?:and|or|to)\b)(?=[a-z]{3})", "-", " ".join(raw.split()), flags=re.IGNORECASE))
    is_snake = bool(re.fullmatch(r"[a-z0-9]+(?:_[a-z0-9]+)+", text))
    text, unit = _without_unit(re.sub(r"_(\w{1,3})$", r" (\1)", text).replace("_", " ") if is_snake else text)
    text, unit = _counted(_worded(text), unit)
    return Label(text, unit, _fault(text, unit))


def plain(text: str) -> str:
    """Give a text for comparing headings: lower case, letters and digits only."""
    return " ".join(re.findall(r"\w+", text.lower()))


def _without_marks(text: str) -> str:
    """Drop bullets, citations and note marks, which are no part of a name."""
    text = re.sub(r"\s*\[[\d,;–\- ]{1,20}\]", "", text)
    text = re.sub(r"^[\s•★*▪·–—-]+(?=\w)", "", text)
    for _ in range(3):
        text = re.sub(r"(?:[\s*†‡§¶#⁰¹²³⁴-⁹ᵃ-ᶻ]+|\s*\((?:\d{1,2}|[a-f])\)|(?<=\))\s\d{1,2})$", "", text)
    return text.strip(" :;,")


def _without_unit(text: str) -> tuple[str, Unit]:
    for pattern in (_BRACKET, _IN_TAIL, _COMMA_TAIL, _BARE_TAIL):
        found = pattern.search(text)
        unit = read_loose_unit(found["unit"]) if found else None
        if found and unit is not None and unit != Unit():
            return _joined(text[: found.start()], text[found.end() :]), unit
    whole = read_loose_unit(text) if len(text) <= 12 and not (len(text) == 1 and text.isalpha()) else None
    return ("", whole) if whole is not None and not _is_plain_word(text) else (text, Unit())


def _joined(before: str, after: str) -> str:
    return f"{before.rstrip(' ,')} {after.lstrip()}".strip(" ,:;")


def _worded(text: str) -> str:
    """Undo programs' ways of writing names: flattened levels, capitals throughout, missing words."""
    text = re.sub(r"(?<=[a-z])\.(?=\d{4}$)", " ", text)
    text = re.sub(r"^(?:No\.?|Nr\.?|#|Number|Num\.)\s+(?:of\.?\s+)?(?=[A-Za-z])", "number of ", text)
    text = re.sub(r"\bco2(e?)\b", r"CO2\1", text)
    return unshouted(text)


def _counted(text: str, unit: Unit) -> tuple[str, Unit]:
    """Say what a mark for counts or shares means: "Anemic children (n)", "% GC"."""
    found = re.fullmatch(r"(.*[a-z])\s*\((?:n|N|no\.?|No\.?|#)\)", text)
    if found:
        return f"number of {found[1]}" if is_plural(found[1]) else found[1], unit
    found = re.fullmatch(r"%\s?(?:of\s)?([A-Za-z].*)", text)
    return (f"percentage of {found[1]}", Unit("%")) if found else (text, unit)


def unshouted(text: str) -> str:
    """Give a text that is written in capitals throughout in small letters."""
    letters = [character for character in text if character.isalpha()]
    if not all(map(str.isupper, letters)) or len(re.findall(r"[A-Z]{3,}", text)) < 2:
        return text
    return re.sub(
        r"[^\W\d_]+", lambda word: word[0] if len(word[0]) < 4 and word[0] not in _SHORT_WORDS else word[0].lower(), text
    )


def _fault(text: str, unit: Unit) -> str:
    if not text:
        return "" if unit != Unit() else "empty_header"
    if len(text) > MOST_CHARACTERS:
        return "long_header"
    if not re.search(r"[A-Za-z0-9]", text) or re.fullmatch(r"[^\x00-\x7f][A-Za-z]?", text):
        return "symbols_only"
    if _FORMULA.search(text):
        return "formula_in_header"
    if _MERGED.search(text):
        return "merged_header"
    if re.search(r"(?:^|\s)[a-z%][\w%)-]*\s\d[\d,.]*$|^[A-Z][a-z]+\s\d+,\d{3}$", text) and not _ENUMERATED.search(text):
        return "stray_number"
    if re.search(r"(?<![A-Za-z])[µμA-Za-z%]{1,3}/[A-Za-z]{1,3}(?![A-Za-z])", text):
        return "unclear_unit"
    if re.search(r"(?:\(|^)(?:kg|g|mg|t|µg|%|US\$|\$|€|cm|mm|km|mL|L)\s", text):
        return "unclear_unit"
    return "" if text.count("(") == text.count(")") and text.count('"') % 2 == 0 else "unbalanced_header"


_ENUMERATED = re.compile(
    r"(?:scope|type|phase|level|tier|class|category|stage|group|grade|model|year|day|week|month|quarter|part|zone|site|plot|sample|"
    r"cluster|cohort|arm|trial|study|experiment|series|version|lot|batch|round|wave|period|line|row|block|set|region|district|no\.?|notes?|"
    r"index)\s\d{1,4}$",
    re.IGNORECASE,
)
_SHORT_WORDS = words_of(
    """
    AND OF THE NET FOR TAX OIL NON PER ALL NEW GAS IN ON TO BY NOT DUE AT OR AIR CAR AGE USE SEX MEN
    """
)
_FORMULA = re.compile(r"[=<>≥≤≠≈∑√∫^{}|\\~_?!±×@;•→↑↓□■�\[\]]|https?:|\bet al\b.*\bet al\b")
_MERGED = re.compile(  # what two headings give that a parser has run together: "yes 𝑝 value wt row%"
    r"\w \W?p[ -]?values?\b|\bp[ -]?values?\W? \w|[\U0001D400-\U0001D7FF]|[a-z]{2}%|\b(?:n|no)\W{1,3}%", re.IGNORECASE
)
_BRACKET = re.compile(r"\s*[\(\[](?P<unit>[^()\[\]]*(?:\([^()]*\)[^()\[\]]*)?)[\)\]](?=\s*$)")
_IN_TAIL = re.compile(r"\s*,?\s+in\s+(?P<unit>[^()]+)$")
_COMMA_TAIL = re.compile(r"\s*,\s*(?P<unit>[^,]+)$")
_BARE_TAIL = re.compile(r"\s+(?P<unit>(?:[^\s\d]+\s)?[^\s\d]*[A-Za-zµμ²³]+\s?\^?[-−⁻]\s?[1¹]|%)$")  # "Mean μg g-1"


def _is_plain_word(text: str) -> bool:
    """Say whether a lone unit word is rather a heading of its own ("Production", "Days", "Units")."""
    return text.isalpha() and len(text) > 3
