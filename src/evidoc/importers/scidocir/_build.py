"""A SciDocIR file without faults as a Document: parts of one block put together, captions bound, sections found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast, get_args

import msgspec

from evidoc.importers.scidocir._blocks import Whole, block_of, given, kept_of
from evidoc.importers.scidocir._names import OWN_ID
from evidoc.records import scidocir
from evidoc.records.document import Block, Document, DocumentKind, Reference, Relation, Source
from evidoc.records.geometry import Page
from evidoc.records.relations import sorted_relations

_PDF = "application/pdf"


@dataclass(frozen=True, slots=True)
class Origin:
    """The file that is imported: its name and digest stand for a source that it does not name."""

    name: str
    sha256: str


def document_of(file: scidocir.SciDocIR, origin: Origin) -> Document:
    """Give the document of a file without faults."""
    provenance = file.document.provenance
    is_own = OWN_ID.fullmatch(file.document.doc_id) is not None
    blocks = tuple(block_of(whole) for whole in _in_order(_wholes(file, is_own=is_own)))
    blocks = blocks if is_own else _with_sections(blocks)
    source = _source(provenance, origin)
    return Document(
        id=file.document.doc_id if is_own else f"d-{source.sha256[:12]}",
        source=source,
        kind=_kind(provenance),
        title=given(provenance.title) or next((block.text for block in blocks if block.kind == "title"), ""),
        abstract=" ".join(block.text for block in blocks if block.kind == "abstract"),
        language=given(provenance.language),
        pages=tuple(Page(index=page.page_index, width=page.width, height=page.height) for page in file.pages),
        blocks=blocks,
        relations=_relations(file),
        references=_references(file.blocks, is_own=is_own),
        pages_source=_pages_source(provenance, source),
        identifiers=_identifiers(file.document, is_own=is_own),
        reader=scidocir.READER,
        flags=_flags(provenance),
    )


def _wholes(file: scidocir.SciDocIR, *, is_own: bool) -> list[Whole]:
    """Put the parts of each block together, and lead pointers past them."""
    owners = _owners(file.blocks)
    by_id = {block.block_id: block for block in file.blocks}
    captions: dict[int, list[int]] = defaultdict(list)
    for block in file.blocks:
        target = block.metadata.caption_target
        for number in target.block_ids if isinstance(target, scidocir.CaptionTarget) else ():
            captions[owners[number]].append(block.block_id)
    wholes = []
    for block in file.blocks:
        if owners[block.block_id] != block.block_id:
            continue
        parts = _parts(block, by_id, owners)
        last = parts[-1] if parts else block
        ends = (block.structure.previous_block, last.structure.next_block, block.structure.parent_block)
        previous, following, parent = (None if number is None else owners[number] for number in ends)
        bound = tuple(captions[block.block_id])
        wholes.append(Whole(block, parts, previous, following, parent, captions=bound, is_own=is_own))
    return wholes


def _parts(whole: scidocir.Block, by_id: Mapping[int, scidocir.Block], owners: Mapping[int, int]) -> list[scidocir.Block]:
    """Give the parts that follow a block, in order."""
    parts: list[scidocir.Block] = []
    number = whole.structure.next_block
    while number is not None and owners[number] == whole.block_id:
        parts.append(by_id[number])
        number = by_id[number].structure.next_block
    return parts


def _owners(blocks: Sequence[scidocir.Block]) -> dict[int, int]:
    """Give the whole block of every block: itself, or the one that it is a part of."""
    wholes = {block.block_id: scidocir.part_of(block) for block in blocks}
    return {number: number if whole is None else whole for number, whole in wholes.items()}


def _in_order(wholes: Sequence[Whole]) -> list[Whole]:
    """Give the blocks as the file lists them, but those of one chain of reading order one after the other."""
    by_id = {whole.block.block_id: whole for whole in wholes}
    place = {whole.block.block_id: number for number, whole in enumerate(wholes)}
    if all(whole.next is None or place[whole.next] > place[whole.block.block_id] for whole in wholes):
        return list(wholes)
    ordered: list[Whole] = []
    for whole in wholes:
        if whole.previous is None:
            following: Whole | None = whole
            while following is not None:
                ordered.append(following)
                following = by_id[following.next] if following.next is not None else None
    return ordered


def _with_sections(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Give blocks of another program the paths of headings that they stand under, by the levels of the headings."""
    opened: list[tuple[int, str]] = []
    done = []
    for block in blocks:
        if block.kind == "heading":
            while opened and opened[-1][0] >= block.level:
                opened.pop()
        done.append(msgspec.structs.replace(block, section=tuple(text for _, text in opened)))
        if block.kind == "heading":
            opened.append((block.level, block.text))
    return tuple(done)


def _relations(file: scidocir.SciDocIR) -> tuple[Relation, ...]:
    """Give the relations between whole blocks; those within one are how its parts follow each other."""
    owners = _owners(file.blocks)
    found = {Relation(kind=link.type, source=owners[link.source], target=owners[link.target]) for link in file.relations}
    return sorted_relations({relation for relation in found if relation.source != relation.target})


def _references(blocks: Sequence[scidocir.Block], *, is_own: bool) -> tuple[Reference, ...]:
    """Give the bibliography: what evidoc has kept of it, or what another program's reference blocks with a label say."""
    found: dict[str, Reference] = {}
    for reference in _entries(blocks, is_own=is_own):
        found.setdefault(reference.key, reference)
    return tuple(found.values())


def _entries(blocks: Sequence[scidocir.Block], *, is_own: bool) -> Iterator[Reference]:
    for block in blocks:
        kept = kept_of(block).reference
        if kept is not None:
            yield kept
        elif not is_own and block.category.name in ("reference", "Reference") and block.references.labels:
            yield Reference(key=block.references.labels[0], text=block.content.plain_text)


def _source(provenance: scidocir.Provenance, origin: Origin) -> Source:
    return Source(
        name=provenance.source or origin.name,
        sha256=provenance.sha256 or origin.sha256,
        media_type=given(provenance.media_type) or ("" if provenance.sha256 else "application/json"),
        licence=provenance.licence,
        link=provenance.url,
    )


def _pages_source(provenance: scidocir.Provenance, source: Source) -> Source | None:
    if isinstance(provenance.pages_sha256, str):
        return Source(name=given(provenance.pages_source), sha256=provenance.pages_sha256, media_type=_PDF)
    return source if source.media_type == _PDF else None


def _kind(provenance: scidocir.Provenance) -> DocumentKind:
    kind = given(provenance.kind)
    return cast("DocumentKind", kind) if kind in get_args(DocumentKind) else "other"


def _flags(provenance: scidocir.Provenance) -> tuple[str, ...]:
    domain = (scidocir.DOMAIN + provenance.domain,) if provenance.domain else ()
    return domain + (provenance.flags if isinstance(provenance.flags, tuple) else ())


def _identifiers(document: scidocir.DocumentInfo, *, is_own: bool) -> tuple[str, ...]:
    named = document.provenance.identifiers
    known = named if isinstance(named, tuple) else ()
    return known if is_own else (*known, scidocir.FOREIGN_ID + document.doc_id)
