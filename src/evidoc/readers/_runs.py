"""Which files are of one parse, by their names: "paper_middle.json", "paper_content_list.json" and the PDF "paper.pdf"."""

from __future__ import annotations

import re
from pathlib import Path

# What a run of MinerU and DocGenome writes, the file that says most first.
_ENDINGS = (
    "_middle", "_content_list_v2", "_content_list", "_model", "_order_annotation", "_reading_annotation", "_layout_annotation",
)  # fmt: skip
_DRAWN = ("_layout.pdf", "_span.pdf", "_spans.pdf")  # MinerU's pictures of its boxes, with the text of the whole document again
_RUN = re.compile(rf"(.+?)({'|'.join(_ENDINGS)}|_quality_report)", re.IGNORECASE)


def run_name(path: Path) -> str:
    """Give the name that all files of one parse share: "paper" for "paper_middle.json" and "paper_content_list_v2.json"."""
    found = _RUN.fullmatch(path.stem)
    return found[1] if found else path.stem


def run_rank(path: Path) -> int | None:
    """Say how little a file of a parse says beside the others, 0 for the one that says most; None where it is no such file."""
    found = _RUN.fullmatch(path.stem)
    ending = found[2].lower() if found else ""
    return _ENDINGS.index(ending) if ending in _ENDINGS else None


def drawn_names(path: Path) -> tuple[str, ...]:
    """Give the names of the PDFs in which MinerU draws what it has found."""
    return tuple(run_name(path) + ending for ending in _DRAWN)


def pdf_names(path: Path) -> tuple[str, ...]:
    """Give the names that the PDF of a parser's file can have, the likeliest first; MinerU keeps a copy as "paper_origin.pdf"."""
    stems = dict.fromkeys((path.stem, run_name(path), f"{run_name(path)}_origin"))
    return tuple(stem + suffix for stem in stems for suffix in (".pdf", ".PDF"))


def pdf_beside(path: Path) -> Path | None:
    """Give the PDF of a parser's file, if it lies in the same folder."""
    return next((path.with_name(name) for name in pdf_names(path) if path.with_name(name).is_file()), None)
