"""Say of each document its language, kind, file type and domain, with the words that this rests on.

Domains are the seven of CiteVQA with their thirty sub-domains (CV-06), file types the four of pdfQA (PQ-31); both are
tables in `taxonomies/`. What words do not tell stays empty with the reason. Rules only; no model is asked. Source: X-11, X-12.
"""

from __future__ import annotations

from evidoc.curation import Curated, Label, LeftOut, curated
from evidoc.curation._cues import Points, best_label, points_of, taxonomy
from evidoc.errors import UnknownName
from evidoc.linking import systematic_review
from evidoc.records.corpus import Corpus
from evidoc.records.document import Document


def curate(corpus: Corpus, *, languages: tuple[str, ...] = (), domains: tuple[str, ...] = ()) -> Curated:
    """Label each document with `language`, `kind`, `file_type`, `domain`, `sub_domain` and `systematic_review`.

    With `languages` or `domains` a document of another one, or of none that is known, is left out (CV-03, CV-04).

    Raises:
        UnknownName: A domain is none of the taxonomy.
    """
    known = tuple(label for label in taxonomy("domains").ids if "/" not in label)
    for domain in domains:
        if domain not in known:
            raise UnknownName(domain, kind="domain", known=known)
    labels: dict[str, tuple[Label, ...]] = {}
    left_out: list[LeftOut] = []
    for document in corpus:
        labels[document.id] = classes_of(document)
        wanted = {"language": languages, "domain": domains}
        wrong = [label for label in labels[document.id] if wanted.get(label.name) and label.value not in wanted[label.name]]
        if wrong:
            said = f"{wrong[0].name} is {wrong[0].value or 'not known'}"
            left_out.append(LeftOut(document=document.id, reason=f"{wrong[0].name}_not_wanted", detail=said))
    return curated(corpus, labels=labels, left_out=left_out)


def classes_of(document: Document) -> tuple[Label, ...]:
    """Give all classes of one document."""
    return (
        _language(document),
        Label(name="kind", value=document.kind, evidence=_reader(document)),
        best_label("file_type", points_of(document, by="file_types")),
        *domain_of(document),
        _systematic_review(document),
    )


def domain_of(document: Document) -> tuple[Label, ...]:
    """Give the domain, and the sub-domain within it.

    A domain has its own points and half of those of its best sub-domain, so that a domain with many sub-domains has no lead.
    """
    scored = points_of(document, by="domains")
    tops = {topic.id for topic in taxonomy("domains").labels if not topic.parent}
    domain = best_label("domain", {top: both for top in tops if (both := _with_best(top, scored)).points})
    below = {label: points for label, points in scored.items() if domain.value and label.startswith(f"{domain.value}/")}
    return (domain, best_label("sub_domain", below)) if domain.value else (domain,)


def _with_best(top: str, scored: dict[str, Points]) -> Points:
    own = scored.get(top, Points(0, ()))
    below = [points for label, points in scored.items() if label.startswith(f"{top}/")]
    best = max(below, key=lambda points: points.points, default=Points(0, ()))
    return Points(points=own.points + best.points // 2, cues=tuple(dict.fromkeys((*own.cues, *best.cues))))


def _language(document: Document) -> Label:
    if document.language:
        return Label(name="language", value=document.language, confidence=0.9, evidence=_reader(document))
    return Label(name="language", value="", confidence=0.0, reason="too few words, or words of no language that is known")


def _reader(document: Document) -> tuple[str, ...]:
    return (document.reader,) if document.reader else ()


def _systematic_review(document: Document) -> Label:
    """Say whether an article is a systematic review, as linking by citations takes it (DHQ-06)."""
    claim = systematic_review(document)
    found = document.kind == "article" and claim.is_systematic
    return Label(
        name="systematic_review",
        value="yes" if found else "no",
        confidence=0.95 if claim.reason.startswith("title") else 0.8,
        evidence=(claim.reason,) if found else (),
    )
