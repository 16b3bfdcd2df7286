"""What a system other than a model is given: the public side of an item, and its documents as far as they may be seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from evidoc.records.corpus import Corpus
from evidoc.records.document import Block
from evidoc.records.item import Item
from evidoc.views import Context, Visible, table_lines, visible

FIELDS = ("number", "id", "title", "path", "source", "pages", "text")


@dataclass(frozen=True)
class GivenDocument(Mapping[str, object]):
    """One document of an item: a mapping with the names of `FIELDS`, made when they are looked at.

    `number` is what citations call it, `path` the PDF of its pages, `source` the file it was read
    from; both are None where less than the whole document may be seen. `pages` are mappings with
    `number` (physical, from 1), `width` and `height` in points, and `text`; `text` is all that may be read.
    """

    shown: Visible
    corpus: Corpus

    def __getitem__(self, name: str) -> object:
        """Give a field."""
        if name not in FIELDS:
            raise KeyError(name)
        return getattr(self, name)

    def __iter__(self) -> Iterator[str]:
        """Give the names of the fields."""
        return iter(FIELDS)

    def __len__(self) -> int:
        """Count the fields."""
        return len(FIELDS)

    @property
    def number(self) -> int:
        """The document's number in the item, from 1."""
        return self.shown.number

    @property
    def id(self) -> str:
        """The document's id in the bench."""
        return self.shown.document.id

    @property
    def title(self) -> str:
        """The document's title, empty where it has none."""
        return self.shown.document.title

    @property
    def path(self) -> str | None:
        """Where the PDF of its pages is."""
        return _written(self.corpus.pdf(self.shown.document)) if self.shown.extent == "document" else None

    @property
    def source(self) -> str | None:
        """Where the file that it was read from is."""
        return _written(self.corpus.source_path(self.shown.document.source)) if self.shown.extent == "document" else None

    @cached_property
    def pages(self) -> tuple[dict[str, object], ...]:
        """The pages that may be seen, with the text of the blocks that begin on each."""
        texts: dict[int, list[str]] = {index: [] for index in self.shown.pages}
        for block in self.shown.blocks:
            if block.boxes and block.boxes[0].page in texts:
                texts[block.boxes[0].page].append(_text(block))
        pages = self.shown.document.pages
        return tuple(
            {"number": index + 1, "width": pages[index].width, "height": pages[index].height, "text": "\n".join(words)}
            for index, words in texts.items()
        )

    @cached_property
    def text(self) -> str:
        """The text of all blocks that may be seen, in reading order."""
        return "\n".join(_text(block) for block in self.shown.blocks)


def given_item(item: Item) -> dict[str, object]:
    """Give what a system may know of an item: nothing of its answer, evidence or making."""
    return {
        "id": item.id,
        "question": item.question,
        "contract": item.contract,
        "language": item.language,
        "documents": len(item.documents),
    }


def given_documents(item: Item, context: Context) -> list[GivenDocument]:
    """Give the documents of an item, as far as the access mode lets them be seen."""
    return [GivenDocument(shown=shown, corpus=context.corpus) for shown in visible(item, context)]


def _text(block: Block) -> str:
    return table_lines(block.table) if block.table is not None else block.text


def _written(path: Path | None) -> str | None:
    return None if path is None else str(path.resolve())
