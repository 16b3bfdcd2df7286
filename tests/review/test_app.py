"""The app over a real socket: rating, refusing, correcting, two at once, hostile text, and what others read. Source: X-34."""

from __future__ import annotations

import csv
import io
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from evidoc.errors import EvidocError, UsageError
from evidoc.flow.agree import agree
from evidoc.flow.ask import AskOptions, ask
from evidoc.flow.people_study import people_study
from evidoc.flow.rating_sheet import SheetOptions, draw_sheet
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.work import Work
from evidoc.records.bench import open_run
from evidoc.records.item import Item
from evidoc.review.desk import Rating
from evidoc.review.opening import Open
from tests.reports.browsing import HOSTILE
from tests.reports.small_bench import SmallBench, build
from tests.review.studies import GOOD, LOW, NOON, Client, study_of
from tests.review.test_forms import OWN
from tests.systems.benches import bench_in, numbered


@pytest.fixture
def desk(small: SmallBench, tmp_path: Path) -> Iterator[Open]:
    with study_of(small.bench, tmp_path / "out", sample=3) as opened:
        yield opened


def client(opened: Open) -> Client:
    return Client(opened.address, opened.study.key)


def items(opened: Open, rater: str = "ann") -> tuple[int, ...]:
    return tuple(range(1, len(opened.study.desk.order(rater)) + 1))


def latest(opened: Open, number: int, rater: str = "ann") -> Rating | None:
    return opened.study.desk.latest(rater, opened.study.desk.order(rater)[number - 1])


def number_of(opened: Open, item: Item, rater: str = "ann") -> int:
    return opened.study.desk.order(rater).index(item.id) + 1


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def test_the_overview_says_purpose_and_criteria(desk: Open) -> None:
    """DHQ-80: an overview page with purpose and criteria."""
    page = client(desk).get("/").text
    for said in ("Questions and their snippets", "There is no right rating", "Completeness", "only some of it", "3 items"):
        assert said in page


def test_a_rater_begins_rates_all_and_reaches_the_end(desk: Open) -> None:
    browser = client(desk)
    assert browser.post("/raters", {"rater": "Ann", "consent": "yes", "age": "20-29"}).place == "/raters/ann"
    place = browser.get("/raters/ann/next").place
    for item in items(desk):
        assert place == f"/raters/ann/items/{item}"
        sent = browser.rate("ann", item, seconds="61.5", **GOOD)
        assert sent.status == 303
        place = browser.get(sent.place).place
    assert place == "/raters/ann" and "All 3 are done" in browser.get(place).text
    folder = desk.study.desk.folder
    assert [(row["rater"], row["accuracy [1-4]"], row["seconds"]) for row in rows(folder / "ratings.csv")] == [
        ("ann", "3", "61.5")
    ] * 3
    assert rows(folder / "raters.csv")[0] | {"reference": ""} == {
        "id": "ann", "gender": "", "degree": "", "field": "", "age": "20-29", "consent": "True", "reference": "", "at": NOON,
    }  # fmt: skip


def test_a_low_rating_without_a_comment_comes_back_with_all_that_was_typed(desk: Open) -> None:
    """DHQ-80: low score without comment cannot be submitted."""
    browser = client(desk)
    browser.begin("ann")
    item = items(desk)[0]
    answer = browser.rate("ann", item, **LOW)
    assert answer.status == 422 and "Please say why: Accuracy of the snippets is 2." in answer.text
    assert answer.text.count(" checked") == 3
    assert latest(desk, item) is None
    again = browser.post(
        f"/raters/ann/items/{item}", {**LOW, "comment": "they miss the point", "version": "0", "token": answer.hidden("token")}
    )
    assert again.status == 303


def test_what_is_not_filled_in_is_not_saved(desk: Open) -> None:
    browser = client(desk)
    browser.begin("ann")
    answer = browser.rate("ann", items(desk)[0], accuracy="4", comment="<b>kept</b>", seconds="12.5")
    assert answer.hidden("seconds") == "12.5"
    assert answer.status == 422 and "&lt;b&gt;kept&lt;/b&gt;" in answer.text and answer.text.count("Choose one.") == 4


