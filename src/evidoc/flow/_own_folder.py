"""Where a stage may write: a folder that is new, empty, or of the stage's own kind, and never among other things.

What of its own kind may be replaced or gone on with is the stage's own rule, after this one. A stage with a journal can be
gone on with; one without writes its folder elsewhere first (`whole_folder`), so that an interrupted one leaves no half.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from evidoc.errors import UsageError
from evidoc.flow._asking import CACHE, IMAGES, SPENT

DEMO_TITLE = '"evidoc demo"'  # of the report, in the list of commands that the demo leaves
HEADERS = {"corpus": "corpus.json", "bench": "bench.json", "run": "run.json"}
_BEGINNING = 100_000  # bytes of a page in which its generator stands


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of folder: files of which one is enough to know it, and names that a try without result leaves there.

    Of those in `beside` others have some too, so that they count only where one of `left` is there.
    """

    marks: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    proves: Callable[[Path], bool] = Path.is_file


def _is_report(path: Path) -> bool:
    from evidoc.reports.page import GENERATOR

    return _says(path, GENERATOR)


def _is_stats(path: Path) -> bool:
    return _says(path, '"analyses":')


def _is_demo(path: Path) -> bool:
    return _says(path, DEMO_TITLE)


def _says(path: Path, words: str) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return words.encode() in file.read(_BEGINNING)


_MODELS = (f"{CACHE}*", f"{SPENT}*")
_KINDS: Mapping[str, _Kind] = {
    "corpus": _Kind(("corpus.json", "reading.jsonl", "documents-*.index.jsonl"), ("manifest.jsonl",), ("sources", "documents-*")),
    "bench": _Kind(("bench.json", "making.jsonl"), ("ledger.jsonl", "making-pages", *_MODELS), ("items.jsonl", IMAGES)),
    "run": _Kind(("run.json", "asking.jsonl"), ("replies.jsonl", *_MODELS), ("scores.json*", IMAGES)),
    "report": _Kind(("index.html",), proves=_is_report),
    "retrieval": _Kind(("retrieval.json",), ("rankings.jsonl",)),
    "statistics": _Kind(("stats.json",), proves=_is_stats),
    "ablation": _Kind(("ablation.json", "*/run.json", "*/asking.jsonl"), (f"{SPENT}*",)),
    "discovery": _Kind(("candidates.jsonl", "discovery.json"), _MODELS),
    "demo": _Kind(("commands.txt",), proves=_is_demo),
    "export": _Kind(),  # files of somebody else's format do not say who wrote them
}


def refuse_strange(out: Path, *, kind: str) -> None:
    """Refuse to write where other things are: a file, a folder of another kind, or one with files of somebody else.

    Hidden files are overlooked.

    Raises:
        UsageError: The place is taken; the message says by what.
    """
    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is a file; give --out a folder for the {kind}")
    names = sorted(path.name for path in out.iterdir() if not path.name.startswith(".")) if out.is_dir() else []
    own = _KINDS[kind]
    if not names or _is_own(out, kind):
        return
    for other, header in HEADERS.items():
        if other != kind and (out / header).is_file():
            raise UsageError(f"{out} holds a {other}; give --out a new folder for the {kind}")
    left = [name for name in names if _is_one(name, own.left)]
    strangers = [name for name in names if name not in left and not (left and _is_one(name, own.beside))]
    if strangers:
        raise UsageError(f"{out} has other things in it ({', '.join(strangers[:3])}); give --out a new folder for the {kind}")


def refuse_taken(out: Path, *, kind: str) -> None:
    """Refuse as `refuse_strange` does, and also where there is one of the kind already, for stages that never replace one.

    Raises:
        UsageError: The place is taken; the message says by what.
    """
    refuse_strange(out, kind=kind)
    mark = next((mark for mark in _KINDS[kind].marks if (out / mark).is_file()), None)
    if mark is not None:
        raise UsageError(f"{out} has a {kind} already ({mark}); give --out a new folder")


def refuse_file(*files: Path | None, overwrite: bool) -> None:
    """Refuse to write over files, which people may have filled in meanwhile.

    Raises:
        UsageError: One is there; the message says which.
    """
    there = next((file for file in files if file is not None and file.exists()), None)
    if there is not None and there.is_dir():
        raise UsageError(f"{there} is a folder; give --out a file")
    if there is not None and not overwrite:
        raise UsageError(f"{there} is there already; give another --out, or --overwrite to replace it")


@contextmanager
def whole_folder(out: Path, *, kind: str, clear: Callable[[Path], None] | None = None) -> Iterator[Path]:
    """Give a folder to write into, whose files come to `out` when all are written: an error or interrupt leaves `out` as it was.

    `clear` deletes what an earlier one of the kind left in `out`, just before. Nothing else that is there is touched. Moving
    takes a moment; who kills it there leaves `out` without the file by which it is known to be whole, and to be written anew.

    Raises:
        UsageError: The place is taken.
    """
    refuse_strange(out, kind=kind)
    unfinished = _unfinished(out)
    if not out.is_dir():
        unfinished = out.parent / unfinished.name
    shutil.rmtree(unfinished, ignore_errors=True)  # of who was killed
    unfinished.mkdir(parents=True)
    try:
        yield unfinished
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    if not out.is_dir():
        unfinished.rename(out)
        return
    if clear is not None and _is_own(out, kind):
        clear(out)
    _bring(unfinished, out, last=_KINDS[kind].marks)
    shutil.rmtree(unfinished)


def _bring(source: Path, out: Path, *, last: tuple[str, ...]) -> None:
    """Move files over, those that say that all is there at the end."""
    for mark in last:
        (out / mark).unlink(missing_ok=True)
    names = [path.relative_to(source) for path in sorted(source.rglob("*")) if path.is_file()]
    for name in sorted(names, key=lambda name: name.as_posix() in last):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).replace(out / name)


def _is_own(out: Path, kind: str) -> bool:
    own = _KINDS[kind]
    return _unfinished(out).is_dir() or any(own.proves(path) for mark in own.marks for path in out.glob(mark))


def _unfinished(out: Path) -> Path:
    """Give where the files of a folder that is there wait until they are whole; it is hidden, and there only meanwhile."""
    return out / f".{out.resolve().name}.unfinished"


def _is_one(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)
