"""JSON files of other programs: decoded within limits, whatever their encoding, and read into records with clear errors."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TypeVar

import msgspec

from evidoc.errors import UnreadableDocument
from evidoc.readers._encoding import decode

MAX_BYTES = 300_000_000  # a Docling file with its page pictures inside has some 50 MB
R = TypeVar("R")

_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|.)", re.DOTALL)
_LONE = re.compile(r"\\u[dD][89a-fA-F][\da-fA-F]{2}")


def read_json(path: Path) -> object:
    """Give what a JSON file holds as plain lists and mappings.

    Halves of surrogate pairs become U+FFFD (case A03), and NaN, which JSON has not but Python writes, becomes null.

    Raises:
        UnreadableDocument: The file cannot be opened, is too large, empty, or no JSON.
    """
    text = _text(path)
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        if isinstance(error, RecursionError) or not re.search(r"\b(?:NaN|Infinity)\b", text):
            raise _no_json(path, error) from error
    try:
        return json.loads(text, parse_constant=lambda _: None)
    except (ValueError, RecursionError) as error:
        raise _no_json(path, error) from error


def as_record(value: object, kind: type[R], *, path: Path, what: str) -> R:
    """Give a JSON value as a record of a kind; `what` names the format in the message.

    Raises:
        UnreadableDocument: A field is of another type than the format says; the message names the place.
    """
    try:
        return msgspec.convert(value, kind, strict=False)
    except (msgspec.ValidationError, RecursionError, OverflowError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise UnreadableDocument(f"{path}: not as {what} writes it: {said}; write the file again") from error


def _text(path: Path) -> str:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise UnreadableDocument(f"{path}: {size:,} bytes of JSON; at most {MAX_BYTES:,} are read", status="too_large")
        text = decode(path.read_bytes()).text
    except OSError as error:
        raise UnreadableDocument(f"{path}: cannot be opened: {error.strerror}; check the path and its permissions") from error
    if not text.strip("\x00 \t\r\n"):
        raise UnreadableDocument(f"{path}: the file is empty; write it again", status="empty")
    return _ESCAPE.sub(_whole, text) if _HALF.search(text) else text


def _whole(escape: re.Match[str]) -> str:
    return "\\ufffd" if _LONE.fullmatch(escape[0]) else escape[0]


def _no_json(path: Path, error: Exception) -> UnreadableDocument:
    said = "nested too deeply" if isinstance(error, RecursionError) else str(error)
    return UnreadableDocument(f"{path}: no JSON: {said}; write the file again")
