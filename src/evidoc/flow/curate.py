"""curate: a Corpus → a smaller Corpus with labels, and for each document that is left out the reason."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.curation import Curated, DocumentLabels, LeftOut, narrowed
from evidoc.errors import NothingKept, UsageError
from evidoc.flow._curate_out import Curating, clear_curated, labels_before, write_curated
from evidoc.flow._label_counts import LabelCounts, count_labels
from evidoc.flow._own_folder import refuse_strange, whole_folder
from evidoc.flow.work import Progress, Work
from evidoc.records.corpus import SCHEMA, Corpus, corpus_header, open_corpus
from evidoc.records.record import content_id
from evidoc.records.store import Header, new_header
from evidoc.shelf import Part, options_of, part


@dataclass(frozen=True, slots=True)
class CurateOptions:
    """Which parts curate, one after the other, each on what the one before has kept.

    `parts` are spec strings; `seed` is for those that choose by chance and name no seed themselves; `overwrite`
    replaces the corpus that the folder holds.
    """

    parts: tuple[str, ...] = ("duplicates", "licences", "profiles", "classes")
    seed: int = 0
    overwrite: bool = False


@dataclass(frozen=True, slots=True)
class CurateSummary:
    """What a corpus came to: documents before and after, how many each part left out for which reason, and the labels."""

    out: Path
    documents: int
    kept: int
    left_out: dict[str, int]
    labels: tuple[LabelCounts, ...]
    seconds: float


_OPTIONS = CurateOptions()
_WORK = Work()


def curate(corpus: Path, *, out: Path, options: CurateOptions = _OPTIONS, work: Work = _WORK) -> CurateSummary:
    """Curate a corpus folder into another one.

    Documents and their sources are carried over as they are, one by one; `labels.jsonl` has what was said of each that
    is kept, and `manifest.jsonl` the files of those left out with part and reason. A folder that holds just this is done
    again, with the same bytes. Engine and workers do not matter: the parts run in this process.

    Raises:
        NothingKept: No document is left; nothing is written.
        UsageError: The folder holds something else, or a part cannot do what its options say.
    """
    started = time.monotonic()
    if out.resolve() == corpus.resolve():
        raise UsageError(f"{out} is to be read and written; give --out another folder")
    opened = open_corpus(corpus)
    parts = [_seeded(part("curation", spec), options.seed) for spec in options.parts]
    if not parts:
        raise UsageError("no part is to curate; name one or more, such as duplicates,licences")
    refuse_strange(out, kind="corpus")
    header = _header(corpus, opened, parts)
    _refuse_other_work(out, header, overwrite=options.overwrite)
    done = _run(opened, parts, work, before=labels_before(corpus))
    if not done.kept:
        raise NothingKept(f"none of {len(opened)} documents is left ({_counted(done)}); give the parts other options")
    with whole_folder(out, kind="corpus", clear=clear_curated) as folder:
        write_curated(corpus, opened, out=folder, done=done, header=header)
    return CurateSummary(
        out=out,
        documents=len(opened),
        kept=len(done.kept),
        left_out=_reasons(done),
        labels=count_labels(done.labels.values()),
        seconds=time.monotonic() - started,
    )


def _seeded(found: Part, seed: int) -> Part:
    """Bind the seed of the whole run to a part that chooses by chance and was given none."""
    takes_seed = "seed" in options_of(found.module, ("curate",)) and "seed" not in found.options
    return Part(found.room, found.name, found.module, {**found.options, "seed": seed}) if takes_seed else found


def _run(opened: Corpus, parts: Sequence[Part], work: Work, *, before: dict[str, DocumentLabels]) -> Curating:
    labels = {document: {label.name: label for label in row.labels} for document, row in before.items()}
    left_out: list[tuple[str, LeftOut]] = []
    left = opened
    for count, each in enumerate(parts, 1):
        result = each.function()(left)
        assert isinstance(result, Curated), f"{each.name} gave no Curated"
        for row in result.labels:
            labels.setdefault(row.document, {}).update((label.name, label) for label in row.labels)
        left_out += [(each.name, entry) for entry in result.left_out]
        left = narrowed(opened, result.kept)
        work.progress(Progress("curate", done=count, total=len(parts), kept=len(left), rejected=len(left_out)))
    kept = {document: tuple(labels.get(document, {}).values()) for document in left.ids}
    rows = {document: DocumentLabels(document=document, labels=found) for document, found in kept.items()}
    return Curating(kept=left.ids, labels=rows, left_out=tuple(left_out))


def _header(corpus: Path, opened: Corpus, parts: Sequence[Part]) -> Header:
    """Give a header that names the corpus by content and the parts with all their options."""
    there = corpus_header(corpus)
    settings = {"from": content_id("c", there.settings, opened.ids), "parts": ",".join(each.spec for each in parts)}
    return new_header(SCHEMA, settings=settings)


def _refuse_other_work(out: Path, header: Header, *, overwrite: bool) -> None:
    if overwrite or not (out / "corpus.json").is_file():
        return
    there = corpus_header(out)
    if there.settings != header.settings:
        raise UsageError(f"{out} holds another corpus; give another --out, or --overwrite to replace it")


def _reasons(done: Curating) -> dict[str, int]:
    return dict(sorted(Counter(f"{name}: {entry.reason}" for name, entry in done.left_out).items()))


def _counted(done: Curating) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in _reasons(done).items())
