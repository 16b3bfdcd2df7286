from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from evidoc.errors import InvalidRecord, NothingKept, UsageError
from evidoc.flow.report import ReportOptions, report
from evidoc.flow.score import ScoreOptions, score
from evidoc.flow.work import Progress, Work
from evidoc.records.record import to_json
from evidoc.records.store import write_rows
from tests.reports.small_bench import SmallBench, build

OPTIONS = ReportOptions(title="Three systems", date="2026-11-30")
HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(2)></style></script><!--\u202e\ufffd"


@pytest.fixture(scope="module")
def page(small_as_built: SmallBench, tmp_path_factory: pytest.TempPathFactory) -> str:
    out = tmp_path_factory.mktemp("out")
    report(small_as_built.runs, out=out, options=OPTIONS)
    return (out / "index.html").read_text(encoding="utf-8")


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class Elements(HTMLParser):
    """Collects elements, their attributes, and text by element."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.open: list[str] = []
        self.headings: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(tag)


def test_one_page_and_its_tables_are_written(small: SmallBench, tmp_path: Path) -> None:
    summary = report(small.runs, out=tmp_path, options=OPTIONS)
    assert summary.index == str(tmp_path / "index.html")
    assert (summary.items, summary.cases, summary.pictures) == (12, 12, 4)
    assert {path.name for path in tmp_path.iterdir()} == {"index.html", *summary.tables}
    assert json.loads(to_json(summary))["index"] == summary.index


def test_a_metric_that_the_first_item_has_not_is_a_column_of_the_items(small: SmallBench, tmp_path: Path) -> None:
    """Scores of scorers that say nothing of a metric where it is undefined have it in later rows alone."""
    rows = [json.loads(line) for line in (small.runs[0] / "scores.jsonl").read_text(encoding="utf-8").splitlines()]
    for row in rows[1:]:
        row["metrics"]["late"] = 0.5
    write_rows(small.runs[0] / "scores.jsonl", rows)
    (small.runs[0] / "scores.json").unlink()
    report(small.runs[:1], out=tmp_path, options=ReportOptions(cases=0))
    assert [row["late"] for row in table(tmp_path / "items.csv")] == ["", *["0.5"] * 11]


def test_the_page_loads_nothing_from_anywhere(page: str) -> None:
    found = Elements(page)
    addresses = [value for _, name, value in found.attributes if name in ("href", "src", "action", "data", "poster", "srcset")]
    assert addresses and all(value.startswith(("#", "data:")) for value in addresses)
    assert not {"iframe", "object", "embed", "base", "audio", "video"} & set(found.tags)
    assert "@import" not in page and "url(" not in page


def test_a_policy_allows_only_the_script_and_style_of_the_page(page: str) -> None:
    policy = next(
        value for tag, name, value in Elements(page).attributes if tag == "meta" and name == "content" and "default-src" in value
    )
    assert policy.startswith("default-src 'none'") and policy.count("'sha256-") == 2 and "unsafe" not in policy


def test_no_element_carries_a_script_or_style_of_its_own(page: str) -> None:
    names = {name for _, name, _ in Elements(page).attributes}
    assert "style" not in names and not {name for name in names if name.startswith("on")}


def test_the_words_say_operator_threshold_signature_and_command(page: str) -> None:
    """Case F09; field.md 31: the full manifest of each run."""
    assert "answer &gt;= 0.8" in page and "union is &gt;= 0.5" in page
    assert "citations@2(aux=False, mode=&#39;paper&#39;, threshold=0.5, within_element=True)" in page
    assert "evidoc ask bench/ --system acme/large-1 --view text --access full --seed 7 --out run-2/" in page
    assert "bootstrap of 2000 resamples clustered by document, seed 0" in page


def test_date_and_title_are_those_that_were_given(page: str) -> None:
    assert "<title>Three systems</title>" in page and "<span>2026-11-30</span>" in page


def test_without_title_and_date_the_bench_gives_its_name(small: SmallBench, tmp_path: Path) -> None:
    report(small.runs[:1], out=tmp_path)
    html = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "<h1>Answers and evidence on bench</h1>" in html


def test_the_incomplete_run_is_called_so(page: str) -> None:
    assert "Incomplete: <bdi>acme/small-1</bdi>." in page and "Incomplete: <bdi>acme/large-1</bdi>" not in page


def test_the_lead_is_told_with_its_uncertainty_and_gold_does_not_lead(page: str) -> None:
    assert re.search(r"<bdi>acme/large-1</bdi> answers <strong>\d+\.\d %</strong>", page)
    assert "reference: replies with the gold answers" in page


def test_headings_go_down_one_by_one(page: str) -> None:
    levels = [int(tag[1]) for tag in Elements(page).headings]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:], strict=False))


def test_every_picture_has_words_and_every_page_stands_there_once(page: str) -> None:
    pictures = re.findall(r'<svg viewBox="[^"]+" role="img" aria-label="([^"]+)"', page)
    assert len(pictures) >= 12 and all("gold box" in words for words in pictures)
    assert page.count("data:image/png;base64") == 4
    ids = [value for tag, name, value in Elements(page).attributes if name == "id"]
    assert len(ids) == len(set(ids))


def test_gold_boxes_and_cited_boxes_are_drawn(page: str) -> None:
    assert page.count('class="gold-box"') == 15
    assert 'class="cited c1"' in page and 'class="cited c2"' in page


def test_all_tables_are_there_as_csv(small: SmallBench, tmp_path: Path) -> None:
    report(small.runs, out=tmp_path, options=OPTIONS)
    leaders = {(row["system"], row["metric"]): row for row in table(tmp_path / "leaderboard.csv")}
    assert leaders["baseline/gold", "saa"]["mean"] == "1.0" and leaders["acme/small-1", "saa"]["unscored"] == "1"
    items = table(tmp_path / "items.csv")
    assert len(items) == 36 and items[0]["system"] == "baseline/gold" and items[0]["answer"] == "1.0"
    outcomes = {(row["system"], row["outcome"]): row["items"] for row in table(tmp_path / "outcomes.csv")}
    assert outcomes["acme/small-1", "truncated"] == "1"
    assert sum(int(row["candidates"]) for row in table(tmp_path / "candidates.csv")) == 21
    parts = {row["dimension"] for row in table(tmp_path / "slices.csv")}
    assert parts == {"document_kind", "question_type", "answer_kind", "modality", "evidence", "pages", "language"}
    assert [row["second"] for row in table(tmp_path / "differences.csv")] == ["acme/small-1"]


def test_the_same_runs_give_the_same_bytes(small: SmallBench, tmp_path: Path) -> None:
    for name in ("one", "two"):
        report(small.runs, out=tmp_path / name, options=OPTIONS)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


def test_hostile_text_is_inert_wherever_it_stands(tmp_path: Path) -> None:
    """design.md, section 9: documents, replies and predictions are hostile."""
    small = build(tmp_path, hostile=HOSTILE)
    report(small.runs, out=tmp_path / "report", options=ReportOptions(title=HOSTILE, date=HOSTILE))
    page = (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    found = Elements(page)
    assert found.tags.count("script") == 1 and found.tags.count("style") == 1 and "img" not in found.tags
    assert not [name for _, name, _ in found.attributes if name.startswith("on")]
    assert "&lt;script&gt;alert(1)" in page


def test_formulas_are_text_in_every_csv_file(tmp_path: Path) -> None:
    """Case I06."""
    small = build(tmp_path, hostile='=HYPERLINK("x")')
    report(small.runs, out=tmp_path / "report")
    for path in (tmp_path / "report").glob("*.csv"):
        cells = [cell for row in csv.reader(path.read_text(encoding="utf-8").splitlines()) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "@", "+", "-")) and not re.fullmatch(r"-?[\d.e-]+", cell)]


def test_pictures_may_stand_beside_the_page(small: SmallBench, tmp_path: Path) -> None:
    summary = report(small.runs, out=tmp_path, options=ReportOptions(embed=False))
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    names = sorted(path.name for path in (tmp_path / "pages").iterdir())
    assert summary.pictures == len(names) == 4 and "data:image" not in page
    assert all(f'href="pages/{name}"' in page for name in names)


def test_over_the_budget_the_page_says_which_pictures_are_left_out(small: SmallBench, tmp_path: Path) -> None:
    summary = report(small.runs, out=tmp_path, options=ReportOptions(picture_bytes=1))
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert 0 < summary.pictures < 4 and "picture left out, because" in page


def test_fewer_cases_than_items_are_counted(small: SmallBench, tmp_path: Path) -> None:
    summary = report(small.runs, out=tmp_path, options=ReportOptions(cases=5))
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert summary.cases == 5 and "5 cases of 12" in page and "The other 7 are in" in page


def test_a_report_without_cases_has_no_viewer(small: SmallBench, tmp_path: Path) -> None:
    summary = report(small.runs, out=tmp_path, options=ReportOptions(cases=0))
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert summary.cases == 0 and 'id="cases"' not in page


def test_two_runs_of_one_system_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    small = build(tmp_path)
    header = json.loads((small.runs[1] / "run.json").read_text())
    header["settings"]["system"] = "acme/small-1"
    (small.runs[1] / "run.json").write_text(json.dumps(header))
    report(small.runs, out=tmp_path / "report")
    assert {row["system"] for row in table(tmp_path / "report" / "leaderboard.csv")} == {
        "baseline/gold",
        "acme/small-1 (run-2)",
        "acme/small-1 (run-3)",
    }


def test_runs_over_different_items_are_an_error(small: SmallBench, tmp_path: Path) -> None:
    other = build(tmp_path, hostile="!")
    with pytest.raises(UsageError, match="over different items"):
        report([small.runs[0], other.runs[0]], out=tmp_path / "report")


def test_a_run_given_twice_is_an_error(small: SmallBench, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="given twice"):
        report([small.runs[0], small.runs[0]], out=tmp_path)


def test_no_run_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="at least one"):
        report([], out=tmp_path)


def test_runs_that_are_not_scored_are_named(tmp_path: Path) -> None:
    small = build(tmp_path)
    for run in small.runs[1:]:
        (run / "scores.jsonl").unlink()
    with pytest.raises(InvalidRecord, match=r"not scored yet: .*run-2, .*run-3"):
        report(small.runs, out=tmp_path / "report")


@pytest.mark.parametrize(("change", "words"), [("cut", "row 12 is missing"), ("more", "more rows"), ("swap", "row 1 is of item")])
def test_scores_that_do_not_fit_the_bench_are_refused(change: str, words: str, tmp_path: Path) -> None:
    small = build(tmp_path)
    lines = (small.runs[1] / "scores.jsonl").read_bytes().splitlines(keepends=True)
    changed = {"cut": lines[:-1], "more": [*lines, lines[0]], "swap": [lines[1], lines[0], *lines[2:]]}[change]
    (small.runs[1] / "scores.jsonl").write_bytes(b"".join(changed))
    with pytest.raises(InvalidRecord, match=words):
        report(small.runs, out=tmp_path / "report")


def test_a_run_scored_elsewhere_has_no_signature_and_says_so(tmp_path: Path) -> None:
    small = build(tmp_path)
    (small.runs[0] / "scores.json").unlink()
    report(small.runs[:1], out=tmp_path / "report")
    assert "not known; score the run again" in (tmp_path / "report" / "index.html").read_text(encoding="utf-8")


def test_a_bench_without_items_is_an_error(tmp_path: Path) -> None:
    small = build(tmp_path)
    (small.bench / "items.jsonl").write_bytes(b"")
    (small.runs[0] / "scores.jsonl").write_bytes(b"")
    with pytest.raises(NothingKept):
        report(small.runs[:1], out=tmp_path / "report")


def test_progress_counts_items(small: SmallBench, tmp_path: Path) -> None:
    seen: list[Progress] = []
    report(small.runs, out=tmp_path, options=ReportOptions(cases=0), work=Work(progress=seen.append))
    assert (seen[-1].stage, seen[-1].done, seen[-1].total) == ("report", 12, 12)


def test_a_run_that_nobody_answered_can_be_reported(tmp_path: Path) -> None:
    small = build(tmp_path)
    (small.runs[1] / "replies.jsonl").write_bytes(b"")
    score(small.runs[1])
    report([small.runs[1]], out=tmp_path / "report")
    assert "no number" in (tmp_path / "report" / "index.html").read_text(encoding="utf-8")


def test_options_are_plain_data() -> None:
    assert msgspec.to_builtins(OPTIONS)["cases"] == 200


def test_a_run_that_was_scored_by_others_is_not_called_incomplete(small: SmallBench, tmp_path: Path) -> None:
    score(small.runs[2], options=ScoreOptions(scorers=("exact",)))
    report(small.runs, out=tmp_path, options=ReportOptions(cases=0))
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "Scored otherwise: <bdi>acme/small-1</bdi>" in page and "score all runs with the same --scorers" in page
    assert not re.search(r"acme/small-1</bdi>.</strong> \d+ items? ha", page), "it lacks no number of its own scorer"


def test_answers_that_are_right_and_cite_nothing_are_told_from_wrong_ones(small: SmallBench, tmp_path: Path) -> None:
    """The lede says both, and the slices open at the metric in which there is something to see."""
    rows = [json.loads(line) for line in (small.runs[1] / "replies.jsonl").read_text(encoding="utf-8").splitlines()]
    for row in rows:
        row["text"] = re.sub(r"<bbox[^>]*>", "", row["text"])
    write_rows(small.runs[1] / "replies.jsonl", rows)
    score(small.runs[1])
    report(small.runs[1:2], out=tmp_path, options=ReportOptions(cases=0))
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert re.search(r"cites the evidence for it.*; its answers alone, cited or not, score \d+\.\d %", page)
    assert 'data-metric="answer" aria-pressed="true"' in page and 'data-metric="saa" aria-pressed="false"' in page
