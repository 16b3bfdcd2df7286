"""Licence names by one id each, what each id allows, and whether text made from a document may be passed on.

The one judge of licences, for curating and for exporting alike; its table is `licences.json`. Source: DHQ-04, X-51.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from evidoc.records.document import Document
from evidoc.records.record import Record, from_json

Condition = Literal["attribution", "share_alike", "non_commercial", "no_derivatives"]

# Names, links and sentences of the Creative Commons family: letters after "by" decide, the version is where a number follows.
_FAMILY = re.compile(
    r"(?:^|[^a-z])(?:cc|creative commons|creativecommons\.org/licenses)[\s/_-]*(?:cc[\s_-]*)?(?:by|attribution)"
    r"((?:[\s/_-]*(?:nc|nd|sa|igo|non-?\s?commercial|no-?\s?deriv(?:ative)?s?|share-?\s?alike))*)(?![a-z])"
    r"(?:\D{0,40}?(\d\.\d))?"
)
_CLAUSES = (("NC", re.compile("nc|non")), ("ND", re.compile("nd|no-?.?deriv")), ("SA", re.compile("sa|share")))
_CONDITIONS: dict[str, Condition] = {"NC": "non_commercial", "ND": "no_derivatives", "SA": "share_alike"}


class Licence(Record, frozen=True, kw_only=True):
    """A licence: its id (SPDX where there is one), other names for it, and what it allows.

    `redistributable` says whether text made from the document may be passed on (DHQ-04): not where changes are
    forbidden, even where the whole may be copied.
    """

    id: str
    names: tuple[str, ...] = ()
    redistributable: bool = True
    conditions: tuple[Condition, ...] = ()


class LicenceTable(Record, frozen=True, kw_only=True):
    """The licences that are not of the Creative Commons family, which is read by its clauses."""

    taxonomy: str
    version: int
    labels: tuple[Licence, ...]


def licence_of(statement: str) -> Licence | None:
    """Give the licence that a name, a link or a sentence states, or None where it is not known."""
    text = " ".join(unicodedata.normalize("NFKC", statement).casefold().split())
    known = _known().get(_key(text))
    if known is not None or not text:
        return known
    found = _FAMILY.search(text)
    return _creative_commons(found[1], found[2]) if found else None


def stated_licences(document: Document) -> tuple[str, ...]:
    """Give the licences stated for a document's source and for the file of its pages, each once."""
    sources = (document.source, document.pages_source)
    return tuple(dict.fromkeys(source.licence for source in sources if source is not None and source.licence.strip()))


def may_pass_on(document: Document) -> bool:
    """Say whether text made from a document may be passed on: its licences are stated, known, and none forbids it (DHQ-04)."""
    licences = [licence_of(statement) for statement in stated_licences(document)]
    return bool(licences) and all(licence is not None and licence.redistributable for licence in licences)


def _creative_commons(clauses: str, version: str | None) -> Licence:
    letters = [letters for letters, pattern in _CLAUSES if pattern.search(clauses)]
    return Licence(
        id="-".join(["CC", "BY", *letters, *([version] if version else [])]),
        redistributable="ND" not in letters,
        conditions=("attribution", *(_CONDITIONS[entry] for entry in letters)),
    )


@lru_cache(maxsize=1)
def licence_table() -> LicenceTable:
    """Give the table of licences."""
    return from_json(files("evidoc.records").joinpath("licences.json").read_bytes(), LicenceTable, place="licences.json")


@lru_cache(maxsize=1)
def _known() -> dict[str, Licence]:
    return {_key(name.casefold()): licence for licence in licence_table().labels for name in (licence.id, *licence.names)}


def _key(text: str) -> str:
    """Fold what spellings of one name differ in: the address's scheme, spaces, signs, "the" and "licence"."""
    plain = re.sub(r"^https?://(?:www\.)?", "", text)
    return re.sub(r"\b(?:the|licen[cs]e[ds]?|version)\b|[\s_,;()/-]+", "", plain).rstrip(".")
