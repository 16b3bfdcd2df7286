"""What a browser sends: the fields of a form, within limits, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qs

from evidoc.errors import UsageError

Posted = Mapping[str, Sequence[str]]
MAX_BODY = 200_000  # bytes of one request; the longest honest one has two texts of 10,000 signs
_MOST_FIELDS = 2_000  # passages of two long articles, marked every one
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one field, in a sentence for who filled it in."""

    field: str
    says: str


def read_posted(body: bytes) -> Posted:
    """Read the fields of a form.

    Raises:
        UsageError: The body is too long, or not what a browser sends.
    """
    if len(body) > MAX_BODY:
        raise UsageError(f"{len(body):,} bytes were sent; a form of ours has at most {MAX_BODY:,}")
    try:
        return parse_qs(
            body.decode("ascii"), keep_blank_values=True, strict_parsing=bool(body), errors="strict", max_num_fields=_MOST_FIELDS
        )
    except ValueError as error:  # also of text that is not UTF-8
        raise UsageError(f"what was sent is no form ({error}); send the page's own") from error


def typed(posted: Posted, name: str) -> str:
    """Give what stands in a field, with plain line ends and without signs that no keyboard has; empty where it was not sent."""
    text = (posted.get(name) or [""])[-1]
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
