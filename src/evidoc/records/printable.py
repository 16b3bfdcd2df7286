"""Text of documents, models and file names, made safe to show: it may not move a cursor, end a line or turn the writing round."""

from __future__ import annotations

import re

# control characters, ends of lines and paragraphs, overrides of direction, halves of characters (which stand for odd bytes)
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str, *, keep: str = "") -> str:
    """Escape what cannot be printed: bytes that are not UTF-8, line breaks, control characters; all but those in `keep`."""
    return UNPRINTABLE.sub(lambda found: found[0] if found[0] in keep else _escaped(found[0]), text)


def _escaped(sign: str) -> str:
    is_odd_byte = "\udc80" <= sign <= "\udcff"
    return f"\\x{ord(sign) - 0xDC00:02x}" if is_odd_byte else sign.encode("unicode_escape").decode()
