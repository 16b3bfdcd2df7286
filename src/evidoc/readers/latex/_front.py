r"""What stands at a document's head: title, people, date, abstracts, key words, in the order in which they are printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evidoc.readers.latex._drafts import Draft, Flat
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._marks import PERSON

if TYPE_CHECKING:
    from evidoc.readers.latex._state import Close, Walk

_PART = re.compile(r",?(?:organization|addressline|city|postcode|state|country|department|institution)=,?")
_ROLES = {
    "affil": "affiliation", "affiliation": "affiliation", "address": "affiliation", "institute": "affiliation",
    "institution": "affiliation", "orgname": "affiliation", "icmlaffiliation": "affiliation", "affiliations": "affiliation",
    "email": "email", "authoremail": "email", "keywords": "keywords", "keyword": "keywords", "pacs": "keywords",
    "kwd": "keywords", "subtitle": "subtitle", "date": "date", "dochead": "dochead", "altaffiliation": "affiliation",
    "ead": "email", "collaboration": "authors", "homepage": "email",
}  # fmt: skip


@dataclass(slots=True)
class Front:
    """The head of a document so far; `is_shown` once it stands among the blocks."""

    title: list[str] = field(default_factory=list)
    authors: list[list[str]] = field(default_factory=list)
    lines: list[tuple[str, list[str]]] = field(default_factory=list)  # role and tokens
    abstracts: list[Draft] = field(default_factory=list)
    has_abstract: bool = False
    identifiers: list[str] = field(default_factory=list)
    is_shown: bool = False
    shows_itself: bool = False  # a class whose front matter needs no \maketitle


def title(walk: Walk, name: str) -> None:
    r"""Keep \title."""
    walk.stream.star()
    walk.stream.optional()
    walk.front.title = walk.stream.argument()


def author(walk: Walk, name: str) -> None:
    r"""Keep one \author, which may name several people."""
    walk.stream.star()
    walk.stream.optional()
    tokens = walk.stream.argument()
    if walk.front.is_shown and not walk.in_preamble:
        _show_line(walk, "authors", tokens)
    else:
        walk.front.authors.append(tokens)


def front_line(walk: Walk, name: str) -> None:
    """Keep a line of the head: an affiliation, the date, key words."""
    walk.stream.star()
    walk.stream.optional()
    tokens = _values(walk.stream.argument())
    role = _ROLES[name]
    if walk.context.level:  # key words within an abstract stand behind it
        walk.prose.notes += _lines(walk.flat(tokens), role)
    elif walk.front.is_shown and not walk.in_preamble:
        _show_line(walk, role, tokens)
    elif role == "date":
        walk.front.lines = [line for line in walk.front.lines if line[0] != "date"]
        walk.front.lines += [(role, tokens)] if "\\today" not in tokens else []
    else:
        walk.front.lines.append((role, tokens))


def _values(tokens: list[str]) -> list[str]:
    """Give the values of an address in parts, `organization={…},city={…}`, as Elsevier's classes have it; else the tokens."""
    if not tokens or not _PART.match(tokens[0]):
        return tokens
    return [" " if _PART.fullmatch(token) else token for token in tokens]


def make_title(walk: Walk, name: str) -> None:
    r"""Print the head here."""
    walk.end_paragraph()
    if not walk.front.is_shown:
        walk.context.drafts += front_drafts(walk)


def front_drafts(walk: Walk) -> list[Draft]:
    """Give the blocks of the head, once."""
    front = walk.front
    front.is_shown = True
    drafts: list[Draft] = []
    if front.title:
        flat = walk.flat(front.title)
        drafts += [Draft("title", flat.text, mentions=flat.mentions, citations=flat.citations), *flat.notes]
    if front.authors:
        drafts += _authors(walk, front.authors)
    for role, tokens in front.lines:
        drafts += _lines(walk.flat(tokens), role)
    return [*drafts, *front.abstracts]


def _authors(walk: Walk, entries: Sequence[list[str]]) -> list[Draft]:
    r"""Give the people of all \author commands as one line."""
    flats = [walk.flat(tokens) for tokens in entries]
    people = [" ".join(person.split()) for flat in flats for person in flat.text.split(PERSON)]
    line = Draft("paragraph", ", ".join(person for person in people if person), role="authors")
    line.mentions = [mention for flat in flats for mention in flat.mentions]
    return [line, *(note for flat in flats for note in flat.notes)]


