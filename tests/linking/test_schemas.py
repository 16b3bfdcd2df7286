"""Tables of the same columns, as fast as forms that thousands fill in need it (X-13, SD-108)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from evidoc.linking import schemas
from evidoc.linking.schemas import schemas_of
from evidoc.records.corpus import Corpus
from evidoc.records.document import Block, Document
from tests.build import table_of
from tests.counting import is_linear
from tests.linking.articles import article
from tests.linking.naive import naive_schemas

COLUMNS = ("Year", "Revenue", "Costs", "Profit", "Tax", "Staff")


def filing(number: int, *tables: Sequence[str]) -> Document:
    blocks = [Block(id=at, kind="table", table=table_of(header, ["1"] * len(header))) for at, header in enumerate(tables)]
    return article(f"{number}.x", f"Filing {number}", blocks=blocks)


def test_work_on_one_form_grows_with_the_documents_and_not_with_their_pairs() -> None:
    def linking(count: int) -> Callable[[], object]:
        corpus = Corpus([filing(number, COLUMNS[:4]) for number in range(count)])
        return lambda: list(schemas.link(corpus))

    assert is_linear(linking, size=80)


@given(
    st.lists(st.lists(st.sets(st.sampled_from(COLUMNS), min_size=1), max_size=3), min_size=2, max_size=9),
    st.sampled_from([0.3, 0.5, 2 / 3, 0.75, 1.0]),
    st.integers(1, 3),
    st.integers(1, 4),
)
def test_the_best_partners_are_those_of_all_comparisons(
    tables: list[list[set[str]]], threshold: float, least: int, top: int
) -> None:
    documents = [filing(number, *map(sorted, own)) for number, own in enumerate(tables)]
    place = {document.id: at for at, document in enumerate(documents)}
    found = [
        (-group.score, *(place[document] for document in group.documents), *(tie.block for tie in group.rationale))
        for group in schemas.link(Corpus(documents), threshold=threshold, least=least, top=top)
    ]
    every = [schema for document in documents for schema in schemas_of(document) if len(schema.columns) >= least]
    wanted = naive_schemas(every, place, threshold=threshold, least=least, top=top)
    assert found == [(round(score, 9), *rest) for score, *rest in wanted]
