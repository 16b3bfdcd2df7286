r"""The bibliography: \bibitem entries as printed, or those of .bib files that the document cites, as references.

Strings stay as written. Without a .bbl the order and the print of the entries are ours; their numbers are then not known
and not printed. Source: DHQ-02, case B11.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evidoc.pages.text import clean_text
from evidoc.readers.latex._bbl import is_biblatex, read_bbl
from evidoc.readers.latex._bib import BibEntry, people, read_bib
from evidoc.readers.latex._cites import prints_names
from evidoc.readers.latex._drafts import Draft
from evidoc.readers.latex._lists import ListLevel
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._marks import BLOCK, INTERNAL
from evidoc.readers.latex._numbers import RANKS
from evidoc.readers.latex._scan import Scanner
from evidoc.records.document import Reference

if TYPE_CHECKING:
    from evidoc.readers.latex._state import Close, Walk

PLACE = "bibliography"  # the role of the draft that stands where the entries of .bib files are printed
_DOI = re.compile(r"(?:doi\.org/|doi:?\s*|^)(10\.\d{4,9}/[^\s,;]+)", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_NATBIB = re.compile(r"(.*?)\s*\(((?:1[5-9]|20)\d\d[a-z]?|[^()]{0,20})\)(.*)", re.DOTALL)
_VOLUME = re.compile(r"(?<![\d.])(\d{1,4})\s*(?:\(\s*[\w–-]{1,12}\s*\))?\s*[:,]\s*(?:pp?\.?\s*)?([a-zA-Z]?\d{1,7})")
_QUOTED = re.compile(r"[“\"]([^“”\"]{8,400}?),?[”\"]")
_UNSORTED = re.compile(r"unsrt|ieee|IEEE|plos|vancouver|elsarticle-num|nature|science|phys|aip|aps|achemso|spmpsci")
_MOST_ENTRIES = 20_000
_VENUES = ("journal", "booktitle", "howpublished", "school", "institution", "publisher", "organization", "eprint")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the bibliography: how sentences name it, and its reference."""

    names: str
    year: str
    title: str
    reference: Reference
    label: str = ""


def bibliography(walk: Walk, name: str) -> None:
    r"""Follow \bibliography{files} and \printbibliography: enter the .bbl, or keep the place for the entries of .bib files."""
    options = joined(walk.stream.optional() or [])
    files = joined(walk.stream.spelled(walk.stream.argument())) if name == "bibliography" else ""
    walk.end_paragraph()
    names = [file.strip() for file in files.split(",") if file.strip()]
    path = walk.project.beside(".bbl") or next(
        (found for file in names if (found := walk.project.find(file, suffixes=(".bbl",))) is not None), None
    )
    text = walk.project.text(path) if path is not None else ""
    if "\\bibitem" in text or "\\harvarditem" in text:
        walk.stream.feed.enter(Scanner(text, walk.stream.lexing, path=str(path)))
        return
    if is_biblatex(text):
        walk.bib_entries.update(read_bbl(text))
    else:
        walk.bibliographies += names
    title = re.search(r"title\s*=\s*\{?([^{},\]]+)", options)
    heading = "" if "heading=none" in options.replace(" ", "") else walk.plain_text(title[1]) if title else _heading(walk)
    walk.add(Draft("reference", heading, role=PLACE))


def _heading(walk: Walk) -> str:
    return walk.name("bibliography" if walk.counters.has_chapters else "references")


def begin_list(walk: Walk, kind: str) -> Close | None:
    r"""Open \begin{thebibliography}{99}."""
    walk.stream.argument()
    walk.end_paragraph()
    rank = RANKS["chapter" if walk.counters.has_chapters else "section"]
    walk.add(Draft("heading", _heading(walk), rank=rank, role=PLACE))
    walk.context.lists.append(ListLevel("bibliography"))

    def close(walk: Walk) -> None:
        walk.end_paragraph()
        walk.context.lists.clear()
        walk.add(Draft("paragraph", closes=True))

    return close


