"""Instances of pools that a writer wrote: validated, told apart, kept in the item's record, refused with the reason.

Source: DH-01, DH-04.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from evidoc.errors import Reject, UsageError, Waiting
from evidoc.flow._candidates import Candidate, in_turns
from evidoc.kit import Kit, rng_for
from evidoc.models import Model
from evidoc.models.scripted import Scripted
from evidoc.recipes import Brought, dochop
from evidoc.recipes.dochop._kept import WRITTEN_POOL, kept_of
from evidoc.recipes.dochop._pools_model import write_pools
from evidoc.recipes.dochop._unit import Unit
from evidoc.records.bench import open_bench
from evidoc.records.corpus import Corpus
from evidoc.records.item import Item
from evidoc.records.reply import Prompt
from tests.cli.run import Done, evidoc
from tests.flow.test_make import bytes_of
from tests.models.server import Json, Respond, completion, serving
from tests.recipes.dochop.rederive import rederived
from tests.recipes.dochop.test_written_by_models import POOL

NOTHING = Corpus(())
BOATS: dict[str, object] = {
    **POOL, "id": "boat-yards", "topic": "Work of wooden boat yards", "singular": "yard", "plural": "yards",
    "kicker": "Boatwrights Union",
    "entities": ["Anchor Slip", "Brig Landing", "Cutter Shed", "Dory Cove", "Ensign Wharf", "Frigate Row"],
    "dimensions": [{"name": "timber", "plural": "timbers", "members": ["Larch", "Teak", "Elm Wood"]}],
    "metrics": [
        {"name": name, "unit": "hulls", "low": "10", "high": "480", "decimals": 0, "additive": True, "dimension": "timber"}
        for name in ("Keels Laid", "Launches", "Refits", "Orders Taken")
    ],
}  # fmt: skip
WRITTEN = {"lidos": POOL, "boat yards": BOATS}


def writes(pools: dict[str, dict[str, object]]) -> Scripted:
    """A writer of these pools, by what stands in the prompt; it tells no story and fills no table."""
    return Scripted(lambda prompt: said(prompt.text, pools), name="namer")


def said(asked: str, pools: dict[str, dict[str, object]]) -> str:
    found = [pool for domain, pool in pools.items() if f"Domain: {domain}\n" in asked]
    return json.dumps(found[0]) if found else "no"


def made(unit: Unit, writer: Model | None, domains: tuple[str, ...]) -> Brought:
    models = {} if writer is None else {"writer": (writer,)}
    return dochop.make(unit, NOTHING, Kit(rng=rng_for(3, unit.id), models=models), dpi=0, domains=domains)


def units(domains: tuple[str, ...], *, wanted: int = 4) -> list[Unit]:
    return list(dochop.plan(NOTHING, wanted=wanted, categories=("counting",), depths=(2,), charts=(2, 3), domains=domains))


def slots_of(item: Item) -> dict[str, str]:
    return {slot.name: slot.value for slot in item.construction.slots}


def test_an_instance_is_about_what_the_writer_named() -> None:
    """Its names stand in the item's record, so that its answer can be derived anew and its mistakes explained."""
    unit = units(("lidos",))[0]
    brought = made(unit, writes(WRITTEN), ("lidos",))
    slots = slots_of(brought.item)
    assert slots["pool"] == "lidos"
    assert json.loads(slots[WRITTEN_POOL])["entities"] == POOL["entities"]
    assert slots["pool_by"].startswith("namer, pool@2/en, ")
    assert set(kept_of(brought.item).ground.everyone) <= set(POOL["entities"])  # type: ignore[call-overload]
    text = "\n\n".join(block.text for block in brought.documents[0].blocks if block.kind == "paragraph")
    assert rederived(brought.item, text) == brought.item.answer.value
    assert brought.item.authority == "rule"
    assert dochop.mistake_in(brought.item, f"The answer is: {brought.item.answer.value}") == "right"


def test_bundled_pools_need_no_record_of_their_own() -> None:
    unit = units(())[0]
    assert WRITTEN_POOL not in slots_of(made(unit, None, ()).item)


def test_domains_take_turns_and_more_is_planned_in_case_a_pool_is_refused() -> None:
    planned = units(("lidos", "boat yards"), wanted=4)
    assert len(planned) == 2 * (2 * 2 + 2)
    assert [unit.domain for unit in planned].count("lidos") == len(planned) // 2
    assert len({unit.id for unit in planned}) == len(planned)
    assert {unit.domain for unit in dochop.plan(NOTHING, wanted=96, written_pools=3)} == set(dochop._DOMAINS[:3])
    first = islice(in_turns([Candidate("dochop", unit) for unit in units(("lidos", "boat yards"), wanted=40)], seed=2), 40)
    assert Counter(candidate.unit.document for candidate in first) == {"lidos": 20, "boat yards": 20}


def test_a_pool_is_written_once_for_all_its_instances() -> None:
    writer = writes(WRITTEN)
    for unit in units(("lidos",))[:3]:
        made(unit, writer, ("lidos",))
    assert sum("Domain: lidos\n" in prompt.text for prompt in writer.asked) == 1


