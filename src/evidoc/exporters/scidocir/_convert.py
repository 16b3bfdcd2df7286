"""A Document as SciDocIR: a block in several places becomes several blocks, of which the first has the text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from msgspec import UNSET

from evidoc.exporters.scidocir._blocks import Facts, block_of
from evidoc.exporters.scidocir._nearby import nearby
from evidoc.exporters.scidocir._parts import Part, last_parts, parts_of
from evidoc.exporters.scidocir._pictures import Pictures
from evidoc.records import scidocir
from evidoc.records.document import Document, Reference, Relation, Source
from evidoc.records.geometry import Page
from evidoc.records.relations import relations_of, sorted_relations


def scidocir_of(document: Document, *, pictures: Pictures) -> scidocir.SciDocIR:
    """Give a document in the schema of figure 8; one that was imported keeps its relations as they were."""
    parts = parts_of(document)
    facts = _facts(document, parts, pictures)
    blocks = tuple(block_of(part, facts) for part in parts)
    relations = tuple(
        scidocir.Relation(type=relation.kind, source=relation.source, target=relation.target)
        for relation in _relations(document, parts)
    )
    return scidocir.SciDocIR(
        document=_info(document),
        categories=scidocir.CATEGORIES,
        pages=tuple(_page(page, pictures) for page in document.pages),
        blocks=blocks,
        relations=relations,
        stats=scidocir.stats_of(blocks, relations),
    )


def _page(page: Page, pictures: Pictures) -> scidocir.Page:
    name = pictures.pages.get(page.index, "")
    return scidocir.Page(page_index=page.index, width=float(page.width), height=float(page.height), image_path=name)


def _facts(document: Document, parts: tuple[Part, ...], pictures: Pictures) -> Facts:
    referring: dict[str, list[int]] = defaultdict(list)
    subfigures: dict[int, list[int]] = defaultdict(list)
    targets: dict[int, list[int]] = defaultdict(list)
    for block in document.blocks:
        for label in block.refers_to:
            referring[label].append(block.id)
        if block.parent is not None and block.kind in ("figure", "chart"):
            subfigures[block.parent].append(block.id)
        for caption in block.captions:
            targets[caption].append(block.id)
    return Facts(
        document=document,
        last=last_parts(parts),
        referring=referring,
        subfigures=subfigures,
        targets=targets,
        references=_references(document),
        nearby=nearby({part.id: part.box for part in parts if part.box is not None}),
        crops=pictures.crops,
    )


def _references(document: Document) -> Mapping[int, Reference]:
    """Give the bibliography's entries by the block that shows each."""
    by_key = {reference.key: reference for reference in document.references}
    return {
        block.id: by_key[label]
        for block in document.blocks
        if block.kind == "reference"
        for label in block.labels[:1]
        if label in by_key
    }


def _relations(document: Document, parts: tuple[Part, ...]) -> tuple[Relation, ...]:
    """Give the relations, those of reading order led through all parts of a block."""
    last = last_parts(parts)
    known = document.relations if document.reader == scidocir.READER else relations_of(document)
    found = {
        Relation(kind=relation.kind, source=last[relation.source], target=relation.target) if relation.kind == "adj" else relation
        for relation in known
    }
    for part in parts:
        if part.before is not None:
            found.add(Relation(kind="adj", source=part.before, target=part.id))
            found.add(Relation(kind="continuation", source=part.before, target=part.id))
    return sorted_relations(found)


def _info(document: Document) -> scidocir.DocumentInfo:
    foreign = [name for name in document.identifiers if name.startswith(scidocir.FOREIGN_ID)]
    return scidocir.DocumentInfo(
        doc_id=foreign[0].removeprefix(scidocir.FOREIGN_ID) if foreign else document.id,
        source_dir=document.id,
        num_pages=len(document.pages),
        provenance=_provenance(document),
    )


def _provenance(document: Document) -> scidocir.Provenance:
    source = document.source
    pages: Source | None = document.pages_source if document.pages_source != source else None
    domains = [flag.removeprefix(scidocir.DOMAIN) for flag in document.flags if flag.startswith(scidocir.DOMAIN)]
    identifiers = tuple(name for name in document.identifiers if not name.startswith(scidocir.FOREIGN_ID))
    return scidocir.Provenance(
        source=source.name,
        url=source.link,
        licence=source.licence,
        domain=domains[0] if domains else "",
        sha256=source.sha256,
        media_type=source.media_type or UNSET,
        kind=document.kind,
        title=document.title or UNSET,
        language=document.language or UNSET,
        identifiers=identifiers or UNSET,
        flags=tuple(flag for flag in document.flags if not flag.startswith(scidocir.DOMAIN)) or UNSET,
        pages_source=pages.name if pages else UNSET,
        pages_sha256=pages.sha256 if pages else UNSET,
    )
