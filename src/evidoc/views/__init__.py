"""Item and Corpus → Prompt: what a system is shown.

A view is `show(item, context, *, options…)` and gives a `View`: the prompt, and what had to be left
out of it. Every view shows the item's question and contract, and of the documents only what the
access mode leaves visible. Source: X-07, X-08.
"""

from __future__ import annotations

from evidoc.views._access import Visible, check_access, visible
from evidoc.views._caps import check_options
from evidoc.views._context import Context, Shows
from evidoc.views._entity_list import visible_entities
from evidoc.views._prompt import prompt_of
from evidoc.views._tables import table_lines
from evidoc.views._tokens import tokens_of, tokens_of_part
from evidoc.views._words import versions

__all__ = [
    "Context",
    "Shows",
    "Visible",
    "check_access",
    "check_options",
    "prompt_of",
    "table_lines",
    "tokens_of",
    "tokens_of_part",
    "versions",
    "visible",
    "visible_entities",
]
