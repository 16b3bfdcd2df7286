"""DocGenome's annotations of a paper: layout, reading and order files, of which each is read with the others beside it.

A PDF of the same name beside them gives the pages. Source: formats.md, section 9.11.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from evidoc.readers._beside import drafts_on, on_pages_beside
from evidoc.readers._parsed import Parsed, document_of, pages_of
from evidoc.readers._pixels import page_points
from evidoc.readers.docgenome._drafts import drafts_of, ids_of, nodes_of
from evidoc.readers.docgenome._files import Paper, paper_of
from evidoc.readers.docgenome._fragment import citations_in, labels_of, references_in
from evidoc.records.document import Block, Document, Relation, RelationKind

READER = "docgenome@1"
_KINDS: Mapping[str, RelationKind] = {"adj": "adj", "peer": "peer", "sub": "sub", "identical": "identical"}
_CITES = ("explicit-cite", "implicit-cite")


def read(path: Path, *, name: str, sha256: str) -> Document:
    """Read a paper's annotations; text is that of the LaTeX source, or the PDF's where there are only boxes.

    Raises:
        UnreadableDocument: The file is no JSON, not DocGenome's, or has only boxes and no PDF beside it.
    """
    paper = paper_of(path)
    pages = pages_of({page: page_points(*size) for page, size in paper.sizes.items()}, path=path)
    drafts = drafts_of(paper, pages) if paper.has_words else drafts_on(nodes_of(paper), path)
    document = document_of(Parsed(pages=pages, drafts=drafts), name=name, sha256=sha256, reader=READER)
    return on_pages_beside(_linked(document, paper), path)


def _linked(document: Document, paper: Paper) -> Document:
    """Give the blocks their LaTeX labels and references, and the document DocGenome's relations."""
    numbers = {number: block.id for block in document.blocks for number in ids_of(block.flags)}
    cited = _cited(paper, numbers)
    blocks = {block.id: _with_labels(block) for block in document.blocks}
    for source, target in cited:
        label = blocks[target].labels[0] if blocks[target].labels else f"block-{target}"
        blocks[target] = msgspec.structs.replace(blocks[target], labels=blocks[target].labels or (label,))
        if not set(blocks[source].refers_to) & set(blocks[target].labels):
            blocks[source] = msgspec.structs.replace(blocks[source], refers_to=(*blocks[source].refers_to, label))
    relations = dict.fromkeys((*document.relations, *_relations(paper, numbers, document)))
    return msgspec.structs.replace(document, blocks=tuple(blocks.values()), relations=tuple(relations), kind="article")


def _with_labels(block: Block) -> Block:
    flags = tuple(flag for flag in block.flags if not ids_of((flag,)))
    if block.markup != "latex":
        return msgspec.structs.replace(block, flags=flags)
    return msgspec.structs.replace(
        block,
        flags=flags,
        labels=tuple(dict.fromkeys((*block.labels, *labels_of(block.source)))),
        refers_to=tuple(dict.fromkeys((*block.refers_to, *references_in(block.source)))),
        citations=tuple(dict.fromkeys((*block.citations, *citations_in(block.source)))),
    )


def _cited(paper: Paper, numbers: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    for order in paper.orders:
        source, target = numbers.get(order.source), numbers.get(order.target)
        if order.type in _CITES and source is not None and target is not None and source != target:
            yield source, target


def _relations(paper: Paper, numbers: Mapping[int, int], document: Document) -> Iterator[Relation]:
    """Give DocGenome's relations from the earlier to the later block.

    Its `adj` follows the order of its files' names, which is wrong where page 12 comes before page 1; only true neighbours stay.
    """
    following = {block.id: block.next for block in document.blocks}
    for order in paper.orders:
        kind = _KINDS.get(order.type)
        later, earlier = numbers.get(order.source), numbers.get(order.target)
        if kind is None or later is None or earlier is None or later == earlier:
            continue
        if kind != "adj":
            yield Relation(kind=kind, source=min(later, earlier), target=max(later, earlier))
        elif following[earlier] == later:
            yield Relation(kind=kind, source=earlier, target=later)
