"""A real browser for the tests of HTML pages, and what a page did in it that it should not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
HOSTILE = '"\'><script>window.hit=1</script><img src=x onerror="window.hit=1"></style></script></svg><svg onload=window.hit=1>'

CONTRAST = """() => {
  const bend = value => value <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
  const light = text => {
    const [red, green, blue] = text.match(/[\\d.]+/g).slice(0, 3).map(value => bend(value / 255));
    return .2126 * red + .7152 * green + .0722 * blue;
  };
  const paper = element => {
    for (let one = element; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (!/, 0\\)$/.test(colour)) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const texts = 'h1, h2, p, td .number, td .range, th, dt, dd, .verdict, .tags, summary, .question, a';
  return [...document.querySelectorAll(texts)]
    .filter(one => one.offsetParent && one.textContent.trim())
    .map(one => [light(getComputedStyle(one).color), light(paper(one)), one.className || one.tagName])
    .map(([ink, back, name]) => [(Math.max(ink, back) + .05) / (Math.min(ink, back) + .05), name])
    .sort((one, other) => one[0] - other[0])[0];
}"""

NEEDS_BROWSER = [
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Debian's chromium is not installed; make setup installs it"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@dataclass
class Visit:
    """A page that was opened, and what it did that it should not."""

    page: Page
    trouble: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@contextmanager
def open_browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield browser
        browser.close()


def visit(browser: Browser, path: Path, *, width: int = 1280, dark: bool = False, script: bool = True) -> Visit:
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light", java_script_enabled=script
    )
    found = Visit(page=context.new_page())
    found.page.on("console", lambda message: found.trouble.append(message.text))
    found.page.on("pageerror", lambda error: found.trouble.append(str(error)))
    found.page.on("request", lambda request: found.requests.append(request.url))
    found.page.goto(path.as_uri())
    return found
