"""The library of exactly 27 rule templates, by name (DH-25, table 2.3.2).

How their slots lie in `Parameters`: `column` is the timestamp or group that is looked at; where two are compared it is
the later timestamp or the first group and `other` what it is compared with. `window` holds consecutive timestamps, or all
groups for the rules over groups (a chart of one moment has its timestamp or its fixed group as the only column).
`direction` "up" is higher, grows, rises, highest, top, above; "down" the opposite. RANK_CHANGE counts places won.
CMP_ENTITY and CMP_AVERAGE print no margin; STREAK looks at the whole series; percentages and ratios are plain numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from evidoc.recipes.dochop._rule import Rule
from evidoc.recipes.dochop._rules_levels import levels
from evidoc.recipes.dochop._rules_others import others
from evidoc.recipes.dochop._rules_parts import parts
from evidoc.recipes.dochop._rules_ranges import ranges
from evidoc.recipes.dochop._rules_totals import totals
from evidoc.recipes.dochop._rules_trends import trends


def _library() -> Mapping[str, Rule]:
    rules = (*levels(), *ranges(), *trends(), *parts(), *others(), *totals())
    return MappingProxyType({rule.name: rule for rule in sorted(rules, key=lambda rule: rule.id)})


RULES: Mapping[str, Rule] = _library()
