"""The sheet on which a person decides about proposed questions: written for a spreadsheet, and read back with its faults."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path

from evidoc.errors import InvalidRecord
from evidoc.flow._csv_rows import csv_rows
from evidoc.flow._scales import NO, YES
from evidoc.records.record import Record
from evidoc.reports.csv_files import write_csv

HEADER = ("candidate", "keep", "question", "answer", "documents")


class Candidate(Record, frozen=True, kw_only=True):
    """A proposed question over documents, with its answer and who proposed it at which prompt."""

    id: str
    question: str
    answer: str
    documents: tuple[str, ...]
    model: str
    prompt: str


class Reviewed(Record, frozen=True, kw_only=True):
    """What the sheet says: the questions kept, as they stand there; how many were refused, and how many not looked at."""

    kept: tuple[Candidate, ...]
    refused: int
    open: int


def write_sheet(path: Path, candidates: Iterable[Candidate]) -> None:
    """Write the sheet; its column `keep` is empty."""
    rows = ((one.id, "", one.question, one.answer, " ".join(one.documents)) for one in candidates)
    write_csv(path, HEADER, rows)


def read_sheet(path: Path, candidates: Sequence[Candidate]) -> Reviewed:
    """Read the sheet back; question and answer may have been edited.

    Raises:
        InvalidRecord: A row does not read; all faults are named at once.
    """
    known = {one.id: one for one in candidates}
    kept: list[Candidate] = []
    faults: list[str] = []
    refused = 0
    seen = set[str]()
    for number, row in enumerate(_rows(path), 2):
        keep, name = row["keep"].strip().lower(), row["candidate"].strip()
        if name not in known or name in seen:
            faults.append(f"row {number}: candidate {name!r} is unknown or stands twice")
        elif keep in YES and not (row["question"].strip() and row["answer"].strip()):
            faults.append(f"row {number}: question and answer of a kept candidate cannot be empty")
        elif keep in YES:
            old = known[name]
            kept.append(
                Candidate(
                    id=old.id, question=_plain(row["question"]), answer=_plain(row["answer"]), documents=old.documents,
                    model=old.model, prompt=old.prompt,
                )
            )  # fmt: skip
        elif keep and keep not in NO:
            faults.append(f"row {number}: keep is {row['keep']!r}, not yes or no")
        seen.add(name)
        refused += keep in NO
    if faults:
        raise InvalidRecord(f"{path}: {'; '.join(faults[:20])}; mend these rows and run the command again")
    return Reviewed(kept=tuple(kept), refused=refused, open=len(candidates) - len(kept) - refused)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = (row for _, row in csv_rows(file, path) if row)
        head = next(rows, [])
        missing = [name for name in HEADER[:4] if name not in head]
        if missing:
            raise InvalidRecord(f"{path}: no column {', '.join(missing)}; keep the head of the sheet as it was written")
        return [dict(zip_longest(head, row[: len(head)], fillvalue="")) for row in rows]


def _plain(text: str) -> str:
    return " ".join(text.split())
