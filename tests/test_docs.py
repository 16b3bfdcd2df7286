"""Documentation is true: every bash block runs, every link leads somewhere, the reference is what the code says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.write_reference import pages
from tests.build import ROOT

PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```bash\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
RUNNABLE = [page for page in PAGES if BLOCK.search(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", RUNNABLE, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_bash_block_of_a_page_runs_in_order(page: Path, tmp_path: Path) -> None:
    script = "set -euo pipefail\n" + "\n".join(BLOCK.findall(page.read_text(encoding="utf-8")))
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-4000:]}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert not [link for link in links if not (page.parent / link).exists()]


def test_every_page_can_be_found_from_the_first() -> None:
    first = ROOT / "docs" / "README.md"
    linked = {(first.parent / link).resolve() for link in LINK.findall(first.read_text(encoding="utf-8"))}
    assert not [page for page in sorted((ROOT / "docs").rglob("*.md")) if page != first and page.resolve() not in linked]


def test_make_targets_named_in_the_pages_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+)[a-z ]*:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {name for page in PAGES for name in re.findall(r"`make ([a-z-]+)`", page.read_text(encoding="utf-8"))}
    assert named <= targets | {"lint"}


@pytest.mark.parametrize("name", sorted(pages()))
def test_the_reference_is_what_the_code_says(name: str) -> None:
    written = ROOT / "docs" / "reference" / name
    assert written.is_file() and written.read_text(encoding="utf-8") == pages()[name], "run: make docs"


def test_every_noun_of_the_door_is_in_the_glossary() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").lower()
    nouns = (
        "document",
        "page",
        "box",
        "block",
        "corpus",
        "item",
        "answer",
        "evidence",
        "prompt",
        "reply",
        "score",
        "bench",
        "run",
    )
    assert not [noun for noun in nouns if noun not in glossary]
