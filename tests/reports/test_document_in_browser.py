"""The page of a document as a person meets it: in a real browser, with hostile text in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from evidoc.reports.document_page import write_document_page
from tests.reports.browsing import CONTRAST, HOSTILE, NEEDS_BROWSER, Visit, visit
from tests.reports.small_document import pictures_of, small_document

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = NEEDS_BROWSER


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shown") / "document.html"
    document = small_document()
    path.write_bytes(write_document_page(document, pictures=pictures_of(document)))
    return path


def entries(opened: Visit) -> int:
    return opened.page.locator("#blocks > li:visible").count()


def wait_for(page: Page, text: str) -> None:
    """Wait until the page says where it is; not by a function in the page, whose policy forbids to evaluate text."""
    from playwright.sync_api import expect

    expect(page.locator("#here")).to_have_text(text)


def test_the_page_opens_without_errors_and_asks_for_nothing(browser: Browser, plain: Path) -> None:
    opened = visit(browser, plain)
    assert opened.trouble == []
    assert [url for url in opened.requests if not url.startswith("data:")] == [plain.as_uri()]


@pytest.mark.parametrize("width", [420, 1280])
def test_the_page_is_no_wider_than_the_window(browser: Browser, plain: Path, width: int) -> None:
    opened = visit(browser, plain, width=width)
    assert opened.page.evaluate("document.documentElement.scrollWidth") == width


def test_a_box_lies_where_the_document_says(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    picture, box = page.locator("#page-1 svg").bounding_box(), page.locator("#at-1 rect").bounding_box()
    assert picture and box
    scale = (picture["width"] - 2) / 595  # a border of one pixel on each side
    assert box["x"] - picture["x"] == pytest.approx(50 * scale + 1, abs=1.5)
    assert box["width"] == pytest.approx(450 * scale, abs=2.5)


def test_pointing_at_a_block_lights_it_on_both_sides(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    page.locator("#block-2").hover()
    assert page.locator(".frames .lit").count() == 1
    page.locator("#at-1 rect").hover()
    assert page.locator("#blocks .lit").get_attribute("id") == "block-1"
    assert page.locator(".frames .lit").get_attribute("id") == "at-1"


def test_a_click_on_an_entry_brings_its_box_and_a_click_on_a_box_its_entry(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain, width=1280).page
    page.locator("#block-6 .said").click()
    assert page.locator("#at-6").evaluate(
        "one => { const box = one.getBoundingClientRect(); return box.top > 0 && box.top < 900; }"
    )
    assert page.locator("[aria-current]").get_attribute("id") == "block-6"
    page.locator("#page-2 .frames a[data-b='5'] rect").click()
    assert page.locator("#blocks .chosen").get_attribute("id") == "block-5"
    assert page.locator(".frames .chosen").count() == 3
    page.keyboard.press("Escape")
    assert page.locator(".chosen").count() == 0


def test_keys_go_to_the_next_and_the_previous_page(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    page.keyboard.press("n")
    wait_for(page, "page 2 of 2")
    page.keyboard.press("p")
    wait_for(page, "page 1 of 2")
    page.locator("[name=words]").press("n")
    assert page.locator("[name=words]").input_value() == "n"


def test_the_list_follows_the_pages(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    page.set_viewport_size({"width": 1280, "height": 500})
    page.locator("#page-2").evaluate("one => one.scrollIntoView()")
    wait_for(page, "page 2 of 2")
    top = page.locator("#block-5").evaluate("one => one.getBoundingClientRect().top")
    assert 0 < top < 250


def test_keys_go_from_block_to_block(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    seen = []
    for key in ("j", "j", "k"):
        page.keyboard.press(key)
        seen.append(page.locator("#blocks .chosen").get_attribute("id"))
    assert seen == ["block-0", "block-1", "block-0"]


def test_a_kind_can_be_hidden_on_both_sides(browser: Browser, plain: Path) -> None:
    opened = visit(browser, plain)
    opened.page.locator("input[value=table]").uncheck()
    assert entries(opened) == 7 and not opened.page.locator("#at-4").is_visible()
    assert opened.page.locator("#shown").inner_text() == "7 of 8"
    opened.page.locator("#none").click()
    assert entries(opened) == 0 and opened.page.locator(".empty").is_visible()
    opened.page.locator("#all").click()
    assert entries(opened) == 8


def test_layers_can_be_hidden(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    for layer, selector in (("cells", ".cell"), ("labels", ".label"), ("order", ".order"), ("captions", ".tie")):
        assert page.locator(selector).first.evaluate("one => getComputedStyle(one).display") != "none"
        page.locator(f"input[value={layer}]").uncheck()
        assert not page.locator(selector).first.is_visible()


def test_blocks_are_found_by_words_and_flags(browser: Browser, plain: Path) -> None:
    opened = visit(browser, plain)
    opened.page.locator("[name=words]").fill("HALL was")
    assert entries(opened) == 1
    opened.page.locator("[name=words]").fill("")
    opened.page.locator("[name=flagged]").check()
    assert entries(opened) == 2


def test_a_block_can_be_linked_to(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    page.goto(plain.as_uri() + "#block-6")
    page.reload()
    assert page.locator("#blocks .chosen").get_attribute("id") == "block-6"


def test_a_link_within_an_entry_leads_to_the_other_block(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    page.locator("#block-3 .links a").click()
    assert page.locator("#blocks .chosen").get_attribute("id") == "block-4"


def test_without_script_all_blocks_and_links_work(browser: Browser, plain: Path) -> None:
    opened = visit(browser, plain, script=False)
    assert entries(opened) == 8 and not opened.page.locator("#filters").is_visible()
    opened.page.locator("#block-6 .number").click()
    assert opened.page.url.endswith("#at-6")


@pytest.mark.parametrize("dark", [False, True])
def test_text_has_contrast_in_light_and_dark(browser: Browser, plain: Path, dark: bool) -> None:
    """WCAG AA: 4.5 to 1 for text."""
    page = visit(browser, plain, dark=dark).page
    contrast = page.evaluate(CONTRAST)
    assert contrast[0] >= 4.5, contrast


def test_hostile_text_is_shown_and_does_nothing(browser: Browser, tmp_path: Path) -> None:
    document = small_document(text=HOSTILE, title="T" + HOSTILE)
    path = tmp_path / "hostile.html"
    path.write_bytes(write_document_page(document, pictures=pictures_of(document), note=HOSTILE))
    opened = visit(browser, path)
    opened.page.keyboard.press("j")
    assert opened.page.evaluate("window.hit") is None and opened.trouble == []
    assert len([url for url in opened.requests if not url.startswith("data:")]) == 1
    assert "<script>window.hit=1</script>" in opened.page.locator("#block-5 .said").inner_text()
    assert opened.page.locator("script").count() == 1 and opened.page.locator("img").count() == 0


def test_the_page_prints(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    page.emulate_media(media="print")
    assert not page.locator("#filters").is_visible() and page.locator("#at-1").is_visible()
    assert page.pdf().startswith(b"%PDF")


def test_long_names_without_spaces_do_not_widen_the_page_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    """A web page cites by addresses and names its pictures by paths."""
    document = small_document()
    blocks = tuple(
        replace(block, refers_to=("https://example.org/" + "a" * 200,), citations=("cite_note-" + "b" * 150,))
        for block in document.blocks
    )
    document = replace(document, blocks=blocks)
    (tmp_path / "page.html").write_bytes(write_document_page(document, pictures=pictures_of(document)))
    opened = visit(browser, tmp_path / "page.html", width=390)
    assert opened.page.evaluate("document.documentElement.scrollWidth") == 390


def test_what_is_touched_on_a_phone_is_large_enough(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain, width=390).page
    heights = page.evaluate(
        "[...document.querySelectorAll('button, .chip, .blocks a')].map(one => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= 30
