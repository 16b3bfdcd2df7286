"""What is being tested: something that responds to items.

A part of this room has `connect(name, *, settings)` and gives a `System`. A system's spec string
begins with the part: `python:module:function`, `baseline/bm25`, `http://…`; whatever names a model, such as
`openai/NAME`, is the system `model`, which shows the model each item by a view.
"""

from __future__ import annotations

import re
from typing import cast

from evidoc.errors import UnknownName
from evidoc.models import model_forms
from evidoc.shelf import names, part
from evidoc.systems._settings import Asking, System, SystemSettings
from evidoc.systems._viewing import Viewing
from evidoc.views import check_options

__all__ = ["Asking", "System", "SystemSettings", "Viewing", "open_system"]

_SPEC = re.compile(r"(\w+)(://|[:/])(.+)", re.DOTALL)


def open_system(spec: str, settings: SystemSettings) -> System:
    """Give the system that a spec string names.

    Raises:
        UnknownName: No part of this room has the prefix, or the part knows no such name, or there is no such view; near names
            are proposed.
        UsageError: The part cannot be set up so, for instance because a key or a file is missing.
    """
    check_options(part("views", settings.view).options)  # also where the system shows nothing by it: a wrong name is a mistake
    match = _SPEC.fullmatch(spec.strip())
    prefix, mark, name = match.groups() if match else (spec.strip(), "", "")
    prefix = "http" if prefix == "https" and mark == "://" else prefix
    if mark and mark != "://" and any(form.startswith(f"{prefix}{mark}") for form in model_forms()):
        return cast(System, part("systems", "model").function()(spec.strip(), settings=settings))
    if not match or prefix not in names("systems"):
        raise UnknownName(spec, kind="system", known=_forms())
    connect = part("systems", prefix).function()
    return cast(System, connect(spec.strip() if mark == "://" else name, settings=settings))


def _forms() -> tuple[str, ...]:
    """Give how systems are written, for messages."""
    from evidoc.systems.baseline import BASELINES

    special = {"http": "http://HOST/PATH", "python": "python:MODULE:FUNCTION", "predictions": "predictions:FILE"}
    others = (special.get(name, f"{name}/NAME") for name in names("systems") if name not in ("baseline", "model"))
    return (*(f"baseline/{name}" for name in sorted(BASELINES)), *others, *model_forms())
