"""`evidoc discover` as a person types it. Source: DHQ-23."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.run import Done, evidoc
from tests.flow.test_discover import PROPOSED, corpus_and_groups, review, script


def discover(folder: Path, *more: str) -> Done:
    corpus, groups = folder / "corpus", folder / "groups.jsonl"
    if not corpus.exists():
        corpus_and_groups(folder)
    writer = script(folder / "writer.jsonl", {"propose questions": PROPOSED, "given build": PROPOSED[:1]})
    options = ("--out", str(folder / "out"), "--writer", writer, "--n", "3", "--expand", "1", "--rare", "1")
    return evidoc("discover", str(corpus), "--groups", str(groups), *options, *more)


def test_it_says_what_to_do_with_the_sheet_and_then_where_the_concepts_are(tmp_path: Path) -> None:
    first = discover(tmp_path)
    assert first.code == 0 and "write yes or no into the column keep" in first.out
    review(tmp_path, "yes", "yes", "no")
    second = discover(tmp_path)
    assert second.code == 0 and f"concepts are in {tmp_path / 'out' / 'concepts.jsonl'}" in second.out


def test_json_is_the_same_as_the_file(tmp_path: Path) -> None:
    done = discover(tmp_path, "--json")
    assert json.loads(done.out) == json.loads((tmp_path / "out" / "discovery.json").read_bytes())
