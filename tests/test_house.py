"""The house rules of the style guide that no linter knows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import evidoc
from tests.build import ROOT

SOURCES = sorted((ROOT / "src").rglob("*.py"))
TRACKED = [
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
]
EMPTY_NAMES = {"util", "utils", "helper", "helpers", "manager", "handler", "processor", "base", "common", "misc", "obj", "tmp"}
EMPTY_FILES = EMPTY_NAMES | {"data", "info"}
DEFINED = re.compile(r"^\s*(?:def|class)\s+(\w+)", re.MULTILINE)
ASSIGNED = re.compile(r"^\s*(\w+)(?::[^=]+)?\s*=(?!=)", re.MULTILINE)
ADDRESSES = re.compile(r"(pypi|pythonhosted|npmjs|debian|huggingface|hf)\.(org|com|co)\b|/opt/pypi|/root/|/home/\w+/")
LEGAL = {"LICENSE"}


def words(name: str) -> set[str]:
    return set(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().split("_"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_name_is_empty(path: Path) -> None:
    assert not words(path.stem) & EMPTY_FILES, f"{path.name} says nothing about what it holds"
    text = path.read_text(encoding="utf-8")
    assert not {name for name in DEFINED.findall(text) if words(name) & EMPTY_NAMES}
    assert not set(ASSIGNED.findall(text)) & EMPTY_NAMES


def test_the_door_is_sorted_and_small_and_every_name_is_there() -> None:
    assert sorted(evidoc.__all__) == evidoc.__all__
    assert len(evidoc.__all__) <= 40
    assert all(getattr(evidoc, name) is not None for name in evidoc.__all__)
    with pytest.raises(AttributeError, match="no attribute 'reed'"):
        _ = evidoc.reed


def _cpu_seconds(code: str) -> float:
    program = f"import time\n{code}\nprint(time.process_time())"
    runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout for _ in range(3)]
    return min(map(float, runs))


def test_importing_evidoc_takes_less_than_three_tenths_of_a_second_of_cpu() -> None:
    assert _cpu_seconds("import evidoc") < 0.3


def test_importing_evidoc_loads_no_heavy_package() -> None:
    code = (
        "import evidoc, sys; print(sorted({'numpy','lxml','docvortex','pypdfium2','reportlab','httpx','PIL'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_nothing_that_is_committed_names_a_registry_or_a_path_of_a_machine() -> None:
    found = []
    for path in TRACKED:
        if path.name in LEGAL or path == Path(__file__) or not path.is_file():
            continue
        content = path.read_bytes()
        if b"\0" not in content[:4096] and (hit := ADDRESSES.search(content.decode("utf-8", "replace"))):
            found.append(f"{path.relative_to(ROOT)}: {hit.group()}")
    assert not found


def test_no_agpl_package_is_imported() -> None:
    forbidden = re.compile(r"^\s*(?:import|from)\s+(fitz|pymupdf|krippendorff|pingouin)\b", re.MULTILINE)
    assert not [path for path in SOURCES if forbidden.search(path.read_text(encoding="utf-8"))]


def test_no_source_file_is_long() -> None:
    """A file is one thought: seldom over 300 lines; 400 is where it certainly holds two."""
    assert not [path for path in SOURCES if len(path.read_text(encoding="utf-8").splitlines()) > 400]
