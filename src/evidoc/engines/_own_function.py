"""A function of somebody's own, by name: code that may fail in any way when it is imported, and that is told with the place."""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Callable
from pathlib import Path, PurePath
from types import ModuleType
from typing import cast

from evidoc.errors import UnknownName, UsageError

_IMPORTING = ("importlib", PurePath(__file__).name)  # frames that say nothing of the module


def own_function(spec: str) -> Callable[..., object]:
    """Give the function that `package.module:function` names, from what is installed or lies in the working folder.

    Raises:
        UsageError: The name is not of that form, or the module cannot be imported; the message has the place of what fails.
        UnknownName: The module has no such function; near names are proposed.
    """
    module_name, colon, function_name = spec.partition(":")
    if not colon or not module_name or not function_name:
        raise UsageError(f"python:{spec} names no function; write python:package.module:function")
    module = _imported(module_name, spec)
    function = getattr(module, function_name, None)
    if not callable(function):
        known = tuple(sorted(name for name, value in vars(module).items() if callable(value) and not name.startswith("_")))
        raise UnknownName(function_name, kind=f"function of {module_name}", known=known)
    return cast("Callable[..., object]", function)


def _imported(name: str, spec: str) -> ModuleType:
    folder = str(Path.cwd())
    if folder not in sys.path:  # as `python -m` does, so that a file beside the bench is found
        sys.path.insert(0, folder)
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        said = f"{type(error).__name__}: {error}{_place(error)}"
        raise UsageError(f"python:{spec} cannot be imported ({said}); mend it, or run where it is installed or lies") from error


def _place(error: BaseException) -> str:
    """Give the last line of a module that raised, in brackets; a line that cannot be read is in the message already."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if not any(part in frame.filename for part in _IMPORTING)
    ]
    return f" ({PurePath(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
