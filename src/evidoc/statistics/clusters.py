"""Which items stand or fall together: those over the same document."""

from __future__ import annotations

from evidoc.records.item import Item


def cluster_of(item: Item) -> str:
    """Give the document that an item's first evidence is in, by which intervals are clustered.

    Two questions over one document are not two independent draws (SD-67). An item over several
    documents counts to the first, since joining all that share any would leave one cluster.
    """
    if item.evidence:
        return item.evidence[0].document
    return next((document.id for document in item.documents if document.role == "gold"), item.id)
