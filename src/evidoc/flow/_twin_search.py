"""Finding the PDF of a structured file by what both say: runs of words of a few pages are looked up in all files at once.

Every file is read once, in a worker; no two files are compared with one another, so the search grows with their number only.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from evidoc.engines import Limits, run_tasks
from evidoc.errors import UnreadableDocument
from evidoc.flow._inputs import Input
from evidoc.flow.work import Work

SEARCHED = (".xml", ".nxml", ".html", ".htm", ".xhtml", ".tex", ".ltx", ".latex", ".txt", ".md")
_LEAST = 0.4  # of a PDF's runs must stand in the file: 16 of 17 true pairs of shared/data have 0.68 and more, false ones to 0.19
_RUN = 4  # words
_ONE_IN = 4  # runs is kept, the same ones on both sides
_MOST_WORDS = 60_000  # of a structured file
_LONGEST = 8_000_000  # bytes of its markup
_FEWEST = 12  # runs kept of a PDF; fewer say nothing
_PAGES = (0, 1, 2)  # of a PDF from its beginning; what a title page says stands in every file of the text
_TEX = (".tex", ".ltx", ".latex")
_TAGS = re.compile(
    r"<(?P<name>script|style|ref-list|binary)\b.*?</(?P=name)\s*>|<[^<>]{0,4000}>|&#?\w{1,8};", re.DOTALL | re.IGNORECASE
)
_COMMANDS = re.compile(
    r"(?<!\\)%[^\n]*|\\(?:begin|end|label|c?ref|eqref|cite[a-z]*)\*?(?:\[[^\]\n]*\])*\{[^{}\n]*\}|\\[A-Za-z@]+\*?|[{}$~\\]"
)
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")  # CJK by sign
_LIMITS = Limits(seconds=60.0, memory=2048 << 20, tasks_per_worker=500)


@dataclass(frozen=True, slots=True)
class _Task:
    path: str
    passwords: tuple[str, ...]


def find_by_text(inputs: Sequence[Input], *, taken: set[int], passwords: tuple[str, ...], work: Work) -> dict[int, int]:
    """Give the position of the PDF whose first pages a structured file holds, by the position of that file.

    `taken` are files that are spoken for. A file gets the PDF most of whose words it holds, a PDF one file only.
    """
    free = [position for position, entry in enumerate(inputs) if entry.status == "ok" and position not in taken]
    pdfs = [position for position in free if inputs[position].path.suffix.lower() == ".pdf"]
    mains = [position for position in free if inputs[position].path.suffix.lower() in SEARCHED]
    if not pdfs or not mains:
        return {}
    runs = {position: found for position, found in _sketched(pdfs, inputs, passwords, work) if len(found) >= _FEWEST}
    index: dict[int, list[int]] = {}
    for position, found in runs.items():
        for run in found:
            index.setdefault(run, []).append(position)
    scored = []
    for main, found in _sketched(mains, inputs, passwords, work) if index else ():
        hits = Counter(pdf for run in found for pdf in index.get(run, ()))
        scored += [(-count / len(runs[pdf]), main, pdf) for pdf, count in hits.items()]
    return _best(scored)


def sketch(task: _Task) -> list[int]:
    """Give the runs of words of a file that are kept, as numbers in rising order; none where it cannot be read here."""
    path = Path(task.path)
    return runs_of(_page_words(path, task.passwords) if path.suffix.lower() == ".pdf" else _source_words(path))


def runs_of(words: Iterable[str]) -> list[int]:
    """Give the kept runs of a text, each once."""
    every = list(words)
    numbers = {zlib.crc32(" ".join(every[start : start + _RUN]).encode()) for start in range(len(every) - _RUN + 1)}
    return sorted(number for number in numbers if number % _ONE_IN == 0)


def _sketched(
    positions: Sequence[int], inputs: Sequence[Input], passwords: tuple[str, ...], work: Work
) -> Iterator[tuple[int, list[int]]]:
    """Sketch files in workers that may die; what fails here says so when it is read."""
    tasks = [_Task(str(inputs[position].path), passwords) for position in positions]
    workers = 1 if work.engine == "threads" else work.workers  # PDFium must not be used by two threads at once
    outcomes = run_tasks(sketch, tasks, engine=work.engine, workers=workers, limits=_LIMITS)
    with closing(outcomes):
        for position, outcome in zip(positions, outcomes, strict=True):
            if outcome.value is not None:
                yield position, outcome.value


def _best(scored: list[tuple[float, int, int]]) -> dict[int, int]:
    pairs: dict[int, int] = {}
    for share, main, pdf in sorted(scored):
        if -share >= _LEAST and main not in pairs and pdf not in pairs.values():
            pairs[main] = pdf
    return pairs


def _page_words(path: Path, passwords: tuple[str, ...]) -> list[str]:
    from evidoc.pages.frame import displayed_pages, open_pdf
    from evidoc.pages.glyphs import page_words

    for password in (None, *passwords):
        try:
            with open_pdf(path, password=password) as pdf:
                pages = displayed_pages(pdf)
                wanted = [pages[number] for number in _PAGES if number < len(pages)]
                return _words(" ".join(word.text for page in wanted for word in page_words(pdf, page)))
        except UnreadableDocument:
            continue
    return []


def _source_words(path: Path) -> list[str]:
    """Give the words of a structured file, with those of the files that a LaTeX file enters; markup is left out roughly."""
    from evidoc.readers import is_main_tex, project_files

    is_tex = path.suffix.lower() in _TEX
    if is_tex and not is_main_tex(path):
        return []
    markup, words = _COMMANDS if is_tex else _TAGS, list[str]()
    for file in project_files(path) if is_tex else (path,):
        with file.open("rb") as opened:
            text = markup.sub(" ", opened.read(_LONGEST).decode("utf-8", "replace"))
        words += _words(text)[: _MOST_WORDS - len(words)]
    return words


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
