"""What a rule is: where it applies, how it is drawn for a target, how far each entity is from its border.

Source: DH-25, DH-26, DH-27, table 2.3.3.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Literal

from evidoc.recipes.dochop._demands import Demands, Wanted
from evidoc.recipes.dochop._frame import Chart, Distances, Frame
from evidoc.recipes.dochop._records import ChartSchema, Parameters, SchemaKind

Family = Literal["threshold", "consistency", "range", "trend", "rank", "share", "ratio", "comparison", "aggregate"]


@dataclass(frozen=True, slots=True)
class Draw:
    """What a rule is drawn for: the chart's frame, what is wanted of each entity, and chance."""

    frame: Frame
    wanted: Wanted
    rng: random.Random

    @property
    def kept(self) -> int:
        """How many entities must satisfy."""
        return sum(want is True for want in self.wanted)

    @property
    def free(self) -> int:
        """Of how many entities nothing is asked."""
        return sum(want is None for want in self.wanted)


@dataclass(frozen=True, slots=True)
class Rule:
    """One of the 27 rule templates, without its words (those are the narrator's, by the same name).

    `slots` are the fields of Parameters that it fills. `draw`, `measure` and `demand` are what the rule is:
    choose parameters; measure every entity's distance from the border; write what the values must meet.
    Relational rules (rank, share of a total, other entities, average) look at all entities of the chart (DH-27).
    """

    id: str
    name: str
    family: Family
    kinds: tuple[SchemaKind, ...]
    slots: tuple[str, ...]
    draw: Callable[[Draw], Parameters | None]
    measure: Callable[[Chart, Parameters], Distances]
    demand: Callable[[Demands, Parameters, Wanted], bool]
    fits: Callable[[ChartSchema], bool]

    def applicable(self, schema: ChartSchema) -> bool:
        """Say if every slot can be filled from this schema."""
        return schema.kind in self.kinds and self.fits(schema)

    def holds(self, entity: str, chart: Chart, parameters: Parameters) -> bool:
        """Say if an entity satisfies the rule with these slots on this chart."""
        return self.measure(chart, parameters).holds(chart.frame.entity_at[entity])

    def satisfied(self, chart: Chart, parameters: Parameters) -> tuple[str, ...]:
        """Give all entities of the chart that satisfy the rule, in the chart's order."""
        distances = self.measure(chart, parameters)
        return tuple(name for at, name in enumerate(chart.schema.entities) if distances.holds(at))

    def sample(
        self, target: Collection[str], pool: Collection[str], schema: ChartSchema, rng: random.Random
    ) -> Parameters | None:
        """Fill the slots so that of the pool exactly the target can satisfy the rule; None where that cannot be."""
        if not self.applicable(schema):
            return None
        wanted = [name in target if name in pool else None for name in schema.entities]
        return self.draw(Draw(Frame(schema), wanted, rng))


def always(schema: ChartSchema) -> bool:
    """Fit every schema of the rule's kinds."""
    return True


def is_positive(schema: ChartSchema) -> bool:
    """Fit metrics that are never 0 or less, so that ratios and percentages of change are defined."""
    return schema.metric.low > 0


def is_summable(schema: ChartSchema) -> bool:
    """Fit metrics of which a share of a total makes sense (DH-03)."""
    return schema.metric.additive and schema.metric.low >= 0


def has_steps(schema: ChartSchema) -> bool:
    """Fit time series of at least four moments, so that a proper window of three can be chosen."""
    return len(schema.timestamps) >= 4
