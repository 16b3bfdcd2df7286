"""Options that name the models of a stage by role, and how they become its `Roles`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from evidoc.flow._roles import Roles
    from evidoc.models import ModelChoice

Model = Annotated[
    str,
    typer.Option(help="A model for every role: openai/NAME, anthropic/NAME, google/NAME, local/NAME, batch:FOLDER …"),
]
Writer = Annotated[str, typer.Option(help="The model that writes; options in brackets: openai/NAME(temperature=0.7).")]
Solver = Annotated[str, typer.Option(help="The model that solves items; several by comma are a panel.")]
Judge = Annotated[str, typer.Option(help="The model that judges; of several by comma a check that keeps marks asks all.")]
BaseUrl = Annotated[str, typer.Option(help="Address of an OpenAI-compatible server, where a model names none.")]
Price = Annotated[
    str,
    typer.Option(
        help="US dollars for a million tokens read and written (and read from the cache), where a model names none: 0.40,1.60."
    ),
]
MaxCost = Annotated[float | None, typer.Option(help="Stop the job at this cost in US dollars.")]
MaxTokens = Annotated[int | None, typer.Option(help="Stop the job at this many tokens.")]
SelfJudge = Annotated[bool, typer.Option("--allow-self-judge", help="Do not remark that a judge judges its own family.")]

_OF_BATCH = ("model", "pictures")  # options of a batch folder, which it reads itself
_FIELDS = ("base_url", "temperature", "seed", "answer_tokens", "price", "parameters")


def roles_of(
    *,
    model: str = "",
    writer: str = "",
    solver: str = "",
    judge: str = "",
    base_url: str = "",
    price: str = "",
    max_cost: float | None = None,
    max_tokens: int | None = None,
    allow_self_judge: bool = False,
) -> Roles:
    """Give the roles that the options mean; a role that is not named is played by `model`.

    Raises:
        UnknownName: An option in brackets is none of a model's.
        UsageError: A price or a spec string does not read.
    """
    from evidoc.cli._specs import split_specs
    from evidoc.flow._roles import Roles

    named = {"writer": writer or model, "solver": solver or model, "judge": judge or model}
    choices = {
        role: tuple(choice_of(spec, base_url=base_url, price=price) for spec in split_specs(specs))
        for role, specs in named.items()
        if specs
    }
    return Roles(choices=choices, max_cost=max_cost, max_tokens=max_tokens, allow_self_judge=allow_self_judge)


def choice_of(spec: str, *, base_url: str = "", price: str = "") -> ModelChoice:
    """Read `openai/NAME(temperature=0.7)` into a choice; what it does not say is taken from the options.

    Raises:
        UnknownName: An option in brackets is none of a model's.
        UsageError: The price or the spec string does not read.
    """
    from evidoc.cli._specs import read_price
    from evidoc.errors import UnknownName
    from evidoc.models import ModelChoice
    from evidoc.shelf import read_spec

    name, options = read_spec(spec) if spec.rstrip().endswith(")") else (spec, {})
    own = {option: options.pop(option) for option in _OF_BATCH if option in options and name.startswith("batch:")}
    if own:
        name = f"{name}({', '.join(f'{option}={value!r}' for option, value in own.items())})"
    for option in options:
        if option not in _FIELDS:
            raise UnknownName(option, kind="option of a model", known=_FIELDS)
    said = {"base_url": base_url, **options}
    cost = str(said.pop("price", price))
    return ModelChoice(spec=name, price=read_price(cost) if cost else None, **said)  # type: ignore[arg-type]
