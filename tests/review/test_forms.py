"""Forms are data: evidoc's own, anybody's, and what is wrong with one. Source: X-34."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.errors import InvalidRecord, UnknownName, UsageError
from evidoc.flow._scales import read_categories
from evidoc.flow.rating_form import RatingForm, form_names, load_form, read_form
from evidoc.rubrics.dochop_qa import CRITERIA, SCALE

OWN = """
name = "tone"
title = "Tone"
purpose = "How does it sound?"
shows = ["answer"]

[[fields]]
name = "tone"
title = "Tone"
levels = [{ value = "flat", needs_comment = true }, { value = "lively" }]
"""


@pytest.mark.parametrize("name", form_names())
def test_every_form_of_ours_reads_and_its_scales_are_those_that_agree_reads(name: str) -> None:
    form = load_form(name)
    assert form.name == name and form.purpose.strip() and form.source
    for field in form.fields:
        if field.levels:
            scale = field.column.partition(" [")[2].rstrip("]")
            assert sorted(read_categories(scale)) == sorted(level.value for level in field.levels)


def test_people_rate_by_the_criteria_and_on_the_scale_of_the_judges() -> None:
    """DHQ-73, DHQ-80: a low rating, 1 or 2, needs a comment."""
    form = load_form("quality")
    assert tuple(field.name for field in form.fields) == CRITERIA
    for field in form.fields:
        assert [int(level.value) for level in field.levels] == list(range(SCALE[0], SCALE[1] + 1))
        assert [level.value for level in field.levels if level.needs_comment] == ["1", "2"]


def test_who_answers_is_shown_neither_answer_nor_evidence() -> None:
    """DH-71, DHQ-139, DHQ-66: people answer and look for evidence independently."""
    for name in ("answer", "answerability", "guess", "evidence"):
        assert not {"answer", "right answer", "evidence", "trace"} & set(load_form(name).shows)
    assert "documents" not in load_form("guess").shows


def test_a_file_of_ones_own_is_a_form(tmp_path: Path) -> None:
    path = tmp_path / "tone.toml"
    path.write_text(OWN, encoding="utf-8")
    assert load_form(str(path)).columns == ("tone [flat,lively]",)


def test_a_form_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean quality"):
        load_form("qualty")
    with pytest.raises(UsageError, match=r"no\.toml cannot be read"):
        load_form(str(tmp_path / "no.toml"))
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"')
    with pytest.raises(InvalidRecord, match="byte 8 is not UTF-8"):
        load_form(str(tmp_path / "latin.toml"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("[[fields]]", "[[fields"), "not TOML"),
        (('title = "Tone"\npurpose', 'colour = "red"\ntitle = "Tone"\npurpose'), "unknown field `colour`"),
        (('shows = ["answer"]', 'shows = ["judge"]'), "Invalid enum value 'judge'"),
        ((', { value = "lively" }', ""), "1 levels; give 2 to 11"),
        (('"lively"', '"flat"'), "all different"),
        (('"lively"', '"a, b"'), "has commas, brackets or spaces at its ends"),
        (('name = "tone"\ntitle = "Tone"\nlevels', 'name = "item"\ntitle = "Tone"\nlevels'), "the name is taken"),
        (("levels =", 'kind = "words"\nlevels ='), "only fields of the kind levels have levels"),
        (("levels =", 'kind = "passages"\nlevels ='), "call it so"),
        (('name = "tone"\ntitle = "Tone"\npurpose', 'name = "../tone"\ntitle = "Tone"\npurpose'), "cannot name a folder"),
        (("levels =", 'asked_with = ["mood=bad"]\nlevels ='), "no level of a field above it"),
    ],
)
def test_what_is_wrong_with_a_form_is_said(change: tuple[str, str], said: str) -> None:
    assert change[0] in OWN
    with pytest.raises(InvalidRecord, match=r"own\.toml: ") as caught:
        read_form(OWN.replace(change[0], change[1], 1), place="own.toml")
    assert said in str(caught.value)


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(InvalidRecord) as caught:
        read_form(OWN + OWN[OWN.index("[[fields]]") :].replace('value = "flat"', 'value = "[x"'), place="own.toml")
    assert "comes twice" in str(caught.value) and "brackets" in str(caught.value)
    with pytest.raises(InvalidRecord, match="asks nothing"):
        read_form(OWN[: OWN.index("[[fields]]")], place="own.toml")


def test_a_form_is_frozen_and_its_fields_are_found_by_name() -> None:
    form: RatingForm = load_form("answerability")
    assert form.field("confidence") is not None and form.field("colour") is None
    assert form.asks_for_answers and form.answer_in({"own answer": "42"}) == "42"
    assert load_form("quality").answer_in({"own answer": "42"}) == ""