def _lines(flat: Flat, role: str) -> list[Draft]:
    whole = flat.text.replace(PERSON, ", ") if role == "keywords" else flat.text
    lines = [Draft("paragraph", text.strip(), role=role) for text in whole.split(PERSON) if text.strip()]
    if lines:
        lines[0].mentions, lines[0].citations = flat.mentions, flat.citations
    return [*lines, *flat.notes]


def _show_line(walk: Walk, role: str, tokens: list[str]) -> None:
    walk.end_paragraph()
    walk.context.drafts += _lines(walk.flat(tokens), role)


def person_end(walk: Walk, name: str) -> None:
    r"""Part two authors or institutes: \and, \And, \sep."""
    walk.prose.take(", " if name == "sep" else PERSON)


def abstract(walk: Walk, kind: str) -> Close | None:
    """Open an abstract, which becomes one block."""
    return _gathered(walk, lambda walk, flat: _add_abstract(walk, flat, kind))


def abstract_command(walk: Walk, name: str) -> None:
    r"""Read \abstract{…} of classes that have it as a command."""
    if walk.stream.peek() == "{":
        walk.end_paragraph()
        _add_abstract(walk, walk.flat(walk.stream.argument()), "abstract")


def _add_abstract(walk: Walk, flat: Flat, kind: str) -> None:
    role = kind if not kind.startswith("abstract") else "" if walk.front.has_abstract else "main"
    draft = Draft("abstract", flat.text, role=role, mentions=flat.mentions)
    draft.citations, draft.latex = flat.citations, "\n".join(flat.tex)
    walk.front.has_abstract = True
    if _comes_before_title(walk):
        walk.front.abstracts += [draft, *flat.notes]
    else:
        walk.add(draft)
        walk.context.drafts += flat.notes


def _comes_before_title(walk: Walk) -> bool:
    r"""Say whether what is read belongs to a head that is printed later: in the preamble, or before \maketitle."""
    return walk.in_preamble or (bool(walk.front.title) and not walk.front.is_shown and not walk.context.level)


def keywords(walk: Walk, kind: str) -> Close | None:
    """Open an environment of key words, which become one line."""
    return _gathered(walk, _add_keywords)


def _add_keywords(walk: Walk, flat: Flat) -> None:
    drafts = _lines(flat, "keywords")
    if _comes_before_title(walk):
        walk.front.abstracts += drafts
    else:
        walk.context.drafts += drafts


def _gathered(walk: Walk, take: Callable[[Walk, Flat], None]) -> Close | None:
    """Open an environment of the head whose whole content is taken at its end; its optional argument goes."""
    walk.end_paragraph()
    if walk.stream.peek() == "[":
        walk.stream.optional()
    outer = walk.enter(type(walk.context)())
    if outer is None:
        return None

    def close(walk: Walk) -> None:
        flat = walk.flattened(walk.context)
        walk.context = outer
        take(walk, flat)

    return close


def front_matter(walk: Walk, kind: str) -> Close | None:
    """Open front matter that prints itself where it ends, as Elsevier's classes do."""
    walk.front.shows_itself = True
    return None


def identifier(walk: Walk, name: str) -> None:
    r"""Keep \acmDOI{…} and the like as the document's own identifier."""
    value = joined(walk.stream.spelled(walk.stream.argument())).strip()
    if value.startswith("10."):
        walk.front.identifiers.append(f"doi:{value}")


COMMANDS: dict[str, Callable[[Walk, str], None]] = {
    "title": title,
    **dict.fromkeys(("author", "authors", "Author", "icmlauthor"), author),
    **dict.fromkeys(_ROLES, front_line),
    **dict.fromkeys(("maketitle", "titlepage"), make_title),
    **dict.fromkeys(("and", "And", "AND", "sep", "andauthor"), person_end),
    "abstract": abstract_command,
    **dict.fromkeys(("acmDOI", "articledoi"), identifier),
}
ENVIRONMENTS: dict[str, Callable[[Walk, str], Close | None]] = {
    **dict.fromkeys(("abstract", "abstract*", "cnabstract", "enabstract", "eabstract", "cabstract", "zhabstract"), abstract),
    **dict.fromkeys(("keywords", "keyword", "IEEEkeywords"), keywords),
    "frontmatter": front_matter,
}
