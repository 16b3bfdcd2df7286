"""How a model of any service is reached."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evidoc.errors import UsageError
from evidoc.models._pacing import Pace
from evidoc.models._post import Clock, Patience
from evidoc.models._price import Price

if TYPE_CHECKING:
    import httpx

    from evidoc.pages.picture import PictureStore


@dataclass(frozen=True, kw_only=True)
class Connection:
    """How a model is reached, whatever service it is of.

    `parameters` are further fields of each request; one of None takes a field of ours away. `price` is in
    US dollars. `pictures` is the store that keeps what prompts name by content. `transport` replaces the
    network in tests.
    """

    parameters: Mapping[str, object] = field(default_factory=dict)
    price: Price | None = None
    patience: Patience = Patience()
    clock: Clock = Clock()
    pace: Pace | None = None
    pictures: PictureStore | None = None
    transport: httpx.BaseTransport | None = None

    def load(self, sha256: str, suffix: str) -> bytes:
        """Give the bytes of a picture or file that a prompt names.

        Raises:
            UsageError: There is no store.
            InvalidRecord: The store has no such picture or file.
        """
        if self.pictures is None:
            raise UsageError("the prompt has pictures or files; connect the model with the PictureStore that keeps them")
        return self.pictures.load(sha256, suffix=suffix)


def key_for(model: str, *variables: str, needed: bool = True) -> str:
    """Give the key of a service from the first environment variable that has one.

    Raises:
        UsageError: None has, and a key is needed.
    """
    found = next((key for variable in variables if (key := os.environ.get(variable, "").strip())), "")
    if needed and not found:
        named = " or ".join(variables)
        raise UsageError(f"no key for model {model!r}: {named} is not set; set it, or give the address of your own server")
    return found
