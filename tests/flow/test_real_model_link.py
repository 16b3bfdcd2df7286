"""Linking with a real model as writer, over a socket: it proves the path, not the prompts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evidoc.errors import NothingKept
from evidoc.flow._roles import Roles
from evidoc.flow.link import LinkOptions, link
from evidoc.records.groups import LinkedGroup, Unlinked
from evidoc.records.store import read_rows
from tests.flow.test_link import INLINE, written
from tests.flow.test_link_writer import DOCUMENTS
from tests.models.llama import choice

pytestmark = pytest.mark.timeout(300)


def test_whatever_a_small_model_says_every_document_has_a_group_or_a_reason(tmp_path: Path) -> None:
    """Two anchors: a model of 135 million weights finds sections, or says what cannot be read, and neither ends the run."""
    corpus = written(tmp_path / "corpus", DOCUMENTS[:2])
    out = tmp_path / "groups.jsonl"
    roles = Roles(choices={"writer": (replace(choice(answer_tokens=120), price=None),)})
    grouped: set[str] = set()
    try:
        summary = link(corpus, out=out, options=LinkOptions(by=("profiles(threshold=0)",), roles=roles), work=INLINE)
        grouped.update(document for row in read_rows(out, LinkedGroup) for document in row.documents)
        assert summary.tokens > 500
    except NothingKept as nothing:
        assert "reply_" in str(nothing) or "no_reliable_match" in str(nothing)
    reasons = {row.document: row.reason for row in read_rows(tmp_path / "groups.left_out.jsonl", Unlinked)}
    assert grouped | set(reasons) == {document.id for document in DOCUMENTS[:2]}
    assert (tmp_path / "groups.asked" / "replies.cache").is_file()
