"""DocHop's public TSV → items over one-page documents, each row whole or refused with its reason.

Source: formats.md, section 6.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from evidoc.errors import InvalidRecord
from evidoc.importers import Imported, Refused
from evidoc.importers.dochop._item import item_of, page_of
from evidoc.importers.dochop._rows import read_rows
from evidoc.records.document import Document

CONTRACT = (
    "Give one value: a number without unit, a full name as the chart shows it, or yes or no. "
    "End with the sentence: The answer is: <your value>"
)  # DH-69, for items that bring no contract


def load(path: Path) -> Document:
    """Give the page of a file's only row, as every importer gives a Document; `load_items` gives all rows.

    Raises:
        InvalidRecord: The file has faults, or more than one row.
    """
    found = list(load_items(path))
    whole = [entry for entry in found if isinstance(entry, Imported)]
    if len(found) != 1 or len(whole) != 1:
        reasons = "; ".join(entry.reason for entry in found if isinstance(entry, Refused))
        raise InvalidRecord(f"{path}: {len(found)} rows, {len(whole)} of them whole ({reasons}); a document is one whole row")
    return whole[0].document


def load_items(path: Path) -> Iterator[Imported | Refused]:
    """Give the items of a TSV one by one; a row without question, answer or readable page is refused and does not stop the rest.

    Raises:
        InvalidRecord: The file is no such TSV.
    """
    for row in read_rows(path):
        if isinstance(row, Refused):
            yield row
            continue
        try:
            document, pdf = page_of(row)
        except InvalidRecord as error:
            yield Refused(row.number, str(error).partition(": ")[2] or str(error))
            continue
        yield Imported(item=item_of(row, document, contract=CONTRACT), document=document, pdf=pdf)


__all__ = ["CONTRACT", "Imported", "Refused", "load", "load_items"]
