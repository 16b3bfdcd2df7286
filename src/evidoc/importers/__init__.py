"""Other people's formats → Documents, or questions over Documents.

A part has `load(path)`, which gives a Document or raises InvalidRecord with all faults. Where its files lie beside others it
has `find_source(path, source)`, and where they hold questions `load_items(path)`, which gives them one by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from evidoc.records.document import Document, Source
from evidoc.records.item import Item


@dataclass(frozen=True, slots=True)
class Imported:
    """One question: its item, the document that it is about, and the PDF of that."""

    item: Item
    document: Document
    pdf: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """A row that cannot be used, and why."""

    number: int
    reason: str


class Loads(Protocol):
    """What every importer is."""

    def __call__(self, path: Path) -> Document:
        """Read one file of another format."""
        ...


class LoadsItems(Protocol):
    """What an importer of questions is besides."""

    def __call__(self, path: Path) -> Iterable[Imported | Refused]:
        """Read the questions of a file, each whole or refused."""
        ...


class FindsSource(Protocol):
    """What an importer is besides whose documents have files of their own."""

    def __call__(self, path: Path, source: Source) -> Path | None:
        """Give where a file of an imported document lies, or None."""
        ...
