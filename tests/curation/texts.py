"""Documents of words that follow from a seed, for tests of curation."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

from evidoc.records.document import Document, Source
from tests.build import A4, paragraph

WORDS = [
    f"{start}{end}"
    for start in ("ba", "ke", "lo", "mi", "nu", "ra", "se", "to")
    for end in ("dan", "fil", "gor", "hem", "jup", "k")
]


def words_from(seed: int, count: int) -> list[str]:
    rng = random.Random(seed)
    return [rng.choice(WORDS) + str(rng.randrange(50)) for _ in range(count)]


def edited(words: Sequence[str], *, changes: int, seed: int) -> list[str]:
    """Give the words with some of them replaced."""
    rng = random.Random(seed)
    out = list(words)
    for place in rng.sample(range(len(out)), changes):
        out[place] = f"new{rng.randrange(10_000)}"
    return out


def document(name: str, text: str, **fields: object) -> Document:
    """Give a document of one paragraph whose id follows from its name and text, as if these were its bytes."""
    digest = hashlib.sha256(f"{name}\n{text}".encode()).hexdigest()
    source = Source(name=name, sha256=digest, licence=str(fields.pop("licence", "")), link=str(fields.pop("link", "")))
    settings = {"source": source, "language": "en", "pages": (A4,), "blocks": (paragraph(0, text),), **fields}
    return Document(id=f"d-{digest[:12]}", **settings)  # type: ignore[arg-type]
