"""A function of one's own: `python:package.module:function`, called with an item and its documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import msgspec

from evidoc.engines import own_function
from evidoc.engines.inline import run
from evidoc.errors import EvidocError
from evidoc.models import Budget
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.reply import Reply, ReplyStatus, Response, Usage
from evidoc.systems._citations import GivenCitation, check_citations, with_tags
from evidoc.systems._given import given_documents, given_item
from evidoc.systems._settings import SystemSettings
from evidoc.systems._viewing import ContextOf
from evidoc.views import check_access

Function = Callable[..., object]  # of an item and its documents
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
    budget: Budget = field(default_factory=Budget)
    inputs: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def respond(self, item: Item, corpus: Corpus) -> Response:
        """Call the function; what it raises, or returns in another shape, is this item's provider error.

        Raises:
            BudgetSpent: The job has used what it may, by the usage that the function gives.
        """
        self.budget.check()
        documents = given_documents(item, self.contexts.of(corpus))
        (called,) = run(partial(self.function, given_item(item)), [documents])  # engines alone turn any exception into a record
        if called.failure is not None:
            return Response(reply=_failed(called.failure.told))
        (read,) = run(_returned, [called.value])
        if read.failure is not None:
            return Response(reply=_failed(f"{read.failure.error}: {read.failure.message}"))
        assert read.value is not None  # an outcome without a failure has a value
        self.budget.take(read.value.usage)
        return Response(reply=_reply(read.value, item, corpus))


def connect(name: str, *, settings: SystemSettings) -> PythonSystem:
    """Give the system that calls a function with the item and its documents.

    The function gets a mapping with `id`, `question`, `contract`, `language` and the number of
    `documents`, and the list of documents (see `GivenDocument`). It returns the text, or a mapping
    with `text` and, where it has them, `citations`, `usage` and `seconds`; limits on cost and tokens go by
    that usage. It may be called from several threads at once.

    Raises:
        UsageError: The name is not MODULE:FUNCTION, or the module cannot be imported.
        UnknownName: The module has no such function.
    """
    check_access(settings.access)
    return PythonSystem(
        name=f"python:{name}", function=own_function(name), contexts=ContextOf(settings), budget=settings.asking.budget
    )


def _returned(value: object) -> _Returned:
    return _Returned(text=value) if value is None or isinstance(value, str) else msgspec.convert(value, _Returned)


def _reply(returned: _Returned, item: Item, corpus: Corpus) -> Reply:
    try:
        check_citations(returned.citations)
    except EvidocError as error:
        return msgspec.structs.replace(_failed(f"{type(error).__name__}: {error}"), usage=returned.usage)
    text = with_tags(returned.text or "", returned.citations, item=item, corpus=corpus)
    detail = "" if text.strip() else f"the function gave {returned.text!r} as its text"[:_MOST_DETAIL]
    status: ReplyStatus = "empty" if detail else "answered"
    return Reply(text=text, status=status, usage=returned.usage, seconds=returned.seconds, detail=detail)


def _failed(detail: str) -> Reply:
    return Reply(status="provider_error", detail=detail[:_MOST_DETAIL])
