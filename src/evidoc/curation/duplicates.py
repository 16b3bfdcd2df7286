"""Keep one document of each work: the same bytes, identifier or words, or nearly the same words.

Of a group the document with pages is kept, then one of known licence or identifier, then the one with most words.
File names that are the same in composed and decomposed form, or but for case, are labelled `name_collision` where the
contents differ. Source: cases H06 and I04.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from evidoc.curation import Curated, Label, LeftOut, curated
from evidoc.curation._alike import Fingerprint, Groups, Link, find_groups
from evidoc.records.corpus import Corpus


def curate(corpus: Corpus, *, near: float = 0.8, keep_all: bool = False) -> Curated:
    """Label each group of duplicates with the id of the document that stays, and leave the others out.

    `near` is the least share of five-word runs in common; with `keep_all` groups are labelled and nothing is left out.
    """
    groups = find_groups(corpus, near=near)
    links = _by_document(groups.links)
    labels: dict[str, list[Label]] = {document: [] for document in groups.prints}
    left_out: list[LeftOut] = []
    for members in groups.sets.values():
        best = min(members, key=lambda document: _rank(groups.prints[document]))
        for document in members if len(members) > 1 else ():
            labels[document].append(_group_label(document, best, links[document]))
            if document != best:
                left_out.append(_dropped(document, groups.prints[best], links[document]))
    for document, label in _collisions(groups):
        labels[document].append(label)
    ordered = {document: tuple(found) for document, found in labels.items()}
    return curated(corpus, labels=ordered, left_out=() if keep_all else left_out)


def _rank(entry: Fingerprint) -> tuple[bool, bool, int, str]:
    return (not entry.has_pages, not entry.is_traced, -entry.words, entry.id)


def _by_document(links: Iterable[Link]) -> dict[str, list[Link]]:
    found: dict[str, list[Link]] = {}
    for link in links:
        for document in (link.first, link.second):
            found.setdefault(document, []).append(link)
    return found


def _group_label(document: str, best: str, links: Sequence[Link]) -> Label:
    return Label(
        name="duplicates",
        value=best,
        confidence=min(link.likeness for link in links),
        evidence=tuple(_said(link, document) for link in links),
    )


def _dropped(document: str, best: Fingerprint, links: Sequence[Link]) -> LeftOut:
    strongest = max(links, key=lambda link: (link.tie != "near", link.likeness, link.first, link.second))
    said = f"one work with {best.id} ({best.name}): {_said(strongest, document)}"
    return LeftOut(document=document, reason=strongest.tie, detail=said)


def _said(link: Link, document: str) -> str:
    other = link.second if document == link.first else link.first
    return f"{link.tie} {other}" + (f" {link.likeness:.2f}" if link.tie == "near" else "")


def _collisions(groups: Groups) -> Iterator[tuple[str, Label]]:
    """Label documents of different works whose file names differ at most in case or in the form of accents (case I04)."""
    root = {document: smallest for smallest, members in groups.sets.items() for document in members}
    by_name: dict[str, list[str]] = {}
    for document in sorted(groups.prints):
        by_name.setdefault(groups.prints[document].name, []).append(document)
    for name, documents in by_name.items():
        for document in documents if len({root[document] for document in documents}) > 1 else ():
            others = tuple(other for other in documents if root[other] != root[document])
            yield document, Label(name="name_collision", value=name, evidence=others)