def test_skipping_is_no_rating_and_comes_back_at_the_end(desk: Open) -> None:
    """I07: a skipped item is missing, not the lowest score."""
    browser = client(desk)
    browser.begin("ann")
    first, second, third = items(desk)
    assert browser.rate("ann", first, action="skip").status == 303
    for item in (second, third):
        browser.rate("ann", item, **GOOD)
    assert browser.get("/raters/ann/next").place.endswith(f"/{first}")
    assert [row["item"] for row in rows(desk.study.desk.folder / "ratings.csv")].count(desk.study.desk.order("ann")[0]) == 0
    assert len(rows(desk.study.desk.folder / "ratings.csv")) == 2
    assert browser.rate("ann", second, action="skip").status == 303
    found = latest(desk, second)
    assert found is not None and not found.skipped


def test_an_earlier_rating_is_corrected_and_both_are_kept(desk: Open) -> None:
    browser = client(desk)
    browser.begin("ann")
    item = items(desk)[0]
    browser.rate("ann", item, **GOOD)
    page = browser.get(f"/raters/ann/items/{item}").text
    assert "You rated this before" in page and page.count(" checked") == 3
    browser.rate("ann", item, **{**GOOD, "accuracy": "4"})
    (row,) = rows(desk.study.desk.folder / "ratings.csv")
    assert (row["accuracy [1-4]"], row["version"]) == ("4", "2")
    kept = [json.loads(line) for line in (desk.study.desk.folder / "ratings.jsonl").read_text().splitlines()[2:]]
    assert [line["value"]["values"]["accuracy"] for line in kept] == ["3", "4"]


def test_a_stale_tab_is_told_what_stands_there_and_may_save_again(desk: Open) -> None:
    """I02: 409, with both versions kept."""
    browser = client(desk)
    browser.begin("ann")
    place = f"/raters/ann/items/{items(desk)[0]}"
    one, other = browser.get(place), browser.get(place)
    browser.post(place, {**GOOD, "version": one.hidden("version"), "token": one.hidden("token")})
    sent = {**GOOD, "completeness": "3", "version": other.hidden("version"), "token": other.hidden("token")}
    conflict = browser.post(place, sent)
    assert conflict.status == 409 and "saved elsewhere in the meantime" in conflict.text
    again = browser.post(place, {**sent, "version": conflict.hidden("version"), "token": conflict.hidden("token")})
    assert again.status == 303
    found = latest(desk, items(desk)[0])
    assert found is not None and found.values["completeness"] == "3"


def test_a_double_click_makes_one_record(desk: Open) -> None:
    browser = client(desk)
    browser.begin("ann")
    place = f"/raters/ann/items/{items(desk)[0]}"
    page = browser.get(place)
    sent = {**GOOD, "version": page.hidden("version"), "token": page.hidden("token")}
    assert [browser.post(place, sent).status for _ in range(2)] == [303, 303]
    assert len((desk.study.desk.folder / "ratings.jsonl").read_text().splitlines()) == 3


