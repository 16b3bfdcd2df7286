"""Bytes to text by evidence: marks first, then what decodes without a fault, then what looks like a language."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_MARKS = (  # the longer mark first: UTF-32's begins with UTF-16's
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 65_536  # bytes that decide; enough for a page of any script
_MIN_NUL_SHARE = 0.35  # Latin text in UTF-16 has a NUL in one of two bytes; some words may be of other scripts
_MIN_PAIRED = 0.8  # of the bytes over 0x7F, in Chinese text nearly all stand in pairs; in European text few do
_CONTROLS = bytes((*range(9), *range(14, 27), 28, 29, 30, 31))  # what no text file has
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text with the encoding that gave it; `is_certain` where the file says it or no byte speaks against it."""

    text: str
    encoding: str
    is_certain: bool = True


def decode(data: bytes, *, declared: str = "") -> Decoded:
    """Give the text of a file's bytes; nothing is lost, and unknown bytes become the characters of their code.

    A byte order mark decides; then UTF-16 without a mark by where its NULs are; then UTF-8 where no byte
    contradicts it, before what the file declares, because that is often wrong; then GB 18030 where the bytes over
    0x7F come in pairs; then Windows-1252.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Decoded(data[len(mark) :].decode(encoding, "replace"), encoding)
    encoding = _wide_encoding(data[:_SAMPLE]) or "utf-8"
    for candidate in (encoding, declared):
        text = _strictly(data, candidate)
        if text is not None:
            return Decoded(text, candidate)
    if _comes_in_pairs(data[:_SAMPLE]):
        text = _strictly(data, "gb18030")
        if text is not None:
            return Decoded(text, "gb18030", is_certain=False)
    return Decoded(_western(data), "cp1252", is_certain=False)


def looks_binary(data: bytes) -> bool:
    """Say whether bytes are no text in any encoding: control characters that no text file has."""
    if any(data.startswith(mark) for mark, _ in _MARKS) or _wide_encoding(data):
        return False
    controls = len(data) - len(data.translate(None, _CONTROLS))
    return data.count(0) > 0 or controls * 20 > len(data)


def _wide_encoding(data: bytes) -> str:
    """Give UTF-16 of an order where the NULs of its ASCII characters are all on one side."""
    pairs = len(data) // 2
    if pairs < 2:
        return ""
    even, odd = data[0 : 2 * pairs : 2].count(0), data[1 : 2 * pairs : 2].count(0)
    if even * 20 <= odd and odd >= _MIN_NUL_SHARE * pairs:
        return "utf-16-le"
    return "utf-16-be" if odd * 20 <= even and even >= _MIN_NUL_SHARE * pairs else ""


def _strictly(data: bytes, encoding: str) -> str | None:
    if not encoding:
        return None
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _comes_in_pairs(data: bytes) -> bool:
    runs = [len(run) for run in _HIGH_RUN.findall(data)]
    return bool(runs) and sum(length for length in runs if length >= 2) >= _MIN_PAIRED * sum(runs)


def _western(data: bytes) -> str:
    return data.decode("latin-1").translate(_CP1252)


# Windows-1252 over Latin-1; its five undefined bytes stay the control characters of their code
_CP1252 = {code: bytes((code,)).decode("cp1252") for code in range(0x80, 0xA0) if code not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}
