"""What an article is made of, before it becomes XML and pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

# Marks in running text: [1,2] citations, {t1} or {f2} a table or figure, *italic*.
_MARK = re.compile(r"\[(?P<cited>\d+(?:,\d+)*)\]|\{(?P<float>[tf]\d)\}|\*(?P<italic>[^*]+)\*")

RunKind = Literal["text", "citations", "float", "italic"]


class Run(NamedTuple):
    """A piece of running text of one kind; citations are numbers with commas."""

    kind: RunKind
    text: str


@dataclass(frozen=True)
class Paragraph:
    """Running text with marks."""

    text: str


@dataclass(frozen=True)
class Listing:
    """A bulleted list; its items may have marks."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Equation:
    """A numbered formula: as TeX for the XML, as plain text for the page."""

    number: int
    tex: str
    shown: str


@dataclass(frozen=True)
class TableOf:
    """A table; a header cell may be (text, columns that it spans), "" continues the cell above it."""

    key: str
    caption: str
    header: tuple[tuple[str | tuple[str, int], ...], ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    wide: bool = False

    @property
    def label(self) -> str:
        """The printed name."""
        return f"Table {self.key[1:]}"


@dataclass(frozen=True)
class Bars:
    """The values that a bar chart shows, one bar a name."""

    names: tuple[str, ...]
    values: tuple[float, ...]
    axis: str


@dataclass(frozen=True)
class FigureOf:
    """A figure: a bar chart, or a plan of numbered plots where it has no bars."""

    key: str
    caption: str
    bars: Bars | None = None

    @property
    def label(self) -> str:
        """The printed name."""
        return f"Figure {self.key[1:]}"


Part = Paragraph | Listing | Equation | TableOf | FigureOf


@dataclass(frozen=True)
class Section:
    """A numbered section with its parts and sections below it."""

    title: str
    parts: tuple[Part, ...] = ()
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True)
class Cited:
    """An entry of the bibliography."""

    authors: tuple[str, ...]
    title: str
    journal: str
    year: int
    volume: int
    pages: str
    doi: str


def cited(authors: str, title: str, journal: str, where: str, *, doi: str = "") -> Cited:
    """Give an entry of the bibliography; `where` is "year; volume: pages", authors are parted by semicolons."""
    year, volume, pages = re.split("[;:] ", where)
    code = "".join(word[0] for word in journal.lower().split() if word not in ("of", "in"))
    doi = doi or f"10.5555/{code}.{year}.{int(pages.split('-')[0]):04d}"
    return Cited(tuple(authors.split("; ")), title, journal, int(year), int(volume), pages, doi)


@dataclass(frozen=True)
class Article:
    """A whole article."""

    title: str
    authors: tuple[str, ...]
    affiliation: str
    journal: str
    year: int
    volume: int
    first_page: int
    doi: str
    abstract: tuple[tuple[str, str], ...]
    keywords: tuple[str, ...]
    sections: tuple[Section, ...]
    references: tuple[Cited, ...]


def runs(text: str) -> Iterator[Run]:
    """Split running text at its marks."""
    done = 0
    for match in _MARK.finditer(text):
        if match.start() > done:
            yield Run("text", text[done : match.start()])
        done = match.end()
        if match["cited"]:
            yield Run("citations", match["cited"])
        elif match["float"]:
            yield Run("float", match["float"])
        else:
            yield Run("italic", match["italic"])
    if done < len(text):
        yield Run("text", text[done:])


def float_name(key: str) -> str:
    """Give the printed name of a table or figure by its key."""
    return ("Table " if key[0] == "t" else "Figure ") + key[1:]
