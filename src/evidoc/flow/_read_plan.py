"""What is read together: a structured file with the PDF of the same text, everything else by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from evidoc.engines import Failure, Outcome
from evidoc.flow._inputs import Input
from evidoc.flow._reading import ReadTask, ResultFacts, SourceFile
from evidoc.flow._twins import TEX, Twin
from evidoc.readers import bibliography_files, project_files
from evidoc.records.ledger import ReadStatus
from evidoc.records.printable import printable
from evidoc.records.record import content_id, from_json
from evidoc.records.store import file_digest

_SYNCTEX = (".synctex.gz", ".synctex")
STATUSES: tuple[str, ...] = get_args(ReadStatus)


@dataclass(frozen=True, slots=True)
class Unit:
    """One document to read: the positions of its files in the list of inputs, and why it is read by itself if it is.

    `how` says how the twin was found, "" where it has the same name.
    """

    main: int
    twin: int | None = None
    note: str = ""
    how: str = ""

    @property
    def positions(self) -> tuple[int, ...]:
        """The positions of its files."""
        return (self.main,) if self.twin is None else (self.main, self.twin)


def units_of(inputs: Sequence[Input], twins: Mapping[int, Twin]) -> list[Unit]:
    """Give what is read together: structured files with their twins, everything else by itself."""
    pairs = {main: twin for main, twin in twins.items() if inputs[main].status == inputs[twin.pdf].status == "ok"}
    taken = {twin.pdf for twin in pairs.values()}
    return [
        Unit(position, pairs[position].pdf, how=pairs[position].how) if position in pairs else Unit(position)
        for position, entry in enumerate(inputs)
        if entry.status == "ok" and position not in taken
    ]


def left_over(unit: Unit, outcome: Outcome[bytes], inputs: Sequence[Input]) -> Iterator[Unit]:
    """Give what of a pair is still to be read by itself, after it was read or failed together."""
    if unit.twin is None:
        return
    main, twin = inputs[unit.main].name, inputs[unit.twin].name
    if outcome.failure is not None:
        status, reason = verdict(outcome.failure)
        if outcome.failure.status:  # the structured file said why itself
            yield Unit(unit.twin, note=f"read by itself, because {main} is {status}")
            return
        yield Unit(unit.main, note=f"read without {twin}: together they ended with {status} ({reason})")
        yield Unit(unit.twin, note=f"read without {main}: together they ended with {status} ({reason})")
        return
    facts = facts_of(outcome)
    if facts.twin is not None and facts.twin.is_apart:
        how = f" ({unit.how})" if unit.how else ""
        yield Unit(unit.twin, note=f"read by itself, because it is not the pages of {main}{how}: {facts.twin.reason}")


def task_of(unit: Unit, inputs: Sequence[Input], *, passwords: tuple[str, ...], sources: Path, ocr: bool = True) -> ReadTask:
    """Give what a worker needs to read a unit."""
    return ReadTask(
        file=_source_file(inputs[unit.main]),
        twin=None if unit.twin is None else _source_file(inputs[unit.twin]),
        passwords=passwords,
        sources=str(sources),
        ocr=ocr,
        synctex=None if unit.twin is None else synctex_of(inputs[unit.main].path, inputs[unit.twin].path),
    )


def tree_digest(path: Path) -> str:
    """Give a digest over the files that a LaTeX file takes in; "" for other files and for those that take in none."""
    files = parts_of(path)
    try:
        return content_id("p", [(file.name, file_digest(file)) for file in files]) if files else ""
    except OSError:
        return ""


def parts_of(path: Path) -> tuple[Path, ...]:
    """Give the files that a LaTeX file takes in: those that it enters, its own class and packages, its bibliographies."""
    return (*project_files(path)[1:], *bibliography_files(path)) if path.suffix.lower() in TEX else ()


def synctex_of(main: Path, pdf: Path) -> SourceFile | None:
    """Give the SyncTeX file of a LaTeX project's PDF: by the PDF's name, by the main file's, or the only one beside the PDF."""
    if main.suffix.lower() not in TEX:
        return None
    try:
        beside = sorted(path for suffix in _SYNCTEX for path in pdf.parent.glob(f"*{suffix}") if path.is_file())
        named = [path for stem in (pdf.stem, main.stem) for path in beside if path.name in [stem + suffix for suffix in _SYNCTEX]]
        found = next(iter(named or (beside if len(beside) == 1 else [])), None)
        return None if found is None else SourceFile(path=str(found), name=found.name, sha256=file_digest(found))
    except OSError:
        return None


def facts_of(outcome: Outcome[bytes]) -> ResultFacts:
    """Give what a result says of its document, without the document."""
    return from_json(outcome.value or b"", ResultFacts, place="a reading worker's result")


def verdict(failure: Failure) -> tuple[ReadStatus, str]:
    """Say in the manifest's words why a file gave no document."""
    if failure.status:
        return as_status(failure.status), failure.message
    if failure.kind == "timeout":
        return "timeout", f"{failure.message}; allow more with seconds="
    if failure.error == "MemoryError":
        return "crashed", "it needs more memory than a worker may have; allow more with memory_mb="
    if failure.kind == "crashed":
        return "crashed", failure.message
    return "crashed", f"{failure.error} at {failure.place}: {failure.message}"


def as_status(status: str) -> ReadStatus:
    """Give the manifest's word for a reader's status; one that it lacks counts as damaged."""
    return status if status in STATUSES else "damaged"  # type: ignore[return-value]


def one_line(reason: str, path: Path) -> str:
    """Give a reason on one line, without the path that the manifest has beside it."""
    return printable(reason.removeprefix(f"{path}: ").strip())


def _source_file(entry: Input) -> SourceFile:
    return SourceFile(path=str(entry.path), name=entry.name, sha256=entry.sha256, tree=tree_digest(entry.path))
