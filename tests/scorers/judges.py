"""A judge for tests: it reads its prompt as a model would, and is right."""

from __future__ import annotations

import json
import re

from evidoc.models.scripted import Scripted
from evidoc.records.reply import Prompt


def fair(prompt: Prompt) -> str:
    """Give full marks where the answer holds the reference, or the statement the region's text, and none otherwise."""
    text = prompt.text
    if "answer to judge:" in text:
        good = material(text, "reference answer").casefold() in material(text, "answer to judge").casefold()
    else:
        good = bool(material(text, "statement"))
    return json.dumps({"reason": "as it should be" if good else "not what is asked", "score": 5 if good else 0})


def material(text: str, label: str) -> str:
    """Give what stands between the marks of a part of a judge's prompt."""
    name = label.replace(" ", "-")
    found = re.search(rf"^{label}:\n<({name}-\w+)>\n(.*?)\n</\1>", text, re.DOTALL | re.MULTILINE)
    return found[2] if found else ""


def fair_judge() -> Scripted:
    """Give the judge."""
    return Scripted(fair, name="fair-judge")
