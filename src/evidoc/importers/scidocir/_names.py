"""Names of categories and formats: those of SciDocIR, and those of DocGenome, which it grew from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import cast, get_args

from evidoc.records.document import BlockKind, Markup
from evidoc.records.scidocir import CATEGORIES, ROLES

OWN_ID = re.compile(r"d-[0-9a-f]{12}")
DIGEST = re.compile(r"[0-9a-f]{64}")
_EARLIER: Mapping[str, BlockKind] = MappingProxyType(
    {
        "Algorithm": "algorithm",
        "Caption": "caption",
        "Equation": "equation",
        "Figure": "figure",
        "Footnote": "footnote",
        "List": "list",
        "Others": "paragraph",
        "Table": "table",
        "Text": "paragraph",
        "Text-EQ": "paragraph",
        "Title": "heading",
        "Reference": "reference",
        "PaperTitle": "title",
        "Code": "code",
        "Abstract": "abstract",
    }
)
_FORMATS: Mapping[str, Markup] = MappingProxyType({"tex": "latex", "xml": "jats", "md": "markdown", "plain": "text"})


def kind_of(name: str) -> tuple[BlockKind, str] | None:
    """Give the kind of block, and the role, that a category means; None where it is unknown."""
    if name in ROLES:
        return ROLES[name]
    if name in _EARLIER:
        return _EARLIER[name], ""
    return (cast("BlockKind", name), "") if any(entry.name == name for entry in CATEGORIES) else None


def known_names() -> tuple[str, ...]:
    """Give the names of all categories."""
    return tuple(entry.name for entry in CATEGORIES)


def markup_of(name: str) -> Markup | None:
    """Give the markup that a format means; None where it is unknown."""
    if name in get_args(Markup):
        return cast("Markup", name)
    return _FORMATS.get(name.lower())
