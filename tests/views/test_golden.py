"""Golden outputs of every view under every access mode (X-07): what exactly a model is shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest

from evidoc.pages.picture import PictureStore
from evidoc.records.item import Item
from evidoc.records.reply import View
from evidoc.shelf import names, part
from evidoc.views import Context, Shows
from tests.views.seen import ACCESSES, ALONE, ITEM, OTHER, REPORT, VIEWS, corpus_in, written

GOLDEN = Path(__file__).parent / "golden"
REWRITE = False  # set to True to write the golden files anew, review them, and set it back


def shown(tmp_path: Path, view: str, access: str, *, item: Item = ITEM, cite: bool = True) -> View:
    context = Context(corpus_in(tmp_path), access=access, pictures=PictureStore(tmp_path / "images"), cite=cite)
    return cast(Shows, part("views", view).function())(item, context)


def golden_name(view: str, access: str) -> str:
    return f"{view}-{access.split('(')[0]}.txt"


def test_the_golden_files_are_not_being_rewritten() -> None:
    assert not REWRITE


def test_every_view_has_its_golden_files() -> None:
    assert set(names("views")) == {*VIEWS, "native_file"}, "files have their own tests"


@pytest.mark.parametrize("access", ACCESSES)
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_shows_what_its_golden_file_says(view: str, access: str, tmp_path: Path) -> None:
    path = GOLDEN / golden_name(view, access)
    text = written(shown(tmp_path, view, access).prompt)
    if REWRITE:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_one_document_alone_is_cited_without_its_number(tmp_path: Path) -> None:
    path = GOLDEN / "text-full-alone.txt"
    text = written(shown(tmp_path, "text", "full", item=ALONE).prompt)
    if REWRITE:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
    assert '<bbox page="1"' in text


@pytest.mark.parametrize("access", ACCESSES)
@pytest.mark.parametrize("view", VIEWS)
def test_no_prompt_gives_away_answer_evidence_or_ids(view: str, access: str, tmp_path: Path) -> None:
    """X-07: hidden fields must not leak. The answer stands in the table as "1,310", never as the gold "1310"."""
    text = written(shown(tmp_path, view, access).prompt)
    hidden = [
        "1310",
        "one thousand three",
        "evidence words",
        ITEM.id,
        REPORT.id,
        OTHER.id,
        "distractor",
        "crucial",
        "gold",
        "exact",
    ]
    assert [secret for secret in hidden if secret in text] == []


@pytest.mark.parametrize("view", VIEWS)
def test_without_access_there_is_no_byte_of_a_document(view: str, tmp_path: Path) -> None:
    """X-07: `none` contains zero document bytes; the prompt is the same whatever the documents are."""
    nothing = shown(tmp_path, view, "none")
    assert written(nothing.prompt) == written(shown(tmp_path, "question", "full").prompt)
    words = set(re.findall(r"\w+", " ".join(block.text for block in (*REPORT.blocks, *OTHER.blocks))))
    assert not {word for word in words if len(word) > 7} & set(re.findall(r"\w+", nothing.prompt.text))
    assert not (tmp_path / "images").exists()


@pytest.mark.parametrize("view", [view for view in VIEWS if view != "entities"])  # which asks for indices instead
def test_the_contract_is_always_shown(view: str, tmp_path: Path) -> None:
    assert all(ITEM.contract in shown(tmp_path, view, access).prompt.text for access in ACCESSES)


def test_citing_is_asked_for_only_where_it_is_wished(tmp_path: Path) -> None:
    assert "<bbox" not in shown(tmp_path, "text", "full", cite=False).prompt.text