def test_many_raters_at_once_lose_nothing(small: SmallBench, tmp_path: Path) -> None:
    with study_of(small.bench, tmp_path / "out", sample=4) as opened:
        browser = client(opened)
        names = [f"r{number}" for number in range(6)]

        def work(name: str) -> None:
            browser.begin(name)
            for item in items(opened, name):
                assert browser.rate(name, item, **GOOD).status == 303

        threads = [threading.Thread(target=work, args=(name,)) for name in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        found = rows(tmp_path / "out" / "ratings.csv")
    assert len(found) == 24 and {row["rater"] for row in found} == set(names)


def test_it_goes_on_after_an_end(small: SmallBench, tmp_path: Path) -> None:
    with study_of(small.bench, tmp_path / "out", sample=3) as opened:
        client(opened).begin("ann")
        client(opened).rate("ann", items(opened)[0], **GOOD)
    with study_of(small.bench, tmp_path / "out", sample=3) as opened:
        assert client(opened).post("/raters", {"rater": "ann"}).place == "/raters/ann"
        assert client(opened).get("/raters/ann/next").place.endswith("/2")


def test_what_is_saved_reads_as_a_filled_sheet(small: SmallBench, tmp_path: Path) -> None:
    """The web face of the same form: the same sample, the same columns, and agree reads it back."""
    with study_of(small.bench, tmp_path / "out", sample=5) as opened:
        browser = client(opened)
        for name, level in (("ann", "4"), ("bob", "3")):
            browser.begin(name)
            for item in items(opened, name):
                browser.rate(name, item, **{**GOOD, "accuracy": level})
    draw_sheet(small.bench, out=tmp_path / "sheet.csv", options=SheetOptions(form="quality", n=5, seed=7))
    sheet, saved = rows(tmp_path / "sheet.csv"), rows(tmp_path / "out" / "ratings.csv")
    assert [row["item"] for row in sheet] == [row["item"] for row in saved[:5]]
    assert {name for name in sheet[0] if "[" in name} <= set(saved[0])
    found = agree([tmp_path / "out" / "ratings.csv"])
    assert [criterion.criterion for criterion in found.criteria] == ["reality_fluency", "accuracy", "completeness"]
    assert found.criteria[1].compared[0].figures["percent"].value == 0.0
    assert found.criteria[1].categories_given and found.criteria[1].items == 5


def test_peoples_answers_are_scored_like_a_systems(small: SmallBench, tmp_path: Path) -> None:
    """DH-71: a human baseline, answered without the reference, with the time of each question."""
    with study_of(small.bench, tmp_path / "out", form="answer") as opened:
        browser = client(opened)
        browser.begin("ann")
        for item in opened.study.desk.sample.items:
            page = browser.get(f"/raters/ann/items/{number_of(opened, item)}").text
            assert item.contract in page and 'data-mark="1"' not in page
            value = item.answer.value if isinstance(item.answer.value, str) else ", ".join(item.answer.value)
            browser.rate("ann", number_of(opened, item), **{"own answer": value, "seconds": "300"})
        assert "evidoc score" in browser.get("/results").text
        assert "<td>5.0</td>" in browser.get("/results").text
    system = f"predictions:{tmp_path / 'out' / 'answers-ann.jsonl'}"
    ask(small.bench, out=tmp_path / "run", options=AskOptions(system=system), work=Work(engine="inline"))
    score(tmp_path / "run", options=ScoreOptions(scorers=None))
    assert all(row.metrics["answer"] == 1.0 for row in open_run(tmp_path / "run").scores())


def test_a_person_who_answered_a_sample_is_a_run_over_that_sample(small: SmallBench, tmp_path: Path) -> None:
    """DH-71: what was not asked is in no mean, what was skipped scores 0, and seconds are the person's."""
    with study_of(small.bench, tmp_path / "out", form="answer", sample=5) as opened:
        browser = client(opened)
        browser.begin("ann")
        right, wrong, skipped = opened.study.desk.order("ann")[:3]
        value = opened.study.desk.sample.by_id[right].answer.value
        browser.rate("ann", 1, **{"own answer": value, "seconds": "120"})
        browser.rate("ann", 2, **{"own answer": "no idea at all", "seconds": "60"})
        browser.rate("ann", 3, action="skip")
        run = tmp_path / "out" / "run-ann"
        score(run)
        found = {row.item: row for row in open_run(run).scores()}
        assert {item: row.metrics["answer"] for item, row in found.items() if row.outcome != "not_asked"} == {
            right: 1.0,
            wrong: 0.0,
            skipped: 0.0,
        }
        assert found[skipped].outcome == "empty" and len(found) == 12
        assert {row.item: row.seconds for row in open_run(run).replies()}[right] == 120.0
        browser.rate("ann", 2, **{"own answer": "better", "seconds": "60"})
        assert not (run / "scores.jsonl").exists()


def test_marked_passages_are_compared_with_the_snippets(small: SmallBench, tmp_path: Path) -> None:
    """DHQ-66."""
    with study_of(small.bench, tmp_path / "out", form="evidence", sample=12) as opened:
        browser = client(opened)
        browser.begin("ann")
        item = next(item for item in opened.study.desk.sample.items if item.question == "How often were the sensors read?")
        assert (
            browser.rate("ann", number_of(opened, item), **{"own evidence": ["doc1_paragraph2", "doc9_paragraph9"]}).status == 303
        )
    found = people_study([tmp_path / "out" / "ratings.csv"], bench=small.bench)
    assert found.snippets is not None
    assert (found.snippets.precision.value, found.snippets.recall.value) == (1.0, 1.0)


def test_answers_of_a_run_are_judged_without_the_systems_name(small: SmallBench, tmp_path: Path) -> None:
    """SD-54."""
    with study_of(small.runs[1], tmp_path / "out") as opened:
        assert opened.study.form.name == "correctness"
        browser = client(opened)
        browser.begin("ann")
        pages = [browser.get(f"/raters/ann/items/{item}").text for item in items(opened)]
    assert all("Right answer" in page for page in pages) and not any("acme" in page for page in pages)


def test_a_blind_form_shows_nothing_of_others_until_all_is_in(desk: Open) -> None:
    """SD-53, SD-54: the agreement summary only after all ratings."""
    browser = client(desk)
    for name in ("ann", "bob"):
        browser.begin(name, gender="woman")
        for item in items(desk, name):
            page = browser.get("/results").text
            assert "This form is blind" in page and "How far people agree" not in page and "<th>ann</th>" not in page
            browser.rate(name, item, **GOOD)
    page = browser.get("/results").text
    assert "How far people agree" in page and "woman 2" in page and "percent agreement" in page


def test_what_was_decided_and_why_stands_together(small: SmallBench, tmp_path: Path) -> None:
    """DH-44: a narrative is accepted, or rejected with the reason."""
    with study_of(small.bench, tmp_path / "out", form="narrative", sample=3) as opened:
        browser = client(opened)
        browser.begin("ann")
        browser.rate("ann", 1, verdict="reject", reason="missing", part="label", comment="no <b>name</b>")
        browser.begin("bob")
        for number in (2, 3):
            browser.rate("ann", number, verdict="accept")
        for number in (1, 2, 3):
            browser.rate("bob", number, verdict="accept")
        page = browser.get("/results").text
    assert "<td>reject</td><td>1</td><td>16.7</td>" in page and "<td>accept</td><td>5</td><td>83.3</td>" in page
    assert "Verdict: reject; Reason: missing; Part: label" in page and "no &lt;b&gt;name&lt;/b&gt;" in page
    found = agree([tmp_path / "out" / "ratings.csv"])
    assert [criterion.criterion for criterion in found.criteria] == ["verdict", "reason", "part"]


def test_an_items_own_id_is_in_no_address_and_on_no_page(tmp_path: Path) -> None:
    """It may tell what kind of item it is; and it may hold any signs."""
    bench = bench_in(tmp_path / "bench", numbered(2)).folder
    with study_of(bench, tmp_path / "out", form="likert") as opened:
        browser = client(opened)
        browser.begin("ann")
        page = browser.get("/raters/ann/items/1").text + browser.get("/raters/ann").text
        assert not any(item.id in page for item in opened.study.desk.sample.items)
        for number in (1, 2):
            assert browser.rate("ann", number, difficulty="2", answer_quality="4", evidence_quality="5").status == 303
    assert {row["item"] for row in rows(tmp_path / "out" / "ratings.csv")} == {"i-Question 0?", "i-Question 1?"}


def test_one_rater_has_nothing_to_agree_with(desk: Open) -> None:
    browser = client(desk)
    browser.begin("ann")
    for item in items(desk):
        browser.rate("ann", item, **GOOD)
    page = browser.get("/results").text
    assert "How far people agree" not in page and "can be said of two or more" in page


def test_a_form_may_have_its_own_words_of_consent(small: SmallBench, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace("shows =", 'consent = "I have read <sheet 4>."\nshows ='), encoding="utf-8")
    with study_of(small.bench, tmp_path / "out", form=str(path), sample=1) as opened:
        page = client(opened).get("/").text
    assert "I have read &lt;sheet 4&gt;." in page and "of my own will" not in page


def test_what_is_wrong_with_a_record_is_said_and_all_that_was_typed_stays(desk: Open) -> None:
    answer = client(desk).post("/raters", {"rater": "a@b", "field": 'law"><script>', "age": "30-39"})
    assert answer.status == 422 and "pseudonym of up to 40" in answer.text and "tick the box" in answer.text
    assert "law&#34;&gt;&lt;script&gt;" in answer.text and "<option selected>30-39</option>" in answer.text
    assert desk.study.desk.raters == ()


def test_what_is_not_there_is_said(desk: Open) -> None:
    browser = client(desk)
    browser.begin("ann")
    for path in (
        "/nothing",
        "/raters/eve",
        "/raters/eve/next",
        "/raters/ann/items/i-none",
        "/raters/ann/items/..%2f..%2fetc%2fpasswd",
        "/raters/eve/items/1",
        "/raters/ann/items/0",
        "/raters/ann/items/4",
        "/documents/0",
        "/documents/99/file.pdf",
        "/documents/d-none",
        "/documents/..%2f..%2fbench.json/file.pdf",
        "/documents/d-none/pages/1.png",
    ):
        answer = browser.get(path)
        assert answer.status == 404 and "There is no such page" in answer.text, path


def test_pages_and_files_of_the_items_documents_are_served(desk: Open) -> None:
    browser = client(desk)
    document = 1
    assert "<img" in browser.get(f"/documents/{document}").text
    picture, file = browser.get(f"/documents/{document}/pages/1.png"), browser.get(f"/documents/{document}/file.pdf")
    assert picture.body.startswith(b"\x89PNG") and picture.headers["cache-control"] == "private, no-cache"
    assert file.body.startswith(b"%PDF") and file.headers["content-disposition"].startswith("inline; filename*=UTF-8''")
    for number in ("0", "99"):
        assert browser.get(f"/documents/{document}/pages/{number}.png").status == 404


def test_who_guesses_cannot_open_a_document_either(small: SmallBench, tmp_path: Path) -> None:
    with study_of(small.bench, tmp_path / "out", form="guess") as opened:
        assert opened.study.shelf.documents == ()
        assert client(opened).get("/documents/1").status == 404


def test_requests_of_other_sites_are_refused_and_change_nothing(desk: Open) -> None:
    browser = client(desk)
    assert browser.get("/", Host="evil.example").status == 421
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec_Fetch_Site": "cross-site"}):
        assert browser.post("/raters", {"rater": "ann", "consent": "yes"}, **headers).status == 403
    assert browser.send("PUT", "/raters", headers={"Host": browser.host}).status == 405
    assert desk.study.desk.raters == ()


def test_nobody_comes_in_without_the_key(desk: Open) -> None:
    """Others who are logged in to this machine can reach its ports."""
    stranger = Client(desk.address, "another-key")
    document = client(desk).get("/documents/1")
    assert document.status == 200
    for path in ("/", "/results", "/documents/1", "/documents/1/pages/1.png", "/review.css", "/?key=another-key"):
        answer = stranger.get(path)
        assert answer.status == 403 and "needs its key" in answer.text
    assert stranger.post("/raters", {"rater": "eve", "consent": "yes"}).status == 403 and desk.study.desk.raters == ()
    led = stranger.get(f"/raters/ann?key={desk.study.key}")
    assert (led.status, led.place) == (303, "/raters/ann") and desk.study.key in led.headers["set-cookie"]


def test_too_much_and_what_is_no_form_is_refused(desk: Open) -> None:
    browser = client(desk)
    browser.begin("ann")
    place = f"/raters/ann/items/{items(desk)[0]}"
    assert browser.post(place, {"comment": "a" * 300_000}).status == 413
    assert browser.rate("ann", items(desk)[0], **{**GOOD, "comment": "a" * 10_001}).status == 422
    headers = {"Host": browser.host, "Cookie": browser.cookie, "Origin": f"http://{browser.host}", "Content-Type": "text/plain"}
    answer = browser.send("POST", place, headers=headers, body=b"\xff\xfe=1")
    assert answer.status == 400 and "What you typed is not lost" in answer.text


def test_every_answer_lets_in_nothing_from_elsewhere(desk: Open) -> None:
    for path in ("/", "/review.css", "/review.js", "/nothing", "/results"):
        headers = client(desk).get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"] and "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
        assert headers["cross-origin-resource-policy"] == "same-origin" and "server" not in headers


def test_a_full_disk_is_said_and_nothing_is_taken_for_saved(desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = client(desk)
    browser.begin("ann")

    def full(*_: object) -> None:
        raise EvidocError("ratings.jsonl: cannot be written (No space left on device); make room and resume")

    with monkeypatch.context() as patched:
        patched.setattr("evidoc.review.desk.Journal.put", full)
        answer = browser.rate("ann", items(desk)[0], **GOOD)
    assert answer.status == 500 and "cannot be written" in answer.text and "What you typed is not lost" in answer.text
    assert browser.rate("ann", items(desk)[0], **GOOD).status == 303


def test_tables_that_cannot_be_written_lose_no_rating(desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = client(desk)
    browser.begin("ann")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("evidoc.review.export.write_csv", full)
        answer = browser.rate("ann", items(desk)[0], **GOOD)
    assert answer.status == 500 and "what was entered is saved" in answer.text
    assert latest(desk, items(desk)[0]) is not None
    browser.rate("ann", items(desk)[1], **GOOD)
    assert len(rows(desk.study.desk.folder / "ratings.csv")) == 2


def test_hostile_text_is_text_on_every_page(tmp_path: Path) -> None:
    source = build(tmp_path, hostile=HOSTILE)
    for number, (where, form) in enumerate(
        [(source.bench, "quality"), (source.bench, "narrative"), (source.bench, "evidence"), (source.runs[1], "correctness")]
    ):
        with study_of(where, tmp_path / f"out-{number}", form=form, sample=1, reference=HOSTILE) as opened:
            browser = client(opened)
            browser.begin("ann")
            item = opened.study.desk.sample.items[0]
            page = browser.get(f"/raters/ann/items/{number_of(opened, item)}").text
            document = browser.get("/documents/1").text
            for text in (page, document, browser.get("/").text, browser.get("/?rater=" + "%3Cscript%3E").text):
                assert "<script>window" not in text and "<img src=x" not in text and "<svg onload" not in text
                assert text.count("<script") == 1


def test_formulas_in_comments_are_text_in_the_sheet(desk: Open) -> None:
    """I06."""
    browser = client(desk)
    browser.begin("ann")
    browser.rate("ann", items(desk)[0], **{**LOW, "comment": '=HYPERLINK("http://x","y")'})
    (row,) = rows(desk.study.desk.folder / "ratings.csv")
    assert row["comment"].startswith("'=")
    own = browser.get("/raters/ann/ratings.csv")
    assert own.headers["content-type"].startswith("text/csv") and "'=HYPERLINK" in own.text


def test_a_port_that_is_taken_is_said(small: SmallBench, tmp_path: Path, desk: Open) -> None:
    from evidoc.review.opening import reviewing
    from evidoc.review.study import ReviewOptions

    taken = int(desk.address.rstrip("/").rpartition(":")[2])
    with (
        pytest.raises(UsageError, match=f"port {taken} cannot be had"),
        reviewing(small.bench, options=ReviewOptions(out=tmp_path / "other"), port=taken),
    ):
        pass


def test_ratings_are_kept_beside_the_bench_by_form(small: SmallBench) -> None:
    from evidoc.flow.rating_form import load_form
    from evidoc.review.study import default_folder

    assert default_folder(small.bench, load_form("likert")) == small.bench.resolve().parent / "bench-review" / "likert"
