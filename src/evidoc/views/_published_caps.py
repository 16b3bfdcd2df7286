"""How many entities and pages the paper showed its open models, and how much they could answer.

Source: DHQ-108, DHQ-111, P-11; tables 19 and 20 of the paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from evidoc.errors import UnknownName, UsageError


@dataclass(frozen=True, slots=True)
class Setup:
    """What a cap is for: the answer asked for, the prompt style and the inputs, in the words of the view's options."""

    answer: str
    style: str
    inputs: str


@dataclass(frozen=True, slots=True)
class Shown:
    """The most entities and pages, and tokens of the answer; None where there are none of the kind, or no cap is told."""

    entities: int | None = None
    pages: int | None = None
    tokens: int | None = None


_TOKENS = 1024  # of the answer, in all rows of both tables
_STYLES = ("bare", "zero_shot", "one_shot")
_INTERNVL2: Mapping[Setup, Shown] = {
    Setup("text", "bare", "image"): Shown(pages=10),
    Setup("text", "zero_shot", "image"): Shown(pages=10),
    Setup("text", "one_shot", "image"): Shown(pages=5),
    **{Setup("text", style, "text"): Shown(entities=25) for style in _STYLES},
    **{Setup("text", style, "text+image"): Shown(entities=25, pages=5) for style in _STYLES},
    **{Setup("indices", style, "text"): Shown(entities=25) for style in _STYLES[1:]},
    **{Setup("indices", style, "text+image"): Shown(entities=25, pages=5) for style in _STYLES[1:]},
}
_QWEN25_VL: Mapping[Setup, Shown] = {
    **{Setup("text", style, "image"): Shown(pages=10) for style in _STYLES},
    Setup("text", "bare", "text"): Shown(entities=200),
    Setup("text", "zero_shot", "text"): Shown(entities=200),
    Setup("text", "one_shot", "text"): Shown(entities=50),
    Setup("text", "bare", "text+image"): Shown(entities=100, pages=10),
    Setup("text", "zero_shot", "text+image"): Shown(entities=100, pages=10),
    Setup("text", "one_shot", "text+image"): Shown(entities=50, pages=10),
    Setup("indices", "zero_shot", "text"): Shown(entities=100),
    Setup("indices", "zero_shot", "text+image"): Shown(entities=50, pages=10),
    Setup("indices", "one_shot", "text"): Shown(entities=50),
    Setup("indices", "one_shot", "text+image"): Shown(entities=50, pages=10),
}
CAPS: Mapping[str, Mapping[Setup, Shown]] = {"internvl2": _INTERNVL2, "qwen2.5-vl": _QWEN25_VL}


def published_caps(model: str, setup: Setup) -> Shown:
    """Give the caps that the paper used with a model; none for an empty name.

    Raises:
        UnknownName: The paper has no caps for such a model.
        UsageError: It has none for this set-up.
    """
    if not model:
        return Shown()
    if model not in CAPS:
        raise UnknownName(model, kind="model with published caps", known=tuple(CAPS))
    if setup not in CAPS[model]:
        raise UsageError(f"there are no published caps of {model} for {setup}; give max_entities and max_pages yourself")
    return replace(CAPS[model][setup], tokens=_TOKENS)
