"""How a room finds its parts by name, and how a spec string binds a part's options.

A room is a package of evidoc; a part is a module of it that has the room's verb. Other
packages add parts by the entry-point group `evidoc.<room>`, a program by `add`. There is
no list to edit.
"""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from types import ModuleType
from typing import cast

from evidoc.errors import UnknownName, UsageError
from evidoc.option_types import fits, hints_of, wanted

VERBS: Mapping[str, tuple[str, ...]] = {
    "readers": ("read",),
    "curation": ("curate",),
    "linking": ("link",),
    "recipes": ("plan", "make"),
    "checks": ("check",),
    "rubrics": ("judge",),
    "retrieval": ("index",),
    "views": ("show",),
    "models": ("connect",),
    "systems": ("connect",),
    "scorers": ("score",),
    "analyses": ("analyse",),
    "engines": ("run",),
    "exporters": ("export",),
    "importers": ("load",),
}

_added: dict[str, dict[str, ModuleType]] = {}


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a room, with the options that a spec string bound."""

    room: str
    name: str
    module: ModuleType
    options: Mapping[str, object] = field(default_factory=dict)

    def function(self, verb: str | None = None) -> Callable[..., object]:
        """Give the part's function for a verb, with the options bound."""
        return partial(getattr(self.module, verb or VERBS[self.room][0]), **self.options)

    @property
    def summary(self) -> str:
        """The first sentence of the part's docstring."""
        return (inspect.getdoc(self.module) or "").split("\n\n")[0].replace("\n", " ")

    @property
    def spec(self) -> str:
        """The part and its options as a spec string, options in order of name."""
        bound = ", ".join(f"{name}={value!r}" for name, value in sorted(self.options.items()))
        return f"{self.name}({bound})" if bound else self.name


def rooms() -> tuple[str, ...]:
    """Give the names of all rooms that have parts."""
    return tuple(sorted(VERBS))


def names(room: str) -> tuple[str, ...]:
    """Give the names of a room's parts, sorted."""
    return tuple(sorted(_found(room)))


def part(room: str, spec: str) -> Part:
    """Give the part that a spec string names: `page_images` or `page_images(dpi=150)`.

    Raises:
        UnknownName: The room has no such part, or the part no such option; near names are proposed.
        UsageError: The spec string does not read as a name with literal options, or an option is of another type.
    """
    name, options = read_spec(spec)
    found = _found(room)
    if name not in found:
        raise UnknownName(name, kind=room.removesuffix("s"), known=tuple(sorted(found)))
    module = found[name]()
    known = options_of(module, VERBS[room])
    for option in options:
        if option not in known:
            raise UnknownName(option, kind=f"option of {room}.{name}", known=tuple(known))
    _refuse_wrong_types(module, room, name, options)
    return Part(room=room, name=name, module=module, options=options)


def add(room: str, name: str, module: ModuleType) -> None:
    """Put a part of your own into a room for this process."""
    missing = [verb for verb in VERBS[room] if not callable(getattr(module, verb, None))]
    if missing:
        raise UsageError(f"{module.__name__} has no function {missing[0]!r}; a part of {room} has {', '.join(VERBS[room])}")
    _added.setdefault(room, {})[name] = module
    offered.cache_clear()


@lru_cache(maxsize=64)
def offered(room: str, name: str, function: str) -> Callable[..., object] | None:
    """Give a function that some parts of a room have beside its verbs; None where the part has none, or is not there."""
    if name not in names(room):
        return None
    found = getattr(part(room, name).module, function, None)
    return cast("Callable[..., object] | None", found if callable(found) else None)


def read_spec(spec: str) -> tuple[str, dict[str, object]]:
    """Read `name(option=literal, …)` into the name and the options; nothing is evaluated.

    Raises:
        UsageError: The text is not of that form.
    """
    name, bracket, rest = spec.partition("(")
    if not bracket:
        return spec.strip(), {}
    try:
        call = ast.parse(f"f({rest}", mode="eval").body
        assert isinstance(call, ast.Call) and not call.args and all(keyword.arg for keyword in call.keywords)
        return name.strip(), {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (SyntaxError, ValueError, AssertionError) as error:
        raise UsageError(f"cannot read {spec!r}; write name(option=value, …) with plain values") from error


def options_of(module: ModuleType, verbs: tuple[str, ...]) -> dict[str, object]:
    """Give the keyword-only options of a part with their defaults."""
    parameters = [
        parameter
        for verb in verbs
        for parameter in inspect.signature(getattr(module, verb)).parameters.values()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    ]
    return {parameter.name: parameter.default for parameter in parameters}


def _refuse_wrong_types(module: ModuleType, room: str, name: str, options: Mapping[str, object]) -> None:
    """Refuse an option whose value is not of the type that a verb's annotation says."""
    for verb in VERBS[room]:
        hints = hints_of(getattr(module, verb))
        for option, value in options.items():
            if option in hints and not fits(value, hints[option]):
                raise UsageError(f"option {option} of {room}.{name} is {value!r}; give {wanted(hints[option])}")


def _found(room: str) -> dict[str, Callable[[], ModuleType]]:
    if room not in VERBS:
        raise UnknownName(room, kind="room", known=rooms())
    package = importlib.import_module(f"evidoc.{room}")
    own: dict[str, Callable[[], ModuleType]] = {
        entry.name: partial(importlib.import_module, f"evidoc.{room}.{entry.name}")
        for entry in pkgutil.iter_modules(package.__path__)
        if not entry.name.startswith("_") and entry.name not in getattr(package, "SHARED", ())
    }
    added = {name: partial(_same, module) for name, module in _added.get(room, {}).items()}
    return {**own, **_of_other_packages(room), **added}


@lru_cache(maxsize=64)
def _of_other_packages(room: str) -> Mapping[str, Callable[[], ModuleType]]:
    """Look once a process: reading what all installed packages offer takes longer than most of what is then found does."""
    return {entry.name: entry.load for entry in importlib.metadata.entry_points(group=f"evidoc.{room}")}


def _same(module: ModuleType) -> ModuleType:
    return module
