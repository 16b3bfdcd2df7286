"""Documents as pictures of their pages, all of them before the question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from evidoc.records.item import Item
from evidoc.records.reply import ImagePart, TextPart, Truncation, View
from evidoc.views._access import Visible, evidence_pages, visible
from evidoc.views._caps import check_caps
from evidoc.views._context import Context
from evidoc.views._marks import close_mark, open_mark, page_mark
from evidoc.views._material import Material
from evidoc.views._pictures import Limits, page_image, shown_pages
from evidoc.views._prompt import mark_of, view_of
from evidoc.views._shots import after_examples


def show(  # noqa: PLR0913  (the options of a view are its spec string; they have no noun of their own)
    item: Item,
    context: Context,
    *,
    dpi: int = 144,
    max_side: int | None = None,
    max_pixels: int | None = None,
    max_pages: int | None = None,
    shots: int = 0,
) -> View:
    """Show documents page by page as pictures, each after a line with its physical number.

    A page is drawn at `dpi`, smaller where it would go over `max_side` px or `max_pixels`, never
    larger. Pages over `max_pages` are cut from the end. `shots` examples from the training split come
    first, in words (DHQ-109).

    Raises:
        UsageError: A number is below what it can be, or the bench has no training split to take examples from.
    Source: SD-13, CV-65, CV-66, CV-67, CV-69, CV-71. 144 dpi is what two of three hosted models resample to.
    """
    check_caps(dpi=dpi, max_side=max_side, max_pixels=max_pixels, max_pages=max_pages, shots=shots)
    limits = Limits(dpi=dpi, max_side=max_side, max_pixels=max_pixels)
    material = picture_material(item, context, limits=limits, max_pages=max_pages)
    parts = after_examples(material.parts, item, context, shots=shots)
    return view_of(item, context, parts=parts, truncated=material.truncated)


def picture_material(item: Item, context: Context, *, limits: Limits, max_pages: int | None) -> Material:
    """Give what this view shows of the documents, for views that show more than pictures."""
    pages = shown_pages(visible(item, context))
    kept = pages[:max_pages]
    parts = tuple(_with_marks(kept, context, limits=limits, mark=mark_of(item)))
    return Material(parts=parts, truncated=_cut(pages[len(kept) :], item))


def _with_marks(
    pages: Sequence[tuple[Visible, int]], context: Context, *, limits: Limits, mark: str
) -> Iterator[TextPart | ImagePart]:
    for number, of_document in groupby(pages, key=lambda entry: entry[0].number):
        yield TextPart(text=open_mark(mark, number))
        for shown, index in of_document:
            yield TextPart(text=page_mark(mark, index))
            yield page_image(shown, index, context=context, limits=limits)
        yield TextPart(text=close_mark(mark, number))


def _cut(pages: Sequence[tuple[Visible, int]], item: Item) -> Truncation:
    """Count what was cut; evidence is lost where one of the pages that it stands on is."""
    cut: dict[str, set[int]] = {}
    for shown, index in pages:
        cut.setdefault(shown.document.id, set()).add(index)
    documents = {shown.document.id: shown.document for shown, _ in pages}
    needed = [evidence for evidence in item.needed if evidence.document in documents]
    lost = sum(bool(evidence_pages(evidence, documents[evidence.document]) & cut[evidence.document]) for evidence in needed)
    return Truncation(pages=sum(map(len, cut.values())), gold_lost=lost)
