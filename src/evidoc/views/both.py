"""Documents as pictures of their pages, and after them as plain text."""

from __future__ import annotations

from evidoc.records.item import Item
from evidoc.records.reply import Truncation, View
from evidoc.views._caps import check_caps
from evidoc.views._context import Context
from evidoc.views._pictures import Limits
from evidoc.views._prompt import view_of
from evidoc.views._shots import after_examples
from evidoc.views.page_images import picture_material
from evidoc.views.text import text_material


def show(  # noqa: PLR0913  (the options of a view are its spec string; they have no noun of their own)
    item: Item,
    context: Context,
    *,
    dpi: int = 144,
    max_side: int | None = None,
    max_pixels: int | None = None,
    max_pages: int | None = None,
    max_tokens: int | None = None,
    shots: int = 0,
) -> View:
    """Show all page pictures first, then the text of the same documents, then the question.

    `max_pages` caps the pictures and `max_tokens` the text, each from the end; evidence counts as
    lost where one of the two shows it no longer. `shots` examples from the training split come first, in words.

    Raises:
        UsageError: A number is below what it can be, or the bench has no training split to take examples from.
    Source: DHQ-105, DHQ-109.
    """
    check_caps(dpi=dpi, max_side=max_side, max_pixels=max_pixels, max_pages=max_pages, max_tokens=max_tokens, shots=shots)
    limits = Limits(dpi=dpi, max_side=max_side, max_pixels=max_pixels)
    pictures = picture_material(item, context, limits=limits, max_pages=max_pages)
    text = text_material(item, context, max_tokens=max_tokens)
    truncated = Truncation(
        blocks=text.truncated.blocks,
        pages=pictures.truncated.pages,
        gold_lost=max(text.truncated.gold_lost, pictures.truncated.gold_lost),
    )
    parts = after_examples((*pictures.parts, *text.parts), item, context, shots=shots)
    return view_of(item, context, parts=parts, truncated=truncated, places=context.cite)
