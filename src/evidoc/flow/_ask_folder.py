"""The run folder: what may be in it, what of an earlier run is taken over, and what is left in the end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from evidoc.engines import Journal, Outcome
from evidoc.errors import InvalidRecord, ResumeMismatch, UsageError
from evidoc.flow._own_folder import refuse_strange
from evidoc.records.bench import open_run
from evidoc.records.record import to_json
from evidoc.records.store import file_digest

HEADER = "run.json"
REPLIES = "replies.jsonl"
JOURNAL = "asking.jsonl"
_SCORES = ("scores.jsonl", "scores.json")
_FILES = (HEADER, REPLIES, JOURNAL, *_SCORES)


def refuse(out: Path, *, overwrite: bool, resume: bool) -> None:
    """Refuse a folder with a run that is neither to be gone on with nor to be replaced, and one with things that are no run.

    Raises:
        UsageError: It is such a folder.
    """
    refuse_strange(out, kind="run")
    found = _found(out)
    if found and not overwrite and not resume:
        raise UsageError(
            f"{out} has a run already ({found[0]}); go on with --resume, replace it with --overwrite, or give another folder"
        )


def prepare(out: Path, *, settings: Mapping[str, str], resume: bool) -> None:
    """Make the folder ready: a run in it is gone on with, or deleted.

    Raises:
        ResumeMismatch: The finished run in it is of other settings.
    """
    found = _found(out)
    if resume and HEADER in found:
        _compare(out, settings)
    for name in found if not resume else ():
        (out / name).unlink()
    out.mkdir(parents=True, exist_ok=True)


def recall(journal: Journal, out: Path) -> None:
    """Take the replies of a finished run over into a new journal, so that going on with it asks nobody twice."""
    if not (out / HEADER).is_file() or not (out / REPLIES).is_file():
        return
    for row in open_run(out).replies():
        if row.item not in journal and row.status != "not_asked":
            journal.put(row.item, Outcome(index=0, value=to_json(row)))


def finish(out: Path, *, before: str) -> None:
    """Remove the journal, and scores of replies that are no longer these."""
    if digest_of(out / REPLIES) != before:
        for name in _SCORES:
            (out / name).unlink(missing_ok=True)
    (out / JOURNAL).unlink()


def digest_of(path: Path) -> str:
    """Give the sha256 of a file's bytes.

    Raises:
        InvalidRecord: There is no such file.
    """
    if not path.is_file():
        raise InvalidRecord(f"{path}: no such file; run the stage that writes it first")
    return file_digest(path)


def replies_before(out: Path) -> str:
    """Give the digest of the replies that are there, or nothing where there are none."""
    return digest_of(out / REPLIES) if (out / REPLIES).is_file() else ""


def _found(out: Path) -> list[str]:
    return [name for name in _FILES if (out / name).exists()]


def _compare(out: Path, settings: Mapping[str, str]) -> None:
    had = open_run(out).header.settings
    differ = [name for name in sorted({*had, *settings}) if had.get(name) != settings.get(name)]
    if differ:
        said = ", ".join(f"{name} was {had.get(name)!r} and is {settings.get(name)!r}" for name in differ)
        raise ResumeMismatch(f"{out} holds a run of other settings ({said}); give the same, or --overwrite, or another folder")
