"""What a recipe, a check or a scorer may use: seeded chance, the corpus, models by role, what is kept so far."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from evidoc.models import Model
from evidoc.pages.picture import PictureStore
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.record import content_id
from evidoc.records.reply import Reply


@dataclass(frozen=True, slots=True)
class Kit:
    """Tools handed to a part; everything that could differ between two runs comes from here.

    `rng` is the random stream of this unit alone. `kept` are the items kept before this one, in
    order, for checks that compare; only the parent process fills it. `models` are those configured for each role (`writer`,
    `solver`, `judge`), in the order given; a part without its model uses what a program can decide and says `not_asked` of
    the rest. `pictures` keeps what models are shown. `rightness` says how right a reply to an item is, 0 to 1, or None
    where that cannot be said. `seed` is the making's, for the record of what is made from `rng`.
    """

    rng: random.Random = field(default_factory=lambda: random.Random(0))
    corpus: Corpus = field(default_factory=lambda: Corpus(()))
    kept: Sequence[Item] = ()
    models: Mapping[str, tuple[Model, ...]] = field(default_factory=dict)
    pictures: PictureStore | None = None
    rightness: Callable[[Item, Reply], float | None] | None = None
    seed: int | None = None

    def model(self, role: str) -> Model | None:
        """Give the first model of a role, or None where none is configured."""
        return next(iter(self.models.get(role, ())), None)


def rng_for(seed: int, name: str) -> random.Random:
    """Give the random stream of a unit: from the seed and the unit's name alone (X-52)."""
    return random.Random(f"{seed}:{content_id('r', name)}")
