"""Rating as a person does it: with the mouse, with keys, without script, on a phone, over an end of the program. Source: X-34."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from evidoc.errors import EvidocError
from evidoc.review.opening import Open
from tests.reports.browsing import CONTRAST, HOSTILE, NEEDS_BROWSER
from tests.reports.small_bench import SmallBench, build
from tests.review.studies import study_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = NEEDS_BROWSER


class Person:
    """A person at a browser: a page of it, and what went wrong there."""

    def __init__(self, browser: Browser, opened: Open, *, width: int = 1280, dark: bool = False, script: bool = True) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light", java_script_enabled=script
        )
        self.page: Page = self.context.new_page()
        self.opened = opened
        self.trouble: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.trouble.append(message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def go(self, path: str) -> None:
        self.page.goto(self.opened.entrance() if path == "/" else self.opened.address + path.removeprefix("/"))

    def begin(self, name: str = "ann") -> None:
        """Take part, and come to the first item."""
        self.go("/")
        self.page.get_by_label("Your pseudonym").fill(name)
        self.page.get_by_label("I take part of my own will").check()
        self.page.get_by_role("button", name="Begin").click()
        with self.page.expect_navigation():
            self.page.get_by_role("link", name="Begin with the first").click()

    def choose(self, **levels: str) -> None:
        for field, level in levels.items():
            self.page.check(f"input[name='{field}'][value='{level}']")

    def save(self) -> None:
        self.page.get_by_role("button", name="Save").click()

    @property
    def at(self) -> str:
        return self.page.locator(".count").inner_text()


@pytest.fixture
def desk(small: SmallBench, tmp_path: Path) -> Iterator[Open]:
    with study_of(small.bench, tmp_path / "out", sample=3) as opened:
        yield opened


def saved(opened: Open, name: str = "ann") -> list[dict[str, str]]:
    found = (opened.study.desk.latest(name, item) for item in opened.study.desk.order(name))
    return [rating.values for rating in found if rating is not None and not rating.skipped]


def test_a_person_rates_an_item_and_comes_to_the_next(browser: Browser, desk: Open) -> None:
    person = Person(browser, desk)
    person.begin()
    assert person.at == "1 of 3" and person.page.locator("input:checked").count() == 0
    person.choose(reality_fluency="4", accuracy="3", completeness="4")
    person.save()
    person.page.wait_for_url("**/items/**")
    assert person.at == "2 of 3" and saved(desk) == [{"reality_fluency": "4", "accuracy": "3", "completeness": "4"}]
    assert person.trouble == []
    assert {url.split("/")[2] for url in person.requests if not url.startswith("data:")} == {desk.address.split("/")[2]}


def test_a_low_rating_without_a_comment_is_not_sent(browser: Browser, desk: Open) -> None:
    """DHQ-80: in the browser the message is said before anything is sent, and what was chosen stays."""
    person = Person(browser, desk)
    person.begin()
    person.choose(reality_fluency="4", accuracy="2", completeness="4")
    person.save()
    comment = person.page.locator("#comment")
    assert comment.evaluate("one => one.validationMessage") == "Please say why: Accuracy of the snippets is 2."
    assert person.at == "1 of 3" and person.page.locator("input:checked").count() == 3 and saved(desk) == []
    comment.fill("they miss the point")
    person.save()
    person.page.wait_for_url("**/items/**")
    assert person.at == "2 of 3" and len(saved(desk)) == 1


def test_without_script_the_server_says_it_and_keeps_what_was_typed(browser: Browser, desk: Open) -> None:
    person = Person(browser, desk, script=False)
    person.begin()
    person.choose(reality_fluency="4", accuracy="2", completeness="4")
    person.save()
    assert "Please say why" in person.page.get_by_role("alert").inner_text()
    assert person.page.locator("input:checked").count() == 3
    person.page.locator("#comment").fill("they miss the point")
    person.save()
    assert person.at == "2 of 3" and len(saved(desk)) == 1


def test_all_can_be_done_with_keys(browser: Browser, desk: Open) -> None:
    person = Person(browser, desk)
    person.begin()
    for key in "424":
        person.page.keyboard.press(key)
    assert person.page.evaluate("document.activeElement.id") == "comment"
    person.page.keyboard.type("2 of them n p s are off")
    with person.page.expect_navigation():
        person.page.keyboard.press("Control+Enter")
    assert saved(desk) == [{"reality_fluency": "4", "accuracy": "2", "completeness": "4"}] and person.at == "2 of 3"
    for key, place in (("n", "3 of 3"), ("p", "2 of 3"), ("s", "3 of 3")):
        with person.page.expect_navigation():
            person.page.keyboard.press(key)
        assert person.at == place


def test_a_person_goes_on_where_they_stopped_after_the_program_ended(browser: Browser, small: SmallBench, tmp_path: Path) -> None:
    with study_of(small.bench, tmp_path / "out", sample=3) as opened:
        person = Person(browser, opened)
        person.begin()
        person.choose(reality_fluency="4", accuracy="3", completeness="4")
        with person.page.expect_navigation():
            person.save()
    with study_of(small.bench, tmp_path / "out", sample=3) as opened:
        person = Person(browser, opened)
        person.go("/")
        person.page.get_by_label("Your pseudonym").fill("ann")
        person.page.get_by_label("I take part of my own will").check()
        person.page.get_by_role("button", name="Begin").click()
        assert "1 of 3 are done" in person.page.locator("h1").inner_text()
        person.page.get_by_role("link", name="Go on").click()
        assert person.at == "2 of 3"
        person.page.get_by_role("link", name="previous").click()
        assert person.page.locator("input:checked").count() == 3


def test_the_time_that_an_item_is_looked_at_is_kept(browser: Browser, desk: Open) -> None:
    person = Person(browser, desk)
    person.begin()
    person.page.wait_for_timeout(400)
    person.choose(reality_fluency="4", accuracy="3", completeness="4")
    with person.page.expect_navigation():
        person.save()
    rating = desk.study.desk.latest("ann", desk.study.desk.order("ann")[0])
    assert rating is not None and rating.seconds is not None and 0.3 < rating.seconds < 60


def test_two_tabs_of_one_item_do_not_overwrite_each_other(browser: Browser, desk: Open) -> None:
    person = Person(browser, desk)
    person.begin()
    other = person.context.new_page()
    other.goto(person.page.url)
    person.choose(reality_fluency="4", accuracy="3", completeness="4")
    with person.page.expect_navigation():
        person.save()
    for field in ("reality_fluency", "accuracy", "completeness"):
        other.check(f"input[name='{field}'][value='3']")
    other.get_by_role("button", name="Save").click()
    assert "saved elsewhere in the meantime" in other.get_by_role("alert").inner_text()
    assert other.locator("input:checked").count() == 3 and saved(desk)[0]["completeness"] == "4"
    with other.expect_navigation():
        other.get_by_role("button", name="Save mine").click()
    assert saved(desk)[0]["completeness"] == "3"


def test_going_back_after_a_failed_save_still_has_what_was_typed(
    browser: Browser, desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = Person(browser, desk)
    person.begin()
    person.choose(reality_fluency="4", accuracy="2", completeness="4")
    person.page.locator("#comment").fill("a long thought")

    def full(*_: object) -> None:
        raise EvidocError("ratings.jsonl: cannot be written (No space left on device); make room and resume")

    with monkeypatch.context() as patched:
        patched.setattr("evidoc.review.desk.Journal.put", full)
        with person.page.expect_navigation():
            person.save()
    assert "could not be done" in person.page.locator("h1").inner_text()
    person.page.go_back()
    assert person.page.locator("#comment").input_value() == "a long thought"
    assert person.page.locator("input:checked").count() == 3
    with person.page.expect_navigation():
        person.save()
    assert person.at == "2 of 3"


def test_a_snippet_and_its_box_light_up_together(browser: Browser, desk: Open) -> None:
    person = Person(browser, desk)
    person.begin()
    person.page.locator(".snippets li").first.hover()
    assert person.page.locator(".paper rect.lit").count() >= 1
    assert person.page.locator(".paper img").first.evaluate("one => one.decode().then(() => one.naturalWidth)") > 900


def test_a_box_lies_where_the_evidence_stands(browser: Browser, desk: Open) -> None:
    person = Person(browser, desk)
    person.begin()
    item = desk.study.desk.sample.by_id[desk.study.desk.order("ann")[0]]
    box = item.evidence[0].boxes[0]
    paper = person.page.locator(".paper").first.bounding_box()
    rect = person.page.locator(".paper rect[data-mark='1']").first.bounding_box()
    assert paper and rect
    scale = (paper["width"] - 2) / 595
    assert rect["x"] - paper["x"] == pytest.approx(box.x0 * scale + 1, abs=2)
    assert rect["width"] == pytest.approx(box.width * scale, abs=3)


def test_passages_are_marked_by_a_click_on_the_page(browser: Browser, small: SmallBench, tmp_path: Path) -> None:
    """DHQ-66."""
    with study_of(small.bench, tmp_path / "out", form="evidence", sample=3) as opened:
        person = Person(browser, opened)
        person.begin()
        person.page.locator(".can-mark rect").last.click()
        assert person.page.locator("#marked").inner_text() == "1 marked"
        with person.page.expect_navigation():
            person.save()
        assert [list(values) for values in saved(opened)] == [["own evidence"]]


def test_a_reason_is_asked_only_of_who_does_not_accept(browser: Browser, small: SmallBench, tmp_path: Path) -> None:
    """DH-44."""
    with study_of(small.bench, tmp_path / "out", form="narrative", sample=3) as opened:
        person = Person(browser, opened)
        person.begin()
        assert not person.page.locator("input[value=missing]").is_visible()
        person.choose(verdict="reject")
        person.save()
        assert person.at == "1 of 3" and saved(opened) == []
        person.choose(reason="missing", part="label")
        person.page.locator("#comment").fill("the name is not given")
        with person.page.expect_navigation():
            person.save()
        assert saved(opened) == [{"verdict": "reject", "reason": "missing", "part": "label"}]
        person.choose(verdict="accept")
        with person.page.expect_navigation():
            person.save()
        assert saved(opened)[1] == {"verdict": "accept"}


@pytest.mark.parametrize("form", ["quality", "narrative", "answerability", "evidence"])
def test_pages_fit_a_phone_and_what_is_touched_is_large_enough(
    browser: Browser, small: SmallBench, tmp_path: Path, form: str
) -> None:
    with study_of(small.bench, tmp_path / "out", form=form, sample=2) as opened:
        person = Person(browser, opened, width=420)
        person.begin()
        for path in ("/", "/raters/ann", "/results", "/raters/ann/items/1"):
            person.go(path)
            assert person.page.evaluate("document.documentElement.scrollWidth") == 420, path
            touched = "[...document.querySelectorAll('button, .level, .passage, .walk a, .steps-list a, select, textarea')]"
            heights = person.page.evaluate(
                f"{touched}.filter(one => one.offsetParent).map(one => one.getBoundingClientRect().height)"
            )
            assert min(heights, default=44) >= 40, path


@pytest.mark.parametrize("dark", [False, True])
def test_text_has_contrast_in_light_and_dark(browser: Browser, desk: Open, dark: bool) -> None:
    """WCAG AA: 4.5 to 1 for text."""
    person = Person(browser, desk, dark=dark)
    person.begin()
    person.choose(accuracy="2")
    item = person.page.url
    for path in ("/", "/raters/ann", "/results", item.removeprefix(desk.address)):
        person.go(path)
        more = CONTRAST.replace(".question, a'", ".question, a:not(.skip), button, label, legend, .asks, .says, .value, .small'")
        contrast = person.page.evaluate(more)
        assert contrast[0] >= 4.5, (path, contrast)


def test_everything_to_fill_in_has_a_label(browser: Browser, desk: Open) -> None:
    person = Person(browser, desk)
    person.begin()
    for path in ("/", person.page.url.removeprefix(desk.address)):
        person.go(path)
        unnamed = "[...document.querySelectorAll('input:not([type=hidden]), select, textarea')].filter(one => !one.labels.length)"
        assert person.page.evaluate(f"{unnamed}.map(one => one.name)") == []
        assert person.page.locator("h1").count() == 1 and person.page.locator("main").count() == 1


def test_hostile_text_does_nothing_in_a_browser(browser: Browser, tmp_path: Path) -> None:
    source = build(tmp_path, hostile=HOSTILE)
    with study_of(source.bench, tmp_path / "out", sample=1) as opened:
        person = Person(browser, opened)
        person.begin()
        person.page.keyboard.press("1")
        assert person.page.evaluate("window.hit") is None and person.trouble == []
        assert "<script>window.hit=1</script>" in person.page.locator("h1").inner_text()


def test_the_page_of_an_item_prints(browser: Browser, desk: Open) -> None:
    person = Person(browser, desk)
    person.begin()
    person.page.emulate_media(media="print")
    assert not person.page.get_by_role("button", name="Save").is_visible() and person.page.locator("h1").is_visible()


def test_a_link_in_a_letter_leads_in(browser: Browser, desk: Open, tmp_path: Path) -> None:
    (tmp_path / "letter.html").write_text(f'<a href="{desk.entrance(rater="r07")}">Take part</a>', encoding="utf-8")
    person = Person(browser, desk)
    person.page.goto((tmp_path / "letter.html").as_uri())
    with person.page.expect_navigation():
        person.page.get_by_role("link").click()
    assert person.page.get_by_label("Your pseudonym").input_value() == "r07" and "key" not in person.page.url


def test_a_page_from_elsewhere_cannot_send_a_form_in_a_raters_name(browser: Browser, desk: Open, tmp_path: Path) -> None:
    """Cross-site request forgery, as a browser does it."""
    (tmp_path / "evil.html").write_text(
        f'<form method="post" action="{desk.address}raters"><input name="rater" value="eve">'
        '<input name="consent" value="yes"><button>Win</button></form>',
        encoding="utf-8",
    )
    person = Person(browser, desk)
    person.page.goto((tmp_path / "evil.html").as_uri())
    with person.page.expect_navigation():
        person.page.get_by_role("button").click()
    assert "only be sent from evidoc's own pages" in person.page.locator("body").inner_text()
    assert desk.study.desk.raters == ()
