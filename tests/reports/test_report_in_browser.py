"""The report as a person meets it: in a real browser, with hostile text in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from evidoc.flow.report import ReportOptions, report
from tests.reports.browsing import CONTRAST, HOSTILE, NEEDS_BROWSER, Visit, visit
from tests.reports.small_bench import SmallBench, build

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_BROWSER


def cases(opened: Visit) -> int:
    return opened.page.locator(".case-list li:visible").count()


def written(folder: Path, small: SmallBench, *, embed: bool = True, title: str = "Three systems") -> Path:
    report(small.runs, out=folder, options=ReportOptions(title=title, date="2026-11-30", embed=embed))
    return folder / "index.html"


@pytest.fixture(scope="module")
def plain(small_as_built: SmallBench, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("report"), small_as_built)


def test_the_page_opens_without_errors_and_asks_for_nothing(browser: Browser, plain: Path) -> None:
    opened = visit(browser, plain)
    assert opened.trouble == []
    assert [url for url in opened.requests if not url.startswith("data:")] == [plain.as_uri()]


@pytest.mark.parametrize("width", [420, 1280])
def test_the_page_is_no_wider_than_the_window(browser: Browser, plain: Path, width: int) -> None:
    opened = visit(browser, plain, width=width)
    assert opened.page.evaluate("document.documentElement.scrollWidth") == width


def test_one_case_is_shown_with_its_page_picture(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    assert (page.locator(".case:visible").count(), page.locator(".case-list li:visible").count()) == (1, 12)
    picture = page.locator(".case:visible figure svg").first
    assert picture.bounding_box() is not None
    size = page.evaluate(
        "(() => { const box = document.querySelector('.case.current use').getBBox(); return [box.width, box.height]; })()"
    )
    assert size == [595, 842]


def test_the_picture_is_really_painted(browser: Browser, plain: Path, tmp_path: Path) -> None:
    from PIL import Image

    page = visit(browser, plain).page
    page.locator(".case:visible figure svg").first.screenshot(path=tmp_path / "page.png")
    assert len(set(Image.open(tmp_path / "page.png").convert("L").tobytes())) > 20


def test_filters_by_system_result_and_outcome_work(browser: Browser, plain: Path) -> None:
    opened = visit(browser, plain)
    form = opened.page.locator("#filters")
    form.locator("[name=outcome]").select_option("refused")
    assert cases(opened) == 1
    form.locator("[name=system]").select_option(label="acme/small-1")
    assert cases(opened) == 0 and opened.page.locator(".case:visible").count() == 0
    assert opened.page.locator(".empty").is_visible() and opened.page.locator("#shown").inner_text() == "0 of 12 cases"
    form.locator("[type=reset]").click()
    opened.page.wait_for_function("document.querySelectorAll('.case-list li:not([hidden])').length === 12")
    form.locator("[name=system]").select_option(label="baseline/gold")
    form.locator("[name=result]").select_option("right")
    assert cases(opened) == 12
    form.locator("[name=result]").select_option("wrong")
    assert cases(opened) == 0 and opened.trouble == []


def test_filters_by_score_and_words_work(browser: Browser, plain: Path) -> None:
    opened = visit(browser, plain)
    form = opened.page.locator("#filters")
    form.locator("[name=system]").select_option(label="acme/large-1")
    form.locator("[name=metric]").select_option(label="Answer")
    form.locator("[name=to]").fill("0")
    zero = cases(opened)
    form.locator("[name=from]").fill("1")
    form.locator("[name=to]").fill("")
    assert zero > 0 and zero + cases(opened) == 12
    form.locator("[name=from]").fill("")
    form.locator("[name=words]").fill("MUSEUM")
    assert 0 < cases(opened) < 12


def test_only_cases_on_which_systems_disagree_can_be_shown(browser: Browser, plain: Path) -> None:
    opened = visit(browser, plain)
    opened.page.locator("[name=result]").select_option("disagree")
    assert cases(opened) == 10


def test_keys_go_to_the_next_and_the_previous_case(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    seen = []
    for key in ("j", "j", "k", "k", "k"):
        page.keyboard.press(key)
        seen.append(page.locator(".case:visible").get_attribute("id"))
    assert seen == ["case-2", "case-3", "case-2", "case-1", "case-1"]
    page.locator("[name=words]").press("j")
    assert page.locator("[name=words]").input_value() == "j"


def test_a_case_can_be_linked_to(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    page.goto(plain.as_uri() + "#case-5")
    page.reload()
    assert page.locator(".case:visible").get_attribute("id") == "case-5"


def test_a_click_on_a_case_shows_it(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    page.locator(".case-list a").nth(3).click()
    assert page.locator(".case:visible").get_attribute("id") == "case-4"


def test_pointing_at_evidence_lights_its_box(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    page.locator(".case:visible .evidence li").first.hover()
    assert page.locator(".case:visible .gold-box.lit").count() == 1


def test_a_page_picture_can_be_enlarged(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    figure = page.locator(".case:visible figure").first
    before = figure.locator("svg").first.bounding_box()
    figure.locator(".enlarge").click()
    large = figure.locator("svg").first.bounding_box()
    page.keyboard.press("Escape")
    after = figure.locator("svg").first.bounding_box()
    assert before and large and after and large["width"] > 1.9 * before["width"] and after["width"] == before["width"]


def test_the_leaderboard_sorts_both_ways(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    heads = page.locator("#leaderboard thead th")
    heads.nth(0).locator("button").click()
    names = page.locator("#leaderboard tbody th bdi").all_inner_texts()
    heads.nth(1).locator("button").click()
    heads.nth(1).locator("button").click()
    turned = page.locator("#leaderboard tbody th bdi").all_inner_texts()
    assert names == sorted(names) and turned[-1] == "baseline/gold"
    assert heads.nth(1).get_attribute("aria-sort") == "ascending"


def test_slices_show_another_score_when_asked(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    page.locator(".switch button", has_text="Answer").nth(1).click()
    shown = page.locator("#slices span[data-metric]:visible")
    assert {shown.nth(index).get_attribute("data-metric") for index in range(shown.count())} == {"answer"}


def test_without_script_every_case_can_be_read(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain, script=False).page
    assert page.locator(".case:visible").count() == 12 and not page.locator("#filters").is_visible()


def test_pictures_beside_the_page_are_shown_too(browser: Browser, small: SmallBench, tmp_path: Path) -> None:
    opened = visit(browser, written(tmp_path, small, embed=False))
    assert opened.trouble == []
    assert {Path(url).parent.name for url in opened.requests[1:]} == {"pages"}


@pytest.mark.parametrize("dark", [False, True])
def test_text_has_contrast_in_light_and_dark(browser: Browser, plain: Path, dark: bool) -> None:
    """WCAG AA: 4.5 to 1 for text."""
    page = visit(browser, plain, dark=dark).page
    contrast = page.evaluate(CONTRAST)
    assert contrast[0] >= 4.5, contrast


def test_hostile_text_is_shown_and_does_nothing(browser: Browser, tmp_path: Path) -> None:
    small = build(tmp_path / "hostile", hostile=HOSTILE)
    opened = visit(browser, written(tmp_path / "report", small, title="T" + HOSTILE))
    for _ in range(3):
        opened.page.keyboard.press("j")
    assert opened.page.evaluate("window.hit") is None and opened.trouble == []
    assert len([url for url in opened.requests if not url.startswith("data:")]) == 1
    assert "<script>window.hit=1</script>" in opened.page.locator(".case:visible h3").inner_text()
    assert opened.page.locator("script").count() == 1 and opened.page.locator("img").count() == 0


def test_the_page_prints(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    page.emulate_media(media="print")
    assert not page.locator("#filters").is_visible() and page.locator("#leaderboard").is_visible()
    assert page.pdf().startswith(b"%PDF")


def test_on_a_phone_tables_say_that_they_scroll_and_nothing_is_clipped(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain, width=390).page
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate("document.querySelector('.leaderboard').closest('.scroll').classList.contains('overflows')")
    rights = page.evaluate("[...document.querySelectorAll('.bar a')].map(one => one.getBoundingClientRect().right)")
    assert len(rights) == 5 and max(rights) <= 390
    heights = page.evaluate(
        "[...document.querySelectorAll('.bar a, .sortable button')].map(one => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= 40


def test_where_tables_fit_nothing_is_said_of_scrolling(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain, width=1400).page
    assert not page.evaluate("document.querySelector('.leaderboard').closest('.scroll').classList.contains('overflows')")


def test_a_name_breaks_between_words_on_a_phone(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain, width=390).page
    lines = page.evaluate("[...document.querySelectorAll('.leaderboard tbody th bdi')].map(one => one.getClientRects().length)")
    assert lines == [1, 1, 1]
