"""The desk keeps every record, the last counts, and nobody's work depends on another's. Source: X-34, cases I02 and I07."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule
from msgspec.structs import replace

from evidoc.errors import EvidocError, InvalidRecord, ResumeMismatch, UnknownName, UsageError
from evidoc.flow.rating_form import load_form
from evidoc.records.item import Item, Slot
from evidoc.review.desk import FILE, Desk, Rating, Sample, Stale
from evidoc.review.raters import Rater
from evidoc.review.standing import is_complete, standing_of
from tests.build import item_of
from tests.review.studies import GOOD, NOON

ITEMS = [item_of(f"Q{number}?") for number in range(5)]
FIRST = ITEMS[0].id


def sample_of(items: list[Item] | None = None, *, form: str = "quality", seed: int = 7) -> Sample:
    return Sample(form=load_form(form), items=items if items is not None else ITEMS, seed=seed)


OPENED: list[Desk] = []


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Close what a test opened; closing twice does no harm."""
    yield
    while OPENED:
        OPENED.pop().close()


def desk_in(folder: Path, *raters: str, sample: Sample | None = None) -> Desk:
    desk = Desk(folder, sample=sample or sample_of(), clock=lambda: NOON)
    OPENED.append(desk)
    for name in raters:
        desk.register(Rater(id=name, consent=True, at=NOON))
    return desk


def rating(rater: str = "ann", item: str = FIRST, *, version: int = 0, token: str = "token-1", level: str = "4") -> Rating:
    return Rating(rater=rater, item=item, version=version, token=token, seconds=10.0, values=GOOD | {"accuracy": level})


def lines(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / FILE).read_text(encoding="utf-8").splitlines()[1:]]


def test_a_correction_is_one_more_record_and_the_last_counts(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, "ann")
    desk.save(rating(level="4"))
    desk.save(rating(version=1, token="token-2", level="3"))
    latest = desk.latest("ann", FIRST)
    assert latest is not None and (latest.version, latest.values["accuracy"], latest.seconds, latest.at) == (2, "3", 20.0, NOON)
    assert len(lines(tmp_path)) == 3


def test_two_raters_of_one_item_are_both_kept(tmp_path: Path) -> None:
    """I02: A saves 4, B saves 2; both exist."""
    desk = desk_in(tmp_path, "ann", "bob")
    desk.save(rating("ann", level="4"))
    desk.save(rating("bob", level="2"))
    found = [desk.latest(name, FIRST) for name in ("ann", "bob")]
    assert [one.values["accuracy"] for one in found if one] == ["4", "2"]


def test_a_repeated_click_makes_no_second_record(tmp_path: Path) -> None:
    """I02: a double click, or the connection dropped after the server had stored it."""
    desk = desk_in(tmp_path, "ann")
    first = desk.save(rating())
    assert desk.save(rating()) == first
    assert len(lines(tmp_path)) == 2


def test_a_save_from_a_stale_tab_is_kept_aside_and_does_not_count(tmp_path: Path) -> None:
    """I02: a conflict is said, with both versions kept in the history."""
    desk = desk_in(tmp_path, "ann")
    desk.save(rating(level="4"))
    stale = desk.save(rating(token="token-2", level="1"))
    assert isinstance(stale, Stale) and stale.stored.values["accuracy"] == "4"
    latest = desk.latest("ann", FIRST)
    assert latest is not None and latest.values["accuracy"] == "4"
    assert [str(line["key"]).split("/")[0] for line in lines(tmp_path)] == ["rater", "rating", "aside"]


def test_another_rating_from_a_page_that_saved_already_is_asked_about_and_not_dropped(tmp_path: Path) -> None:
    """As from a page that a browser kept, to which its rater went back."""
    desk = desk_in(tmp_path, "ann")
    kept = desk.save(rating(level="4"))
    changed = desk.save(rating(level="2"))
    assert isinstance(changed, Stale) and changed.stored == kept
    assert [line["key"] for line in lines(tmp_path)][-1].startswith("aside/ann/")  # type: ignore[attr-defined]


