"""File names as titles for people."""

from __future__ import annotations

import re
from pathlib import PurePath

from evidoc.pages.text import clean_text

_JOINTS = re.compile(r"[_\-+.]+|%20")


def humanised(name: str) -> str:
    """Give a file's name as a title: "apple-2024_table.csv" as "Apple 2024 table"."""
    words = clean_text(_JOINTS.sub(" ", PurePath(name).stem)) or name
    return words[:1].upper() + words[1:]
