"""What a document is paired by: its title and abstract, or the reason why it has none to be paired by."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from evidoc.linking._chunks import Chunk
from evidoc.linking._phrases import key_phrases
from evidoc.linking._stopwords import STOPWORDS
from evidoc.records.document import Block, Document
from evidoc.records.entities import table_head

_ROWS = 3  # DHQ-41 [D]
_TERM = re.compile(r"\w\w+")


@dataclass(frozen=True, slots=True)
class Selected:
    """A document as pairing sees it: key words and term counts, or the reason why there are none."""

    document: str
    key_words: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SelectionTask:
    """A chunk of a corpus, and how many key words a document has at most."""

    chunk: Chunk
    most: int


def selection_text(document: Document) -> str:
    """Give a document's title and, on the next line, its abstract (DHQ-26)."""
    return f"{document.title}\n{abstract_of(document)}"


def abstract_of(document: Document) -> str:
    """Give a document's abstract, from its blocks where the front matter names none."""
    return document.abstract or " ".join(block.text for block in document.blocks if block.kind == "abstract" and block.text)


def writer_context(document: Document, table: Block | None = None) -> str:
    """Give what a question's writer sees of a document, when it is asked as when it is tuned: its abstract.

    Where the question is to lead to a table, the table's caption, heads and first three rows follow (DHQ-41).
    """
    shown = table_head(document, table, rows=_ROWS) if table is not None else ""
    return "\n\n".join(filter(None, (abstract_of(document), shown)))


def select_chunk(task: SelectionTask) -> list[Selected]:
    """Read the documents of a chunk as pairing sees them."""
    return [select(document, most=task.most) for document in task.chunk.documents()]


def select(document: Document, *, most: int) -> Selected:
    """Read one document as pairing sees it."""
    if not abstract_of(document).strip():
        return Selected(document.id, reason="no_abstract", detail=document.title)
    if document.language not in ("", "en"):
        return Selected(document.id, reason="not_english", detail=document.language)
    text = selection_text(document)
    key_words = key_phrases(text, most=most)
    if not key_words:
        return Selected(document.id, reason="no_key_words", detail=document.title)
    terms = term_counts(text)
    return Selected(document.id, key_words=key_words, terms=tuple(terms), counts=tuple(terms.values()))


def term_counts(text: str) -> Counter[str]:
    """Count the words of a text: lower case, of two letters or more, without stopwords (DHQ-28)."""
    return Counter(word for word in _TERM.findall(text.lower()) if word not in STOPWORDS)
