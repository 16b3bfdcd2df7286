"""Reading files into a corpus: every file ends with a status, and none of them stops the rest."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evidoc.engines import Journal, Limits, Outcome, run_journaled
from evidoc.errors import NothingKept, ResumeMismatch, UsageError
from evidoc.flow._inputs import Input, find_inputs
from evidoc.flow._own_folder import refuse_strange
from evidoc.flow._parses import with_best_files
from evidoc.flow._read_out import SOURCES, clear, read_manifest, stored_members, sweep, write_corpus, write_manifest
from evidoc.flow._read_plan import Unit, left_over, task_of, tree_digest, units_of
from evidoc.flow._read_rows import Finished, finished, has_document, manifest_of
from evidoc.flow._reading import ReadResult, read_task
from evidoc.flow._twin_file import read_twin_file
from evidoc.flow._twins import Twin, find_twins
from evidoc.flow.work import Progress, Work
from evidoc.records.corpus import SCHEMA, corpus_header
from evidoc.records.ledger import ManifestEntry
from evidoc.records.record import content_id, from_json
from evidoc.records.store import Header, new_header, sweep_partials

JOURNAL = "reading.jsonl"
_TASKS_PER_WORKER = 500  # XML comes at 100 files a second, so starting a worker must be rare; leaks meet the memory cap first


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How files are read.

    `passwords` are tried in turn on encrypted files and never written down; `seconds` and `memory_mb`
    limit one file and its worker; larger files than `max_file_mb` are not opened; with `twins` a
    structured file and the PDF of the same text are one document: the one that `twin_file` names (columns
    `source` and `pdf`), that of the same folder and stem, the one PDF of a LaTeX project, or the one that is found by
    title and text; with `ocr`, and the extra of that name, pages that are only pictures are recognised;
    `overwrite` replaces the corpus that the folder holds.
    """

    passwords: tuple[str, ...] = ()
    seconds: float = 600.0
    memory_mb: int = 4096
    max_file_mb: int = 500
    twins: bool = True
    twin_file: Path | None = None
    ocr: bool = True
    overwrite: bool = False


@dataclass(frozen=True, slots=True)
class ReadSummary:
    """What a corpus came to: files by status, documents, their pages, and the seconds that it took."""

    out: Path
    statuses: dict[str, int]
    documents: int
    pages: int
    seconds: float


_OPTIONS = ReadOptions()
_WORK = Work()


def read(paths: Sequence[Path], *, out: Path, options: ReadOptions = _OPTIONS, work: Work = _WORK) -> ReadSummary:
    """Read files, folders and globs into a corpus folder.

    Every file is listed in `manifest.jsonl`, in order of path, with what became of it. The documents
    are the same bytes for any engine and number of workers, and after any number of interruptions.
    A complete corpus of the same files and options is left as it is; `retry_failed` reads again
    those of its files that gave no document.

    Raises:
        NothingKept: No file gave a document; the manifest is written all the same.
        UsageError: A path does not exist, or the folder holds other work; the message says what to do.
        ResumeMismatch: Asked to resume, but the folder's work is of other files or options.
    """
    started = time.monotonic()
    if out.resolve() in {path.resolve() for path in paths}:
        raise UsageError(f"{out} is to be read and written; give --out another folder, which may lie inside it")
    refuse_strange(out, kind="corpus")
    inputs = with_best_files(find_inputs(paths, leave_out=out, max_bytes=options.max_file_mb << 20))
    said = _said(inputs, options)
    header = new_header(SCHEMA, settings=_settings(inputs, options, said))
    is_complete = _is_complete(out, header, options=options, work=work)
    if is_complete and not work.retry_failed:
        (out / JOURNAL).unlink(missing_ok=True)  # of a run that ended between its last two steps
        return _summary(out, read_manifest(out), started=started)
    with Journal(out / JOURNAL, settings={"made_with": header.made_with}, anew=options.overwrite) as journal:
        sweep_partials(out)
        if options.overwrite:
            clear(out)
        stage = _Stage(inputs=inputs, out=out, options=options, work=work, journal=journal)
        twins = find_twins(inputs, said=said, passwords=options.passwords, work=work) if options.twins else {}
        units = units_of(inputs, twins)
        before = _settled(units, read_manifest(out)) if is_complete else {}
        rows = _read_and_write(stage, header, units=units, before=before)
        journal.remove()
    if not rows:
        raise NothingKept(f"{', '.join(map(str, paths))}: no file is there; give files, or folders with files in them")
    if not any(map(has_document, rows)):
        raise NothingKept(f"none of {len(rows)} files gave a document ({_counted(rows)}); {out}/manifest.jsonl says why")
    return _summary(out, rows, started=started)


@dataclass(frozen=True, slots=True)
class _Stage:
    """What all steps of one reading share."""

    inputs: Sequence[Input]
    out: Path
    options: ReadOptions
    work: Work
    journal: Journal


def _said(inputs: Sequence[Input], options: ReadOptions) -> dict[int, Twin]:
    if options.twin_file is None:
        return {}
    if not options.twins:
        raise UsageError(f"{options.twin_file} names twins, but twins are switched off; leave one of the two out")
    return read_twin_file(options.twin_file, inputs)


