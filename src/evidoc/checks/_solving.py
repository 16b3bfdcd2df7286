"""Asking solvers an item, so that checks learn whether it can be answered, from what, and how easily."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import msgspec

from evidoc.errors import UsageError
from evidoc.kit import Kit
from evidoc.models import Model
from evidoc.records.item import Item, Verdict
from evidoc.records.record import content_id
from evidoc.records.reply import Prompt, ReplyStatus
from evidoc.shelf import part
from evidoc.views import Context, Shows


@dataclass(frozen=True, slots=True)
class Solved:
    """What a solver made of an item: how right it was, 0 to 1, or None where that cannot be said."""

    solver: str
    prompt: str
    status: ReplyStatus
    text: str
    value: float | None


def not_asked(check: str, what: str) -> Verdict:
    """Keep an item, and say that a model would have been needed to judge it."""
    return Verdict(check=check, kept=True, reason="not_asked", detail=f"no {what} is configured")


def unknown(check: str, detail: str, *, model: str = "", prompt: str = "") -> Verdict:
    """Reject an item that a model could not judge: an item is kept for what is known of it, never for a failure (X-26)."""
    return Verdict(check=check, kept=False, reason="unknown", detail=detail, model=model, prompt=prompt)


def verdict(check: str, solved: Solved, *, reason: str = "", detail: str = "") -> Verdict:
    """Give the verdict that an attempt leads to: rejected where there is a reason."""
    said = detail or _shown(solved)
    return Verdict(check=check, kept=not reason, reason=reason, detail=said, model=solved.solver, prompt=solved.prompt)


def solve(item: Item, kit: Kit, *, solver: Model, access: str, view: str) -> Solved:
    """Show an item to a solver by a view and an access mode, and say how right it is."""
    return ask(item, shown(item, kit, access=access, view=view), kit, solver=solver)


def shown(item: Item, kit: Kit, *, access: str, view: str) -> Prompt:
    """Give the prompt of an item; places are not asked for, only the answer."""
    context = Context(corpus=kit.corpus, access=access, pictures=kit.pictures, cite=False)
    return cast(Shows, part("views", view).function())(item, context).prompt


def ask(item: Item, prompt: Prompt, kit: Kit, *, solver: Model, attempt: int | None = None) -> Solved:
    """Ask a solver; `attempt` asks anew with chance, each number another chance.

    Raises:
        UsageError: The kit cannot say how right a reply is.
    """
    if kit.rightness is None:
        raise UsageError("this check scores replies, and its kit has no way to; run it by evidoc make or evidoc check")
    if attempt is not None:
        prompt = msgspec.structs.replace(prompt, temperature=1.0, seed=attempt)
    reply = solver.answer(prompt)
    value = None if reply.status == "provider_error" else kit.rightness(item, reply)
    return Solved(solver=solver.name, prompt=prompt.id, status=reply.status, text=reply.text, value=value)


def attempts_id(prompts: list[str]) -> str:
    """Name several prompts by one digest."""
    return prompts[0] if len(prompts) == 1 else content_id("p", prompts)


def _shown(solved: Solved) -> str:
    said = " ".join(solved.text.split())[:120].encode("utf-8", "replace").decode()
    score = "" if solved.value is None else f"{solved.value:g}: "
    return f"{solved.status}, {score}{said}" if said else solved.status
