"""Take a sample with its share from every stratum: kind, language, page band, domain, file type, host.

Which documents are taken follows from the seed and each document's id alone, so adding documents or naming them in
another order moves as few as can be. Source: CV-02, CV-05, X-35.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from evidoc.curation import Curated, Label, LeftOut, curated
from evidoc.curation._quotas import equal_quotas, proportional_quotas
from evidoc.curation.classes import classes_of
from evidoc.errors import UnknownName, UsageError
from evidoc.kit import rng_for
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document

_BANDS = ((0, "no pages"), (5, "1-5"), (20, "6-20"), (50, "21-50"), (200, "51-200"))  # CiteVQA: median 30, mean 40.6 pages


def curate(
    corpus: Corpus,
    *,
    n: int | Mapping[str, int] = 100,
    by: tuple[str, ...] = ("kind", "language", "pages"),
    balance: str = "proportional",
    seed: int = 0,
) -> Curated:
    """Keep `n` documents, of each stratum its quota; each document is labelled with its `stratum`.

    With `balance` "proportional" a stratum has its share of `n` within one document, with "equal" as many as any other, and
    what a small stratum lacks goes to the rest. `n` may give a number for each stratum: {"article / en / 6-20": 5}.

    Raises:
        UsageError: A quota is larger than its stratum, or `n` or `balance` is not possible; the message names all.
        UnknownName: A dimension of `by` is not known.
    """
    strata: dict[str, list[str]] = {}
    for document in corpus:
        strata.setdefault(stratum_of(document, by=by), []).append(document.id)
    sizes = {stratum: len(strata[stratum]) for stratum in sorted(strata)}
    taken = _quotas(sizes, n=n, balance=balance) if isinstance(n, int) else dict(n)
    _check(taken, sizes)
    chosen = {
        document
        for stratum, documents in strata.items()
        for document in sorted(documents, key=lambda document: (rng_for(seed, document).random(), document))[
            : taken.get(stratum, 0)
        ]
    }
    stratum = {document: name for name, documents in strata.items() for document in documents}
    left_out = [
        LeftOut(document=document, reason="not_sampled", detail=f"{taken.get(name, 0)} of {sizes[name]} were taken of {name}")
        for document, name in stratum.items()
        if document not in chosen
    ]
    labels = {document: (Label(name="stratum", value=name),) for document, name in stratum.items()}
    return curated(corpus, labels=labels, left_out=left_out)


def stratum_of(document: Document, *, by: tuple[str, ...]) -> str:
    """Give the stratum of a document: its value in each dimension, joined by " / "."""
    for name in by:
        if name not in _DIMENSIONS:
            raise UnknownName(name, kind="dimension", known=tuple(sorted(_DIMENSIONS)))
    return " / ".join(_DIMENSIONS[name](document) or "unknown" for name in by)


def _quotas(sizes: Mapping[str, int], *, n: int, balance: str) -> dict[str, int]:
    if n < 1:
        raise UsageError(f"n={n} takes nothing; give at least 1")
    if balance not in ("proportional", "equal"):
        raise UsageError(f"balance={balance!r} is not known; give proportional or equal")
    return (proportional_quotas if balance == "proportional" else equal_quotas)(sizes, n)


def _check(quotas: Mapping[str, int], sizes: Mapping[str, int]) -> None:
    short = [
        f"{stratum!r} asks {quota} of {sizes.get(stratum, 0)}"
        for stratum, quota in quotas.items()
        if quota > sizes.get(stratum, 0)
    ]
    if short:
        raise UsageError(f"quotas cannot be met: {', '.join(short)}; strata are {', '.join(map(repr, sizes))}")


def _pages(document: Document) -> str:
    return next((name for most, name in _BANDS if len(document.pages) <= most), "over 200")


def _class(name: str) -> Callable[[Document], str]:
    return lambda document: next((str(label.value) for label in classes_of(document) if label.name == name), "")


_DIMENSIONS: Mapping[str, Callable[[Document], str]] = {
    "kind": lambda document: document.kind,
    "language": lambda document: document.language,
    "pages": _pages,
    "host": lambda document: urlsplit(document.source.link).hostname or "",
    "media_type": lambda document: document.source.media_type,
    "domain": _class("domain"),
    "sub_domain": _class("sub_domain"),
    "file_type": _class("file_type"),
}