def test_a_writer_is_told_what_was_wrong_and_may_write_another() -> None:
    faulty = POOL | {"entities": ["Blue Basin"]}
    drafts = [faulty, POOL]
    writer = Scripted(lambda prompt: json.dumps(drafts[min(1, len(writer.asked) - 1)]), name="namer")
    (found,) = write_pools(writer, ("lidos",))
    assert found.pool is not None
    assert found.refused == ("1 entities; a pool has 6 to 12",)
    assert "1 entities; a pool has 6 to 12" in writer.asked[1].text
    assert "before: none" in writer.asked[0].text


def test_a_pool_that_stays_faulty_is_refused_with_the_reason() -> None:
    writer = writes({"lidos": POOL | {"topic": "Open-air pools of 1990"}})
    with pytest.raises(Reject, match=r"pool_refused: lidos: topic, kicker or nouns have a digit \(namer, pool@2/en, "):
        made(units(("lidos",))[0], writer, ("lidos",))


def test_a_pool_like_one_written_before_is_refused() -> None:
    twin = POOL | {"id": "open-air-baths", "topic": "Open-air bathing"}
    first, second = write_pools(writes({"lidos": POOL, "open-air baths": twin}), ("lidos", "open-air baths"))
    assert first.pool is not None
    assert second.pool is None
    assert second.reasons == ("shares 100% of its names with lidos",)


def test_all_pools_are_asked_for_before_a_writer_is_waited_for() -> None:
    class Late:
        name = "late"
        asked: list[Prompt] = []

        def answer(self, prompt: Prompt) -> object:
            self.asked.append(prompt)
            raise Waiting("not there yet")

    with pytest.raises(Waiting):
        write_pools(Late(), ("lidos", "boat yards"))  # type: ignore[arg-type]
    assert len(Late.asked) == 2


def test_pools_cannot_be_written_without_a_writer() -> None:
    with pytest.raises(UsageError, match="there is no writer; give --writer MODEL"):
        made(units(("lidos",))[0], None, ("lidos",))


def test_so_many_domains_are_not_known() -> None:
    with pytest.raises(UsageError, match="99 written pools; it may be 0 to"):
        list(dochop.plan(NOTHING, written_pools=99))


def test_a_making_over_a_socket_uses_the_sound_pools_and_says_why_others_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """U-30, X-20: the model is asked once for each pool; a making anew asks for none, and gives the same bytes."""
    monkeypatch.setenv("OPENAI_API_KEY", "stub")
    monkeypatch.setenv("EVIDOC_CACHE", str(tmp_path / "cache"))
    pools = WRITTEN | {"lidos": POOL | {"singular": "2 lidos"}}

    def behave(number: int, body: Json) -> Respond:
        return completion(said(json.dumps(body).replace("\\\\n", "\n").replace("\\n", "\n"), pools))

    with serving(behave) as server:
        done = make(server.url, tmp_path / "bench")
        first = made_of(tmp_path / "bench")
        asked = server.count("Invent the names")
        again = make(server.url, tmp_path / "bench", "--overwrite")
        assert server.count("Invent the names") == asked == 3  # twice for the faulty one
    assert made_of(tmp_path / "bench") == first
    assert (done.code, again.code) == (0, 0), done.err
    bench = open_bench(tmp_path / "bench")
    items, ledger = list(bench.items()), list(bench.ledger())
    assert [slots_of(item)["pool"] for item in items] == ["boat-yards"] * 3
    refused = [entry for entry in ledger if entry.reason == "pool_refused"]
    assert refused
    assert all(entry.outcome == "rejected" and "lidos: topic, kicker or nouns have a digit" in entry.detail for entry in refused)
    assert len(items) + len(refused) == len(ledger)


@pytest.mark.parametrize("option", ["domains=['lidos']", "written_pools=2"])
def test_pools_to_be_written_without_a_writer_are_refused_before_anything_is_planned(option: str, tmp_path: Path) -> None:
    """Else each candidate would fail by itself with the same reason."""
    recipe = f"dochop({option})"
    done = evidoc("make", "--recipe", recipe, "--n", "3", "--out", str(tmp_path / "bench"))
    assert done.code == 2 and not (tmp_path / "bench").exists()
    wanted = f"{recipe} needs a writer to write pools of names, and none is named; give --writer MODEL, such as openai/NAME"
    assert wanted in " ".join(done.err.split())


def test_bundled_pools_need_no_model() -> None:
    assert dochop.needs() == {} and dochop.needs(domains=["lidos"]) == {"writer": "to write pools of names"}


def make(url: str, out: Path, *more: str) -> Done:
    recipe = "dochop(domains=['lidos', 'boat yards'], dpi=0, categories=['counting'], depths=[2], charts=[2])"
    models = ("--writer", "openai/stub-1", "--base-url", url)
    return evidoc("make", "--recipe", recipe, "--n", "3", "--seed", "1", "--engine", "inline", "--out", str(out), *models, *more)


def made_of(bench: Path) -> dict[str, bytes]:
    """Give the files of a bench but the cache of replies."""
    return {name: content for name, content in bytes_of(bench).items() if not name.startswith("replies.cache")}
