"""What scorers have in common: the text that may be scored, and notes that can be stored."""

from __future__ import annotations

from evidoc.answers.final import without_thinking
from evidoc.answers.region import strip_citations
from evidoc.records.reply import Reply

_LONGEST_NOTE = 200  # characters of a reply that a score quotes


def scored_text(reply: Reply) -> str:
    """Give the reply without thinking; "" unless it was answered, so that a cut text is never read as final (case E04)."""
    return without_thinking(reply.text) if reply.status == "answered" else ""


def answer_only(reply: Reply) -> str:
    """Give the scored text without citation tags. Source: CV-54."""
    return strip_citations(scored_text(reply))


def note(text: str) -> str:
    """Give the start of a text as a score may keep it: short, and writable as UTF-8."""
    return text[:_LONGEST_NOTE].encode("utf-8", "replace").decode()
