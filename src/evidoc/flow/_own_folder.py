"""Where a stage may write: a folder that is new, empty, or of the stage's own kind, and never among other things.

What of its own kind may be replaced or gone on with is the stage's own rule, after this one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from evidoc.errors import UsageError
from evidoc.flow._asking import CACHE, IMAGES

HEADERS = {"corpus": "corpus.json", "bench": "bench.json", "run": "run.json"}
_BEGINNING = 100_000  # bytes of a page in which its generator stands


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of folder: files of which one is enough to know it, and names that a try without result leaves there.

    Of those in `beside` others have some too, so that they count only where one of `left` is there.
    """

    marks: tuple[str, ...]
    left: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    proves: Callable[[Path], bool] = Path.is_file


def _is_report(path: Path) -> bool:
    from evidoc.reports.page import GENERATOR

    if not path.is_file():
        return False
    with path.open("rb") as file:
        return GENERATOR.encode() in file.read(_BEGINNING)


_MODELS = (f"{CACHE}*", "spent.sqlite*")
_KINDS: Mapping[str, _Kind] = {
    "corpus": _Kind(("corpus.json", "reading.jsonl"), ("manifest.jsonl",), ("sources", "documents-*")),
    "bench": _Kind(("bench.json", "making.jsonl"), ("ledger.jsonl", "making-pages", *_MODELS), ("items.jsonl", IMAGES)),
    "run": _Kind(("run.json", "asking.jsonl"), ("replies.jsonl", *_MODELS), ("scores.json*", IMAGES)),
    "report": _Kind(("index.html",), proves=_is_report),
    "retrieval": _Kind(("retrieval.json",), ("rankings.jsonl",)),
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
    if not names or any(own.proves(out / mark) for mark in own.marks):
        return
    for other, header in HEADERS.items():
        if other != kind and (out / header).is_file():
            raise UsageError(f"{out} holds a {other}; give --out a new folder for the {kind}")
    left = [name for name in names if _is_one(name, own.left)]
    strangers = [name for name in names if name not in left and not (left and _is_one(name, own.beside))]
    if strangers:
        raise UsageError(f"{out} has other things in it ({', '.join(strangers[:3])}); give --out a new folder for the {kind}")


def _is_one(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)