def test_files_that_only_look_like_ours_are_not_written_over(tmp_path: Path) -> None:
    """A filled sheet, or runs of systems, where no ratings were ever begun."""
    for name in ("ratings.csv", "run-bm25"):
        folder = tmp_path / name.partition(".")[0]
        folder.mkdir()
        (folder / name).write_text("mine", encoding="utf-8")
        with pytest.raises(UsageError, match=f"has {name} in it and is not a place for ratings"):
            desk_in(folder)
        assert (folder / name).read_text(encoding="utf-8") == "mine"


def test_the_desk_goes_on_where_it_was_left(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, "ann")
    desk.save(rating())
    desk.close()
    again = desk_in(tmp_path)
    assert [rater.id for rater in again.raters] == ["ann"]
    assert again.latest("ann", FIRST) == desk.latest("ann", FIRST)


def test_what_a_killed_program_left_half_written_is_cut_off_and_nothing_else(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, "ann")
    desk.save(rating())
    desk.close()
    with (tmp_path / FILE).open("ab") as file:
        file.write(b'{"key":"rating/ann/')
    again = desk_in(tmp_path)
    assert again.latest("ann", FIRST) is not None and len(lines(tmp_path)) == 2


def test_a_damaged_file_is_said_and_left_as_it_is(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, "ann")
    desk.save(rating())
    desk.close()
    rows = (tmp_path / FILE).read_bytes().splitlines(keepends=True)
    damaged = b"".join([rows[0], b"#!\n", *rows[1:]])
    (tmp_path / FILE).write_bytes(damaged)
    with pytest.raises(InvalidRecord, match=r"ratings\.jsonl:2: no record"):
        desk_in(tmp_path)
    assert (tmp_path / FILE).read_bytes() == damaged


def test_a_record_of_another_shape_is_named(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, "ann")
    desk.close()
    with (tmp_path / FILE).open("ab") as file:
        file.write(b'{"key":"rating/ann/x","value":{"colour":"red"}}\n')
    with pytest.raises(InvalidRecord, match="rating/ann/x: not a Rating"):
        desk_in(tmp_path)


def test_another_program_at_the_same_desk_is_refused(tmp_path: Path) -> None:
    desk_in(tmp_path)
    with pytest.raises(UsageError, match="somebody else is writing it"):
        desk_in(tmp_path)


def test_ratings_of_another_sample_form_or_seed_are_not_gone_on_with(tmp_path: Path) -> None:
    desk_in(tmp_path).close()
    changed = [replace(ITEMS[0], question="Changed?"), *ITEMS[1:]]
    for sample in (sample_of(changed), sample_of(ITEMS[:3]), sample_of(form="likert"), sample_of(seed=8)):
        with pytest.raises(ResumeMismatch, match="begun with other settings"):
            desk_in(tmp_path, sample=sample)


def test_new_verdicts_of_an_item_do_not_stop_its_rating(tmp_path: Path) -> None:
    desk_in(tmp_path).close()
    checked = [replace(item, task=replace(item.task, concept="PS")) for item in ITEMS]
    desk_in(tmp_path, sample=sample_of(checked)).close()


