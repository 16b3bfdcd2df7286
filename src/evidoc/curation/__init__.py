"""Corpus work: each part looks at all documents of a Corpus, labels them, and says which to keep and why not the others.

A part is a module with `curate(corpus, *, options) -> Curated`. It reads the corpus document by document and keeps
no more than a few numbers of each; what it decides does not depend on the order of the documents. Source: issue 2, item 10.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from evidoc.records.corpus import Corpus
from evidoc.records.document import Document
from evidoc.records.record import Record, SparseRecord

__all__ = ["Curated", "DocumentLabels", "Label", "LeftOut", "curated", "narrowed"]


class Label(SparseRecord, frozen=True, kw_only=True):
    """One thing that a part says of a document.

    `confidence` is in [0, 1] and 1 where nothing was guessed; `evidence` are the words, names or documents that
    it rests on; an empty value stands for "not known" and has its `reason`. Source: X-12.
    """

    name: str
    value: str | int
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()
    reason: str = ""


class DocumentLabels(Record, frozen=True, kw_only=True):
    """All labels of one document: a row of `labels.jsonl`."""

    document: str
    labels: tuple[Label, ...]


class LeftOut(Record, frozen=True, kw_only=True):
    """A document that a part leaves out, with a reason code and the detail for people."""

    document: str
    reason: str
    detail: str = ""


class Curated(Record, frozen=True, kw_only=True):
    """What a part says of a corpus: the ids that stay, labels by document, and what is left out and why.

    `kept` and `labels` are in the order of the corpus; every document is either in `kept` or in `left_out`.
    """

    kept: tuple[str, ...]
    labels: tuple[DocumentLabels, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def curated(corpus: Corpus, *, labels: Mapping[str, tuple[Label, ...]], left_out: Iterable[LeftOut] = ()) -> Curated:
    """Put together what a part found, in the order of the corpus."""
    out = {entry.document: entry for entry in left_out}
    return Curated(
        kept=tuple(document for document in corpus.ids if document not in out),
        labels=tuple(
            DocumentLabels(document=document, labels=labels[document]) for document in corpus.ids if labels.get(document)
        ),
        left_out=tuple(out[document] for document in corpus.ids if document in out),
    )


def narrowed(corpus: Corpus, kept: Iterable[str]) -> Corpus:
    """Give the part of a corpus that has these ids, in the order of the corpus; nothing is read for it."""
    wanted = set(kept)
    return Corpus(_Some(corpus, tuple(document for document in corpus.ids if document in wanted)), folder=corpus.folder)


class _Some(Mapping[str, Document]):
    """Some documents of a corpus, each read when it is asked for."""

    def __init__(self, corpus: Corpus, ids: tuple[str, ...]) -> None:
        self._corpus, self._ids = corpus, dict.fromkeys(ids)

    def __getitem__(self, document_id: str) -> Document:
        if document_id not in self._ids:
            raise KeyError(document_id)
        return self._corpus[document_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)
