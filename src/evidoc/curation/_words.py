"""The words of a document as curation compares them: folded, numbers whole, one character a word where nothing parts them."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence

from evidoc.records.document import Block, Document

_UNPARTED = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"  # kana and Han, which are written without spaces
_WORD = re.compile(rf"\d+(?:[.,]\d+)*|[{_UNPARTED}]|[^\W\d_{_UNPARTED}]+")


def words_of(document: Document) -> list[str]:
    """Give the words of all that a document says, tables cell by cell, without running headers and page numbers.

    Case, width and composed accents do not count; "1,204" is one word, so that two tables with the same
    words and other numbers differ.
    """
    return plain_words(" ".join(_texts(document)))


def plain_words(text: str) -> list[str]:
    """Give the words of a text as those of a document are given."""
    return _WORD.findall(folded(text))


def opening(document: Document, *, characters: int) -> str:
    """Give the folded text that a document begins with, cut at a number of characters."""
    length, texts = 0, []
    for text in _texts(document):
        texts.append(text)
        length += len(text) + 1
        if length >= characters:
            break
    return folded(" ".join(texts)[:characters])


def folded(text: str) -> str:
    """Fold case, width, ligatures and the form of accents away (case I04)."""
    return unicodedata.normalize("NFKC", text).casefold()


def digest_of(words: Sequence[str]) -> str:
    """Name a text by its words alone."""
    return hashlib.blake2b("\x1f".join(words).encode(), digest_size=16).hexdigest()


def _texts(document: Document) -> Iterator[str]:
    for block in document.body():
        yield from _texts_of(block)


def _texts_of(block: Block) -> Iterator[str]:
    if block.text or block.table is None:
        yield block.text
    else:
        yield from (cell.text for cell in block.table.cells)
