"""The order of a DoclingDocument: its tree walked from the body, each item once, captions left to what they belong to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from evidoc.errors import UnreadableDocument
from evidoc.readers.docling._schema import Docling, Item, Ref

_DEEPEST = 100  # groups within groups; real documents have a handful
_LISTS = ("groups", "texts", "pictures", "tables")


class Tree:
    """The items of a file by their pointers, and which of them have been given."""

    def __init__(self, document: Docling, path: Path) -> None:
        """Take a file's items."""
        lists = zip(_LISTS, (document.groups, document.texts, document.pictures, document.tables), strict=True)
        self._path = path
        self._items: Mapping[str, Item] = {f"#/{name}/{n}": item for name, items in lists for n, item in enumerate(items)}
        self._owned = {ref.path for item in self._items.values() for ref in (*item.captions, *item.footnotes)}
        self._given: set[str] = set()

    def walk(self, root: Item, *, depth: int = 0) -> Iterator[tuple[Item, int]]:
        """Give the items below one in reading order, each with how many lists it is in; groups only hold others.

        Raises:
            UnreadableDocument: A pointer leads nowhere, or groups are nested too deeply.
        """
        if depth > _DEEPEST:
            raise UnreadableDocument(f"{self._path}: groups are nested over {_DEEPEST} deep; write the file again")
        for ref in root.children:
            item = None if ref.path in self._owned else self._once(ref)
            if item is None:
                continue
            is_plain_group = ref.path.startswith("#/groups/") and item.label != "inline"
            if not is_plain_group:
                yield item, depth
            if item.label not in ("inline", "picture", "chart"):  # what is in those is a part of their text
                yield from self.walk(item, depth=depth + is_plain_group)

    def given(self, refs: Sequence[Ref]) -> list[Item]:
        """Give the items of pointers that nothing else has taken."""
        return [item for ref in refs if (item := self._once(ref)) is not None]

    def within(self, item: Item) -> list[Item]:
        """Give the texts in a picture or in a paragraph of runs, but for its captions and notes."""
        return self.given([ref for ref in item.children if ref.path not in self._owned])

    def has_lost_text(self) -> bool:
        """Say whether there is a text that no pointer leads to."""
        return any(path not in self._given and item.text for path, item in self._items.items())

    def _once(self, ref: Ref) -> Item | None:
        """Give the item of a pointer when it is asked for the first time; None for kinds of items that are not read."""
        if ref.path in self._given:
            return None
        self._given.add(ref.path)
        found = self._items.get(ref.path)
        if found is None and ref.path.split("/")[1:2] and ref.path.split("/")[1] in _LISTS:
            raise UnreadableDocument(f"{self._path}: {ref.path!r} leads nowhere; write the file again")
        return found
