"""Documents as plain text, block by block in reading order, with page marks."""

from __future__ import annotations

from functools import partial

from evidoc.records.document import Block
from evidoc.records.item import Item
from evidoc.records.reply import TextPart, View
from evidoc.views._access import Visible, visible
from evidoc.views._caps import check_caps
from evidoc.views._context import Context
from evidoc.views._marks import place_of
from evidoc.views._material import Material, Parts, material_of, pieces_of
from evidoc.views._prompt import view_of
from evidoc.views._shots import after_examples
from evidoc.views._tables import table_lines


def show(item: Item, context: Context, *, max_tokens: int | None = None, shots: int = 0) -> View:
    """Show documents as plain text.

    Tables are lines of cells; pictures are left out. Where regions are asked for, each block stands
    after its place on the page, as a text alone does not show places. `max_tokens` caps the material.
    `shots` examples from the training split come first (DHQ-109).

    Raises:
        UsageError: A number is below what it can be, or the bench has no training split to take examples from.
    """
    check_caps(max_tokens=max_tokens, shots=shots)
    material = text_material(item, context, max_tokens=max_tokens)
    parts = after_examples(material.parts, item, context, shots=shots)
    return view_of(item, context, parts=parts, truncated=material.truncated, places=context.cite)


def text_material(item: Item, context: Context, *, max_tokens: int | None) -> Material:
    """Give what this view shows of the documents, for views that show more than text."""
    render = partial(_render, places=context.cite)
    pieces = pieces_of(visible(item, context), context, render=render, style="text")
    return material_of(item, pieces, max_tokens=max_tokens)


def _render(shown: Visible, block: Block, *, places: bool) -> Parts:
    text = table_lines(block.table) if block.table is not None else block.text
    if not text:
        return ()
    return (TextPart(text=place_of(shown.document, block) + text if places else text),)
