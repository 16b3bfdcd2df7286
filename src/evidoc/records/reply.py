"""What is asked of a model and what comes back."""

from __future__ import annotations

from typing import Literal

import msgspec

from evidoc.records.geometry import Box
from evidoc.records.record import Digest, Record, content_id

ReplyStatus = Literal[
    "answered", "empty", "refused", "filtered", "truncated", "unreadable", "provider_error", "not_asked",
]  # fmt: skip
Role = Literal["system", "user", "assistant"]


class TextPart(Record, frozen=True, kw_only=True, tag="text"):
    """Words."""

    text: str


class ImagePart(Record, frozen=True, kw_only=True, tag="image"):
    """A picture by content: its digest names a PNG in the run's image folder, never base64 in a row.

    `width` and `height` are its size in px; `document` (its number in the item, from 1) and `page`
    (0-based) say what it shows, so that boxes in a reply can be carried back.
    """

    sha256: Digest
    width: int
    height: int
    document: int = 0
    page: int = 0


class FilePart(Record, frozen=True, kw_only=True, tag="file"):
    """A whole file by content, for models that read PDF themselves."""

    sha256: Digest
    name: str
    media_type: str = "application/pdf"


Part = TextPart | ImagePart | FilePart


class Message(Record, frozen=True, kw_only=True):
    """One turn of a conversation."""

    role: Role
    parts: tuple[Part, ...]


class Prompt(Record, frozen=True, kw_only=True):
    """All that a model is given, and how it may answer.

    `alternatives` asks how probable each token of the reply was, with so many others that could have stood
    there; where it is not asked, the field is not written, so that the prompt's id does not depend on it.
    """

    messages: tuple[Message, ...]
    max_tokens: int = 4096
    temperature: float = 0.0
    seed: int | None = None
    answer_schema: str = ""
    alternatives: int | msgspec.UnsetType = msgspec.UNSET

    @property
    def id(self) -> str:
        """The prompt by content."""
        return content_id("p", self)

    @property
    def text(self) -> str:
        """All words of the prompt, part by part."""
        return "\n".join(part.text for message in self.messages for part in message.parts if isinstance(part, TextPart))


class Usage(Record, frozen=True, kw_only=True):
    """What a reply took: tokens in and out, and cost in US dollars where the price is known.

    `cached` are those of the tokens in that the provider read from its cache, for which most ask less.
    """

    input: int = 0
    output: int = 0
    cost: float | None = None
    cached: int = 0

    def __add__(self, other: Usage) -> Usage:
        """Give what two replies took together; the cost is of those whose price is known."""
        costs = [usage.cost for usage in (self, other) if usage.cost is not None]
        return Usage(
            input=self.input + other.input,
            output=self.output + other.output,
            cost=sum(costs) if costs else None,
            cached=self.cached + other.cached,
        )


class SaidToken(Record, frozen=True, kw_only=True):
    """One token of a reply, and how probable it was and others were in its place, from 0 to 1."""

    text: str
    probability: float
    others: dict[str, float] = {}


class Reply(Record, frozen=True, kw_only=True):
    """What came back. `status` keeps the outcomes apart; `text` is the final answer without reasoning.

    `detail` says what went wrong; `tries` counts requests; `tokens` has the probabilities where they were asked
    for and the service gives them. Source: case E04.
    """

    text: str = ""
    status: ReplyStatus = "answered"
    reasoning: str = ""
    usage: Usage = Usage()
    model: str = ""
    seconds: float = 0.0
    tries: int = 1
    detail: str = ""
    tokens: tuple[SaidToken, ...] = ()


class Truncation(Record, frozen=True, kw_only=True):
    """What a view had to leave out, and whether gold evidence was among it (X-08)."""

    blocks: int = 0
    pages: int = 0
    gold_lost: int = 0

    @property
    def happened(self) -> bool:
        """Whether anything was left out."""
        return bool(self.blocks or self.pages)


class View(Record, frozen=True, kw_only=True):
    """A prompt as a view shows an item, with what was cut."""

    prompt: Prompt
    truncated: Truncation = Truncation()


class Citation(Record, frozen=True, kw_only=True):
    """One region that a reply cites: the document's number in the item from 1, and the box there.

    `segment` is the statement that it is to support.
    """

    document: int
    box: Box
    segment: str = ""


class Response(Record, frozen=True, kw_only=True):
    """What a system gave for an item: its reply, and what it was shown where a view was used."""

    reply: Reply
    prompt: str = ""
    truncated: Truncation = Truncation()
