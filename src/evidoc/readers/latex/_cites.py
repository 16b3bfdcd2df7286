r"""Citation commands of LaTeX, natbib, biblatex and their kin. Source: case C07.

A mark that is printed in brackets, such as [12] or (Doe, 2020), leaves the text and stays in the block's citations; a
name that is part of the sentence, such as Doe et al. (2020), is printed. So does the JATS reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from evidoc.readers.latex._drafts import Mention
from evidoc.readers.latex._macros import joined
from evidoc.readers.latex._word_lists import words

if TYPE_CHECKING:
    from evidoc.readers.latex._references import Entry
    from evidoc.readers.latex._state import Walk

_MARKS = words("""
    cite citep parencite autocite footcite supercite smartcite citealp footcitetext citenum citen onlinecite upcite fullcite
    footfullcite parencites cites autocites footcites supercites smartcites citeNP  shortcite fullcites
    citeonline Parencite Autocite Footcite Smartcite notecite pnotecite avolcite pvolcite fvolcite volcite Citep Citealp
    textsupercite
""")
_NAMES = words("""
    citet textcite citeauthor citealt citeyear citeyearpar citetitle Citet Citealt Citeauthor Textcite textcites Textcites
    citeN citeasnoun newcite citeyearNP citeauthorNP citeA citefullauthor shortciteN citedate citeurl citetalias citepalias
    possessivecite citeposs
""")
_MANY = words("parencites cites autocites footcites supercites smartcites textcites Textcites fullcites")
_VOLUME = words("avolcite pvolcite fvolcite volcite")
_YEAR_STYLES = re.compile(
    r"authoryear|apa|chicago|harvard|authortitle|mla|ext-author|plainnat|abbrvnat|unsrtnat|agsm|dcu|kluwer|humannat|"
    r"apalike|aer|ecta|jf|cell|elsarticle-harv|spbasic|ACM-Reference|acl_natbib|iclr|icml|neurips|newapa|apsr|ametsoc|agu|copernicus"
)


def citation(walk: Walk, name: str) -> None:
    r"""Read a citation: notes in brackets, and keys; in a list of them, several of both."""
    walk.stream.star()
    rounds = 0
    keys: list[str] = []
    notes: list[str] = []
    while rounds < 200:
        read, before, after = _one(walk, name)
        keys += read
        notes = [*notes, before, after]
        rounds += 1
        if name not in _MANY or not _goes_on(walk):
            break
    for key in keys:
        walk.cited[key] = None
    if keys:
        _print(walk, name, keys, notes)


def _print(walk: Walk, name: str, keys: Sequence[str], notes: Sequence[str]) -> None:
    if name in _NAMES or name == "cite" and prints_names(walk):
        walk.mention(Mention(name, tuple(keys), *notes[:2]))
    else:
        walk.prose.cite(keys)


def _one(walk: Walk, name: str) -> tuple[list[str], str, str]:
    """Read the notes and keys of one citation; notes may cite themselves, and what they name counts after it."""
    if name in _VOLUME:
        walk.stream.optional()
        walk.stream.argument()
    if name in _MANY:
        _round_notes(walk)
    first = walk.stream.optional()
    second = walk.stream.optional() if first is not None else None
    keys = split_keys(joined(walk.stream.spelled(walk.stream.argument())))
    walk.prose.citations += keys
    texts = []
    for note in (first, second):
        flat = walk.flat(note) if note else None
        if flat is not None:
            walk.prose.citations += flat.citations
            walk.prose.mentions += flat.mentions
        texts.append(flat.text.strip() if flat is not None else "")
    before, after = texts if second is not None else ("", texts[0])
    return keys, before, after


def _round_notes(walk: Walk) -> None:
    from evidoc.readers.latex._silent import pass_over

    pass_over(walk.stream, "pp")


def _goes_on(walk: Walk) -> bool:
    token = walk.stream.peek()
    return token in ("[", "{")


def split_keys(text: str) -> list[str]:
    """Give the keys of a list of them; a star is none."""
    keys = (" ".join(key.split()) for key in text.split(","))
    return [key.lstrip("*") for key in keys if key.strip("*")]


def uncited(walk: Walk, name: str) -> None:
    r"""Follow \nocite: these entries are printed, and \nocite{*} prints them all."""
    text = joined(walk.stream.argument())
    for key in split_keys(text):
        walk.cited[key] = None
    if "*" in text.split(","):
        walk.cites_all = True


def prints_names(walk: Walk) -> bool:
    """Say whether the document's citations are names and years rather than numbers."""
    options = walk.packages.get("natbib", "")
    if "natbib" in walk.packages:
        return not re.search(r"numbers|super", f"{options},{walk.class_options}") and not _is_numeric(walk.bib_style)
    if "biblatex" in walk.packages:
        return _YEAR_STYLES.search(walk.packages["biblatex"]) is not None
    return bool(walk.bib_style) and _YEAR_STYLES.search(walk.bib_style) is not None and "nat" not in walk.bib_style


def _is_numeric(style: str) -> bool:
    return style in ("unsrt", "plain", "abbrv", "ieeetr", "IEEEtran", "siam", "acm", "vancouver", "elsarticle-num", "naturemag")


def printed(walk: Walk, mention: Mention, entries: Mapping[str, Entry]) -> str:
    """Give names and years as the sentence has them; an entry that is not known prints nothing."""
    known = [entries[key] for key in mention.keys if key in entries]
    texts = [_text(walk, entry, mention) for entry in known]
    return "; ".join(text for text in texts if text)


def _text(walk: Walk, entry: Entry, mention: Mention) -> str:
    command, with_years = mention.command.lower(), prints_names(walk)
    if command.startswith(("citeyear", "citedate")):
        return f"({entry.year})" if command == "citeyearpar" else entry.year
    if command == "citetitle":
        return entry.title
    if command.startswith(("citeauthor", "citefullauthor")) or not with_years or not entry.year:
        return entry.names
    year = ", ".join(part for part in (entry.year, mention.after) if part)
    if command in ("citealt", "citealp"):
        return f"{entry.names} {year}"
    return f"{entry.names} ({year})"


def add_bibliography(walk: Walk, name: str) -> None:
    r"""Follow \addbibresource and \bibliographystyle."""
    walk.stream.optional()
    text = joined(walk.stream.spelled(walk.stream.argument())).strip()
    if name == "bibliographystyle":
        walk.bib_style = text
    else:
        walk.bibliographies.append(text)


COMMANDS: dict[str, Callable[[Walk, str], None]] = {
    **dict.fromkeys(_MARKS, citation),
    **dict.fromkeys(_NAMES, citation),
    "nocite": uncited,
    **dict.fromkeys(("addbibresource", "addglobalbib", "bibliographystyle"), add_bibliography),
}
