"""From the drafts of all pages to numbered blocks with sections, captions and links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import msgspec

from evidoc.answers.table import typed_table
from evidoc.readers._assembly.bookmarks import believe_bookmarks
from evidoc.readers._assembly.captions import anchor, bind_captions, mentions
from evidoc.readers._assembly.contents import mark_contents
from evidoc.readers._assembly.furniture import mark_furniture
from evidoc.readers._assembly.headings import abstract_of, mark_abstract, settle_headings
from evidoc.readers._assembly.hyphens import Broken, restore_hyphens
from evidoc.readers._assembly.kind import kind_of
from evidoc.readers._assembly.long_tables import join_tables
from evidoc.readers._assembly.paragraphs import join_paragraphs
from evidoc.readers._assembly.references import cited, mark_references, references_of
from evidoc.readers._draft import UNVERIFIED, Draft
from evidoc.readers._outline import Outline
from evidoc.records.document import Block, DocumentKind, Figure, OutlineEntry, Reference, Relation
from evidoc.records.geometry import Page
from evidoc.records.table import Table


@dataclass(frozen=True, slots=True)
class Assembled:
    """The parts of a Document that come from its drafts."""

    kind: DocumentKind
    title: str
    abstract: str
    blocks: tuple[Block, ...]
    relations: tuple[Relation, ...]
    references: tuple[Reference, ...]


def assemble(
    drafts: Sequence[Draft],
    pages: Sequence[Page],
    *,
    stated_title: str,
    bookmarks: Sequence[OutlineEntry] = (),
    broken: Mapping[Broken, int] = MappingProxyType({}),
) -> Assembled:
    """Put the drafts of a document together.

    `stated_title` is the title in the file's properties, `broken` counts the words that two lines share.
    """
    mark_furniture(drafts, pages)
    settle_headings(drafts)
    mark_contents(drafts)
    believe_bookmarks(drafts, bookmarks)
    bind_captions(drafts, heights=[page.height for page in pages])
    drafts = join_tables(drafts)
    whole = mark_references(join_paragraphs(drafts))
    mark_abstract(whole)
    restore_hyphens(whole, broken)
    references = references_of(whole)
    outline, relations = _outlined(whole, references)
    return Assembled(
        kind=kind_of(whole, pages),
        title=_title(whole, stated_title),
        abstract=abstract_of(whole),
        blocks=outline.finish(),
        relations=tuple(relations),
        references=tuple(references.values()),
    )


def _outlined(drafts: Sequence[Draft], references: dict[int, Reference]) -> tuple[Outline, list[Relation]]:
    numbers = {id(draft): number for number, draft in enumerate(drafts)}
    anchors = frozenset(anchor(draft.label) for draft in drafts if draft.label)
    keys = frozenset(reference.key for reference in references.values())
    outline, relations = Outline(), []
    for number, draft in enumerate(drafts):
        raised = draft.raised if outline.section else ()  # before the first heading they name authors' addresses
        fields = _fields(draft, numbers)
        if number in references:
            fields["labels"] = (references[number].key,)
        elif draft.kind not in ("caption", *_LABELLED):
            fields["refers_to"] = mentions(draft.text, anchors)
            fields["citations"] = cited(draft.text, raised, keys)
        if draft.kind == "heading":
            outline.heading(draft.text, **fields)  # type: ignore[arg-type]
        else:
            outline.add(draft.kind, draft.text, **fields)
        if draft.kind == "table" and draft.continues:
            relations.extend(_continuation(number, drafts))
    return outline, relations


_LABELLED = ("table", "figure", "chart", "code", "algorithm")


def _fields(draft: Draft, numbers: dict[int, int]) -> dict[str, object]:
    """Give what differs from a bare block, so that the defaults need not be repeated for each."""
    fields: dict[str, object] = {"boxes": tuple(draft.boxes), "flags": tuple(draft.flags)}
    for name in ("source", "markup", "latex", "label"):
        if getattr(draft, name):
            fields[name] = getattr(draft, name)
    if draft.kind == "heading":
        fields["level"] = draft.level
    if draft.kind in _LABELLED and draft.label:
        fields["labels"] = (anchor(draft.label),)
    if draft.kind in ("figure", "chart"):
        fields["figure"] = draft.figure or Figure()
    if draft.table is not None:
        fields["table"] = draft.table
    if draft.owner is not None and id(draft.owner) in numbers:
        owner = numbers[id(draft.owner)]
        fields["parent"] = owner
        if draft.kind == "caption":
            fields["caption_of"] = owner
    return fields


def _continuation(number: int, drafts: Sequence[Draft]) -> list[Relation]:
    """Link a table that goes on from the page before to its beginning."""
    earlier = [index for index in range(number) if drafts[index].kind == "table"]
    return [Relation(kind="continuation", source=earlier[-1], target=number)] if earlier else []


def typed_with_captions(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Type tables anew that have a caption: "in millions" stands there more often than in a cell."""
    texts = {block.id: block.text for block in blocks}
    return tuple(
        msgspec.structs.replace(block, table=_typed(block.table, " ".join(texts[caption] for caption in block.captions)))
        if block.table is not None and block.captions
        else block
        for block in blocks
    )


def _typed(table: Table, caption: str) -> Table:
    return typed_table(table, caption=caption)


def _title(drafts: Sequence[Draft], stated: str) -> str:
    """Give the printed title, else the stated one if the first page says it, else the first heading."""
    printed = next((draft for draft in drafts if draft.kind == "title" and draft.text), None)
    front = " ".join(draft.text for draft in drafts if draft.page == 0)
    is_said = bool(stated) and set(stated.casefold().split()) <= set(front.casefold().split())
    if printed is not None and not (is_said and UNVERIFIED in printed.flags):
        return printed.text
    if is_said:
        return stated
    return next((draft.text for draft in drafts if draft.kind == "heading" and draft.page == 0), "")
