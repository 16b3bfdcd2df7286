"""A service of one's own behind an address: it takes an item as JSON and gives text, regions and usage."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import msgspec

from evidoc.errors import EvidocError, UsageError
from evidoc.models import Budget, Clock, Faulty, Posted, Service
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.reply import Reply, Response, Usage
from evidoc.systems._citations import GivenCitation, check_citations, with_tags
from evidoc.systems._given import GivenDocument, given_documents
from evidoc.systems._settings import SystemSettings
from evidoc.systems._viewing import ContextOf
from evidoc.views import check_access

_MOST_NAMED = 200  # characters of the names of fields


class _Usage(msgspec.Struct):
    input: int = 0
    output: int = 0
    cost: float | None = None


class _Answer(msgspec.Struct):
    text: str | None | msgspec.UnsetType = msgspec.UNSET
    citations: tuple[GivenCitation, ...] = ()
    usage: _Usage | None = None


@dataclass(frozen=True, kw_only=True)
class HttpSystem:
    """A service that speaks evidoc's small protocol."""

    name: str
    service: Service
    contexts: ContextOf
    budget: Budget
    clock: Clock = Clock()
    inputs: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def respond(self, item: Item, corpus: Corpus) -> Response:
        """Post the item and read the answer, trying again as with models.

        Raises:
            BudgetSpent: The job has used what it may.
        """
        self.budget.check()
        body = _body(item, given_documents(item, self.contexts.of(corpus)))
        started = self.clock.passed()
        posted = self.service.post(body, name=item.id, read=_read)
        seconds = round(self.clock.passed() - started, 3)
        reply = _reply(posted, item, corpus)
        self.budget.take(reply.usage)
        return Response(reply=msgspec.structs.replace(reply, seconds=seconds, tries=posted.tries))


def connect(name: str, *, settings: SystemSettings) -> HttpSystem:
    """Give the system behind an address.

    `POST {item, question, documents: [{number, id, title, path}], contract, language}` is answered by
    `{text, citations?, usage?}`. `path` is the PDF of the document's pages on this machine; where the
    access mode shows less than the whole document, there is `text` and no path.

    Raises:
        UsageError: It is no address.
    """
    check_access(settings.access)
    try:
        address = urlsplit(name)
        port = f":{address.port}" if address.port else ""
    except ValueError as error:
        raise UsageError(f"{name!r} is no address of a service ({error}); write http://HOST:PORT/PATH") from error
    asking = settings.asking
    return HttpSystem(
        name=f"{address.scheme}://{address.hostname or ''}{port}{address.path}",  # never with a password or a query
        service=Service(url=name, patience=asking.patience, pace=asking.pace),
        contexts=ContextOf(settings),
        budget=asking.budget,
    )


def _body(item: Item, documents: list[GivenDocument]) -> bytes:
    asked = {
        "item": item.id,
        "question": item.question,
        "documents": [_document(document) for document in documents],
        "contract": item.contract,
        "language": item.language,
    }
    return json.dumps(asked, ensure_ascii=False).encode()


def _document(document: GivenDocument) -> dict[str, object]:
    named: dict[str, object] = {"number": document.number, "id": document.id, "title": document.title}
    if document.path is not None:
        return {**named, "path": document.path}
    return {**named, "text": document.text, "pages": [page["number"] for page in document.pages]}


def _reply(posted: Posted[_Answer], item: Item, corpus: Corpus) -> Reply:
    if posted.value is None:
        return Reply(status="provider_error", detail=posted.fault)
    text = with_tags(posted.value.text or "", posted.value.citations, item=item, corpus=corpus)
    used = posted.value.usage or _Usage()
    usage = Usage(input=used.input, output=used.output, cost=used.cost)
    detail = "" if text.strip() else f"the reply's text is {json.dumps(posted.value.text or None)}"
    return Reply(text=text, status="empty" if detail else "answered", usage=usage, detail=detail)


def _read(body: bytes) -> _Answer:
    """Read a reply; one of another shape comes from how the service is written, and is not asked for again."""
    try:
        answer = msgspec.json.decode(body, type=_Answer)
        check_citations(answer.citations)
    except (msgspec.DecodeError, UnicodeDecodeError, EvidocError) as error:
        raise Faulty(f"the reply is not {{text, citations?, usage?}}: {error}", again=False) from error
    if answer.text is msgspec.UNSET and not answer.citations:
        raise Faulty(f"the reply has no text{_instead(body)}; give {{text, citations?, usage?}}", again=False)
    return answer


def _instead(body: bytes) -> str:
    """Say which fields a reply has."""
    names = ", ".join(msgspec.json.decode(body, type=dict[str, msgspec.Raw]))[:_MOST_NAMED]
    return f"; it has the fields {names}" if "," in names else f"; it has the field {names}" if names else ""
