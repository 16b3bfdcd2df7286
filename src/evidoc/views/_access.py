"""What of an item's documents may be seen: the access modes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from evidoc.errors import UnknownName, UsageError
from evidoc.records.document import Block, Document
from evidoc.records.item import Evidence, Item
from evidoc.retrieval import check_retriever, passage_blocks, unit_of
from evidoc.shelf import read_spec
from evidoc.views._context import Context


@dataclass(frozen=True, slots=True)
class Visible:
    """What may be seen of one document.

    `number` is the document's place in the item from 1; `pages` are page indexes in order; `blocks`
    are in reading order. `extent` says how much of it they are: the whole document, whole pages
    of it, or only these blocks, so that nothing else on their pages may be shown.
    """

    number: int
    document: Document
    pages: tuple[int, ...]
    blocks: tuple[Block, ...]
    extent: Literal["document", "pages", "blocks"]


Mode = Callable[[Item, Context, Mapping[str, object]], tuple[Visible, ...]]


def visible(item: Item, context: Context) -> tuple[Visible, ...]:
    """Give what the access mode leaves to be seen, document by document in the item's order.

    Documents of which nothing is visible are left out, and keep their number.

    Raises:
        UnknownName: There is no such access mode, or it has no such option.
    Source: X-07, CV-71.
    """
    name, options = check_access(context.access)
    return _MODES[name](item, context, options)


def check_access(spec: str) -> tuple[str, dict[str, object]]:
    """Give the name and the options of an access mode, after checking both.

    Raises:
        UnknownName: There is no such access mode, option or retriever.
        UsageError: The spec string does not read, is ambiguous, or k is not a positive whole number.
    """
    name, options = read_spec(spec)
    if name == "question_only":  # the paper means two things by it (DHQ-106)
        raise UsageError(
            "access 'question_only' could mean two things; write none for no documents, or keep the documents and take the "
            "view entities(style='bare') for no instructions"
        )
    if name not in _MODES:
        raise UnknownName(name, kind="access mode", known=tuple(sorted(_MODES)))
    known = ("by", "k") if name == "retrieved" else ()
    for option in options:
        if option not in known:
            raise UnknownName(option, kind=f"option of access {name}", known=known)
    if name == "retrieved":
        check_retriever(str(options.get("by", "bm25")))
    k = options.get("k", 5)
    if not isinstance(k, int) or isinstance(k, bool) or k < 1:
        raise UsageError(f"access {spec!r} has k={k!r}; give a whole number from 1")
    return name, options


def evidence_pages(evidence: Evidence, document: Document) -> set[int]:
    """Give the indexes of the pages that evidence stands on: where it has no place of its own, those of its block."""
    return {box.page for box in evidence.boxes or document.block(evidence.block).boxes}


def _none(item: Item, context: Context, options: Mapping[str, object]) -> tuple[Visible, ...]:
    return ()


def _full(item: Item, context: Context, options: Mapping[str, object]) -> tuple[Visible, ...]:
    return tuple(_whole(number, context.corpus[link.id]) for number, link in enumerate(item.documents, 1))


def _gold_docs(item: Item, context: Context, options: Mapping[str, object]) -> tuple[Visible, ...]:
    return tuple(_whole(number, context.corpus[link.id]) for number, link in enumerate(item.documents, 1) if link.role == "gold")


def _gold_pages(item: Item, context: Context, options: Mapping[str, object]) -> tuple[Visible, ...]:
    wanted: dict[str, set[int]] = {}
    for evidence in item.needed:
        wanted.setdefault(evidence.document, set()).update(evidence_pages(evidence, context.corpus[evidence.document]))
    return tuple(
        _pages(number, context.corpus[link.id], pages=wanted[link.id])
        for number, link in enumerate(item.documents, 1)
        if link.id in wanted
    )


def _gold_evidence(item: Item, context: Context, options: Mapping[str, object]) -> tuple[Visible, ...]:
    wanted: dict[str, set[int]] = {}
    for evidence in item.needed:
        captions = context.corpus[evidence.document].block(evidence.block).captions
        wanted.setdefault(evidence.document, set()).update((evidence.block, *captions))
    return _snippets(item, context, wanted=wanted)


def _retrieved(item: Item, context: Context, options: Mapping[str, object]) -> tuple[Visible, ...]:
    by = str(options.get("by", "bm25"))
    index = context.indexes.over([link.id for link in item.documents], by=by)
    wanted: dict[str, set[int]] = {}
    for ranked in index.rank(item.question, k=int(str(options.get("k", 5)))):
        blocks = passage_blocks(context.corpus[ranked.document], ranked.block, unit=unit_of(by))
        wanted.setdefault(ranked.document, set()).update(block.id for block in blocks)
    return _snippets(item, context, wanted=wanted)


def _whole(number: int, document: Document) -> Visible:
    pages = tuple(page.index for page in document.pages)
    return Visible(number=number, document=document, pages=pages, blocks=document.body(), extent="document")


def _pages(number: int, document: Document, *, pages: set[int]) -> Visible:
    blocks = tuple(block for block in document.body() if any(box.page in pages for box in block.boxes))
    return Visible(number=number, document=document, pages=tuple(sorted(pages)), blocks=blocks, extent="pages")


def _snippets(item: Item, context: Context, *, wanted: Mapping[str, set[int]]) -> tuple[Visible, ...]:
    return tuple(
        _blocks(number, context.corpus[link.id], ids=wanted[link.id])
        for number, link in enumerate(item.documents, 1)
        if link.id in wanted
    )


def _blocks(number: int, document: Document, *, ids: set[int]) -> Visible:
    blocks = tuple(block for block in document.blocks if block.id in ids)
    pages = tuple(sorted({box.page for block in blocks for box in block.boxes}))
    return Visible(number=number, document=document, pages=pages, blocks=blocks, extent="blocks")


_MODES: Mapping[str, Mode] = {
    "none": _none,
    "retrieved": _retrieved,
    "gold_evidence": _gold_evidence,
    "gold_pages": _gold_pages,
    "gold_docs": _gold_docs,
    "full": _full,
}
