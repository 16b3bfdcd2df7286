"""How chains go from hop to hop. Source: DHQ-97."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidoc.analyses._snippets import survey
from evidoc.analyses.chains import analyse, transitions
from evidoc.records.analysis import Flow
from tests.analyses.asked import FIRST, SECOND, bench_of, number, question, rows

TABLE_FIRST = question("TS", [(FIRST, 12), (FIRST, 11), (SECOND, 0)])
TABLE_THIRD = question("PST", [(SECOND, 1), (FIRST, 9), (FIRST, 12), (FIRST, 11)])

PLACES = st.one_of(st.tuples(st.just(FIRST), st.integers(0, 20)), st.tuples(st.just(SECOND), st.integers(0, 3)))


def test_a_node_is_hop_document_and_section_or_table(tmp_path: Path) -> None:
    found = rows(analyse(bench_of(tmp_path, [TABLE_FIRST, TABLE_FIRST, TABLE_THIRD])), "transitions")
    assert found == [
        (1, 1, "Table", 1, "Results", 2),
        (1, 2, "Results", 1, "Method", 1),
        (2, 1, "Method", 1, "Table", 1),
        (2, 1, "Results", 2, "Abstract", 2),
        (3, 1, "Table", 1, "Results", 1),
    ]


def test_the_flow_has_a_column_a_hop_and_the_counts_of_the_table(tmp_path: Path) -> None:
    flow = analyse(bench_of(tmp_path, [TABLE_FIRST, TABLE_THIRD])).figures[0]
    assert isinstance(flow, Flow)
    assert {(node.id, node.label, node.layer) for node in flow.nodes} >= {
        ("1:1:Table", "document 1: Table", 0),
        ("4:1:Results", "document 1: Results", 3),
    }
    assert {(link.source, link.target): link.count for link in flow.links}["1:1:Table", "2:1:Results"] == 1


@given(st.lists(st.lists(PLACES, min_size=1, max_size=5), min_size=1, max_size=8))
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_what_comes_to_a_node_or_begins_there_goes_on_or_ends_there(
    tmp_path: Path, chains: list[list[tuple[object, int]]]
) -> None:
    """DHQ-97: conservation of flow; every chain has a transition fewer than hops, begins once and ends once."""
    ways = transitions(survey(bench_of(tmp_path, [question("TS", chain) for chain in chains])))  # type: ignore[arg-type]
    for node in ways.nodes():
        assert ways.comes_in(node) + ways.begins[node] == ways.goes_on(node) + ways.ends[node]
    assert ways.begins.total() == ways.ends.total() == len(chains)
    assert ways.links.total() == sum(len(chain) - 1 for chain in chains)


def test_the_table_of_nodes_tells_what_begins_and_ends(tmp_path: Path) -> None:
    found = rows(analyse(bench_of(tmp_path, [TABLE_FIRST, TABLE_THIRD])), "nodes")
    assert found[0] == (1, 1, "Table", 1, 0, 1, 0)
    assert Counter(row[6] for row in found)[1] == 2
    assert all(int(str(row[3])) + int(str(row[4])) == int(str(row[5])) + int(str(row[6])) for row in found)


def test_ways_through_the_documents_are_counted_by_concept(tmp_path: Path) -> None:
    found = rows(analyse(bench_of(tmp_path, [TABLE_FIRST, TABLE_FIRST, TABLE_THIRD])), "routes")
    assert found == [("PST", "2 → 1 → 1 → 1", 1), ("TS", "1 → 1 → 2", 2)]


def test_what_is_no_chain_is_said_with_its_number(tmp_path: Path) -> None:
    unseen = question("TS", [(FIRST, 12), (SECOND, 0)], documents=[FIRST])
    found = analyse(bench_of(tmp_path, [question("PS", [(FIRST, 1)]), number([(FIRST, 12)]), unseen]))
    assert (found.tables, found.figures) == ((), ())
    assert found.left_out == (
        "2 items (dochop_qa 1, pdfqa 1): no chain: nothing says that one hop leads to the next",
        "1 item (dochop_qa 1): a chain through a document that the item does not show",
    )
