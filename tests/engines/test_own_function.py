"""A function of one's own, by name, and what is told of a module that cannot be imported."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evidoc.engines import own_function
from evidoc.errors import UnknownName, UsageError


def written(folder: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Put a module into a folder that is the working one, under a name that no other test imports."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return name


def test_a_function_beside_the_work_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = written(tmp_path, "own_that_works", "def answer():\n    return 42\n", monkeypatch)
    assert own_function(f"{name}:answer")() == 42
    with pytest.raises(UnknownName, match="did you mean answer"):
        own_function(f"{name}:anser")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("own_unreadable", "x = 1\ndef f(:\n", r"SyntaxError: .*own_unreadable\.py, line 2\)"),
        ("own_raising", "x = 1\nx.y\n", r"AttributeError: .*'y' \(own_raising\.py:2\)"),
        ("own_leaving", "raise SystemExit(3)\n", r"SystemExit: 3 \(own_leaving\.py:1\)"),
        ("own_lacking", "\nimport no_such_module_here\n", r"ModuleNotFoundError: .*no_such_module_here' \(own_lacking\.py:2\)"),
    ],
)
def test_a_module_that_cannot_be_imported_is_told_with_the_place(
    name: str, text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, name, text, monkeypatch)
    with pytest.raises(UsageError, match=rf"python:{name}:f cannot be imported \({message}"):
        own_function(f"{name}:f")


def test_a_module_that_is_not_there_has_no_place() -> None:
    with pytest.raises(UsageError, match=r"No module named 'no_such_module_here'\); mend it"):
        own_function("no_such_module_here:f")


@pytest.mark.parametrize("spec", ["json", ":dumps", "json:", ""])
def test_what_names_no_function_is_refused(spec: str) -> None:
    with pytest.raises(UsageError, match="write python:package"):
        own_function(spec)
