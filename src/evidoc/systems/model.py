"""A language model that is shown each item by a view: `openai/NAME`, `local/NAME`, `batch:FOLDER` and all other models."""

from __future__ import annotations

from evidoc.models import ModelChoice, inputs_of, open_model
from evidoc.shelf import part
from evidoc.systems._settings import SystemSettings
from evidoc.systems._viewing import ContextOf, Viewing
from evidoc.views import check_access


def connect(name: str, *, settings: SystemSettings) -> Viewing:
    """Give the system that a model becomes by the settings' view, its calls kept in the cache and counted.

    `name` is the model's whole spec string.

    Raises:
        UsageError: The model's key or file is missing, or there is a cost limit and no price.
        UnknownName: There is no such model, view or access mode.
    """
    from evidoc.pages.picture import PictureStore

    asking = settings.asking
    check_access(settings.access)
    choice = ModelChoice(
        spec=name, base_url=asking.base_url, parameters=asking.parameters, price=asking.price, patience=asking.patience
    )
    pictures = PictureStore(settings.pictures) if settings.pictures is not None else None
    view = part("views", settings.view)
    model = open_model(choice, cache=asking.cache, budget=asking.budget, pace=asking.pace, pictures=pictures)
    return Viewing(
        name=model.name,
        model=model,
        view=view,
        contexts=ContextOf(settings),
        inputs=inputs_of(name),
        remarks=model.remarks,
    )
