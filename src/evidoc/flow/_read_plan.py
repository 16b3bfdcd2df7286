"""What is read together: a structured file with the PDF of the same text, everything else by itself."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from evidoc.engines import Failure, Outcome
from evidoc.flow._inputs import DOCUMENT_SUFFIXES, Input, printable
from evidoc.flow._parses import pdfs_of_parses
from evidoc.flow._reading import ReadTask, ResultFacts, SourceFile
from evidoc.records.ledger import ReadStatus
from evidoc.records.record import from_json

STATUSES: tuple[str, ...] = get_args(ReadStatus)


@dataclass(frozen=True, slots=True)
class Unit:
    """One document to read: the positions of its files in the list of inputs, and why it is read by itself if it is."""

    main: int
    twin: int | None = None
    note: str = ""

    @property
    def positions(self) -> tuple[int, ...]:
        """The positions of its files."""
        return (self.main,) if self.twin is None else (self.main, self.twin)


def pair_up(inputs: Sequence[Input], *, twins: bool) -> list[Unit]:
    """Pair each PDF with the structured file of its folder and stem; of several the one that says most is taken."""
    pdf_of = _pairs(inputs) if twins else {}
    if twins:
        spoken_for = set(pdf_of.values())
        pdf_of |= {main: pdf for main, pdf in pdfs_of_parses(inputs).items() if pdf not in spoken_for}
    taken = set(pdf_of.values())
    return [
        Unit(position, pdf_of.get(position))
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
        yield Unit(unit.twin, note=f"read by itself, because it is not the pages of {main}: {facts.twin.reason}")


def task_of(unit: Unit, inputs: Sequence[Input], *, passwords: tuple[str, ...], sources: Path, ocr: bool = True) -> ReadTask:
    """Give what a worker needs to read a unit."""
    return ReadTask(
        file=_source_file(inputs[unit.main]),
        twin=None if unit.twin is None else _source_file(inputs[unit.twin]),
        passwords=passwords,
        sources=str(sources),
        ocr=ocr,
    )


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


def _pairs(inputs: Sequence[Input]) -> dict[int, int]:
    groups: dict[tuple[Path, str], dict[str, int]] = {}
    for position, entry in enumerate(inputs):
        suffix = entry.path.suffix.lower()
        if entry.status == "ok" and suffix in DOCUMENT_SUFFIXES:
            stem = unicodedata.normalize("NFC", entry.path.stem)
            groups.setdefault((entry.path.parent, stem), {}).setdefault(suffix, position)
    pairs = {}
    for group in groups.values():
        structured = [suffix for suffix in DOCUMENT_SUFFIXES if suffix in group and suffix != ".pdf"]
        if structured and ".pdf" in group:
            pairs[group[structured[0]]] = group[".pdf"]
    return pairs


def _source_file(entry: Input) -> SourceFile:
    return SourceFile(path=str(entry.path), name=entry.name, sha256=entry.sha256)
