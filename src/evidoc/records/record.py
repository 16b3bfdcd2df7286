"""What all nouns have in common: frozen, closed, keyword-only, JSON both ways."""

from __future__ import annotations

import hashlib
from typing import Annotated, TypeVar

import msgspec

from evidoc.errors import InvalidRecord

R = TypeVar("R")

# What becomes part of a path when a folder is read or written: refused where it could lead out of the folder (design §9).
_HEX, _SEGMENT = r"^[0-9a-f]{64}$", r"^[^/\\\x00-\x1f.][^/\\\x00-\x1f]{0,199}$"
_IN_WORDS = {
    _HEX: "a SHA-256 of 64 small hex digits",
    _SEGMENT: "a name of at most 200 characters without slashes, control characters or a dot in front",
}
Digest = Annotated[str, msgspec.Meta(pattern=_HEX, description=_IN_WORDS[_HEX])]
FileName = Annotated[str, msgspec.Meta(pattern=_SEGMENT, description=_IN_WORDS[_SEGMENT])]


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A noun: values only, equal by content, refusing fields that its schema lacks."""


class SparseRecord(Record, frozen=True, kw_only=True, omit_defaults=True):
    """A noun of which a document has very many: fields at their default are not written."""


def to_json(record: object) -> bytes:
    """Write one record as UTF-8 JSON without line breaks; the same record gives the same bytes."""
    return _ENCODER.encode(record)


def from_json(line: bytes | str, kind: type[R], *, place: str) -> R:
    """Read one record of a kind.

    Raises:
        InvalidRecord: The text is not JSON or not of that shape; the message names the place.
    """
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidRecord(f"{place}: not a {kind.__name__}: {_in_words(error)}; see docs/reference/formats") from error


def _in_words(error: Exception) -> str:
    said = str(error)
    for pattern, words in _IN_WORDS.items():
        said = said.replace(f"`str` matching regex {pattern!r}", words)
    return said


def content_id(prefix: str, *parts: object) -> str:
    """Name something by what it is: the prefix and 12 hex digits over the parts' JSON."""
    digest = hashlib.blake2b(digest_size=6)
    for part in parts:
        digest.update(_ENCODER.encode(part))
        digest.update(b"\x00")
    return f"{prefix}-{digest.hexdigest()}"


_ENCODER = msgspec.json.Encoder(order="deterministic", decimal_format="string")