def item(walk: Walk, name: str) -> None:
    r"""Begin an entry: \bibitem[label]{key} or \harvarditem{names}{year}{key}."""
    walk.end_paragraph()
    if name == "bibitem":
        label = walk.plain(walk.stream.optional() or [])
    else:
        walk.stream.optional()
        label = f"{walk.plain(walk.stream.argument())}({walk.plain(walk.stream.argument())})"
    key = " ".join(joined(walk.stream.spelled(walk.stream.argument())).split())
    if not walk.context.lists:
        walk.context.lists.append(ListLevel("bibliography"))
    level = walk.context.lists[-1]
    level.is_open, level.first = True, None
    walk.context.open = None
    target = walk.new_target("reference", "")
    walk.bib_items.append((key, label, target))
    walk.context.pending = Draft("reference", target=target)


def new_block(walk: Walk, name: str) -> None:
    r"""Part the blocks of an entry, as \newblock does: names, title, where it appeared."""
    walk.prose.take(f" {BLOCK}" if name == "newblock" else BLOCK)


def author_year(walk: Walk, name: str) -> None:
    r"""Read \citeauthoryear{long}{short}{year} in the label of an entry."""
    parts = [walk.plain(walk.stream.argument()) for _ in range(2)]
    if walk.stream.peek() == "{":
        parts = [parts[0], walk.plain(walk.stream.argument())]
    walk.prose.take(f"{parts[0]}({parts[1]})")


def second_of(walk: Walk, name: str) -> None:
    r"""Read \bibinfo{kind}{text} as its text; a title is a block of its own."""
    kind = joined(walk.stream.argument()).strip()
    text = walk.stream.argument()
    mark = [f"\\{INTERNAL}block"] if kind == "title" and name == "bibinfo" else []
    walk.stream.push(["{", *mark, *text, *mark, "}"])


def read_entries(walk: Walk) -> dict[str, Entry]:
    r"""Give the entries that are printed, by key: those of \bibitem, else those of the .bib files that are cited."""
    found = dict(_printed_items(walk))
    if found:
        return found
    known: Mapping[str, BibEntry] = walk.bib_entries or _from_files(walk)
    if not walk.cites_all and not walk.bib_entries:
        known = _cited(walk, known)
    entries = {key: _entry(walk, key, entry) for key, entry in list(known.items())[:_MOST_ENTRIES]}
    if walk.bib_entries or _is_unsorted(walk):
        return entries
    order = sorted(entries, key=lambda key: (entries[key].reference.authors, entries[key].year, entries[key].title))
    return {key: entries[key] for key in order}


def _cited(walk: Walk, known: Mapping[str, BibEntry]) -> dict[str, BibEntry]:
    """Give the entries that are cited, by the key as cited: BibTeX finds `gmpy` for `GMPY`."""
    by_lower = {key.lower(): entry for key, entry in reversed(list(known.items()))}
    found = {key: known.get(key) or by_lower.get(key.lower()) for key in walk.cited}
    return {key: entry for key, entry in found.items() if entry is not None}


def _is_unsorted(walk: Walk) -> bool:
    if "biblatex" in walk.packages:
        return re.search(r"sorting\s*=\s*none|ieee|nature|science|phys", walk.packages["biblatex"]) is not None
    return _UNSORTED.search(walk.bib_style) is not None


def _from_files(walk: Walk) -> dict[str, BibEntry]:
    entries: dict[str, BibEntry] = {}
    for name in dict.fromkeys(walk.bibliographies):
        stem = name.removesuffix(".bib")
        written = walk.project.written.get(f"{stem}.bib", walk.project.written.get(stem))
        path = None if written is not None else walk.project.find(stem, suffixes=(".bib",))
        if written is None and path is None:
            walk.project.miss(f"{stem}.bib")
            continue
        text = written if written is not None else walk.project.text(path) if path is not None else ""
        for key, entry in read_bib(text).items():
            entries.setdefault(key, entry)
    return entries


def _printed_items(walk: Walk) -> list[tuple[str, Entry]]:
    drafts = {id(draft.target): draft for draft in walk.context.drafts if draft.kind == "reference"}
    found: list[tuple[str, Entry]] = []
    for key, label, target in walk.bib_items:
        draft = drafts.get(id(target))
        if draft is None:
            continue
        draft.label = _label(walk, label, len(found) + 1)
        draft.labels = [key]
        found.append((key, _from_text(key, label, draft)))
    return found


