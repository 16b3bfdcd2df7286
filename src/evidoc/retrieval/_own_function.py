"""A function of one's own as an encoder: `python:package.module:function`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from evidoc.errors import UnknownName, UsageError
from evidoc.retrieval._encoder import PYTHON, rows_of_length_one

if TYPE_CHECKING:
    from evidoc.retrieval._encoder import Vectors

Function = Callable[[list[str]], object]


class FunctionEncoder:
    """A Python function that takes a list of texts and gives a row of numbers for each."""

    def __init__(self, spec: str) -> None:
        """Import the function.

        Raises:
            UsageError: The name is not MODULE:FUNCTION, or the module cannot be imported.
            UnknownName: The module has no such function.
        """
        self.name = f"{PYTHON}{spec}"
        self._function = _function(spec)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Call the function with all texts, and scale the rows to length 1.

        Raises:
            UsageError: It does not give one row of finite numbers a text, all equally long.
        """
        import numpy as np

        if not texts:
            return np.zeros((0, 1), dtype=np.float32)
        try:
            rows = np.asarray(self._function(list(texts)), dtype=np.float32)
        except (TypeError, ValueError) as error:
            raise UsageError(f"{self.name} gave no rows of numbers ({error}); give one row a text, all equally long") from error
        if rows.ndim != 2 or len(rows) != len(texts) or not np.isfinite(rows).all():
            raise UsageError(f"{self.name} gave {rows.shape} for {len(texts)} texts; give one row of finite numbers a text")
        return rows_of_length_one(rows)


def _function(spec: str) -> Function:
    module_name, colon, function_name = spec.partition(":")
    if not colon or not module_name or not function_name:
        raise UsageError(f"{PYTHON}{spec} names no function; write python:package.module:function")
    folder = str(Path.cwd())
    if folder not in sys.path:  # as `python -m` does, so that a file beside the bench is found
        sys.path.insert(0, folder)
    try:
        module = importlib.import_module(module_name)
    except ImportError as error:
        raise UsageError(f"{PYTHON}{spec} cannot be imported ({error}); name a module that Python finds from here") from error
    function = getattr(module, function_name, None)
    if not callable(function):
        known = tuple(name for name, value in vars(module).items() if callable(value) and not name.startswith("_"))
        raise UnknownName(function_name, kind=f"function of {module_name}", known=known)
    return cast("Function", function)
