"""What a recipe, a check or a scorer may use: seeded chance, the corpus, models by role, what is kept so far."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.record import content_id


@dataclass(frozen=True, slots=True)
class Kit:
    """Tools handed to a part; everything that could differ between two runs comes from here.

    `rng` is the random stream of this unit alone. `kept` are the items kept before this one, in
    order, for checks that compare; only the parent process fills it.
    """

    rng: random.Random = field(default_factory=lambda: random.Random(0))
    corpus: Corpus = field(default_factory=lambda: Corpus(()))
    kept: Sequence[Item] = ()
    models: Mapping[str, object] = field(default_factory=dict)


def rng_for(seed: int, name: str) -> random.Random:
    """Give the random stream of a unit: from the seed and the unit's name alone (X-52)."""
    return random.Random(f"{seed}:{content_id('r', name)}")
