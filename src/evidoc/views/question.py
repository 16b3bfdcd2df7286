"""The question and its contract alone, whatever may be seen of the documents."""

from __future__ import annotations

from evidoc.records.item import Item
from evidoc.records.reply import Truncation, View
from evidoc.views._context import Context
from evidoc.views._prompt import view_of


def show(item: Item, context: Context) -> View:
    """Show the question without its documents. Source: X-07, CV-38."""
    return view_of(item, context, parts=(), truncated=Truncation())
