"""Name each document's licence in one way, and say whether text made from it may be passed on.

A licence that is not stated or not known stays so, with the reason; such a document counts as not redistributable.
Source: DHQ-04, X-51.
"""

from __future__ import annotations

from collections.abc import Sequence

from evidoc.curation import Curated, Label, LeftOut, curated
from evidoc.errors import UsageError
from evidoc.records.corpus import Corpus
from evidoc.records.licences import Licence, licence_of, stated_licences

_KEEP = ("all", "redistributable", "commercial")


def curate(corpus: Corpus, *, keep: str = "all") -> Curated:
    """Label each document with `licence`, `redistributable` (yes, no or unknown) and the licence's `conditions`.

    `keep` is "all", "redistributable", or "commercial", which also leaves out what is for non-commercial use only.

    Raises:
        UsageError: `keep` is none of the three.
    """
    if keep not in _KEEP:
        raise UsageError(f"keep={keep!r} is not known; give one of {', '.join(_KEEP)}")
    labels: dict[str, tuple[Label, ...]] = {}
    left_out: list[LeftOut] = []
    for document in corpus:
        stated = stated_licences(document)
        licences = [licence_of(statement) for statement in stated]
        labels[document.id] = _labels(stated, licences)
        reason = _fault(licences, keep=keep) if keep != "all" else ""
        if reason:
            left_out.append(LeftOut(document=document.id, reason=reason, detail="; ".join(stated) or "no licence is stated"))
    return curated(corpus, labels=labels, left_out=left_out)


def _labels(stated: Sequence[str], licences: list[Licence | None]) -> tuple[Label, ...]:
    known = [licence for licence in licences if licence is not None]
    evidence = tuple(stated)
    if not stated or len(known) < len(licences):
        reason = "stated, but not a licence that evidoc knows" if stated else "no licence is stated"
        return (
            Label(name="licence", value="", confidence=0.0, evidence=evidence, reason=reason),
            Label(name="redistributable", value="unknown", confidence=0.0, reason=reason),
        )
    may = all(licence.redistributable for licence in known)
    conditions = sorted({condition for licence in known for condition in licence.conditions})
    return (
        Label(name="licence", value=" AND ".join(dict.fromkeys(licence.id for licence in known)), evidence=evidence),
        Label(name="redistributable", value="yes" if may else "no"),
        *([Label(name="conditions", value=" ".join(conditions))] if conditions else []),
    )


def _fault(licences: list[Licence | None], *, keep: str) -> str:
    """Give why a document may not be kept, or ""."""
    known = [licence for licence in licences if licence is not None]
    if not known or len(known) < len(licences):
        return "licence_unknown"
    if not all(licence.redistributable for licence in known):
        return "not_redistributable"
    non_commercial = any("non_commercial" in licence.conditions for licence in known)
    return "not_commercial" if keep == "commercial" and non_commercial else ""
