"""The rows of each ablation: what is shown in them, and how the user's own options reach the views."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from evidoc.errors import UnknownName, UsageError
from evidoc.shelf import Part, options_of, part, read_spec

_ENTITIES = "entities"


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of an ablation: its name, the view (empty for the one that was asked for), and the access mode.

    `inputs` is what the view `entities` takes in the place of `view`, where that view was asked for. `system` is another one
    than that which is tested.
    """

    name: str
    view: str = ""
    access: str = "full"
    inputs: str = ""
    system: str = ""


_STYLES = ("bare", "zero_shot", "one_shot")
_INPUTS = ("text", "image", "text+image")

ABLATIONS: Mapping[str, tuple[Setting, ...]] = {
    "modality": (
        Setting("text and pictures", view="both", inputs="text+image"),
        Setting("text alone", view="text", inputs="text"),
        Setting("pictures alone", view="page_images", inputs="image"),
        Setting("text of the evidence", view="text", inputs="text", access="gold_evidence"),
    ),
    "styles": tuple(
        Setting(f"{style}, {inputs}", view=f"{_ENTITIES}(answer='text', inputs='{inputs}', style='{style}')")
        for style, inputs in product(_STYLES, _INPUTS)
    ),
    "documents": (Setting("documents"), Setting("question alone", view="question", access="none")),
    "evidence_access": (
        Setting("no document", access="none"),
        Setting("retrieved", access="retrieved"),
        Setting("evidence alone", access="gold_evidence"),
        Setting("whole documents"),
    ),
}
_AMBIGUOUS = {"question_only": "documents"}


def rows_of(by: str, *, view: str, retrieved: str) -> tuple[Setting, ...]:
    """Give the rows of an ablation, each with its whole view, and the retrieved one with its options.

    A row's view takes all options of the user's that it has too: `both(dpi=100, shots=1)` shows the pictures alone at 100 dpi
    and the text alone after one example.

    Raises:
        UnknownName: There is no such ablation or view.
        UsageError: The name could mean two things (DHQ-106), or the view cannot be varied so.
    """
    if by in _AMBIGUOUS:
        raise UsageError(
            f"{by!r} could mean two things; write {_AMBIGUOUS[by]} for documents against the question alone, "
            "or ask with the view entities(style='bare') for documents without instructions"
        )
    if by not in ABLATIONS:
        raise UnknownName(by, kind="ablation", known=tuple(ABLATIONS))
    asked = part("views", view)
    return tuple(
        dataclasses.replace(
            setting,
            view=_view_of(setting, asked),
            access=retrieved if setting.access == "retrieved" else setting.access,
        )
        for setting in ABLATIONS[by]
    )


def _view_of(setting: Setting, asked: Part) -> str:
    if not setting.view:
        return asked.spec
    if setting.inputs and asked.name == _ENTITIES:
        return _of_entities(asked, setting.inputs)
    name, fixed = read_spec(setting.view)
    module = part("views", name).module
    known = options_of(module, ("show",))
    own = {option: value for option, value in asked.options.items() if option in known}
    return Part("views", name, module, {**own, **fixed}).spec


def _of_entities(asked: Part, inputs: str) -> str:
    if asked.options.get("answer") == "indices":
        raise UsageError("pictures alone show no entities to name; vary the view entities(answer='text') by modality")
    return Part("views", asked.name, asked.module, {"answer": "text", **asked.options, "inputs": inputs}).spec
