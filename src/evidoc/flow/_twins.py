"""Which PDF has the pages of which structured file: as a twins file says, by name, by project folder, by what they say."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evidoc.flow._inputs import DOCUMENT_SUFFIXES, Input
from evidoc.flow._parses import pdfs_of_parses
from evidoc.flow._twin_search import find_by_text
from evidoc.flow.work import Work
from evidoc.readers import is_main_tex, project_files

PDF = ".pdf"
BY_NAME = ""  # the usual way, which the manifest need not explain
BY_PARSE = ""
BY_FOLDER = "the PDF of its LaTeX project"
BYTEXT = "found by title and text"
TEX = (".tex", ".ltx", ".latex")
_COMPILED = "_compiled"  # how corpora name the PDF of a project, whatever its main file is called


@dataclass(frozen=True, slots=True)
class Twin:
    """The position of a PDF in the list of inputs, and how it was found; "" for the same name, or a parse's own PDF."""

    pdf: int
    how: str = BY_NAME


def find_twins(inputs: Sequence[Input], *, said: Mapping[int, Twin], passwords: tuple[str, ...], work: Work) -> dict[int, Twin]:
    """Give the PDF of each structured file that has one, by the position of that file.

    `said` are those of a twins file, which no other way overrules. No two files get the same PDF.
    Whether the pages are really those of the file is seen when the two are aligned. Source: X-04, DHQ-15.
    """
    twins = dict(said)
    for found in (_by_name(inputs), _by_parse(inputs), _by_folder(inputs, taken=_positions(twins))):
        _add(twins, found)
    by_text = find_by_text(inputs, taken=_positions(twins), passwords=passwords, work=work)
    _add(twins, {main: Twin(pdf, BYTEXT) for main, pdf in by_text.items()})
    return twins


def _add(twins: dict[int, Twin], found: Mapping[int, Twin]) -> None:
    taken = _positions(twins)
    twins.update({main: twin for main, twin in found.items() if main not in taken and twin.pdf not in taken})


def _positions(twins: Mapping[int, Twin]) -> set[int]:
    return set(twins) | {twin.pdf for twin in twins.values()}


def _by_name(inputs: Sequence[Input]) -> dict[int, Twin]:
    """Pair each PDF with the structured file of its folder and stem; of several the one that says most is taken."""
    groups: dict[tuple[Path, str], dict[str, int]] = {}
    for position, entry in enumerate(inputs):
        suffix = entry.path.suffix.lower()
        if entry.status == "ok" and suffix in DOCUMENT_SUFFIXES:
            stem = unicodedata.normalize("NFC", entry.path.stem)
            groups.setdefault((entry.path.parent, stem), {}).setdefault(suffix, position)
    pairs = {}
    for group in groups.values():
        structured = [suffix for suffix in DOCUMENT_SUFFIXES if suffix in group and suffix != PDF]
        if structured and PDF in group:
            pairs[group[structured[0]]] = Twin(group[PDF], BY_NAME)
    return pairs


def _by_parse(inputs: Sequence[Input]) -> dict[int, Twin]:
    return {main: Twin(pdf, BY_PARSE) for main, pdf in pdfs_of_parses(inputs).items()}


def _by_folder(inputs: Sequence[Input], *, taken: set[int]) -> dict[int, Twin]:
    """Pair the one main file of a folder with the one PDF there that is no picture of it."""
    mains: dict[Path, list[int]] = {}
    pdfs: dict[Path, list[int]] = {}
    for position, entry in enumerate(inputs):
        suffix = entry.path.suffix.lower()
        if entry.status == "ok" and suffix in (*TEX, PDF):
            (pdfs if suffix == PDF else mains).setdefault(entry.path.parent, []).append(position)
    found = {}
    for folder in [folder for folder in mains if folder in pdfs]:
        main = [position for position in mains[folder] if is_main_tex(inputs[position].path)]
        if len(main) == 1 and main[0] not in taken:
            pdf = _compiled(inputs, [position for position in pdfs[folder] if position not in taken], main=inputs[main[0]].path)
            found.update({main[0]: Twin(pdf, BY_FOLDER)} if pdf is not None else {})
    return found


def _compiled(inputs: Sequence[Input], pdfs: Sequence[int], *, main: Path) -> int | None:
    """Give the PDF that calls itself compiled, or the only one whose name the project's files do not mention."""
    named = [position for position in pdfs if inputs[position].path.stem.endswith(_COMPILED)]
    if len(named) == 1:
        return named[0]
    text = "".join(file.read_text("latin-1") for file in project_files(main))
    others = [position for position in pdfs if inputs[position].path.stem not in text]
    return others[0] if len(others) == 1 else None
