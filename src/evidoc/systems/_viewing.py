"""A model with a view: how language models become systems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

import msgspec

from evidoc.models import Model
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.reply import Prompt, Response
from evidoc.shelf import Part
from evidoc.systems._settings import SystemSettings
from evidoc.views import Context, Shows


@dataclass
class ContextOf:
    """The context in which the settings show items, kept from item to item for what it has drawn and indexed."""

    settings: SystemSettings
    _last: Context | None = field(default=None, init=False, repr=False)

    def of(self, corpus: Corpus) -> Context:
        """Give the context of a corpus."""
        last = self._last
        if last is None or last.corpus is not corpus:
            last = self._last = self._opened(corpus)
        return last

    def _opened(self, corpus: Corpus) -> Context:
        from evidoc.pages.picture import PictureStore

        chosen = self.settings
        pictures = PictureStore(chosen.pictures) if chosen.pictures is not None else None
        return Context(
            corpus=corpus,
            access=chosen.access,
            pictures=pictures,
            cite=chosen.cite,
            language=chosen.language,
            bench=chosen.bench,
        )


@dataclass(frozen=True, kw_only=True)
class Viewing:
    """A model that is shown each item by a view."""

    name: str
    model: Model
    view: Part
    contexts: ContextOf
    inputs: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def respond(self, item: Item, corpus: Corpus) -> Response:
        """Show the item, ask the model, and say what was cut."""
        show = cast(Shows, self.view.function())
        view = show(item, self.contexts.of(corpus))
        prompt = self._sampled(view.prompt)
        return Response(reply=self.model.answer(prompt), prompt=prompt.id, truncated=view.truncated)

    def _sampled(self, prompt: Prompt) -> Prompt:
        """Say how to sample; a seed only where there is chance, as some services refuse the field."""
        settings = self.contexts.settings
        asking = settings.asking
        seed = settings.seed if asking.temperature > 0 else None
        tokens = asking.answer_tokens or prompt.max_tokens
        return msgspec.structs.replace(prompt, max_tokens=tokens, temperature=asking.temperature, seed=seed)
