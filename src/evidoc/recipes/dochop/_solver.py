"""The last resort for a table: an integer program, where scipy is installed (extra `recipes`).

It looks for the values nearest to natural ones. Without scipy a hard requirement set is drawn anew instead.
"""

from __future__ import annotations

from evidoc.recipes.dochop._demands import Demands

_NODES = 500  # a limit by nodes, not by seconds, so that the same table comes out on any machine
_GAP = 0.2  # nearly as near as can be is near enough


def solve(demands: Demands, near: list[int]) -> list[int] | None:
    """Give values that meet every demand, as near as can be to the given ones; None if there are none or no solver."""
    try:
        import numpy
        from scipy.optimize import Bounds, LinearConstraint, milp
    except ImportError:
        return None
    weights, least = _matrix(demands)
    here, one, cells = numpy.array(near), numpy.eye(len(near)), len(near)
    # the unknowns are the cells and, for each, how far it moves: at least value - near and at least near - value
    matrix = numpy.block([[numpy.array(weights).reshape(-1, cells), numpy.zeros((len(least), cells))], [-one, one], [one, one]])
    found = milp(
        numpy.concatenate([numpy.zeros(cells), numpy.ones(cells)]),
        integrality=numpy.concatenate([numpy.ones(cells), numpy.zeros(cells)]),
        bounds=Bounds([*demands.low, *[0] * cells], [*demands.high, *[numpy.inf] * cells]),
        constraints=LinearConstraint(matrix, numpy.concatenate([numpy.array(least), -here, here]), numpy.inf),
        options={"node_limit": _NODES, "mip_rel_gap": _GAP},
    )
    return None if found.x is None else [round(value) for value in found.x[:cells]]


def _matrix(demands: Demands) -> tuple[list[list[int]], list[int]]:
    """Write all differences and sums as rows of weights over the cells, and what each must reach."""
    rows, least = [], []
    differences = [((upper, lower), (1, -1), by) for upper, lower, by in demands.differences]
    for places, weights, bound in [*differences, *demands.sums]:
        row = [0] * len(demands.low)
        for place, weight in zip(places, weights, strict=True):
            row[place] = weight
        rows.append(row)
        least.append(bound)
    return rows, least
