"""Folders that other parsers leave: which of their files is read, and which PDF it is of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from evidoc.flow._inputs import Input
from evidoc.readers import drawn_names, pdf_names, run_name, run_rank

_JSON = ".json"


def with_best_files(entries: Sequence[Input]) -> list[Input]:
    """Leave of each parse the file that says most; its others, and PDFs with its boxes drawn in, become duplicates of it."""
    groups: dict[tuple[Path, str], list[Input]] = {}
    for entry in entries:
        if entry.status == "ok" and _is_json(entry) and run_rank(entry.path) is not None:
            groups.setdefault((entry.path.parent, run_name(entry.path)), []).append(entry)
    lesser: dict[Path, Input] = {}
    for group in groups.values():
        best = min(group, key=lambda entry: run_rank(entry.path) or 0)
        lesser.update({entry.path: best for entry in group if entry is not best})
        lesser.update({best.path.with_name(name): best for name in drawn_names(best.path)})
    return [_left(entry, lesser[entry.path]) if entry.status == "ok" and entry.path in lesser else entry for entry in entries]


def _left(entry: Input, best: Input) -> Input:
    return replace(entry, status="duplicate", reason=f"of the same parse as {best.shown}, which says more", first=best.path)


def pdfs_of_parses(entries: Sequence[Input]) -> dict[int, int]:
    """Give the position of the PDF that each parser's file is of, by the position of that file."""
    places = {entry.path: position for position, entry in enumerate(entries) if entry.status == "ok"}
    found: dict[int, int] = {}
    for position, entry in enumerate(entries):
        if entry.status == "ok" and _is_json(entry):
            pdf = next((places[path] for path in map(entry.path.with_name, pdf_names(entry.path)) if path in places), None)
            if pdf is not None and pdf not in found.values():
                found[position] = pdf
    return found


def _is_json(entry: Input) -> bool:
    return entry.path.suffix.lower() == _JSON
