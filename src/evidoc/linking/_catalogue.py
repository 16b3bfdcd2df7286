"""Which document of a corpus a bibliography entry means: by identifier, else by its title."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from urllib.parse import unquote

from evidoc.records.document import Reference

_NUMBER: Mapping[str, re.Pattern[str]] = {
    "doi": re.compile(r"10\.\d[\d.]*/.*[^\s.]"),  # after "doi:", "DOI", or the address of any resolver
    "pmid": re.compile(r"\d+"),
    "pmcid": re.compile(r"\d+"),
}
_LETTERS = 20  # letters that a title has at least: shorter ones ("Introduction", "Editorial") name no article


class Catalogue:
    """Documents by the names that bibliographies give them.

    A name that several documents have means the first of them, if they are copies: an identifier always does, and a title
    does where shared identifiers show it. A title that two articles have means none.
    """

    def __init__(self) -> None:
        """Begin with no documents."""
        self._documents: dict[str, str] = {}
        self._titled: dict[str, list[Set[str]]] = defaultdict(list)  # of each title: the identifiers of each document that has it
        self._is_one: dict[str, bool] = {}

    def add(self, document_id: str, *, identifiers: Iterable[str], title: str) -> None:
        """Add a document by its identifiers (`doi:…`, `pmid:…`, `pmcid:…`) and its title."""
        own = frozenset(map(_same_form, identifiers))
        for name in own:
            self._documents.setdefault(name, document_id)
        name = title_name(title)
        if name:
            self._documents.setdefault(name, document_id)
            self._titled[name].append(own)
            self._is_one.pop(name, None)

    def find(self, names: Iterable[str]) -> tuple[str, str] | None:
        """Give the document of the first name that is known, with that name; names are those of `names_of`."""
        for name in names:
            if name in self._documents and self._means_one(name):
                return self._documents[name], name
        return None

    def _means_one(self, name: str) -> bool:
        if name not in self._is_one:
            self._is_one[name] = name not in self._titled or _are_copies(self._titled[name])
        return self._is_one[name]


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


def _are_copies(documents: Sequence[Set[str]]) -> bool:
    """Say whether shared identifiers lead from the first document to all others."""
    having: dict[str, list[int]] = defaultdict(list)
    for at, identifiers in enumerate(documents):
        for identifier in identifiers:
            having[identifier].append(at)
    reached, ahead = {0}, [0]
    while ahead:
        for identifier in documents[ahead.pop()]:
            found = set(having.pop(identifier, ())) - reached
            reached |= found
            ahead += found
    return len(reached) == len(documents)


def _same_form(identifier: str) -> str:
    """Give an identifier in the one form that all ways of writing it share."""
    kind, _, value = identifier.partition(":")
    value = value.strip().casefold()
    found = _NUMBER[kind].search(unquote(value) if "://" in value else value) if kind in _NUMBER else None
    if found is not None:
        value = found.group()
    return f"{kind}:pmc{value}" if found is not None and kind == "pmcid" else f"{kind}:{value}"
