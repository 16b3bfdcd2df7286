"""What a view is given besides the item."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from evidoc.records.item import Item
from evidoc.records.reply import View

if TYPE_CHECKING:
    from evidoc.pages.picture import PictureStore
    from evidoc.records.bench import Bench
    from evidoc.records.corpus import Corpus
    from evidoc.retrieval import Indexes
    from evidoc.views._material import Rendered
    from evidoc.views._pictures import Drawn
    from evidoc.views._shots import Shots


@dataclass(frozen=True)
class Context:
    """What a view may use besides the item.

    `access` is an access mode as a spec string; `pictures` keeps the page images that prompts name;
    `cite` asks the system for the place of each statement; `language` is that of our own wording,
    the item's own where it is empty. `bench` has the other items, of which some may be shown as examples.
    """

    corpus: Corpus
    access: str = "full"
    pictures: PictureStore | None = None
    cite: bool = True
    language: str = ""
    bench: Bench | None = None

    @cached_property
    def indexes(self) -> Indexes:
        """The retrieval indexes in use, shared by all items that this context shows."""
        from evidoc.retrieval import Indexes

        return Indexes(self.corpus)

    @cached_property
    def rendered(self) -> Rendered:
        """The blocks already written out, shared by all items that this context shows."""
        from evidoc.views._material import Rendered

        return Rendered()

    @cached_property
    def drawn(self) -> Drawn:
        """The page images already drawn, shared by all items that this context shows."""
        from evidoc.views._pictures import Drawn

        return Drawn()

    @cached_property
    def shots(self) -> Shots:
        """The items that may be shown as examples.

        Raises:
            UsageError: There is no bench to take them from.
        """
        from evidoc.errors import UsageError
        from evidoc.views._shots import Shots

        if self.bench is None:
            raise UsageError("examples are taken from a bench's training split; ask the items of a bench")
        return Shots(self.bench, self.corpus)


class Shows(Protocol):
    """What every view is, with its options bound."""

    def __call__(self, item: Item, context: Context) -> View:
        """Show an item."""
        ...
