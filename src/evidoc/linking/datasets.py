"""Link documents that use the same data: an accession number, a registered trial, a data DOI, or a data set called by name.

One group has all documents that name the data set, in the order of the corpus. Registries are told by the form of their
numbers; named data sets by a name in capitals before a word such as "dataset", "cohort" or "survey", or by `names`.
What more than `most` documents name is left out: it no longer says that they belong together. Source: X-13, SD-108.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from evidoc.errors import UsageError
from evidoc.linking._chunks import Chunk, chunks
from evidoc.linking._job import Job
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.groups import LinkedGroup, Tie

_REGISTERED = re.compile(
    r"\b(?:GSE\d{3,8}|[SED]R[PRXS]\d{5,9}|PRJ(?:NA|EB|DB)\d{2,8}|E-[A-Z]{4}-\d{1,6}|phs\d{6}|EGA[SD]\d{11}"  # sequences
    r"|PXD\d{6}|MTBLS\d{1,5}|EMD-\d{4,5}"  # proteins, metabolites, structures
    r"|NCT\d{8}|ISRCTN\d{8}|CRD42\d{9,12}|ACTRN\d{14}|ChiCTR[-\w]{8,16}"  # trials and reviews
    r"|10\.(?:5061/dryad|5281/zenodo|6084/m9\.figshare|17632|7910/DVN|1594/PANGAEA|3886/ICPSR)[./\w-]*[\w])",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b([A-Z][A-Za-z]*[A-Z][\w-]*(?:\s[IVX]+)?)\s+(?:data ?sets?|cohorts?|surveys?|corpus|corpora|registry|benchmark)\b"
)
_BY_NAME = 0.6  # a name in capitals can be somebody else's; a number cannot


@dataclass(frozen=True, slots=True)
class Mention:
    """A data set that a document names: in which form all share, as printed, in which block, and how sure that is."""

    name: str
    text: str
    block: int
    score: float


@dataclass(frozen=True, slots=True)
class _Task:
    """A chunk of a corpus and the names of data sets to look for."""

    chunk: Chunk
    names: tuple[str, ...]


def link(
    corpus: Corpus, job: Job | None = None, *, names: tuple[str, ...] = (), most: int = 10, by_name: bool = True
) -> Iterator[LinkedGroup]:
    """Give a group for each data set that two documents or more name, in the order in which they are first named.

    Raises:
        UsageError: `most` is less than 2, or a name is empty.
    """
    if most < 2:
        raise UsageError(f"most={most}; a group has at least 2 documents")
    if not all(map(str.strip, names)):
        raise UsageError(f"names={names!r} has what is no name; give the names of data sets as papers print them")
    job = job or Job()
    found: dict[str, dict[str, Mention]] = {}
    for chunk in job.run(_read_chunk, (_Task(chunk, names) for chunk in chunks(corpus))):
        for document, mentions in chunk:
            wanted = [mention for mention in mentions if by_name or mention.score == 1]
            for mention in wanted:
                found.setdefault(mention.name, {}).setdefault(document, mention)
            if not wanted:
                job.leave_out(document, "names_no_data_set")
    job.counts["data_sets"] += len(found)
    for users in found.values():
        if len(users) > most:
            job.counts["data_sets_too_common"] += 1
        elif len(users) > 1:
            yield _group(users, by=job.name or "datasets")


def mentions_of(document: Document, *, names: tuple[str, ...] = ()) -> tuple[Mention, ...]:
    """Give the data sets that a document names, each where it is first named surest; its bibliography does not count."""
    asked = _any_of(names)
    found: dict[str, Mention] = {}
    for block in document.body():
        if block.kind != "reference":
            for mention in _in_block(block.id, block.text, asked):
                if mention.name not in found or mention.score > found[mention.name].score:
                    found[mention.name] = mention
    return tuple(found.values())


def _any_of(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """Give what finds names that are asked for, the longest first, so that none is taken for its own beginning."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, ordered))})(?!\w)") if names else None


def _in_block(block: int, text: str, asked: re.Pattern[str] | None) -> Iterator[Mention]:
    for match in _REGISTERED.finditer(text):
        yield Mention(match.group().casefold(), match.group(), block, 1.0)
    for match in _NAMED.finditer(text):
        yield Mention(match.group(1), match.group(1), block, _BY_NAME)
    for match in asked.finditer(text) if asked else ():
        yield Mention(match.group(), match.group(), block, 1.0)


def _read_chunk(task: _Task) -> list[tuple[str, tuple[Mention, ...]]]:
    return [(document.id, mentions_of(document, names=task.names)) for document in task.chunk.documents()]


def _group(users: dict[str, Mention], *, by: str) -> LinkedGroup:
    ties = (
        Tie(kind="dataset", text=mention.text, value=mention.score, document=document, block=mention.block)
        for document, mention in users.items()
    )
    score = min(mention.score for mention in users.values())
    return LinkedGroup(documents=tuple(users), score=score, by=by, rationale=tuple(ties))
