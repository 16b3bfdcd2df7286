"""Rows of CSV whose cells are longer than Python's reader allows."""

from __future__ import annotations

import csv
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

Row = TypeVar("Row")
LONGEST = 2**31 - 1  # characters of a cell
_USUAL = 131_072  # Python's own limit, by which the reader of tables knows a quotation mark that is never closed
_lifting = threading.Lock()


def long_rows(reader: Iterator[Row], *, longest: int = LONGEST) -> Iterator[Row]:
    """Give the rows of a `csv.reader` or `csv.DictReader` whose cells have up to `longest` characters.

    The limit is one of the whole process: it is lifted for each row alone, so that whoever reads CSV elsewhere has the usual one.

    Raises:
        csv.Error: A line is no CSV, or a cell is longer.
    """
    while True:
        with _lifted(longest):
            row = next(reader, None)
        if row is None:
            return
        yield row


@contextmanager
def _lifted(longest: int) -> Iterator[None]:
    with _lifting:
        csv.field_size_limit(longest)
        try:
            yield
        finally:
            csv.field_size_limit(_USUAL)