def test_ratings_do_not_go_among_other_things(tmp_path: Path) -> None:
    (tmp_path / ".key").write_text("k", encoding="utf-8")
    desk_in(tmp_path).close()
    (tmp_path / "bench.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match=r"bench\.json in it and is not a place for ratings"):
        desk_in(tmp_path)


def test_each_rater_has_their_own_order_which_the_seed_keeps(tmp_path: Path) -> None:
    """I07: the order of items is shuffled for each reviewer with a stored seed."""
    desk = desk_in(tmp_path)
    orders = {desk.order(f"r{number}") for number in range(20)}
    assert len(orders) > 5 and {frozenset(order) for order in orders} == {frozenset(item.id for item in ITEMS)}
    assert desk.order("r1") == desk.order("r1")


def test_nobody_judges_what_they_wrote(tmp_path: Path) -> None:
    """X-34, SD-45: the reviewer is not the author."""
    written = replace(ITEMS[0], construction=replace(ITEMS[0].construction, slots=(Slot(name="author", value="Ann"),)))
    desk = desk_in(tmp_path, "ann", "bob", sample=sample_of([written, *ITEMS[1:]], form="verification"))
    assert FIRST not in desk.order("ann") and FIRST in desk.order("bob")
    with pytest.raises(UnknownName):
        desk.save(rating("ann"))


def test_unknown_raters_and_items_are_refused(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, "ann")
    with pytest.raises(UnknownName, match="no rater is called 'eve'"):
        desk.save(rating("eve"))
    with pytest.raises(UnknownName, match="no item is called"):
        desk.save(rating(item="i-none"))


def test_a_rater_who_is_known_stays_as_they_are(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, "ann")
    assert desk.register(Rater(id="ann", gender="man")).gender == ""


def test_what_cannot_be_written_is_not_taken_for_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk: the error is said, and the same page can be sent again."""
    desk = desk_in(tmp_path, "ann")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("evidoc.engines._journal.os.write", full)
        with pytest.raises(EvidocError, match="cannot be written"):
            desk.save(rating())
    assert desk.latest("ann", FIRST) is None
    assert desk.save(rating()) == desk.latest("ann", FIRST)


def test_next_is_the_first_open_item_around_and_then_what_was_skipped(tmp_path: Path) -> None:
    desk = desk_in(tmp_path, "ann")
    order = desk.order("ann")
    assert [standing_of(desk, "ann").next(after).item for after in (0, 1, 5)] == [order[0], order[1], order[0]]  # type: ignore[union-attr]
    desk.save(replace(rating(item=order[0]), skipped=True, values={}))
    for number, item in enumerate(order[1:]):
        desk.save(rating(item=item, token=f"token-a{number}"))
    standing = standing_of(desk, "ann")
    assert (standing.count("rated"), standing.count("skipped"), standing.is_done) == (4, 1, False)
    step = standing.next()
    assert step is not None and step.item == order[0] and standing.next(1) is None
    assert not is_complete(desk)
    desk.save(rating(item=order[0], version=1, token="token-b"))
    assert standing_of(desk, "ann").next() is None and is_complete(desk)


class AtTheDesk(RuleBasedStateMachine):
    """Whatever raters do in however many tabs, and however often the program ends: what counts is each one's last save."""

    tabs = Bundle("tabs")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.desk = desk_in(Path(self.folder.name), "ann", "bob")
        self.counts: dict[tuple[str, str], Rating] = {}
        self.tokens = 0
        self.records = 2

    @initialize(target=tabs)
    def nothing_open(self) -> object:
        return multiple()

    @rule(target=tabs, rater=st.sampled_from(["ann", "bob"]), item=st.sampled_from([item.id for item in ITEMS[:2]]))
    def open_a_tab(self, rater: str, item: str) -> Rating:
        self.tokens += 1
        stored = self.counts.get((rater, item))
        return rating(rater, item, version=stored.version if stored else 0, token=f"token-{self.tokens}")

    @rule(tab=tabs, level=st.sampled_from(["1", "4"]))
    def save_a_tab(self, tab: Rating, level: str) -> None:
        before = self.counts.get((tab.rater, tab.item))
        kept = self.desk.save(replace(tab, values=GOOD | {"accuracy": level}))
        if before is not None and (before.token, before.values["accuracy"]) == (tab.token, level):
            assert kept == before
        elif tab.version == (before.version if before else 0):
            assert isinstance(kept, Rating) and kept.version == tab.version + 1 and kept.values["accuracy"] == level
            self.counts[tab.rater, tab.item] = kept
            self.records += 1
        else:
            assert isinstance(kept, Stale) and kept.stored == before
            self.records += 1

    @rule()
    def end_and_begin_again(self) -> None:
        self.desk.close()
        self.desk = desk_in(Path(self.folder.name))

    @invariant()
    def the_last_save_of_each_counts_and_all_are_kept(self) -> None:
        for rater in ("ann", "bob"):
            for item in ITEMS:
                assert self.desk.latest(rater, item.id) == self.counts.get((rater, item.id))
        assert len(lines(Path(self.folder.name))) == self.records

    def teardown(self) -> None:
        self.desk.close()
        self.folder.cleanup()


TestAtTheDesk = AtTheDesk.TestCase
TestAtTheDesk.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