def _settings(inputs: Sequence[Input], options: ReadOptions, said: Mapping[int, Twin]) -> dict[str, str]:
    """Give what decides a corpus; limits decide whether a file is finished, not what its document says."""
    files = [(entry.shown, entry.sha256, entry.status, *filter(None, [tree_digest(entry.path)])) for entry in inputs]
    pairs = [(inputs[main].shown, inputs[twin.pdf].shown) for main, twin in sorted(said.items())]
    named = {} if options.twin_file is None else {"twin_file": content_id("w", pairs)}
    return {
        "files": content_id("f", files),
        "twins": str(options.twins).lower(),
        "ocr": str(options.ocr).lower(),
        "max_file_mb": str(options.max_file_mb),
        **named,
    }


def _is_complete(out: Path, header: Header, *, options: ReadOptions, work: Work) -> bool:
    """Say whether the folder holds just this corpus; refuse where it holds something else."""
    if options.overwrite:
        return False
    is_resumed = work.resume or work.retry_failed
    if not (out / "corpus.json").is_file():
        if (out / JOURNAL).exists() and not is_resumed:
            raise UsageError(f"{out} holds a reading that did not end; go on with --resume, or begin anew with --overwrite")
        return False
    there = corpus_header(out)
    said = {"made_with": there.made_with, **there.settings}
    asked = {"made_with": header.made_with, **header.settings}
    differ = ", ".join(name for name in dict.fromkeys((*asked, *said)) if said.get(name) != asked.get(name))
    if differ and is_resumed:
        raise ResumeMismatch(f"{out} holds a corpus that differs in {differ}; give the same paths and options, or --overwrite")
    if differ:
        raise UsageError(f"{out} holds a corpus that differs in {differ}; give another --out, or --overwrite to replace it")
    return True


def _settled(units: Sequence[Unit], manifest: Sequence[ManifestEntry]) -> dict[int, ManifestEntry]:
    """Give the rows of a complete corpus that need no second try: those of units all of whose files were read."""
    settled = [unit for unit in units if all(manifest[position].status == "ok" for position in unit.positions)]
    return {position: manifest[position] for unit in settled for position in unit.positions}


def _read_and_write(
    stage: _Stage, header: Header, *, units: Sequence[Unit], before: Mapping[int, ManifestEntry]
) -> list[ManifestEntry]:
    done = _read_all(stage, [unit for unit in units if unit.main not in before])
    rows = manifest_of(stage.inputs, done, before=before)
    stored = stored_members(stage.out) if before else None

    def member(position: int) -> bytes:
        if stored is not None and position in before:
            return stored(before[position].document)
        value = stage.journal.get(done[position].key).value
        return from_json(value or b"", ReadResult, place=str(stage.journal.path)).member

    sweep(stage.out, rows)
    write_manifest(stage.out, rows)
    if any(map(has_document, rows)):
        write_corpus(stage.out, rows, member=member, header=_counting(header, rows))
    return rows


def _read_all(stage: _Stage, units: Sequence[Unit]) -> dict[int, Finished]:
    """Read all units, then those files by themselves that could not be read together."""
    done: dict[int, Finished] = {}
    while units:
        left: list[Unit] = []
        for entry, outcome in _round(stage, units):
            done.update(dict.fromkeys(entry.unit.positions, entry))
            left.extend(left_over(entry.unit, outcome, stage.inputs))
        units = left
    return done


def _round(stage: _Stage, units: Sequence[Unit]) -> Iterator[tuple[Finished, Outcome[bytes]]]:
    options, work = stage.options, stage.work
    shared = partial(task_of, passwords=options.passwords, sources=stage.out / SOURCES, ocr=options.ocr)
    tasks = [shared(unit, stage.inputs) for unit in units]
    keys = [task.key for task in tasks]
    outcomes = run_journaled(
        read_task,
        zip(keys, tasks, strict=True),
        journal=stage.journal,
        retry_failed=work.retry_failed,
        engine=work.engine,
        workers=1 if work.engine == "threads" else work.workers,  # PDFium must not be used by two threads at once
        limits=Limits(seconds=options.seconds, memory=options.memory_mb << 20, tasks_per_worker=_TASKS_PER_WORKER),
        on_done=_teller(keys, stage),
    )
    with closing(outcomes):
        for unit, key, outcome in zip(units, keys, outcomes, strict=True):
            yield finished(unit, key, outcome), outcome


def _teller(keys: Sequence[str], stage: _Stage) -> Callable[[Outcome[bytes]], None]:
    """Give a function that reports progress after each file; what was done before counts as done."""
    journal, again = stage.journal, stage.work.retry_failed
    failed = sum(journal.has_failed(key) for key in keys) * (not again)
    done = sum(key in journal and not (again and journal.has_failed(key)) for key in keys)

    def tell(outcome: Outcome[bytes]) -> None:
        nonlocal done, failed
        done += 1
        failed += outcome.failure is not None
        kept = done - failed
        stage.work.progress(Progress("read", done=done, total=len(keys), kept=kept, failed=failed, noun="documents"))

    return tell


def _counting(header: Header, rows: Sequence[ManifestEntry]) -> Header:
    documents = [row for row in rows if has_document(row)]
    counts = {"files": len(rows), "documents": len(documents), "pages": sum(row.pages for row in documents)}
    return new_header(SCHEMA, settings=header.settings, counts=counts)


def _counted(rows: Sequence[ManifestEntry]) -> str:
    return ", ".join(f"{count} {status}" for status, count in sorted(Counter(row.status for row in rows).items()))


def _summary(out: Path, rows: Sequence[ManifestEntry], *, started: float) -> ReadSummary:
    documents = [row for row in rows if has_document(row)]
    return ReadSummary(
        out=out,
        statuses=dict(sorted(Counter(row.status for row in rows).items())),
        documents=len(documents),
        pages=sum(row.pages for row in documents),
        seconds=time.monotonic() - started,
    )
