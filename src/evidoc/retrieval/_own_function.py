"""A function of one's own as an encoder: `python:package.module:function`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evidoc.engines import own_function
from evidoc.engines.inline import run
from evidoc.errors import UsageError
from evidoc.retrieval._encoder import PYTHON, rows_of_length_one

if TYPE_CHECKING:
    from evidoc.retrieval._encoder import Vectors


class FunctionEncoder:
    """A Python function that takes a list of texts and gives a row of numbers for each."""

    def __init__(self, spec: str) -> None:
        """Import the function.

        Raises:
            UsageError: The name is not MODULE:FUNCTION, or the module cannot be imported.
            UnknownName: The module has no such function.
        """
        self.name = f"{PYTHON}{spec}"
        self._function = own_function(spec)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Call the function with all texts, and scale the rows to length 1.

        Raises:
            UsageError: It fails, or does not give one row of finite numbers a text, all equally long.
        """
        import numpy as np

        if not texts:
            return np.zeros((0, 1), dtype=np.float32)
        given = self._called(texts)
        try:
            rows = np.asarray(given, dtype=np.float32)
        except (TypeError, ValueError, OverflowError) as error:
            raise UsageError(f"{self.name} gave no rows of numbers ({error}); give one row a text, all equally long") from error
        if rows.ndim != 2 or len(rows) != len(texts) or not np.isfinite(rows).all():
            raise UsageError(f"{self.name} gave {rows.shape} for {len(texts)} texts; give one row of finite numbers a text")
        return rows_of_length_one(rows)

    def _called(self, texts: Sequence[str]) -> object:
        (outcome,) = run(self._function, [list(texts)])  # engines alone turn any exception into a record
        if outcome.failure is not None:
            raise UsageError(f"{self.name} failed: {outcome.failure.told}; mend it, or take another encoder")
        return outcome.value
