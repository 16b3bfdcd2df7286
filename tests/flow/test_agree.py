"""agree: files of ratings → agreement by criterion (X-33, DHQ-81 to DHQ-85, SD-55, SD-56, CV-72, CV-73)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidoc.errors import InvalidRecord, UsageError
from evidoc.flow.agree import Agreement, AgreeOptions, Compared, CriterionAgreement, agree
from evidoc.flow.work import Progress, Work
from evidoc.records.record import to_json
from evidoc.statistics.agreement import cohen_kappa, gwet_ac
from evidoc.statistics.krippendorff import krippendorff_alpha
from evidoc.statistics.ratings import Unit

ONE_TO_FIVE = {"": ("1", "2", "3", "4", "5")}
LIKERT: list[Unit] = [(5, 4), (4, 4), (5, 5), (3, 4), (5, 5), (2, 3), (4, 5), (5, 5)]  # case F19
WIDE = "item,ann,bob\n" + "".join(f"q{number},{a},{b}\n" for number, (a, b) in enumerate(LIKERT))


def _file(folder: Path, text: str, name: str = "ratings.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def _agree(folder: Path, text: str, name: str = "ratings.csv", **options: object) -> Agreement:
    chosen = AgreeOptions(**{"resamples": 0, **options})  # type: ignore[arg-type]
    return agree([_file(folder, text, name)], options=chosen)


def _only(found: Agreement) -> CriterionAgreement:
    assert len(found.criteria) == 1
    return found.criteria[0]


def _of(found: CriterionAgreement, *raters: str) -> Compared:
    return next(one for one in found.compared if one.raters == raters)


def test_two_raters_side_by_side_give_all_figures_of_case_f19(tmp_path: Path) -> None:
    found = _only(_agree(tmp_path, WIDE, categories=ONE_TO_FIVE))
    figures = _of(found, "ann", "bob").figures
    assert figures["ac2"].value == pytest.approx(0.8838, abs=5e-5)
    assert figures["ac1"].value == pytest.approx(0.4060, abs=5e-5)
    assert figures["kappa_quadratic"].value == pytest.approx(cohen_kappa(LIKERT, weights="quadratic").value)
    assert figures["alpha"].value == krippendorff_alpha(LIKERT, level="ordinal").value
    assert list(figures) == [
        "percent", "ac1", "ac2", "alpha", "kappa", "kappa_linear", "kappa_quadratic", "spearman", "mae", "within_one",
    ]  # fmt: skip


def test_both_forms_and_both_formats_say_the_same(tmp_path: Path) -> None:
    rows = [
        (f"q{number}", rater, unit[place]) for number, unit in enumerate(LIKERT) for place, rater in enumerate(("ann", "bob"))
    ]
    long = "item,rater,rating\n" + "".join(f"{item},{rater},{rating}\n" for item, rater, rating in rows)
    lines = "".join(json.dumps({"item": item, "rater": rater, "rating": rating}) + "\n" for item, rater, rating in rows)
    wide_lines = "".join(json.dumps({"item": f"q{number}", "ann": a, "bob": b}) + "\n" for number, (a, b) in enumerate(LIKERT))
    first = _agree(tmp_path, WIDE).criteria
    for text, name in ((long, "ratings.csv"), (long.replace(",", "\t"), "r.tsv"), (lines, "r.jsonl"), (wide_lines, "w.jsonl")):
        assert _agree(tmp_path, text, name=name).criteria == first


def test_several_files_are_one_set_of_ratings(tmp_path: Path) -> None:
    ann = _file(tmp_path, "item,ann\nq1,1\nq2,2\n", "ann.csv")
    bob = _file(tmp_path, "item,rater,rating\nq2,bob,2\nq1,bob,3\n", "bob.csv")
    found = agree([ann, bob], options=AgreeOptions(resamples=0))
    assert found.files == ("ann.csv", "bob.csv")
    assert _of(_only(found), "ann", "bob").figures["percent"].value == 0.5


def test_each_criterion_has_its_own_scale(tmp_path: Path) -> None:
    text = (
        "item,criterion,ann,bob\nq1,accuracy,1,2\nq2,accuracy,4,4\nq1,formal,yes,no\nq2,formal,yes,yes\n"
        "q1,score,0.125,0.25\nq2,score,0.5,0.75\n"
    )
    found = _agree(tmp_path, text, categories={"accuracy": ("1", "2", "3", "4")})
    accuracy, formal, score = found.criteria
    assert (accuracy.scale, accuracy.categories, accuracy.categories_given) == ("ordinal", ("1", "2", "3", "4"), True)
    assert (formal.scale, formal.categories, formal.scale_given) == ("nominal", ("no", "yes"), False)
    assert "ac2" not in formal.compared[0].figures and "spearman" not in formal.compared[0].figures
    assert score.scale == "ordinal"


def test_many_different_numbers_are_a_measurement(tmp_path: Path) -> None:
    text = "item,ann,bob\n" + "".join(f"q{number},{number / 7:.3f},{number / 7 + 0.01:.3f}\n" for number in range(12))
    found = _only(_agree(tmp_path, text))
    assert (found.scale, found.categories, found.notes) == ("interval", (), ())


def test_words_in_their_order_are_a_scale(tmp_path: Path) -> None:
    text = "item,ann,bob\nq1,wrong,partly\nq2,right,right\nq3,wrong,right\n"
    found = _only(_agree(tmp_path, text, scale="ordinal", categories={"": ("wrong", "partly", "right")}))
    figures = found.compared[0].figures
    assert figures["mae"].value == 1 and found.raters[0].mean == pytest.approx(2 / 3)
    assert found.notes == ()
    nominal = _only(_agree(tmp_path, text, categories={"": ("wrong", "partly", "right")}))
    assert (nominal.scale, nominal.raters[0].mean) == ("nominal", None)


def test_numbers_may_be_names(tmp_path: Path) -> None:
    found = _only(_agree(tmp_path, WIDE, scale="nominal"))
    assert list(found.compared[0].figures) == ["percent", "ac1", "alpha", "kappa"]


def test_a_scale_as_found_has_the_steps_between_and_says_so(tmp_path: Path) -> None:
    """F19: observed categories only are not the rubric."""
    found = _only(_agree(tmp_path, "item,ann,bob\nq1,1,1\nq2,2,4\n"))
    assert found.categories == ("1", "2", "3", "4")
    assert found.notes[0].startswith("categories as found: 1, 2, 3, 4; AC1, AC2 and weights depend on the whole scale")


def test_halves_are_a_scale_without_steps_between(tmp_path: Path) -> None:
    assert _only(_agree(tmp_path, "item,ann,bob\nq1,0,1\nq2,0.5,1.0\n")).categories == ("0", "0.5", "1")


def test_missing_ratings_are_counted_and_left_out_pair_by_pair(tmp_path: Path) -> None:
    text = "item,ann,bob,cid\nq1,1,1,-\nq2,2,,2\nq3,3,3,NA\nq4,1,2,1\n"
    found = _only(_agree(tmp_path, text))
    assert (found.items, found.missing) == (4, 3)
    assert [(one.rater, one.rated, one.missing) for one in found.raters] == [("ann", 4, 0), ("bob", 3, 1), ("cid", 2, 2)]
    assert [(one.raters, one.figures["percent"].n) for one in found.compared] == [
        (("ann", "bob", "cid"), 4),
        (("ann", "bob"), 3),
        (("ann", "cid"), 2),
        (("bob", "cid"), 1),
    ]


def test_three_raters_have_friedmans_test(tmp_path: Path) -> None:
    """CV-73; F21 left out an item that one did not rate."""
    text = "item,a,b,c\nq1,.8,.6,.7\nq2,.8,.5,.7\nq3,.9,.9,.4\nq4,.7,.7,.7\nq5,1,,1\n"
    test = _only(_agree(tmp_path, text, scale="interval")).friedman
    assert test is not None and test.statistic == pytest.approx(3.4545, abs=5e-5)
    assert (test.n, test.left_out) == (4, 1)
    assert _only(_agree(tmp_path, WIDE)).friedman is None


def test_intervals_are_clustered_by_document_where_it_is_named(tmp_path: Path) -> None:
    rows = [f"q{number},d{number % 3},{a},{b}\n" for number, (a, b) in enumerate(LIKERT)]
    found = _agree(tmp_path, "item,document,ann,bob\n" + "".join(rows), resamples=50)
    criterion = _only(found)
    assert criterion.documents == 3
    assert criterion.compared[0].figures["percent"].clusters == 3
    assert found.interval == "95 %, percentile bootstrap of 50 resamples clustered by document, seed 0"
    assert _agree(tmp_path, WIDE, resamples=50).interval.endswith("clustered by item, seed 0")
    assert _agree(tmp_path, WIDE).interval == "none"


def test_criteria_with_and_without_documents_say_so(tmp_path: Path) -> None:
    text = "item,criterion,document,ann,bob\nq1,a,d1,1,2\nq2,a,d2,2,2\nq3,b,,1,2\nq4,b,,2,2\n"
    assert "document where one is named" in _agree(tmp_path, text, resamples=10).interval


@pytest.mark.parametrize(("fours", "notes"), [(9, ["90% of all ratings are 4"]), (8, [])])
def test_nine_tenths_in_one_category_is_a_ceiling(tmp_path: Path, fours: int, notes: list[str]) -> None:
    """DHQ-85: 18 of 20 ratings are, 16 of 18 are not."""
    rows = [(4, 4)] * fours + [(3, 3)]
    text = "item,ann,bob\n" + "".join(f"q{number},{a},{b}\n" for number, (a, b) in enumerate(rows))
    said = _only(_agree(tmp_path, text, categories={"": ("1", "2", "3", "4")})).notes
    assert [note.split(":")[0] for note in said] == notes


def test_one_rater_at_the_ceiling_is_named(tmp_path: Path) -> None:
    text = "item,ann,gpt\n" + "".join(f"q{number},{number % 4 + 1},4\n" for number in range(12))
    notes = _only(_agree(tmp_path, text, categories={"": ("1", "2", "3", "4")})).notes
    assert notes == ("100% of the ratings by gpt are 4: κ, α and ρ with gpt are unreliable",)
    single = _only(_agree(tmp_path, "item,ann,gpt\nq1,1,2\nq2,2,\n", scale="interval"))
    assert single.notes == ()


def test_a_measurement_can_be_at_the_ceiling_too(tmp_path: Path) -> None:
    text = "item,ann,gpt\n" + "".join(f"q{number},1,1\n" for number in range(12))
    assert _only(_agree(tmp_path, text, scale="interval")).notes[0].startswith("100% of all ratings are 1:")


def test_raters_who_never_vary_have_nulls_with_reasons(tmp_path: Path) -> None:
    """F17, in the JSON: no 0, 1 or NaN where there is nothing to say."""
    found = _agree(tmp_path, "item,ann,bob\nq1,3,3\nq2,3,3\n")
    line = json.loads(to_json(found))
    figures = line["criteria"][0]["compared"][0]["figures"]
    for name in ("alpha", "kappa", "spearman", "ac1"):
        assert figures[name]["value"] is None and figures[name]["reason"].startswith("no variation")
    assert figures["percent"]["value"] == 1


JUDGED = (
    "item,document,gpt,ann,bob,cid\nq1,d1,4,4,3,4\nq2,d1,2,1,2,\nq3,d2,3,3,3,2\nq4,d2,1,2,1,1\n"
    "q5,d3,4,4,4,\nq6,d3,2,,,\nq7,d4,3,,,\n"
)


def test_a_judge_is_compared_with_people_together_and_each(tmp_path: Path) -> None:
    """DHQ-84: q2 has 1 and 2, whose median 1.5 goes down to 1; the mean stands beside."""
    found = _only(_agree(tmp_path, JUDGED, against="gpt", categories={"": ("1", "2", "3", "4")}))
    assert [one.raters for one in found.compared] == [
        ("gpt", "people (median)"),
        ("gpt", "people (mean)"),
        ("gpt", "ann"),
        ("gpt", "bob"),
        ("gpt", "cid"),
        ("ann", "bob", "cid"),
    ]
    people: list[Unit] = [(4, 4), (2, 1), (3, 3), (1, 1), (4, 4)]
    expected = gwet_ac([*people, (2, None), (3, None)], weights="ordinal", categories=[1, 2, 3, 4])
    assert found.compared[0].figures["ac2"].value == pytest.approx(expected.value)
    assert list(found.compared[1].figures) == ["spearman", "mae", "within_one"]
    assert found.compared[1].figures["mae"].value == pytest.approx((1 / 3 + 1 / 2 + 1 / 3 + 1 / 3 + 0) / 5)


def test_one_person_needs_no_median(tmp_path: Path) -> None:
    found = _only(_agree(tmp_path, WIDE, against="bob"))
    assert [one.raters for one in found.compared] == [("bob", "ann")]


def test_a_median_of_a_measurement_is_not_rounded(tmp_path: Path) -> None:
    text = "item,gpt,ann,bob\nq1,0.3,0.2,0.3\nq2,0.9,0.9,0.8\n"
    found = _only(_agree(tmp_path, text, against="gpt", scale="interval"))
    assert _of(found, "gpt", "people (median)").figures["mae"].value == pytest.approx(0.05)


def test_a_median_between_tenths_goes_to_the_lower_one(tmp_path: Path) -> None:
    """In floating point 0.35 is nearer to 0.4 than to 0.3."""
    text = "item,gpt,ann,bob\nq1,0.3,0.3,0.4\nq2,0.4,0.4,0.4\n"
    found = _only(_agree(tmp_path, text, against="gpt", scale="ordinal", categories={"": ("0.3", "0.4", "0.5")}))
    assert _of(found, "gpt", "people (median)").figures["percent"].value == 1


def test_all_resamples_of_a_measurement_are_on_the_scale_of_all_its_ratings(tmp_path: Path) -> None:
    """Else a resample without the largest rating would have other weights."""
    text = "item,ann,bob\n" + "".join(f"q{number},{number},{number + number % 2}\n" for number in range(14))
    figure = _only(_agree(tmp_path, text, scale="interval", weights="quadratic", resamples=60)).compared[0].figures["ac2"]
    assert figure.value is not None and figure.low is not None and figure.high is not None and figure.undefined == 0
    units: list[Unit] = [(number, number + number % 2) for number in range(14)]
    assert figure.value == pytest.approx(gwet_ac(units, weights="quadratic").value)


def test_words_are_put_together_by_majority(tmp_path: Path) -> None:
    """q2 is tied and has no majority."""
    text = "item,gpt,ann,bob\nq1,yes,yes,yes\nq2,no,yes,no\nq3,no,no,\n"
    found = _only(_agree(tmp_path, text, against="gpt"))
    figures = _of(found, "gpt", "people (majority)").figures
    assert (figures["percent"].value, figures["percent"].n) == (1, 2)


def test_a_criterion_without_the_judge_compares_people(tmp_path: Path) -> None:
    text = "item,criterion,rater,rating\nq1,a,gpt,1\nq1,a,ann,1\nq1,b,ann,2\nq1,b,bob,2\n"
    found = _agree(tmp_path, text, against="gpt")
    assert [one.compared[0].raters for one in found.criteria] == [("gpt", "ann"), ("ann", "bob")]


def test_only_the_raters_that_were_named_count(tmp_path: Path) -> None:
    found = _only(_agree(tmp_path, JUDGED, raters=("ann", "bob")))
    assert [one.rater for one in found.raters] == ["ann", "bob"]


def test_more_than_eight_raters_are_not_shown_pair_by_pair(tmp_path: Path) -> None:
    names = [f"r{number}" for number in range(9)]
    text = f"item,{','.join(names)}\n" + "".join(f"q{row},{','.join(str(row % 3 + 1) for _ in names)}\n" for row in range(4))
    found = _only(_agree(tmp_path, text))
    assert len(found.compared) == 1
    assert "9 raters are 36 pairs; name some with --raters" in found.notes


def test_the_audit_sheet_has_each_pair_with_the_judge_and_alpha_of_all(tmp_path: Path) -> None:
    """SD-55, SD-56."""
    text = "item,gpt,ann,bob\nq1,0.2,0,0\nq2,0.5,0.5,1\nq3,1,1,1\nq4,0.9,1,1\n"
    found = _only(_agree(tmp_path, text, against="gpt", audit=True))
    assert [one.raters for one in found.audit] == [("gpt", "ann"), ("gpt", "bob"), ("gpt", "ann", "bob")]
    assert list(found.audit[0].figures) == ["exact", "qwk", "binary", "binary_kappa", "binary_above", "binary_above_kappa", "mae"]
    assert found.audit[0].figures["exact"].value == 0.5
    assert found.rubric is not None and (found.rubric.lowest, found.rubric.highest, found.rubric.bar) == (0, 1, 0.5)
    assert len(_only(_agree(tmp_path, text, audit=True)).audit) == 4


def test_the_audit_of_a_measurement_is_from_0_to_1(tmp_path: Path) -> None:
    text = "item,gpt,ann\n" + "".join(f"q{number},{number / 20},{number / 20}\n" for number in range(12))
    found = _only(_agree(tmp_path, text, audit=True, threshold=0.4))
    assert found.rubric is not None and (found.rubric.lowest, found.rubric.highest, found.rubric.bar) == (0, 1, 0.4)


def test_a_judge_is_corrected_by_the_people_who_looked(tmp_path: Path) -> None:
    found = _only(_agree(tmp_path, JUDGED, against="gpt", correct=True)).correction
    assert found is not None
    assert (found.classical.n, found.imputed.n) == (5, 7)
    assert found.imputed.value == pytest.approx(19 / 7)
    assert found.corrected.value is not None and found.corrected.low is not None


def test_without_documents_each_item_is_a_draw_of_its_own(tmp_path: Path) -> None:
    found = _only(_agree(tmp_path, WIDE, against="bob", correct=True)).correction
    assert found is not None and found.corrected.reason == "every item has a human score; nothing to correct"


def test_the_result_is_the_same_every_time_and_progress_is_said(tmp_path: Path) -> None:
    said: list[Progress] = []
    path = _file(tmp_path, JUDGED)
    one, other = (agree([path], options=AgreeOptions(resamples=40), work=Work(progress=said.append)) for _ in range(2))
    assert to_json(one) == to_json(other)
    assert [(progress.done, progress.total) for progress in said] == [(1, 1), (1, 1)]


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("item,ann\nq1,1\n", {}, "ann is the only rater; agreement needs at least two"),
        (WIDE, {"against": "gpt"}, "no ratings by gpt; the raters are ann, bob"),
        (WIDE, {"raters": ("ann", "cid")}, "no ratings by cid; name raters as the files do"),
        (WIDE, {"correct": True}, "name the judge with --against"),
        (WIDE, {"threshold": 3.0}, "give --audit too"),
        (WIDE, {"audit": True, "threshold": 9.0}, "threshold 9 is outside the scale 2 to 5"),
        (WIDE, {"categories": {"accuracy": ("1", "2")}}, "no criterion is called accuracy; the files have none"),
        ("item,ann,bob\nq1,a,b\n", {"scale": "ordinal"}, "'a', 'b' on the ordinal scale are no numbers"),
        ("item,ann,bob\nq1,a,b\n", {"audit": True}, "an audit sheet needs scores, and the ratings are words"),
        ("item,ann,bob\nq1,a,b\n", {"against": "ann", "correct": True}, "a correction needs scores"),
        ("item,ann,bob\nq1,1,1\n", {"audit": True}, "the scale has only 1; give the ends of its scale"),
    ],
)
def test_what_cannot_be_compared_is_said(tmp_path: Path, text: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        agree([_file(tmp_path, text)], options=AgreeOptions(**options))  # type: ignore[arg-type]


def test_ratings_off_the_scale_are_named_with_their_lines(tmp_path: Path) -> None:
    with pytest.raises(
        InvalidRecord, match=r"ratings\.csv:2: rating '5' is not on the scale \(1, 2, 3\).*:4: rating '5'.*and 8 more"
    ):
        _agree(tmp_path, WIDE, categories={"": ("1", "2", "3")})


def test_no_rating_at_all_is_said(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="no rating in any file"):
        _agree(tmp_path, "item,ann,bob\nq1,,-\n")
