"""Which documents are one work: the same bytes, the same identifier, the same words, or nearly the same words (case H06)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from evidoc.curation._joined import Joined
from evidoc.curation._minhash import jaccard, likely_pairs, shingles, signature
from evidoc.curation._words import digest_of, folded, words_of
from evidoc.errors import UsageError
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Tie = Literal["same_bytes", "same_identifier", "same_text", "near"]

_FEWEST_WORDS = 20  # a document with fewer is known by its pictures or its layout, not by its words
_OF_WORKS = frozenset({"doi", "pmid", "pmcid", "pmc", "arxiv"})  # "cik" names a company, of which there are many filings
_VERSION = re.compile(r"(?<=\d)(?:v|\.)\d{1,2}$")
_SETS_KEPT = 64  # shingle sets kept while pairs are compared; pairs come ordered, so few are read twice


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What is kept of a document while a corpus is compared: digests, names, and one kilobyte of signature.

    `is_traced` says whether its licence or an identifier is known.
    """

    id: str
    name: str
    has_pages: bool
    is_traced: bool
    words: int
    bytes_digests: tuple[str, ...]
    identifiers: tuple[str, ...]
    text_digest: str
    signature: NDArray[np.uint32] | None


@dataclass(frozen=True, slots=True)
class Link:
    """Why two documents are taken for one work; `likeness` is the share of five-word runs in common."""

    first: str
    second: str
    tie: Tie
    likeness: float = 1.0


@dataclass(frozen=True, slots=True)
class Groups:
    """The documents of a corpus in groups that are one work each; `sets` has them by the smallest id."""

    prints: dict[str, Fingerprint]
    sets: dict[str, tuple[str, ...]]
    links: tuple[Link, ...]


def find_groups(corpus: Corpus, *, near: float) -> Groups:
    """Group the documents that are the same work; `near` is the least share of five-word runs in common.

    Documents are read once, and once more each where two look alike. Groups do not depend on the order.

    Raises:
        UsageError: `near` is not above 0 and at most 1.
    """
    if not 0 < near <= 1:
        raise UsageError(f"near={near} is no share of words in common; give a number above 0 and at most 1")
    prints = {document.id: _fingerprint(document) for document in corpus}
    joined = Joined(prints)
    links = [*_ties(prints, joined), *_near(corpus, prints, joined, near=near)]
    return Groups(prints=prints, sets=joined.sets(), links=tuple(links))


def _fingerprint(document: Document) -> Fingerprint:
    words = words_of(document)
    tells = len(words) >= _FEWEST_WORDS
    sources = [source for source in (document.source, document.pages_source) if source is not None]
    return Fingerprint(
        id=document.id,
        name=folded(document.source.name),
        has_pages=bool(document.pages),
        is_traced=bool(document.source.licence or document.identifiers),
        words=len(words),
        bytes_digests=tuple(sorted({source.sha256 for source in sources})),
        identifiers=tuple(sorted(filter(None, map(_work, document.identifiers)))),
        text_digest=digest_of(words) if tells else "",
        signature=signature(shingles(words)) if tells else None,
    )


def _work(identifier: str) -> str:
    """Give an identifier of a work without its version ("arxiv:1706.03762v5", "pmcid:PMC1.2"), or "" for any other."""
    scheme, _, name = identifier.casefold().partition(":")
    if scheme not in _OF_WORKS or not name:
        return ""
    return f"{scheme}:{name if scheme == 'doi' else _without_version(scheme, name)}"


def _without_version(scheme: str, name: str) -> str:
    if scheme == "arxiv" and "v" not in name:
        return name  # the dot of a new arXiv number is no version
    return _VERSION.sub("", name)


def _ties(prints: dict[str, Fingerprint], joined: Joined) -> Iterator[Link]:
    """Join what shares a digest, an identifier or all words."""
    ties: tuple[Tie, ...] = ("same_bytes", "same_identifier", "same_text")
    for tie in ties:
        sharing: dict[str, list[str]] = {}
        for document in sorted(prints):
            for key in _keys(prints[document], tie):
                sharing.setdefault(key, []).append(document)
        for documents in sharing.values():
            for first, second in pairwise(documents):
                if not joined.are_together(first, second):
                    joined.join(first, second)
                    yield Link(first=first, second=second, tie=tie)


def _keys(of: Fingerprint, tie: Tie) -> Iterable[str]:
    if tie == "same_bytes":
        return of.bytes_digests
    return of.identifiers if tie == "same_identifier" else filter(None, [of.text_digest])


def _near(corpus: Corpus, prints: dict[str, Fingerprint], joined: Joined, *, near: float) -> Iterator[Link]:
    """Join what has nearly the same words; a pair that looks alike is compared shingle by shingle."""
    import numpy as np

    one_of = {entry.text_digest: document for document, entry in sorted(prints.items(), reverse=True) if entry.text_digest}
    ids = sorted(one_of.values())
    if len(ids) < 2:
        return
    signatures = np.stack([value for value in (prints[document].signature for document in ids) if value is not None])

    @lru_cache(maxsize=_SETS_KEPT)
    def read(document: str) -> NDArray[np.uint64]:
        return shingles(words_of(corpus[document]))

    refused: set[tuple[int, int]] = set()
    for pair in likely_pairs(signatures, threshold=near):
        first, second = ids[pair[0]], ids[pair[1]]
        if pair in refused or joined.are_together(first, second):
            continue
        likeness = jaccard(read(first), read(second))
        if likeness >= near:
            joined.join(first, second)
            yield Link(first=first, second=second, tie="near", likeness=round(likeness, 4))
        else:
            refused.add(pair)
