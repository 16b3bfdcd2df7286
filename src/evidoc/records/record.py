"""What all nouns have in common: frozen, closed, keyword-only, JSON both ways."""

from __future__ import annotations

import hashlib
from typing import TypeVar

import msgspec

from evidoc.errors import InvalidRecord

R = TypeVar("R")


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
        raise InvalidRecord(f"{place}: not a {kind.__name__}: {error}; see docs/reference/formats") from error


def content_id(prefix: str, *parts: object) -> str:
    """Name something by what it is: the prefix and 12 hex digits over the parts' JSON."""
    digest = hashlib.blake2b(digest_size=6)
    for part in parts:
        digest.update(_ENCODER.encode(part))
        digest.update(b"\x00")
    return f"{prefix}-{digest.hexdigest()}"


_ENCODER = msgspec.json.Encoder(order="deterministic", decimal_format="string")
