"""Writing docs/reference/reading-quality.md from the figures of the last full run: python -m benchmarks.quality.publish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from benchmarks.quality import FIGURES
from benchmarks.quality.figures import Figure

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "reference" / "reading-quality.md"
_WORST = 5  # files a metric
_COMPARED = {
    "text error rate": """Edits (characters put in, left out or changed) between each true block and the nearest place in the
program's text, by the characters of the truth. Where a block stands does not count here. 0 is best.""",
    "word 3-gram recall": """Share of the true runs of three words, inside one block, that the program's text has. Mean of
files, 1 is best.""",
    "whole-text error rate": """Edits between all that is drawn and all that is given, order and additions included. Mean of
files, 0 is best.""",
    "order distance": """Share of pairs of found blocks (40 characters and longer) that come in the wrong order: normalised
Kendall distance. Mean of files, 0 is best.""",
    "table cell F1": """Cells that agree in row, column and printed text; tables missed and tables too many count. 1 is
best.""",
    "table neighbour F1": """Pairs of texts side by side or one below the other, the measure of the ICDAR 2013 competition. 1
is best.""",
    "TEDS": "Tree edit distance similarity, mean of true tables; a table not found has 0. 1 is best.",
}
_OWN = {
    "caption binding": "Share of captions that name the block in the true place, by what is named.",
    "cell box accuracy": "Share of boxed cells for which the page, read again under the box, says what the cell says.",
    "cell box accuracy, aligned": "The same for the cells of the XML whose boxes `align` found.",
    "aligned blocks": "Share of blocks with words that `align` puts on the true pages at IoU 0.5 (target: 0.95).",
    "aligned cells": "Share of cells whose aligned box lies in the true cell.",
}
_HIGHER_IS_WORSE = ("text error rate", "whole-text error rate", "order distance")


class Program(msgspec.Struct, frozen=True):
    """A program as it ran over all files."""

    program: str
    version: str
    pages: int
    pages_a_second: float
    megabytes: float


class Kept(msgspec.Struct, frozen=True):
    """What `results/reading-quality.json` holds."""

    programs: list[Program]
    files: dict[str, list[str]]
    figures: list[Figure]


def publish() -> Path:
    """Write the page from the kept figures and the findings beside this file, and give its path."""
    kept = msgspec.json.decode(FIGURES.read_bytes(), type=Kept)
    PAGE.write_text(page(kept, _beside("introduction.md"), _beside("findings.md")), encoding="utf-8")
    return PAGE


def page(kept: Kept, introduction: str, findings: str) -> str:
    """Give the page as Markdown: what is measured, a table a metric, the worst files, what is still wrong."""
    parts = [introduction, _files(kept.files), _speed(kept.programs)]
    parts += [_compared(metric, text, kept) for metric, text in _COMPARED.items()]
    parts += [_by_kind(kept.figures, group) for group in ("sheets", "articles")]
    parts += ["## Captions, cell boxes, alignment (evidoc)", _own(kept.figures)]
    parts += ["## The worst files (evidoc)", _worst(kept.figures), findings]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _beside(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _files(files: Mapping[str, Sequence[str]]) -> str:
    return _table(["group", "files", "which"], [[group, str(len(names)), ", ".join(names)] for group, names in files.items()])


def _speed(programs: Sequence[Program]) -> str:
    rows = [[one.program, one.version, str(one.pages), f"{one.pages_a_second:.1f}", f"{one.megabytes:.0f}"] for one in programs]
    return "## Speed and memory\n\n" + _table(["program", "version", "pages", "pages a second of CPU", "peak memory, MB"], rows)


def _compared(metric: str, text: str, kept: Kept) -> str:
    found = {(one.program, one.group): one for one in kept.figures if one.metric == metric}
    groups = [group for group in kept.files if any(other == group for _, other in found)]
    names = [one.program for one in kept.programs]
    rows = [[name, *(_value(found.get((name, group))) for group in groups)] for name in names]
    asked = ["asked", *(str(found[names[0], group].asked) if (names[0], group) in found else "–" for group in groups)]
    return f"## {metric[0].upper()}{metric[1:]}\n\n{text}\n\n" + _table(["program", *groups], [*rows, asked])


def _value(figure: Figure | None) -> str:
    return "–" if figure is None else f"{figure.value:.3f}"


def _by_kind(figures: Sequence[Figure], group: str) -> str:
    measures = ("precision", "recall", "F1")
    found = {(one.detail, one.metric): one for one in figures if one.group == group and one.metric.startswith("block ")}
    kinds = sorted({kind for kind, _ in found}, key=lambda kind: (kind == "any", kind))
    rows = [
        [kind, str(found[kind, "block F1"].asked), *(_value(found[kind, f"block {measure}"]) for measure in measures)]
        for kind in kinds
    ]
    return f"## Blocks at IoU 0.5, {group} (evidoc)\n\n" + _table(["kind", "true", *measures], rows)


def _own(figures: Sequence[Figure]) -> str:
    rows = [
        [metric, text, one.group, one.detail or "–", str(one.asked), f"{one.value:.3f}"]
        for metric, text in _OWN.items()
        for one in figures
        if one.metric == metric
    ]
    return _table(["metric", "what it is", "group", "kind", "asked", "value"], rows)


def _worst(figures: Sequence[Figure]) -> str:
    own = [one for one in figures if one.program == "evidoc" and not one.detail]
    rows = [
        [one.metric, one.group, ", ".join(f"{name} {value:.3f}" for name, value in last)]
        for one in own
        if (last := list(_last(one)))
    ]
    return _table(["metric", "group", "worst files"], rows)


def _last(figure: Figure) -> Iterator[tuple[str, float]]:
    """Give the files with the worst values; those that round to the best value are not among them."""
    sign, best = (-1, 0.0) if figure.metric in _HIGHER_IS_WORSE else (1, 1.0)
    worse = [(name, value) for name, value in figure.files.items() if round(value, 3) != best]
    yield from sorted(worse, key=lambda one: (sign * one[1], one[0]))[:_WORST]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [list(head), ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    print(publish())
