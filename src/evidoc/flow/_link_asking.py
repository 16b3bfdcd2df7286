"""The writer of a linking: its replies and what it may use lie in a folder beside the groups, and outlive a stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from evidoc.engines import Journal
from evidoc.errors import UsageError
from evidoc.flow._roles import Roles, asked_by, models_of, spending
from evidoc.flow.work import Progress, Work
from evidoc.linking import Writer
from evidoc.models import Budget, Model
from evidoc.shelf import Part

JOURNAL = "linking.jsonl"
ROLE = "writer"


def asked_folder(out: Path) -> Path:
    """Give the folder of what is asked for a file of groups: beside it, and named after it."""
    return out.with_name(f"{out.stem}.asked")


def refuse_writer_of_none(parts: Sequence[Part], roles: Roles) -> None:
    """Refuse models that no strategy would ask.

    Raises:
        UsageError: None of the strategies asks a writer, or another role is named.
    """
    others = [role for role, choices in roles.choices.items() if choices and role != ROLE]
    if others:
        raise UsageError(f"a model is named as {', '.join(others)}, whom linking does not ask; give --writer")
    if roles.choices and not any(ROLE in getattr(each.module, "ASKS", ()) for each in parts):
        raise UsageError(f"{', '.join(each.spec for each in parts)} asks no model; take --by profiles, or leave --writer out")


@contextmanager
def asking(
    out: Path, roles: Roles, *, settings: Mapping[str, str], anew: bool, work: Work
) -> Iterator[tuple[Writer | None, Budget]]:
    """Open what a linking asks, None where no writer is named, and close it; the journal stays where the linking is stopped.

    Raises:
        UsageError: The model cannot be opened, or an earlier linking was stopped and it is not said what is to become of it.
        ResumeMismatch: Asked to resume, but what was stopped had other inputs or options.
    """
    if not roles.choices:
        yield None, Budget()
        return
    folder = asked_folder(out)
    if (folder / JOURNAL).exists() and not (work.resume or anew):
        raise UsageError(f"{folder} holds a linking that did not end; go on with --resume, or begin anew with --overwrite")
    roles = asked_by(roles, work)
    with (
        Journal(folder / JOURNAL, settings=settings, anew=anew) as journal,
        spending(roles, folder, goes_on=work.resume and not anew) as budget,
    ):
        opened = partial(_writer, roles, folder)
        _open_now(opened, journal)
        told = _Told(work)
        yield Writer(opened, journal, retry_failed=work.retry_failed, told=told), budget


def _writer(roles: Roles, folder: Path) -> Model:
    """Open the writer, once a process."""
    return models_of(roles, folder)[ROLE][0]


def _open_now(opened: Callable[[], Model], journal: Journal) -> None:
    """Open the model before anything is asked; where it cannot be, leave no journal in the way of the next try."""
    try:
        opened()
    except UsageError:
        if not len(journal):
            journal.remove()
        raise


class _Told:
    """Counts answers and tells of the progress."""

    def __init__(self, work: Work) -> None:
        self._work, self._done = work, 0

    def __call__(self) -> None:
        self._done += 1
        self._work.progress(Progress("link", done=self._done, noun="documents asked about"))
