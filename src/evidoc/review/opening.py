"""review: a Bench or a scored Run → an address on this machine under which people judge, answer and mark its items."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from evidoc.errors import MissingDependency
from evidoc.review.export import write_files
from evidoc.review.study import ReviewOptions, Study, open_study

_OPTIONS = ReviewOptions()


@dataclass(frozen=True, slots=True)
class Open:
    """A study that can be reached: its address, and what is kept of it so far."""

    address: str
    study: Study

    def entrance(self, *, rater: str = "") -> str:
        """Give the address that lets a browser in, with the pseudonym that the first page proposes."""
        return f"{self.address}?{urlencode({'rater': rater, 'key': self.study.key} if rater else {'key': self.study.key})}"


def now() -> str:
    """Give the time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def token() -> str:
    """Give a name that nobody can guess and nothing else has."""
    return secrets.token_hex(12)


@contextmanager
def reviewing(
    source: Path,
    *,
    options: ReviewOptions = _OPTIONS,
    port: int | None = None,
    clock: Callable[[], str] = now,
    tokens: Callable[[], str] = token,
) -> Iterator[Open]:
    """Serve the study of a bench or scored run to browsers on this machine while the block runs.

    What people save is on the disk when they are told so: `ratings.jsonl` has every record that was ever made,
    `ratings.csv` is the sheet for `evidoc agree`, `raters.csv` says who rated; what a person answers is in
    `answers-NAME.jsonl` and `run-NAME/`, as predictions and as a run.

    Raises:
        MissingDependency: The extra `review` is not installed.
        UsageError: The form, folder or port cannot be had.
        NothingKept: There are no items.
        ResumeMismatch: What was kept is of another sample, form or seed.
        InvalidRecord: The bench or the file of ratings is damaged.
    """
    try:
        from evidoc.review.app import make_app
        from evidoc.review.serve import serving
    except ModuleNotFoundError as error:
        raise MissingDependency(error.name or "starlette", extra="review", purpose="the review app") from error
    study = open_study(source, options=options, clock=clock, tokens=tokens)
    with closing(study.desk):
        write_files(study)
        with serving(make_app(study), port=port) as address:
            yield Open(address=address, study=study)
