"""Which document of a corpus a bibliography entry means: by identifier, else by its title."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from evidoc.records.document import Reference

_DOI = re.compile(r"^(?:https?://)?(?:dx\.)?(?:doi\.org/|doi:)?\s*", re.IGNORECASE)
_LETTERS = 20  # letters that a title has at least: shorter ones ("Introduction", "Editorial") name no article


class Catalogue:
    """Documents by the names that bibliographies give them.

    A name that two documents have means the first by identifier (copies), and none by title (two articles of one title).
    """

    def __init__(self) -> None:
        """Begin with no documents."""
        self._documents: dict[str, str] = {}
        self._ambiguous: set[str] = set()

    def add(self, document_id: str, *, identifiers: Iterable[str], title: str) -> None:
        """Add a document by its identifiers (`doi:…`, `pmid:…`, `pmcid:…`) and its title."""
        for identifier in identifiers:
            self._documents.setdefault(_same_form(identifier), document_id)
        name = title_name(title)
        if name and self._documents.setdefault(name, document_id) != document_id:
            self._ambiguous.add(name)

    def find(self, names: Iterable[str]) -> tuple[str, str] | None:
        """Give the document of the first name that is known, with that name; names are those of `names_of`."""
        for name in names:
            if name in self._documents and name not in self._ambiguous:
                return self._documents[name], name
        return None


def names_of(reference: Reference) -> tuple[str, ...]:
    """Give the names by which a bibliography entry can be found, surest first: pmcid, pmid, DOI, title."""
    named = (("pmcid", reference.pmcid), ("pmid", reference.pmid), ("doi", reference.doi))
    found = [_same_form(f"{kind}:{value}") for kind, value in named if value]
    title = title_name(reference.title)
    return (*found, *([title] if title else []))


def title_name(title: str) -> str:
    """Give a title as a name: letters and digits alone, case and accents folded; empty if it is too short to name anything."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", title).casefold() if letter.isalnum())
    return f"title:{plain}" if len(plain) >= _LETTERS else ""


def _same_form(identifier: str) -> str:
    kind, _, value = identifier.partition(":")
    value = value.strip().casefold()
    if kind == "doi":
        value = _DOI.sub("", value).rstrip(".")
    if kind == "pmcid":
        value = "pmc" + value.removeprefix("pmc").strip()
    return f"{kind}:{value}"
