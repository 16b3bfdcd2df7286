"""Running text while it is read: pieces, with what they name. Source: cases C05 and C07."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from evidoc.pages.text import clean_text
from evidoc.readers.latex._drafts import Draft, Mention
from evidoc.readers.latex._marks import BLOCK, CITED, CLOSE, OPEN, PERSON

_LIGATURE = re.compile(r"---|--|``|''|[`']|,,")
_LIGATURES = {"---": "—", "--": "–", "``": "“", "''": "”", "`": "‘", "'": "’", ",,": "„"}
_MENTION = re.compile(rf"{OPEN}(\d+){CLOSE}")
_JOIN = r"(?:[\s,;]|[–—-]|\band\b)*"
_BRACKETED = re.compile(rf"\s*[\[(]\s*{CITED}(?:{_JOIN}{CITED})*[\s,;]*[\])]")
_BARE = re.compile(rf"[ \t\n\u00a0]*{CITED}(?:\s*[,;–—-]?\s*{CITED})*")
_RANGE = re.compile(r"\s*(?:[–—-]|--)\s*")
_SAYS = re.compile(rf"[^\W_]|{OPEN}")


@dataclass(slots=True)
class Prose:
    """One stretch of running text: `is_cell` where note marks are kept apart, `is_code` where nothing is joined or curled."""

    parts: list[str] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    citations: list[str] = field(default_factory=list)
    ranges: list[tuple[str, str]] = field(default_factory=list)  # the keys on either side of a dash, as in [1]–[4]
    tex: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)  # of notes, in a cell
    images: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    notes: list[Draft] = field(default_factory=list)
    is_cell: bool = False

    def take(self, text: str) -> None:
        """Take in text as it is."""
        self.parts.append(text)

    def word(self, text: str) -> None:
        """Take in text as TeX's fonts show it: dashes and quotation marks joined."""
        if "-" in text or "'" in text or "`" in text or ",," in text:
            text = _LIGATURE.sub(lambda found: _LIGATURES[found[0]], text)
        self.parts.append(text)

    def cite(self, keys: Sequence[str]) -> None:
        """Leave the mark of a citation; a dash between it and the one before stands for all between."""
        if (
            len(self.parts) > 1
            and self.parts[-2] == CITED
            and _RANGE.fullmatch(self.parts[-1])
            and len(self.citations) > len(keys)
        ):
            self.ranges.append((self.citations[-len(keys) - 1], keys[0]))
        self.parts.append(CITED)

    @property
    def tail(self) -> str:
        """The end of the text so far, which a raised mark would belong to."""
        return next((part for part in reversed(self.parts) if part), "")

    @property
    def says_something(self) -> bool:
        """Whether there is a letter, digit or mention in the text."""
        return any(_SAYS.search(part) for part in self.parts)

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing but gaps."""
        return not any(part.strip() for part in self.parts)

    def text(self) -> str:
        """Give the text so far, with marks for mentions."""
        return "".join(self.parts)


def mention_mark(number: int) -> str:
    """Give what stands in a text for the mention of a number."""
    return f"{OPEN}{number}{CLOSE}"


def resolved(text: str, printed: list[str]) -> str:
    """Give a text with its mentions printed, and citation marks gone with the space and brackets around them."""
    if OPEN in text:
        text = _MENTION.sub(lambda found: printed[int(found[1])], text)
    if CITED in text:
        text = _BARE.sub("", _BRACKETED.sub("", text))
    return text.replace(PERSON, " ").replace(BLOCK, "")


def resolved_line(text: str, printed: list[str]) -> str:
    """Give a text as one clean line."""
    return clean_text(resolved(text, printed))
