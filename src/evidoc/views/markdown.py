"""Documents as Markdown in reading order, tables as tables, figures as pictures where wanted."""

from __future__ import annotations

from functools import partial

from evidoc.records.document import Block
from evidoc.records.item import Item
from evidoc.records.reply import ImagePart, TextPart, View
from evidoc.views._access import Visible, visible
from evidoc.views._caps import check_caps
from evidoc.views._context import Context
from evidoc.views._marks import place_of
from evidoc.views._material import Parts, material_of, pieces_of
from evidoc.views._pictures import Limits, block_picture
from evidoc.views._prompt import view_of
from evidoc.views._tables import table_markdown

_DEEPEST_HEADING = 6


def show(item: Item, context: Context, *, max_tokens: int | None = None, figures: bool = False, dpi: int = 144) -> View:
    """Show documents as Markdown.

    `figures` puts the picture of each figure and chart where it stands, cut out of its page at `dpi`.
    Where regions are asked for, each block stands after its place on the page. Source: SD-14.

    Raises:
        UsageError: A number is below what it can be.
    """
    check_caps(max_tokens=max_tokens, dpi=dpi)
    render = partial(_render, context=context, limits=Limits(dpi=dpi) if figures else None)
    style = f"markdown {dpi if figures else ''}"
    material = material_of(item, pieces_of(visible(item, context), context, render=render, style=style), max_tokens=max_tokens)
    return view_of(item, context, parts=material.parts, truncated=material.truncated, places=context.cite)


def _render(shown: Visible, block: Block, *, context: Context, limits: Limits | None) -> Parts:
    text = block_markdown(block)
    picture = _picture(shown, block, context=context, limits=limits)
    if not text and picture is None:
        return ()
    place = place_of(shown.document, block) if context.cite else ""
    words = TextPart(text=f"{place}{_after_place(text) if place else ''}{text}".strip())
    return tuple(part for part in (words, picture) if part is not None and part != TextPart(text=""))


def block_markdown(block: Block) -> str:
    """Give one block in Markdown; a figure has none but its text."""
    if block.table is not None:
        return table_markdown(block.table)
    if block.kind == "title":
        return f"# {block.text}"
    if block.kind == "heading":
        return f"{'#' * min(max(block.level, 1) + 1, _DEEPEST_HEADING)} {block.text}"
    if block.kind in ("code", "algorithm"):
        return f"```\n{block.text}\n```"
    if block.kind == "equation" and block.latex:
        return f"$$\n{block.latex}\n$$"
    return block.text


def _after_place(text: str) -> str:
    """Begin what takes several lines or a line of its own on a new line."""
    return "\n" if text.startswith(("|", "#", "```", "$$")) else ""


def _picture(shown: Visible, block: Block, *, context: Context, limits: Limits | None) -> ImagePart | None:
    if limits is None or block.kind not in ("figure", "chart") or not block.boxes:
        return None
    return block_picture(shown, block, context=context, limits=limits)
