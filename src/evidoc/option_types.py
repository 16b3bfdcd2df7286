"""Whether a value from a spec string is of the type that an option's annotation says, and what would be."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal, Union

_NAMES: Mapping[object, str] = {
    int: "a whole number",
    float: "a number",
    str: "a text in quotes",
    Path: "a path in quotes",
    bool: "True or False",
    type(None): "None",
}
_LISTS = (Sequence, Collection, tuple, list, frozenset, set)


@lru_cache(maxsize=512)
def hints_of(function: Callable[..., object]) -> Mapping[str, object]:
    """Give the types of a function's parameters; nothing where one of them is known to type checkers only."""
    try:
        return typing.get_type_hints(function)
    except (NameError, TypeError):
        return {}


def fits(value: object, hint: object) -> bool:
    """Say whether a literal is of a type; types that no literal can be checked against fit."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return value in arguments
    if origin in (Union, types.UnionType):
        return any(fits(value, argument) for argument in arguments)
    if origin in _LISTS:
        return isinstance(value, list | tuple | set | frozenset) and _entries_fit(tuple(value), arguments)
    if origin is Mapping or origin is dict:
        return isinstance(value, dict)
    return _is_plain(value, hint)


def wanted(hint: object) -> str:
    """Say in words what fits: "a whole number or None"."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return " or ".join(map(repr, arguments))
    if origin in (Union, types.UnionType):
        return " or ".join(map(wanted, arguments))
    if origin in _LISTS:
        return f"several in brackets, such as ({wanted(arguments[0])}, …)" if arguments else "several in brackets"
    return "a mapping in braces" if origin is Mapping or origin is dict else _NAMES.get(hint, "another value")


def _is_plain(value: object, hint: object) -> bool:
    if hint is bool or hint is type(None):
        return isinstance(value, bool) if hint is bool else value is None
    if hint is int or hint is float:
        return isinstance(value, int if hint is int else (int, float)) and not isinstance(value, bool)
    return isinstance(value, str) if hint is str or hint is Path else True


def _entries_fit(entries: tuple[object, ...], arguments: tuple[object, ...]) -> bool:
    if len(arguments) > 1 and arguments[1] is not Ellipsis:
        return len(entries) == len(arguments) and all(map(fits, entries, arguments))
    return not arguments or all(fits(entry, arguments[0]) for entry in entries)