def _label(walk: Walk, label: str, number: int) -> str:
    if label and not _NATBIB.fullmatch(label):
        return label
    return "" if label and prints_names(walk) else str(number)


def _from_text(key: str, label: str, draft: Draft) -> Entry:
    """Read an entry as it is printed: its blocks tell names and title, its words the rest."""
    blocks = [clean_text(block) for block in draft.text.split(BLOCK)]
    text = clean_text(draft.text.replace(BLOCK, ""))
    named = _NATBIB.fullmatch(label)
    doi, years = _DOI.search(text), _YEAR.findall(text)
    place = _VOLUME.search(text[len(blocks[0]) + (len(blocks[1]) if len(blocks) > 1 else 0) :])
    quoted = _QUOTED.search(text)
    title = blocks[1].rstrip(". ") if len(blocks) > 1 else quoted[1] if quoted else ""
    year = named[2] if named else years[-1] if years else ""
    return Entry(
        names=named[1].strip() if named else "",
        year=year,
        title=title,
        label=draft.label,
        reference=Reference(
            key=key, title=title, text=text, year=year, doi=doi[1].rstrip(".}") if doi else "",
            authors=(blocks[0].rstrip(",. "),) if len(blocks) > 1 else (),
            volume=place[1] if place else "", first_page=place[2] if place else "",
        ),
    )  # fmt: skip


def _entry(walk: Walk, key: str, entry: BibEntry) -> Entry:
    """Give an entry of a .bib file with its fields as text."""
    fields = {
        name: walk.plain_text(value) for name, value in entry.fields.items() if name not in ("abstract", "file", "keywords")
    }
    names = [
        (walk.plain_text(family), walk.plain_text(given))
        for family, given in people(entry.fields.get("author", "") or entry.fields.get("editor", ""))
    ]
    year = fields.get("year", "") or fields.get("date", "")[:4]
    title = ": ".join(part for part in (fields.get("title", ""), fields.get("subtitle", "")) if part)
    doi = _DOI.search(fields.get("doi", "") or fields.get("url", ""))
    authors = tuple(" ".join(part for part in name if part) for name in names)
    pages = fields.get("pages", "").replace("–", "-")
    return Entry(
        names=short_names([family for family, _ in names]),
        year=year,
        title=title,
        reference=Reference(
            key=key, title=title, text=_composed(fields, authors, title, year), authors=authors, year=year,
            doi=doi[1].rstrip(".,;") if doi else "", pmid=fields.get("pmid", ""), volume=fields.get("volume", ""),
            first_page=pages.partition("-")[0].strip(),
        ),
    )  # fmt: skip


def short_names(families: Sequence[str]) -> str:
    """Give names as sentences have them: Doe; Doe and Roe; Doe et al."""
    if len(families) > 2 or "et al." in families:
        return f"{families[0]} et al."
    return " and ".join(families)


def _composed(fields: Mapping[str, str], authors: Sequence[str], title: str, year: str) -> str:
    issue = f"({fields['number']})" if "number" in fields else ""
    place = ":".join(part for part in (fields.get("volume", "") + issue, fields.get("pages", "")) if part)
    venue = next((fields[name] for name in _VENUES if fields.get(name)), "")
    head = " ".join(part for part in (", ".join(authors), f"({year})" if year else "") if part)
    parts = (head, title, " ".join(part for part in (venue, place) if part), fields.get("url", "") or fields.get("doi", ""))
    return ". ".join(part.rstrip(".") for part in parts if part)


COMMANDS: dict[str, Callable[[Walk, str], None]] = {
    **dict.fromkeys(("bibliography", "printbibliography"), bibliography),
    **dict.fromkeys(("bibitem", "harvarditem"), item),
    **dict.fromkeys(("newblock", f"{INTERNAL}block"), new_block),
    "citeauthoryear": author_year,
    **dict.fromkeys(("bibinfo", "bibfield"), second_of),
}
ENVIRONMENTS: dict[str, Callable[[Walk, str], Close | None]] = {"thebibliography": begin_list}
