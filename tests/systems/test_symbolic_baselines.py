"""Readers that err at each step with a known chance, and guessers (DH-70, DH-72)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from evidoc.errors import InvalidRecord, UnknownName, UsageError
from evidoc.kit import rng_for
from evidoc.recipes import dochop
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.reply import Reply
from evidoc.scorers.dochop import is_right
from evidoc.systems import open_system
from tests.build import item_of
from tests.recipes.dochop.made import made
from tests.systems.benches import bench_in, settings_of

COUNT = 96  # one of each cell, so that depth and charts are not mixed up with categories


@lru_cache(maxsize=1)
def items() -> tuple[Item, ...]:
    return tuple(brought.item for brought in made(COUNT))


def replies(name: str, *, seed: int = 0) -> list[Reply]:
    system = open_system(f"baseline/{name}", settings_of(seed=seed))
    return [system.respond(item, Corpus(())).reply for item in items()]


def right(name: str) -> float:
    return sum(is_right(reply.text, item) for item, reply in zip(items(), replies(name), strict=True)) / COUNT


def test_a_reader_that_never_errs_is_always_right() -> None:
    """DH-62: the answer follows from what the item keeps."""
    assert right("mistakes(rate=0)") == 1


def test_the_more_a_reader_errs_the_less_it_is_right() -> None:
    assert right("mistakes(rate=0.05)") > right("mistakes(rate=0.2)") > right("mistakes(rate=0.9)")


def test_accuracy_falls_with_depth_and_with_charts() -> None:
    """DH-72: the length of the reasoning is what makes items hard, so a reader with a fixed rate shows it."""
    system = open_system("baseline/mistakes(rate=0.15)", settings_of())

    def share(name: str, value: int) -> float:
        chosen = [item for item in items() if getattr(item.measures, name) == value]
        tries = [msgspec.structs.replace(item, id=f"{item.id}/{turn}") for item in chosen for turn in range(20)]
        return sum(is_right(system.respond(item, Corpus(())).reply.text, item) for item in tries) / len(tries)

    assert share("depth", 2) > share("depth", 5)
    assert share("charts", 2) > share("charts", 6)


def test_mistakes_are_decided_by_seed_and_item_alone() -> None:
    assert replies("mistakes(rate=0.3)", seed=1) == replies("mistakes(rate=0.3)", seed=1)
    assert replies("mistakes(rate=0.3)", seed=1) != replies("mistakes(rate=0.3)", seed=2)


def test_an_item_without_a_symbolic_record_is_not_answered() -> None:
    reply = open_system("baseline/mistakes", settings_of()).respond(item_of(), Corpus(())).reply
    assert reply.status == "empty"
    assert "keeps no symbolic record" in reply.detail


def test_a_rate_is_a_share_and_no_other_option_is_known() -> None:
    with pytest.raises(UsageError, match="rate=2"):
        open_system("baseline/mistakes(rate=2)", settings_of()).respond(items()[0], Corpus(()))
    with pytest.raises(UnknownName, match="rates"):
        open_system("baseline/mistakes(rates=0.1)", settings_of())
    with pytest.raises(UnknownName, match="option of baseline/gold"):
        open_system("baseline/gold(rate=0.1)", settings_of())


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("True or not: all of the hotels have Nights Sold of over 9.", {"yes", "no"}),
        ("How many hotels hold the Azure Seal?", {"1", "2", "3"}),
        ("What is the Income in 2024 of 17 hotels?", {"2024", "17"}),
        ("Which of the hotels holding the Azure Seal has the highest value?", {"Azure Seal"}),
        ("which one?", {"one?"}),
    ],
)
def test_a_guess_has_the_form_of_an_answer(question: str, said: set[str]) -> None:
    guess = open_system("baseline/guess", settings_of())
    assert {guess.respond(item_of(question), Corpus(())).reply.text for _ in range(3)} <= said


def test_a_guess_is_seldom_right() -> None:
    assert right("guess") < 0.4


def test_a_damaged_record_is_refused() -> None:
    bare = msgspec.structs.replace(items()[0], construction=msgspec.structs.replace(items()[0].construction, slots=()))
    with pytest.raises(InvalidRecord, match="cannot be read"):
        dochop.reply_with_mistakes(bare, rate=0.1, rng=rng_for(0, "x"))


def test_a_rate_that_is_none_and_a_bench_without_records_are_refused_before_anything_is_asked(tmp_path: Path) -> None:
    bench = bench_in(tmp_path / "bench", [item_of()])
    with pytest.raises(UsageError, match="rate=7 is no share"):
        open_system("baseline/mistakes(rate=7)", settings_of(bench=bench))
    with pytest.raises(UsageError, match="no item of the bench keeps one; take a bench that evidoc made with dochop"):
        open_system("baseline/mistakes", settings_of(bench=bench))
