r"""Which main file a .tex file without a preamble belongs to: files of one project are read with their main file."""

from __future__ import annotations

import re
from pathlib import Path

_PREAMBLE = re.compile(r"^[^%\n]*\\(?:documentclass|documentstyle)\b", re.MULTILINE)
_BEGINNING = re.compile(r"(?:\s+|%.*\n)*\\(?:documentclass|documentstyle)\b")
_ENTERED = re.compile(
    r"\\(?:input|include|subfile|includestandalone|InputIfFileExists)\s*(?:\[[^\]\n]*\])?\{([^{}\n]{1,300})\}"
    r"|\\(?:sub)?(?:import|inputfrom|includefrom)\s*\{([^{}\n]{1,300})\}\s*\{([^{}\n]{1,300})\}"
    r"|\\input\s+([^\s{}\\%]{1,300})"
    r"|\\(?:documentclass|usepackage|RequirePackage)\s*(?:\[[^\]]{0,2000}\])?\s*\{([^{}\n]{1,300})\}"
)
_BIBLIOGRAPHY = re.compile(r"\\(?:bibliography|addbibresource)\s*(?:\[[^\]\n]*\])?\{([^{}\n]{1,300})\}")
_COMMENT = re.compile(r"(?<!\\)%.*")
_OWN = (".cls", ".sty")  # of a class and of packages that lie in the project
_MOST_SIBLINGS = 300  # .tex files of one folder that are looked at for a main file
_MOST_FILES = 1_000  # of one project
_LONGEST = 5_000_000  # bytes of one file
_UPWARDS = 3  # folders over a part in which its main file may lie


def has_preamble(text: str) -> bool:
    r"""Say whether a text has \documentclass, outside comments, and so is a document of its own."""
    return _PREAMBLE.search(text) is not None


def begins_with_preamble(text: str) -> bool:
    r"""Say whether the first thing that a text says, but for comments, is \documentclass; one that only tells of it does not."""
    return _BEGINNING.match(text) is not None


def main_of(path: Path) -> Path | None:
    """Give the main file that enters this one, directly or through others; None where no main file near it does."""
    part = path.resolve()
    for folder in list(part.parents)[:_UPWARDS]:
        for main in _main_files(folder):
            if main != part and part in _entered(main):
                return main
    return None


def is_main_tex(path: Path) -> bool:
    """Say whether a file has a preamble and no other main file near it enters it."""
    return has_preamble(_text(path)) and main_of(path) is None


def project_files(main: Path) -> tuple[Path, ...]:
    """Give a file and all those that it enters, its own class and packages among them, the entered ones by path."""
    return (main, *sorted(_entered(main.resolve()) - {main.resolve()}))


def bibliography_files(main: Path) -> tuple[Path, ...]:
    """Give the .bib files that a file or one that it enters names, and the .bbl beside it, by path."""
    main = main.resolve()
    texts = [_COMMENT.sub("", _text(file)) for file in project_files(main)]
    names = [name.strip() for text in texts for found in _BIBLIOGRAPHY.findall(text) for name in found.split(",")]
    found = {path for name in names if (path := _existing(name, main=main, within=main, suffixes=(".bib", ""))) is not None}
    compiled = main.with_suffix(".bbl")
    return tuple(sorted(found | ({compiled} if compiled.is_file() else set())))


def _main_files(folder: Path) -> list[Path]:
    try:
        names = sorted(entry for entry in folder.iterdir() if entry.suffix.lower() == ".tex" and entry.is_file())
    except OSError:
        return []
    return [name for name in names[:_MOST_SIBLINGS] if has_preamble(_text(name))]


def _entered(main: Path) -> set[Path]:
    """Give all files that a main file enters, its own class and packages among them, as absolute paths."""
    found: set[Path] = set()
    waiting = [main]
    while waiting and len(found) < _MOST_FILES:
        file = waiting.pop()
        for name in _names(_text(file)):
            path = _existing(name, main=main, within=file)
            if path is not None and path not in found:
                found.add(path)
                waiting.append(path)
    return found


def _names(text: str) -> list[str]:
    names: list[str] = []
    for plain, folder, file, bare, packages in _ENTERED.findall(_COMMENT.sub("", text)):
        name = f"{folder.strip()}/{file.strip()}" if folder else (plain or bare).strip().strip('"')
        names += [f"{part.strip()}{suffix}" for part in packages.split(",") for suffix in _OWN] if packages else [name]
    return names


def _existing(name: str, *, main: Path, within: Path, suffixes: tuple[str, ...] = (".tex", "")) -> Path | None:
    for folder in (main.parent, within.parent):
        for suffix in suffixes:
            try:
                path = (folder / f"{name}{suffix}").resolve()
                if path.is_relative_to(main.parent) and path.is_file():
                    return path
            except (OSError, ValueError, RuntimeError):  # a name too long or of odd characters, a loop of links
                continue
    return None


def _text(path: Path) -> str:
    """Give a file's text as far as commands need it, whatever its encoding."""
    try:
        with path.open("rb") as file:
            return file.read(_LONGEST).decode("latin-1")
    except OSError:
        return ""
