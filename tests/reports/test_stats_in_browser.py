"""Statistics as a person meets them: the page and its figures in a real browser, with hostile text in them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from evidoc.flow.stats import StatsOptions, stats
from evidoc.records.analysis import Analysis, StatsTable
from evidoc.reports.figures import draw, style
from evidoc.reports.stats_page import Section, StatsContent, write_stats_page
from tests.reports.browsing import CONTRAST, HOSTILE, NEEDS_BROWSER, visit
from tests.reports.figures.reading import parsed, texts
from tests.reports.figures.samples import FIGURES, UNBROKEN
from tests.reports.small_bench import build

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS_BROWSER
SHOWN = [name for name in FIGURES if "terrible" not in name]
BOXES = """() => [...document.querySelectorAll('text')].map(node => {
  const box = node.getBoundingClientRect(), figure = node.ownerSVGElement.getBoundingClientRect();
  const inside = [box.left - figure.left, box.top - figure.top, figure.right - box.right, figure.bottom - box.bottom];
  return [node.textContent, Math.min(...inside), box.width, node.hasAttribute('transform')];
})"""


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plain")
    stats(build(folder / "small").bench, out=folder / "stats", options=StatsOptions(analyses=("all",)))
    return folder / "stats" / "index.html"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with every sample, and hostile text wherever there can be any."""
    table = StatsTable(name="t" + HOSTILE, title=HOSTILE, header=(HOSTILE, UNBROKEN), rows=((HOSTILE, 1), (UNBROKEN, None)))
    analysis = Analysis(name="every" + HOSTILE, title=HOSTILE, note=HOSTILE, left_out=(HOSTILE,), tables=(table,))
    figures = tuple((figure, f"{index}.svg") for index, figure in enumerate(FIGURES.values()))
    content = StatsContent(bench=HOSTILE, items=1, documents=1, sections=(Section(analysis, ((table, "t.csv"),), figures),))
    path = tmp_path_factory.mktemp("hostile") / "index.html"
    path.write_bytes(write_stats_page(content))
    return path


@pytest.mark.parametrize("width", [390, 1400])
@pytest.mark.parametrize("page", ["plain", "hostile"])
def test_the_page_is_no_wider_than_the_window(browser: Browser, page: str, width: int, request: pytest.FixtureRequest) -> None:
    opened = visit(browser, request.getfixturevalue(page), width=width)
    assert opened.page.evaluate("document.documentElement.scrollWidth") == width


def test_hostile_text_is_shown_and_does_nothing(browser: Browser, hostile: Path) -> None:
    opened = visit(browser, hostile)
    assert opened.page.evaluate("window.hit") is None and opened.trouble == []
    assert [url for url in opened.requests if not url.startswith("data:")] == [hostile.as_uri()]
    assert opened.page.locator("script, img").count() == 0 and "<script>window.hit=1</script>" in opened.page.inner_text("h1")


def test_the_page_needs_no_script_and_asks_for_nothing(browser: Browser, plain: Path) -> None:
    opened = visit(browser, plain, script=False)
    assert opened.trouble == [] and [url for url in opened.requests if not url.startswith("data:")] == [plain.as_uri()]
    assert opened.page.locator("table:visible").count() > 10 and opened.page.locator("figure svg:visible").count() > 3


@pytest.mark.parametrize("dark", [False, True])
def test_text_has_contrast_in_light_and_dark(browser: Browser, plain: Path, dark: bool) -> None:
    assert visit(browser, plain, dark=dark).page.evaluate(CONTRAST)[0] >= 4.5


def test_texts_are_in_their_figures_and_about_as_wide_as_they_were_measured(browser: Browser, tmp_path: Path) -> None:
    """Arial or one of its metric twins is there; the layout allows for 4 % more."""
    path = tmp_path / "figures.html"
    figures = "".join(draw(FIGURES[name], standalone=False) for name in SHOWN)
    path.write_text(f"<meta charset=utf-8><style>{style()}</style>{figures}", encoding="utf-8")
    measured = {one.text: one.right - one.left for name in SHOWN for one in texts(parsed(FIGURES[name]))}
    drawn = visit(browser, path, width=1600).page.evaluate(BOXES)
    assert len(drawn) > 900
    assert not [text for text, inside, _, _ in drawn if inside < -0.5]
    assert not [text for text, _, width, turned in drawn if not turned and width > 1.04 * measured[text] + 1]


def test_a_dark_screen_turns_the_figure_dark_and_print_turns_it_back(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    path.write_text(draw(FIGURES["bars"]), encoding="utf-8")
    page = visit(browser, path, dark=True).page
    fill = "getComputedStyle(document.querySelector('[data-mark=bar]')).fill"
    assert page.evaluate(fill) == "rgb(108, 178, 242)"
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(fill) == "rgb(10, 95, 168)"


def test_the_page_prints(browser: Browser, plain: Path) -> None:
    page = visit(browser, plain).page
    page.emulate_media(media="print")
    assert not page.locator(".bar").is_visible() and page.pdf().startswith(b"%PDF")
