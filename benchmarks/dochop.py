"""DocHop: instances a second and core, without pixels, with a page as PDF, and with its picture of 300 dpi."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from benchmarks.measure import Row, at_least, cpu_seconds

COUNT, DRAWN = 240, 40
TARGET = 100  # instances a second and core without pixels; issue 4


def measure() -> list[Row]:
    from evidoc.errors import Reject
    from evidoc.flow._candidates import Candidate, in_turns
    from evidoc.kit import Kit, rng_for
    from evidoc.recipes import dochop
    from evidoc.recipes.dochop._instance import build_instance
    from evidoc.recipes.dochop._pools import pools
    from evidoc.records.corpus import Corpus

    nothing = Corpus(())
    candidates = [Candidate("dochop", unit) for unit in dochop.plan(nothing, wanted=960)]
    units = [candidate.unit for candidate in islice(in_turns(candidates, seed=1), COUNT)]

    def tried(make: Callable[[object, Kit], object], count: int) -> Callable[[], None]:
        def run() -> None:
            for unit in units[:count]:
                try:
                    make(unit, Kit(rng=rng_for(1, unit.id)))
                except Reject:
                    continue

        return run

    bare = tried(lambda unit, kit: build_instance(unit, pools("en"), kit), COUNT)  # type: ignore[arg-type]
    paged = tried(lambda unit, kit: dochop.make(unit, nothing, kit, dpi=0), DRAWN)  # type: ignore[arg-type]
    pictured = tried(lambda unit, kit: dochop.make(unit, nothing, kit), DRAWN)  # type: ignore[arg-type]
    paged()
    return [
        at_least("instances a second and core, without pixels", COUNT / cpu_seconds(bare), "items/s", TARGET),
        Row("items a second and core with the page as PDF", DRAWN / cpu_seconds(paged), "items/s"),
        Row("items a second and core with its picture of 300 dpi", DRAWN / cpu_seconds(pictured), "items/s"),
    ]
