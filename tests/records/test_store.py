"""Files of records: whole or not at all, with a schema number, and an error that names the line."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from evidoc.errors import InvalidRecord
from evidoc.records import store
from evidoc.records.ledger import LedgerEntry
from evidoc.records.store import (
    new_header,
    read_header,
    read_rows,
    sweep_partials,
    whole_file,
    write_bytes,
    write_header,
    write_rows,
)

ROWS = [LedgerEntry(candidate=f"u{number}", stage="make", outcome="kept", item=f"i{number}") for number in range(3)]


def test_rows_come_back_as_they_were_written(tmp_path: Path) -> None:
    assert write_rows(tmp_path / "rows.jsonl", ROWS) == 3
    assert list(read_rows(tmp_path / "rows.jsonl", LedgerEntry)) == ROWS
    assert write_rows(tmp_path / "none.jsonl", []) == 0


def test_a_bad_row_is_named_by_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"candidate":"a","stage":"make","outcome":"kept"}\n{"candidate":"b","outcome":"lost"}\n')
    with pytest.raises(InvalidRecord, match=r"rows\.jsonl:2: not a LedgerEntry"):
        list(read_rows(path, LedgerEntry))


def test_an_unknown_field_is_refused_because_records_are_closed(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"candidate":"a","stage":"make","outcome":"kept","colour":"red"}\n')
    with pytest.raises(InvalidRecord, match="colour"):
        list(read_rows(path, LedgerEntry))


def test_text_that_is_not_utf_8_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"candidate":"caf\xe9","stage":"make","outcome":"kept"}\n')
    with pytest.raises(InvalidRecord, match=r"rows\.jsonl:1"):
        list(read_rows(path, LedgerEntry))


def test_a_missing_file_says_which_stage_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="run the stage"):
        list(read_rows(tmp_path / "items.jsonl", LedgerEntry))


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    write_bytes(path, b"old\n")
    with pytest.raises(RuntimeError), whole_file(path) as file:
        file.write(b"half of the n")
        raise RuntimeError
    assert path.read_bytes() == b"old\n"
    assert list(tmp_path.iterdir()) == [path]


def _replace_often(path: Path, mark: str) -> None:
    for _ in range(50):
        write_bytes(path, (mark * 10_000).encode())


def test_many_writers_of_one_file_never_mix(tmp_path: Path) -> None:
    """Case H02: unique temporary names and an atomic replace, so the last whole write stands."""
    context = multiprocessing.get_context("spawn")
    path = tmp_path / "state.json"
    writers = [context.Process(target=_replace_often, args=(path, mark)) for mark in "abcd"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert {writer.exitcode for writer in writers} == {0}
    content = path.read_text()
    assert len(content) == 10_000
    assert len(set(content)) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_header_carries_schema_version_settings_and_links(tmp_path: Path) -> None:
    header = new_header("evidoc.bench", settings={"seed": "7"}, counts={"items": 3}, links={"corpus": "../c"})
    write_header(tmp_path / "bench.json", header)
    assert read_header(tmp_path / "bench.json", schema="evidoc.bench") == header


def test_only_settings_decide_whether_work_can_be_resumed() -> None:
    one = new_header("evidoc.bench", settings={"seed": "7"}, counts={"items": 3})
    assert one.digest == new_header("evidoc.bench", settings={"seed": "7"}, links={"corpus": "elsewhere"}).digest
    assert one.digest != new_header("evidoc.bench", settings={"seed": "8"}).digest


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "schema None"),
        ("[]", "not a dict"),
        ('{"schema":"evidoc.run","version":1}', "'evidoc.bench' was expected"),
        ('{"schema":"evidoc.bench","version":99}', "update evidoc"),
        ('{"schema":"evidoc.bench"}', "version None"),
    ],
)
def test_a_header_of_another_kind_or_a_newer_evidoc_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "bench.json").write_text(text)
    with pytest.raises(InvalidRecord, match=fault):
        read_header(tmp_path / "bench.json", schema="evidoc.bench")


def test_a_folder_without_a_header_is_not_ours(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="give a folder that evidoc wrote"):
        read_header(tmp_path / "bench.json", schema="evidoc.bench")


def test_an_old_header_is_migrated_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(store.VERSIONS, "evidoc.bench", 3)
    monkeypatch.setitem(store.MIGRATIONS, ("evidoc.bench", 1), lambda old: old | {"settings": {"seed": old.pop("seed")}})
    monkeypatch.setitem(store.MIGRATIONS, ("evidoc.bench", 2), lambda old: old | {"made_with": "evidoc 2"})
    (tmp_path / "bench.json").write_text('{"schema":"evidoc.bench","version":1,"seed":"7"}')
    header = read_header(tmp_path / "bench.json", schema="evidoc.bench")
    assert (header.version, header.settings, header.made_with) == (3, {"seed": "7"}, "evidoc 2")


def test_what_a_killed_writing_left_is_swept_away(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    left = tmp_path / "corpus" / ".items.jsonl.x1y2.partial"
    left.write_bytes(b"{")
    (tmp_path / "items.jsonl").write_bytes(b"")
    sweep_partials(tmp_path)
    assert [path.name for path in sorted(tmp_path.rglob("*"))] == ["corpus", "items.jsonl"]
