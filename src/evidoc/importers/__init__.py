"""Other people's formats → Documents. A part has `load(path)`, which gives a Document or raises InvalidRecord with all faults."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from evidoc.records.document import Document


class Importer(Protocol):
    """A part of this room."""

    def load(self, path: Path) -> Document:
        """Read one file of another format."""
