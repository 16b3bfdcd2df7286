"""An item as one HTML page: what it says, in a file and in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from evidoc.flow.check import VERDICTS, ItemVerdict
from evidoc.flow.show import show_item
from evidoc.records.bench import Bench, open_bench
from evidoc.records.item import Item, Mark, Verdict
from evidoc.records.store import write_rows
from evidoc.reports.cases import case_of
from evidoc.reports.item_page import write_item_page
from evidoc.reports.pictures import Pictures
from tests.build import item_of
from tests.cli.run import evidoc
from tests.reports.browsing import CONTRAST, HOSTILE, NEEDS_BROWSER, visit
from tests.reports.small_bench import SmallBench, build

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def bench(small: SmallBench) -> Bench:
    return open_bench(small.bench)


@pytest.fixture
def item(bench: Bench) -> Item:
    """Give the item with the most pieces of evidence."""
    return max(bench.items(), key=lambda item: len(item.evidence))


def test_the_page_has_question_answer_evidence_and_a_picture_with_a_box_for_each_place(
    bench: Bench, item: Item, tmp_path: Path
) -> None:
    shown = show_item(item, bench, out=tmp_path / "item.html")
    html = (tmp_path / "item.html").read_text()
    assert item.question in html and item.answer.text in html and item.id in html
    assert (shown.evidence, shown.pages) == (len(item.evidence), html.count("<image "))
    assert html.count('class="gold-box"') == sum(len(entry.boxes) for entry in item.evidence)


def test_what_was_checked_later_stands_after_what_it_was_made_with(bench: Bench, tmp_path: Path) -> None:
    item = msgspec.structs.replace(next(bench.items()), verdicts=(Verdict(check="leak", kept=True),))
    marks = (Mark(name="accuracy", value=2.5, judge="openai/x"),)
    late = Verdict(check="quality", kept=False, reason="low", detail="too vague", model="openai/x", marks=marks)
    write_rows(bench.folder / VERDICTS, [ItemVerdict(item=item.id, verdict=late), ItemVerdict(item="i-other", verdict=late)])
    show_item(item, bench, out=tmp_path / "item.html")
    html = (tmp_path / "item.html").read_text()
    assert html.index("check leak") < html.index("check quality") and html.count("check quality") == 1
    assert "rejected: low (too vague); marks: accuracy 2.5 by openai/x; asked: openai/x" in html


def test_an_item_without_places_says_so() -> None:
    html = write_item_page(case_of(item_of(evidence=[]), {}), verdicts=(), pictures=Pictures()).decode()
    assert "The item has no evidence." in html and "The item was not checked." in html and "not in the corpus" in html


def test_the_command_writes_the_page_and_replaces_only_what_it_wrote(bench: Bench, item: Item, tmp_path: Path) -> None:
    page = tmp_path / "item.html"
    for _ in range(2):
        done = evidoc("show", item.id, str(bench.folder), "--html", str(page))
        assert done.code == 0 and f"{item.id}: {len(item.evidence)} piece" in done.out and f"page: {page}" in done.out
    page.write_text("mine")
    done = evidoc("show", item.id, str(bench.folder), "--html", str(page))
    assert done.code == 2 and "was not written by evidoc show" in done.err and page.read_text() == "mine"
    done = evidoc("show", item.id, str(bench.folder), "--html", str(tmp_path / "b.html"), "--pages", "2")
    assert done.code == 2 and "--pages is for documents" in done.err


class TestInABrowser:
    """Marked as a whole: it needs the browser."""

    pytestmark = NEEDS_BROWSER

    @pytest.fixture(scope="class")
    def hostile(self, tmp_path_factory: pytest.TempPathFactory) -> Path:
        folder = tmp_path_factory.mktemp("hostile")
        bench = open_bench(build(folder / "small", hostile=HOSTILE).bench)
        item = msgspec.structs.replace(
            max(bench.items(), key=lambda one: len(one.evidence)),
            verdicts=(Verdict(check=HOSTILE, kept=False, reason=HOSTILE, detail=HOSTILE * 9),),
        )
        show_item(item, bench, out=folder / "item.html")
        return folder / "item.html"

    @pytest.mark.parametrize("dark", [False, True])
    @pytest.mark.parametrize("width", [420, 1280])
    def test_it_fits_the_window_can_be_read_and_runs_nothing(
        self, browser: Browser, hostile: Path, width: int, dark: bool
    ) -> None:
        opened = visit(browser, hostile, width=width, dark=dark)
        assert opened.page.evaluate("document.documentElement.scrollWidth") == width
        assert opened.page.evaluate(CONTRAST)[0] >= 4.5
        assert opened.page.evaluate("window.hit") is None and opened.trouble == []
        assert [url for url in opened.requests if not url.startswith("data:")] == [hostile.as_uri()]

    def test_the_page_of_a_piece_of_evidence_is_one_click_away(self, browser: Browser, hostile: Path) -> None:
        opened = visit(browser, hostile, script=False)
        link = opened.page.locator(".evidence a").first
        link.click()
        assert opened.page.locator(f"figure{link.get_attribute('href')}").is_visible()
