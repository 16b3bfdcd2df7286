"""Whole instances without pictures: a trace, its text, and the ground that questions are asked over."""

from __future__ import annotations

import random
from functools import lru_cache

from evidoc.errors import Reject
from evidoc.recipes.dochop._genres import genre_names
from evidoc.recipes.dochop._ground import Ground, ground_of
from evidoc.recipes.dochop._labels import choose_label
from evidoc.recipes.dochop._narrator import narrate
from evidoc.recipes.dochop._pools import pools
from evidoc.recipes.dochop._trace import build_trace


@lru_cache(maxsize=600)
def ground(seed: int, language: str = "en") -> Ground:
    rng = random.Random(f"{language}{seed}")
    while True:
        pool = rng.choice(pools(language))
        try:
            trace = build_trace(pool, depth=rng.choice((2, 3, 4, 5)), charts=rng.choice((2, 3, 4, 6)), rng=rng)
            label = choose_label(pool, rng)
            genre = rng.choice(genre_names())
            narrative = narrate(trace.tree, trace.schemas, pool, label=label, genre=genre, rng=rng)
        except Reject:
            continue
        return ground_of(trace, pool, label=label, narrative=narrative)
