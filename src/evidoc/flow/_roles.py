"""The models of a stage by role: which they are, what all of them may use, and where their replies are kept."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from evidoc.errors import UnknownName
from evidoc.flow._asking import CACHE, IMAGES, SPENT, cache_folder, forget_spending
from evidoc.flow.work import Work
from evidoc.models import Budget, Model, ModelChoice, Pace, guard_families, open_model, settings_of
from evidoc.pages.picture import PictureStore
from evidoc.records.record import to_json

ROLES = ("writer", "solver", "judge")


@dataclass(frozen=True, slots=True)
class Roles:
    """Which models play which role; `max_cost` in US dollars and `max_tokens` hold for all of them together.

    A role may have several models, as a panel of solvers. `allow_self_judge` silences the remark that a judge is of
    the family of the model that it judges. `cache` keeps replies in the stage's folder. `at_once` is how many requests
    a process may have under way at a time.
    """

    choices: Mapping[str, tuple[ModelChoice, ...]] = field(default_factory=dict)
    max_cost: float | None = None
    max_tokens: int | None = None
    allow_self_judge: bool = False
    cache: bool = True
    at_once: int = 1

    def __post_init__(self) -> None:
        """Refuse roles that nobody plays."""
        for role in self.choices:
            if role not in ROLES:
                raise UnknownName(role, kind="role", known=ROLES)

    @property
    def settings(self) -> dict[str, str]:
        """All that changes a result, by role, for headers and for resuming."""
        return {
            role: " ".join(to_json(settings_of(choice)).decode() for choice in choices)
            for role, choices in sorted(self.choices.items())
            if choices
        }

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the user should know: a judge that judges its own kind (X-32)."""
        answering = [choice.spec for role in ("writer", "solver") for choice in self.choices.get(role, ())]
        return self.remarks_on(answering)

    def remarks_on(self, answering: list[str]) -> tuple[str, ...]:
        """Say which judge is of the family of one of the models that answered."""
        judging = [choice.spec for choice in self.choices.get("judge", ())]
        return guard_families(answering, judging, allow_self_judge=self.allow_self_judge)


NO_ROLES = Roles()
_opened: dict[tuple[bytes, Path], Mapping[str, tuple[Model, ...]]] = {}
_opening = threading.Lock()


def asked_by(roles: Roles, work: Work) -> Roles:
    """Give roles whose models may be asked by as many threads at once as the work has; a process asks one after the other."""
    return replace(roles, at_once=work.workers if work.engine == "threads" else 1)


def models_of(roles: Roles, folder: Path) -> Mapping[str, tuple[Model, ...]]:
    """Open the models of a stage that writes to a folder, once a process, whichever of its threads is first.

    Raises:
        UsageError: A model cannot be opened so, for instance because its key is not set.
    """
    if not roles.choices:
        return {}
    key = (to_json([roles.settings, [roles.max_cost, roles.max_tokens, roles.at_once]]), folder.resolve())
    with _opening:
        if key not in _opened:
            _opened[key] = _open(roles, folder)
        return _opened[key]


def pictures_of(roles: Roles, folder: Path) -> PictureStore | None:
    """Give the store of what models are shown, where there are any."""
    return PictureStore(folder / IMAGES) if roles.choices else None


@contextmanager
def spending(roles: Roles, folder: Path, *, goes_on: bool = False) -> Iterator[Budget]:
    """Open and close what the models of a stage share: its budget counts for all processes, and over resumes if it `goes_on`.

    Where the stage ends well, what it used is forgotten; where it is stopped, the next one can go on counting.
    """
    if not roles.choices:
        yield Budget()
        return
    if not goes_on:
        forget_spending(folder)
    close_models()
    yield _budget_of(roles, folder)
    close_models()
    forget_spending(folder)


def close_models() -> None:
    """Forget the models that are open, so that the next stage opens its own."""
    _opened.clear()


def _budget_of(roles: Roles, folder: Path) -> Budget:
    return Budget(max_cost=roles.max_cost, max_tokens=roles.max_tokens, file=folder / SPENT)


def _open(roles: Roles, folder: Path) -> Mapping[str, tuple[Model, ...]]:
    budget = _budget_of(roles, folder)
    cache = cache_folder(folder) / CACHE if roles.cache else None
    pictures = PictureStore(folder / IMAGES)
    most = roles.at_once
    return {
        role: tuple(open_model(choice, cache=cache, budget=budget, pace=Pace(most), pictures=pictures) for choice in choices)
        for role, choices in roles.choices.items()
    }
