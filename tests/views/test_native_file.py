"""Documents as PDF files, for models that read these themselves."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pypdfium2
import pytest

from evidoc.errors import UsageError
from evidoc.pages.picture import PictureStore
from evidoc.records.reply import FilePart, Prompt
from evidoc.shelf import part
from evidoc.views import Context, Shows
from tests.views.seen import ITEM, OTHER, REPORT, corpus_in


def shown(folder: Path, access: str = "full", *, pictures: bool = True) -> Prompt:
    store = PictureStore(folder / "images") if pictures else None
    context = Context(corpus_in(folder), access=access, pictures=store)
    return cast(Shows, part("views", "native_file").function())(ITEM, context).prompt


def files(prompt: Prompt) -> list[FilePart]:
    return [part for message in prompt.messages for part in message.parts if isinstance(part, FilePart)]


def opened(folder: Path, file: FilePart) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument((folder / "images" / f"{file.sha256}.pdf").read_bytes())


def test_each_document_is_a_file_between_its_marks(tmp_path: Path) -> None:
    prompt = shown(tmp_path)
    assert [file.name for file in files(prompt)] == ["document-1.pdf", "document-2.pdf"]
    kinds = [part.__struct_config__.tag for part in prompt.messages[-1].parts]
    assert kinds == ["text", "file", "text", "file", "text"]
    assert ITEM.question in prompt.text


def test_the_file_is_the_documents_own(tmp_path: Path) -> None:
    sources = {path.read_bytes() for path in (tmp_path / "sources").iterdir()} if corpus_in(tmp_path) else set()
    stored = {(tmp_path / "images" / f"{file.sha256}.pdf").read_bytes() for file in files(shown(tmp_path))}
    assert stored == sources


def test_only_visible_pages_are_in_the_file_and_their_numbers_are_said(tmp_path: Path) -> None:
    prompt = shown(tmp_path, "gold_pages")
    (file,) = files(prompt)
    whole, cut = opened(tmp_path, files(shown(tmp_path))[0]), opened(tmp_path, file)
    assert (len(whole), len(cut)) == (3, 1)
    assert cut[0].get_size() == whole[1].get_size()
    assert "page 2>>>" in prompt.text and "page 1>>>" not in prompt.text


def test_the_same_pages_give_the_same_bytes(tmp_path: Path) -> None:
    assert shown(tmp_path / "a", "gold_pages") == shown(tmp_path / "b", "gold_pages")


def test_gold_documents_alone_are_shown(tmp_path: Path) -> None:
    prompt = shown(tmp_path, "gold_docs")
    assert len(files(prompt)) == 1
    assert OTHER.title not in prompt.text and REPORT.id not in prompt.text


@pytest.mark.parametrize("access", ["gold_evidence", "retrieved(k=2)"])
def test_less_than_a_page_is_no_file(access: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="shows less than whole pages"):
        shown(tmp_path, access)


def test_nothing_visible_is_no_file(tmp_path: Path) -> None:
    assert files(shown(tmp_path, "none")) == []


def test_files_need_their_store(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="give its Context a PictureStore"):
        shown(tmp_path, pictures=False)
