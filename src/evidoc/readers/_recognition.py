"""What is to be done with pages that are only pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Recognition:
    """Whether such pages are recognised, and the folder that keeps the PDF with their text as `<sha256>.pdf`, if any does."""

    is_wanted: bool = True
    folder: Path | None = None


DEFAULT = Recognition()
