"""The manifest of a corpus: what became of every file that was to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from evidoc.engines import Failure, Outcome
from evidoc.flow._inputs import Input
from evidoc.flow._read_plan import Unit, as_status, facts_of, one_line, parts_of, verdict
from evidoc.flow._reading import ResultFacts
from evidoc.records.ledger import ManifestEntry


@dataclass(frozen=True, slots=True)
class Finished:
    """A unit that was read or has failed: the key of its journal record, and what that says without the document."""

    unit: Unit
    key: str
    seconds: float
    facts: ResultFacts | None = None
    failure: Failure | None = None


def finished(unit: Unit, key: str, outcome: Outcome[bytes]) -> Finished:
    """Keep of an outcome what the manifest needs."""
    facts = facts_of(outcome) if outcome.failure is None else None
    return Finished(unit=unit, key=key, seconds=round(outcome.seconds, 3), facts=facts, failure=outcome.failure)


def manifest_of(
    inputs: Sequence[Input], done: Mapping[int, Finished], *, before: Mapping[int, ManifestEntry]
) -> list[ManifestEntry]:
    """Give a row for each input, in order; rows of `before` are taken as they are.

    Two documents of one id cannot both enter, so the later one is listed as a duplicate.
    """
    rows: list[ManifestEntry] = []
    by_path: dict[Path, ManifestEntry] = {}
    taken: dict[str, ManifestEntry] = {}
    for position, entry in enumerate(inputs):
        row = before.get(position) or _row(position, inputs, done=done.get(position))
        if entry.first is None and has_document(row) and taken.setdefault(row.document, row) is not row:
            reason = f"the digest of {taken[row.document].path} begins with the same 12 digits; read the two into two corpora"
            row = msgspec.structs.replace(row, status="duplicate", reason=reason)
        by_path[entry.path] = row
        rows.append(row)
    rows = [
        row if entry.first is None else msgspec.structs.replace(row, document=by_path[entry.first].document)
        for row, entry in zip(rows, inputs, strict=True)
    ]
    return _with_parts(rows, inputs)


def _with_parts(rows: Sequence[ManifestEntry], inputs: Sequence[Input]) -> list[ManifestEntry]:
    """Say of each file that a LaTeX project took in, and that is no document of its own, which document it is a part of."""
    mains: dict[Path, tuple[Input, ManifestEntry]] = {}
    for row, entry in zip(rows, inputs, strict=True):
        for part in parts_of(entry.path) if has_document(row) else ():
            mains.setdefault(part, (entry, row))
    return [
        _part_row(row, *mains[entry.path.resolve()]) if row.status == "unsupported" and entry.path.resolve() in mains else row
        for row, entry in zip(rows, inputs, strict=True)
    ]


def _part_row(row: ManifestEntry, main: Input, of: ManifestEntry) -> ManifestEntry:
    return msgspec.structs.replace(row, status="part", reason=f"taken in by {main.name}", document=of.document)


def has_document(row: ManifestEntry) -> bool:
    """Say whether a document was made of this row's file; a PDF that lent its pages to another has none.

    A PDF's own document is named after its bytes; that of a LaTeX project is named after all its files.
    """
    is_own = row.document.removeprefix("d-") == row.sha256[:12] or not row.path.lower().endswith(".pdf")
    return row.status == "ok" and bool(row.document) and is_own


def _row(position: int, inputs: Sequence[Input], *, done: Finished | None) -> ManifestEntry:
    entry = inputs[position]
    plain = ManifestEntry(path=entry.shown, sha256=entry.sha256, status=entry.status, reason=entry.reason)
    if done is None:
        return plain
    if done.failure is not None:
        status, reason = verdict(done.failure)
        said = _joined(one_line(reason, entry.path), done.unit.note, entry.reason)
        return msgspec.structs.replace(plain, status=status, reason=said, seconds=done.seconds)
    assert done.facts is not None
    if position == done.unit.twin:
        return _twin_row(plain, done.facts, inputs[done.unit.main], how=done.unit.how)
    said = _joined(done.unit.note, _lacking(done.facts, done.unit, inputs), entry.reason)
    return msgspec.structs.replace(
        plain,
        document=done.facts.document,
        pages=done.facts.pages,
        pages_sha256=done.facts.pages_sha256,
        reason=said,
        seconds=done.seconds,
    )


def _twin_row(plain: ManifestEntry, facts: ResultFacts, main: Input, *, how: str) -> ManifestEntry:
    """Say of the PDF of a structured file that it gave the pages and how it was found, or why it could not."""
    assert facts.twin is not None
    if facts.twin.status != "ok":
        return msgspec.structs.replace(
            plain,
            status=as_status(facts.twin.status),
            reason=one_line(facts.twin.reason, main.path.with_name(Path(plain.path).name)),
        )
    said = f"pages of {main.name}" + (f" ({how})" if how else "")
    return msgspec.structs.replace(plain, document=facts.document, pages=facts.pages, reason=_joined(said, plain.reason))


def _lacking(facts: ResultFacts, unit: Unit, inputs: Sequence[Input]) -> str:
    """Say of a structured file why the PDF beside it did not give it pages."""
    if facts.twin is None or unit.twin is None or (facts.twin.status == "ok" and not facts.twin.is_apart):
        return ""
    name = inputs[unit.twin].name
    return f"without the pages of {name}: {facts.twin.reason if facts.twin.is_apart else f'it is {facts.twin.status}'}"


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)
