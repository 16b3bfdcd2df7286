"""Prompt → Reply: language models, their cache, pacing and budget.

A model is anything with a `name` and a blocking `answer(prompt)`; the engines give the parallelism. A
part of this room has `connect(name, *, options…)` and gives a model.
"""

from __future__ import annotations

from evidoc.models._budget import Budget, Budgeted
from evidoc.models._cache import Cached, ReplyCache
from evidoc.models._model import Model
from evidoc.models._pacing import Pace
from evidoc.models._post import Clock, Faulty, Patience, Posted, Service
from evidoc.models._price import Price

__all__ = [
    "Budget",
    "Budgeted",
    "Cached",
    "Clock",
    "Faulty",
    "Model",
    "Pace",
    "Patience",
    "Posted",
    "Price",
    "ReplyCache",
    "Service",
]
