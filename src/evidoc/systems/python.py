"""A function of one's own: `python:package.module:function`, called with an item and its documents."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import cast

import msgspec

from evidoc.engines import Failure
from evidoc.engines.inline import run
from evidoc.errors import UnknownName, UsageError
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.reply import Reply, Response, Usage
from evidoc.systems._citations import GivenCitation, check_citations, with_tags
from evidoc.systems._given import given_documents, given_item
from evidoc.systems._settings import SystemSettings
from evidoc.systems._viewing import ContextOf
from evidoc.views import check_access

Function = Callable[[Mapping[str, object], list[Mapping[str, object]]], object]
_MOST_DETAIL = 500


class _Returned(msgspec.Struct, forbid_unknown_fields=True):
    text: str | None = None
    citations: tuple[GivenCitation, ...] = ()
    usage: Usage = Usage()
    seconds: float = 0.0


@dataclass(frozen=True, kw_only=True)
class PythonSystem:
    """A Python function as a system."""

    name: str
    function: Function
    contexts: ContextOf
    inputs: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def respond(self, item: Item, corpus: Corpus) -> Response:
        """Call the function; what it raises, or returns in another shape, is this item's provider error."""
        documents = given_documents(item, self.contexts.of(corpus))
        call = partial(_call, self.function, given_item(item))
        (outcome,) = run(call, [documents])  # engines alone turn any exception into a record
        if outcome.failure is not None:
            return Response(reply=_failed(_said(outcome.failure)))
        return Response(reply=_reply(outcome.value, item, corpus))


def connect(name: str, *, settings: SystemSettings) -> PythonSystem:
    """Give the system that calls a function with the item and its documents.

    The function gets a mapping with `id`, `question`, `contract`, `language` and the number of
    `documents`, and the list of documents (see `GivenDocument`). It returns the text, or a mapping
    with `text` and, where it has them, `citations`, `usage` and `seconds`. It may be called from several
    threads at once.

    Raises:
        UsageError: The name is not MODULE:FUNCTION, or the module cannot be imported.
        UnknownName: The module has no such function.
    """
    module_name, colon, function_name = name.partition(":")
    if not colon or not module_name or not function_name:
        raise UsageError(f"python:{name} names no function; write python:package.module:function")
    check_access(settings.access)
    function = _function(module_name, function_name)
    return PythonSystem(name=f"python:{name}", function=function, contexts=ContextOf(settings))


def _function(module_name: str, function_name: str) -> Function:
    folder = str(Path.cwd())
    if folder not in sys.path:  # as `python -m` does, so that a file beside the bench is found
        sys.path.insert(0, folder)
    try:
        module = importlib.import_module(module_name)
    except ImportError as error:
        raise UsageError(f"python:{module_name} cannot be imported: {error}; run where it is installed or lies") from error
    function = getattr(module, function_name, None)
    if not callable(function):
        known = tuple(sorted(entry for entry in vars(module) if callable(getattr(module, entry)) and not entry.startswith("_")))
        raise UnknownName(function_name, kind=f"function of {module_name}", known=known)
    return cast(Function, function)


def _call(function: Function, item: Mapping[str, object], documents: list[Mapping[str, object]]) -> _Returned:
    value = function(item, documents)
    if value is None or isinstance(value, str):
        return _Returned(text=value)
    returned = msgspec.convert(value, _Returned)
    check_citations(returned.citations)
    return returned


def _reply(returned: _Returned | None, item: Item, corpus: Corpus) -> Reply:
    assert returned is not None  # an outcome without a failure has a value
    text = with_tags(returned.text or "", returned.citations, item=item, corpus=corpus)
    return Reply(text=text, status="answered" if text.strip() else "empty", usage=returned.usage, seconds=returned.seconds)


def _failed(detail: str) -> Reply:
    return Reply(status="provider_error", detail=detail[:_MOST_DETAIL])


def _said(failure: Failure) -> str:
    place = f" ({failure.place})" if failure.place else ""
    return f"{failure.error}: {failure.message}{place}"
