r"""The LaTeX of one block: what it says on the page, its labels, and what it refers to.

A block is a piece cut out of a paper, without its macros and counters, so the reader of whole papers is not asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from evidoc.pages.text import clean_text
from evidoc.readers._tex import tex_text

_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?")
_LABEL = re.compile(r"\\label\s*\{([^{}]{1,200})\}")
_REFERENCE = re.compile(r"\\(?:eq|auto|page|[cC]|name)?ref\*?\s*\{([^{}]{1,400})\}")
_CITATION = re.compile(r"\\[cC]ite[a-zA-Z]*\*?\s*(?:\[[^\]]{0,200}\]\s*){0,2}\{([^{}]{1,600})\}")
_FORMULA = re.compile(r"\$\$(.{1,2000}?)\$\$|\$([^$]{1,2000})\$|\\\((.{1,2000}?)\\\)|\\\[(.{1,2000}?)\\\]", re.DOTALL)
_ACCENT = re.compile(r"""\\([`'^"~=.])\s*\{?\s*(\\?[A-Za-z])\s*\}?""")
_ACCENTS = {"`": "\u0300", "'": "\u0301", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307"}
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{[^{}]*\}(?:\[[^\]]*\])?")
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?\s*(?:\[[^\]\[]*\])?")
_MARKS = (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("~", " "), ("\\\\", " "))
_LEVELS = {"part": 1, "chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4, "subparagraph": 5}
_SIGNS = {
    "item": " • ", "ldots": "…", "dots": "…", "ss": "ß", "ae": "æ", "oe": "œ", "o": "ø", "aa": "å", "l": "ł",
    "LaTeX": "LaTeX", "TeX": "TeX",
}  # fmt: skip
_HEADING = re.compile(r"\s*\\(part|chapter|section|subsection|subsubsection|paragraph|subparagraph)\b")


def labels_of(source: str) -> tuple[str, ...]:
    """Give the labels that a piece of LaTeX sets, in order."""
    return tuple(dict.fromkeys(name.strip() for name in _LABEL.findall(source)))


def references_in(source: str) -> tuple[str, ...]:
    """Give the labels that a piece of LaTeX refers to, each once, in order."""
    return tuple(dict.fromkeys(_names(_REFERENCE, source)))


def citations_in(source: str) -> tuple[str, ...]:
    """Give the keys that a piece of LaTeX cites, each once, in order."""
    return tuple(dict.fromkeys(_names(_CITATION, source)))


def level_of(source: str) -> int:
    """Give the level of a heading, 1 for a section and for what does not say."""
    found = _HEADING.match(source)
    return _LEVELS[found[1]] if found else 1


def formula_of(source: str) -> str:
    """Give the TeX of a displayed formula without its environment and label."""
    return _ENVIRONMENT.sub(" ", _LABEL.sub(" ", _COMMENT.sub("", source))).strip()


def text_of(source: str) -> str:
    """Give a piece of LaTeX as the page shows it, but for numbers: formulas as plain characters, citations left out."""
    rest = _CITATION.sub("", _LABEL.sub("", _COMMENT.sub("", source)))
    rest = _REFERENCE.sub("", rest)
    pieces, done = [], 0
    for found in _FORMULA.finditer(rest):
        pieces += [_prose(rest[done : found.start()]), tex_text(next(filter(None, found.groups()), ""))]
        done = found.end()
    return clean_text("".join([*pieces, _prose(rest[done:])]))


def _names(pattern: re.Pattern[str], source: str) -> Iterator[str]:
    for listed in pattern.findall(source):
        yield from (name.strip() for name in listed.split(",") if name.strip())


def _prose(source: str) -> str:
    """Take the commands out of prose; what stands in their braces stays."""
    text = _ACCENT.sub(lambda found: unicodedata.normalize("NFC", found[2].lstrip("\\") + _ACCENTS[found[1]]), source)
    text = _ENVIRONMENT.sub(" ", text)
    for mark, sign in _MARKS:
        text = text.replace(mark, sign)
    text = re.sub(r"\\([&%$#_{}])", "\x00\\1", text)
    text = re.sub(r"(?<!\x00)[{}]", "", _COMMAND.sub(lambda found: _SIGNS.get(found[1], ""), text))
    return text.replace("\x00", "")
