"""Prompt → Reply: language models, their cache, pacing and budget.

A model is anything with a `name` and a blocking `answer(prompt)`; the engines give the parallelism. A
part of this room has `connect(name, *, base_url, connection)`, which gives a model, and `FORM`, which says how
the model is written in a spec string; `open_model` opens it with cache and budget.
"""

from __future__ import annotations

from evidoc.models._budget import Budget, Budgeted
from evidoc.models._cache import Cached, ReplyCache
from evidoc.models._chances import chances_among
from evidoc.models._connection import Connection
from evidoc.models._family import family_of, guard_families
from evidoc.models._model import Model
from evidoc.models._opening import ModelChoice, inputs_of, model_forms, open_model, own_options, read_model_spec, settings_of
from evidoc.models._pacing import Pace
from evidoc.models._post import Clock, Faulty, Patience, Posted, Service
from evidoc.models._price import Price

SHARED = ("structured",)  # modules that all parts' users share and that are no part

__all__ = [
    "SHARED",
    "Budget",
    "Budgeted",
    "Cached",
    "Clock",
    "Connection",
    "Faulty",
    "Model",
    "ModelChoice",
    "Pace",
    "Patience",
    "Posted",
    "Price",
    "ReplyCache",
    "Service",
    "chances_among",
    "family_of",
    "guard_families",
    "inputs_of",
    "model_forms",
    "open_model",
    "own_options",
    "read_model_spec",
    "settings_of",
]
