"""Text that no file can hold still gives a page: halves of characters come from programs that use the functions directly."""

from __future__ import annotations

from evidoc.reports.board import Board
from evidoc.reports.content import Content, RunFacts, metrics_of, standings_of
from evidoc.reports.dimensions import names
from evidoc.reports.page import write_page
from tests.reports.test_board import row

BAD = "x\ud800\x00<b>"


def content_of(text: str) -> Content:
    board = Board([text])
    for value in (1.0, 0.5):
        board.add(row(value), cluster="d", labels=dict.fromkeys(names(), text))
    run = RunFacts(text, folder=text, made_with=text, digest=text, settings={text: text}, command=text, scorers=(), interval=text)
    return Content(
        title=text,
        date=text,
        bench=text,
        bench_digest=text,
        items=2,
        documents=1,
        runs=(run,),
        metrics=metrics_of(board, [run]),
        standings=standings_of(board, [run]),
        dimensions=(),
        pairs=(),
        spreads={},
        unscored=(),
        funnel=(),
        bench_settings={},
    )


def test_lone_surrogates_and_control_codes_become_replacement_marks() -> None:
    """Case A03."""
    page = write_page(content_of(BAD)).decode("utf-8")
    assert "<h1>x\ufffd\ufffd&lt;b&gt;</h1>" in page and "\x00" not in page


def test_a_single_system_is_reported_without_a_lead() -> None:
    page = write_page(content_of("model")).decode("utf-8")
    assert "<bdi>model</bdi> reaches <strong>75.0 %</strong> in answer" in page and 'id="differences"' not in page
