"""Opening a model from plain data: what people write on a command line or in a plan, and what travels to workers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec

from evidoc.errors import UnknownName, UsageError
from evidoc.models._budget import Budget, Budgeted
from evidoc.models._cache import Cached, ReplyCache
from evidoc.models._connection import Connection
from evidoc.models._model import Model
from evidoc.models._pacing import Pace
from evidoc.models._post import Patience
from evidoc.models._price import Price
from evidoc.records.record import to_json
from evidoc.records.reply import Prompt, Reply
from evidoc.records.store import file_digest
from evidoc.shelf import names, part

if TYPE_CHECKING:
    from evidoc.pages.picture import PictureStore

_SPEC = re.compile(r"(\w+[:/])(.+)", re.DOTALL)

_PRICED = "give it with --price 0.40,1.60, dollars for a million tokens read and written, or price='0.40,1.60' in brackets"


@dataclass(frozen=True, kw_only=True)
class ModelChoice:
    """Which model, and how it is asked; plain data.

    `spec` is `openai/NAME`, `anthropic/NAME`, `google/NAME`, `local/NAME`, `inspect:PROVIDER/NAME`, `batch:FOLDER`,
    `replay:FILE` or `scripted:FILE`. `temperature`, `seed` and `answer_tokens` of None leave what each prompt
    says. `parameters` are further fields of each request.
    """

    spec: str
    base_url: str = ""
    temperature: float | None = None
    seed: int | None = None
    answer_tokens: int | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)
    price: Price | None = None
    patience: Patience = Patience()


def open_model(
    choice: ModelChoice,
    *,
    cache: Path | None = None,
    budget: Budget | None = None,
    pace: Pace | None = None,
    pictures: PictureStore | None = None,
) -> Sampled:
    """Give the model of a choice: what was asked before comes from the cache, what is asked counts in the budget.

    Raises:
        UnknownName: No part of this room is written so; near forms are proposed.
        UsageError: The model cannot be set up so: a key or a file is missing, or a cost limit has no price.
    """
    if budget is not None and budget.max_cost is not None and choice.price is None:
        raise UsageError(f"max_cost={budget.max_cost:g} without the price of {choice.spec!r}; {_PRICED}")
    prefix, name = read_model_spec(choice.spec)
    connection = Connection(
        parameters=choice.parameters, price=choice.price, patience=choice.patience, pace=pace, pictures=pictures
    )
    connect = part("models", prefix).function()
    model = cast(Model, connect(name, base_url=choice.base_url, connection=connection))
    asked: Model = model if budget is None else Budgeted(model, budget)
    if cache is not None:
        asked = Cached(asked, ReplyCache(cache), parameters={**choice.parameters, **inputs_of(choice.spec)})
    return Sampled(asked, choice, remarks=tuple(getattr(model, "remarks", ())))


def settings_of(choice: ModelChoice) -> dict[str, str]:
    """Give all that changes a choice's replies, for headers and for resuming: addresses, prices and patience do not.

    Raises:
        UnknownName: No part of this room is written so.
    """
    said = {
        "temperature": "" if choice.temperature is None else f"{choice.temperature:g}",
        "seed": "" if choice.seed is None else str(choice.seed),
        "answer_tokens": "" if choice.answer_tokens is None else str(choice.answer_tokens),
        "parameters": to_json(dict(choice.parameters)).decode() if choice.parameters else "",
    }
    return {"model": choice.spec, **{name: value for name, value in said.items() if value}, **inputs_of(choice.spec)}


def inputs_of(spec: str) -> dict[str, str]:
    """Give what else a model's replies depend on: the digest of the file that a script or a recording is.

    Raises:
        UnknownName: No part of this room is written so.
    """
    prefix, name = read_model_spec(spec)
    if prefix not in ("replay", "scripted") or not Path(name).is_file():
        return {}
    return {"model_file": file_digest(Path(name))}


@dataclass(frozen=True)
class Sampled:
    """A model whose prompts are asked with the choice's temperature, seed and limit of tokens.

    `remarks` are sentences for people about what the model was opened with.
    """

    model: Model
    choice: ModelChoice
    remarks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The model's own name."""
        return self.model.name

    def answer(self, prompt: Prompt) -> Reply:
        """Ask as chosen; a seed is sent only where there is chance, as some services refuse the field."""
        choice = self.choice
        temperature = prompt.temperature if choice.temperature is None else choice.temperature
        asked = msgspec.structs.replace(
            prompt,
            temperature=temperature,
            max_tokens=choice.answer_tokens or prompt.max_tokens,
            seed=(prompt.seed if choice.seed is None else choice.seed) if temperature > 0 else None,
        )
        return self.model.answer(asked)


def read_model_spec(spec: str) -> tuple[str, str]:
    """Part a spec string into the part of this room and the name.

    Raises:
        UnknownName: It is not written as any part of this room is; near forms are proposed.
    """
    match = _SPEC.fullmatch(spec.strip())
    known = model_forms()
    if match is None or not any(form.startswith(match[1]) for form in known):
        raise UnknownName(spec, kind="model", known=known)
    return match[1][:-1], match[2]


def own_options(spec: str) -> tuple[str, ...]:
    """Give the options in brackets that the model's part reads itself, and that therefore stay in its spec string.

    Raises:
        UnknownName: It is not written as any part of this room is.
    """
    return tuple(getattr(part("models", read_model_spec(spec)[0]).module, "OPTIONS", ()))


def model_forms() -> tuple[str, ...]:
    """Give how models are written, sorted: `anthropic/NAME`, `batch:FOLDER` and so on."""
    return tuple(sorted(str(getattr(part("models", name).module, "FORM", f"{name}/NAME")) for name in names("models")))
