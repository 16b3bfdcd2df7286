"""A model behind an OpenAI-compatible address, shown each item by a view: `openai/NAME`."""

from __future__ import annotations

from evidoc.errors import UsageError
from evidoc.systems._settings import SystemSettings
from evidoc.systems._viewing import Viewing, viewing


def connect(name: str, *, settings: SystemSettings) -> Viewing:
    """Give the system of an OpenAI-compatible model, with its view, cache and budget.

    Raises:
        UsageError: There is no key for OpenAI, or a cost limit and no price.
        UnknownName: There is no such view or access mode.
    """
    from evidoc.models.openai_compatible import Connection
    from evidoc.models.openai_compatible import connect as connect_model
    from evidoc.pages.picture import PictureStore

    asking = settings.asking
    if asking.budget.max_cost is not None and asking.price is None:
        raise UsageError(f"max_cost={asking.budget.max_cost:g} without the price of {name!r}; give its price a million tokens")
    connection = Connection(
        parameters=asking.parameters,
        prices={} if asking.price is None else {name: asking.price},
        patience=asking.patience,
        pace=asking.pace,
    )
    pictures = PictureStore(settings.pictures) if settings.pictures is not None else None
    model = connect_model(name, base_url=asking.base_url, connection=connection, pictures=pictures)
    return viewing(f"openai/{name}", model, settings=settings)
