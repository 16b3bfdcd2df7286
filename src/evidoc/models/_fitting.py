"""Fitting a JSON value to a record where models come close: lists of one, wrappers, odd names, numbers as text.

Whatever was changed is said in a note, so that a caller may be stricter. Source: case E10.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import msgspec

from evidoc.errors import InvalidRecord

T = TypeVar("T", bound=msgspec.Struct)


class Written(float):
    """A number with its digits as they were written, so that "12.50" is not made "12.5" where a text is wanted."""

    def __new__(cls, written: str) -> Written:
        """Read the number and keep its digits."""
        number = super().__new__(cls, written)
        number.written = written
        return number

    written: str


@dataclass(frozen=True)
class Fitted(Generic[T]):
    """A record, and what had to be changed to get it."""

    value: T
    notes: tuple[str, ...] = ()


def fit(value: object, kind: type[T]) -> Fitted[T]:
    """Make a record of a JSON value.

    Raises:
        InvalidRecord: It comes not close enough.
    """
    try:
        return Fitted(msgspec.convert(value, kind))
    except msgspec.ValidationError as error:
        first = error
    changed, notes = _reshaped(value, kind)
    try:
        return Fitted(msgspec.convert(changed, kind, strict=False), notes or ("values of another type",))
    except (msgspec.ValidationError, OverflowError):
        raise InvalidRecord(f"it does not fit: {first}") from first


def _reshaped(value: object, kind: type[T]) -> tuple[object, tuple[str, ...]]:
    notes: list[str] = []
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
        notes.append("a list of one")
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    if isinstance(value, dict) and len(value) == 1 and not set(_plain(value)) & {name.lower() for name in fields}:
        (inner,) = value.values()
        if isinstance(inner, dict):
            value = inner
            notes.append("an object around it")
    if not isinstance(value, dict):
        return value, tuple(notes)
    return _named(value, fields, notes), tuple(notes)


def _named(value: Mapping[object, object], fields: Mapping[str, msgspec.structs.FieldInfo], notes: list[str]) -> object:
    """Give an object its fields' exact names, and texts where texts are wanted."""
    exact = {name.lower(): name for name in fields}
    named = {exact.get(plain, str(name)): entry for plain, name, entry in zip(_plain(value), value, value.values(), strict=True)}
    if len(named) != len(value):
        raise InvalidRecord("two fields have the same name but for case or spaces")
    if list(named) != list(value):
        notes.append("names of fields")
    extra = [name for name in named if name not in fields]
    if extra:
        named = {name: entry for name, entry in named.items() if name in fields}
        notes.append("fields that were not asked for")
    for name, entry in named.items():
        if name in fields and fields[name].type is str and isinstance(entry, int | float) and not isinstance(entry, bool):
            named[name] = entry.written if isinstance(entry, Written) else str(entry)
            notes.append(f"{name} was a number")
    return named


def _plain(value: Mapping[object, object]) -> Sequence[str]:
    return [str(name).strip().strip("*_:").lower() for name in value]
