"""The same questions put to every retriever, and what each is for. Source: X-14, DHQ-49, DHQ-141."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from evidoc.errors import ProviderError, UnknownName, UsageError
from evidoc.records.document import Block
from evidoc.retrieval import Ranked, check_retriever, open_encoder, retriever
from evidoc.retrieval._ranked import Pool
from evidoc.retrieval.endpoint import EndpointRetriever
from evidoc.retrieval.hybrid import similarity_of
from evidoc.shelf import names
from tests.build import corpus_of, document_of, paragraph

PAPER = document_of(
    paragraph(0, "The court reversed the judgement on appeal."),
    paragraph(1, "The same words."),
    paragraph(2, "Physicians treated forty patients with the new drug."),
    paragraph(3, "The same words."),
    Block(id=4, kind="figure"),
    name="a.txt",
)
OTHER = document_of(paragraph(0, "The same words."), name="b.txt")
CORPUS = corpus_of(PAPER, OTHER)
BOTH = (PAPER.id, OTHER.id)
LOCAL = ("bm25", "tfidf", "dense", "dense(encoder='svd')", "hybrid", "hybrid(encoder='svd', words=0.5)")


def places(by: str, question: str, *, k: int = 10) -> list[tuple[str, int]]:
    return [(ranked.document, ranked.block) for ranked in retriever(by, CORPUS, BOTH).rank(question, k=k)]


@pytest.mark.parametrize("by", LOCAL)
def test_the_block_that_says_it_comes_first(by: str) -> None:
    assert places(by, "Which court reversed the judgement?")[0] == (PAPER.id, 0)


@pytest.mark.parametrize("by", LOCAL)
def test_equal_blocks_keep_the_order_of_documents_and_blocks(by: str) -> None:
    assert places(by, "same words", k=3) == [(PAPER.id, 1), (PAPER.id, 3), (OTHER.id, 0)]


@pytest.mark.parametrize("by", LOCAL)
def test_a_block_without_words_is_never_ranked(by: str) -> None:
    assert (PAPER.id, 4) not in places(by, "same words of the court and patients")


@pytest.mark.parametrize("by", LOCAL)
@pytest.mark.parametrize("k", [0, -1])
def test_nothing_is_ranked_where_nothing_is_asked_for(by: str, k: int) -> None:
    assert places(by, "same words", k=k) == []


@pytest.mark.parametrize("by", LOCAL)
def test_no_document_gives_no_block(by: str) -> None:
    assert retriever(by, CORPUS, ()).rank("same words", k=3) == []


@pytest.mark.parametrize("by", LOCAL)
@pytest.mark.parametrize("question", ["", "?", "\x00", "中文", "word " * 3000])
def test_no_question_breaks_a_retriever(by: str, question: str) -> None:
    assert len(places(by, question)) <= 5


def test_meaning_is_found_without_shared_words() -> None:
    assert places("dense", "How many sick people did doctors cure?")[0] == (PAPER.id, 2)


def test_words_alone_do_not_find_meaning() -> None:
    assert places("tfidf", "How did doctors cure sick people?") == []


def test_a_text_equal_to_the_question_has_similarity_one() -> None:
    texts = ["The same words.", "Something else entirely."]
    similar = similarity_of(texts, open_encoder("minilm")).of(texts[0])
    assert similar[0] == pytest.approx(1.0, abs=1e-6)
    assert similar[1] < 0.6


def test_similarity_is_a_fifth_of_words_and_four_fifths_of_meaning() -> None:
    """DHQ-49: 0.2 · TF-IDF cosine + 0.8 · cosine of encoded texts; here the latter is 0.6."""
    texts = ["a b", "c d"]
    encoder = open_encoder(f"python:{__name__}:slanted")
    similarity = similarity_of(texts, encoder)
    words = similarity_of(texts, encoder, words=1.0).of("a")[0]
    meaning = similarity_of(texts, encoder, words=0.0).of("a")[0]
    assert meaning == pytest.approx(0.6)
    assert similarity.of("a")[0] == pytest.approx(0.2 * words + 0.8 * 0.6)


def slanted(texts: list[str]) -> list[list[float]]:
    return [[0.6, 0.8] if text == "a" else [1.0, 0.0] for text in texts]


def test_every_retriever_is_found_by_name() -> None:
    assert names("retrieval") == ("bm25", "dense", "endpoint", "hybrid", "tfidf")


@pytest.mark.parametrize(
    ("by", "message"),
    [("bm52", "no retriever is called 'bm52'; did you mean bm25"), ("tfidf(k=3)", "no option of retrieval.tfidf")],
)
def test_what_is_no_retriever_is_refused(by: str, message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        check_retriever(by)


class Service(BaseHTTPRequestHandler):
    """Ranks the blocks that it is given from the last to the first, or answers what it is told to."""

    answer: str | None = None
    status = 200
    requests = 0

    def do_POST(self) -> None:
        type(self).requests += 1
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        blocks = [{"document": one["id"], "block": block["block"]} for one in asked["documents"] for block in one["blocks"]]
        body = (self.answer or json.dumps({"ranked": blocks[::-1]})).encode()
        self.send_response(self.status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[tuple[str, type[Service]]]:
    handler = type("Handler", (Service,), {})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"endpoint(url='http://127.0.0.1:{server.server_port}/')", handler
        server.shutdown()
        thread.join()


def without_pause(spec: str) -> str:
    return spec.replace(")", ", pause=0.0)")


def test_the_order_of_a_service_is_kept(service: tuple[str, type[Service]]) -> None:
    assert retriever(service[0], CORPUS, BOTH).rank("same", k=2) == [
        Ranked(document=OTHER.id, block=0, score=1.0),
        Ranked(document=PAPER.id, block=3, score=0.5),
    ]


def test_a_service_is_not_asked_for_nothing() -> None:
    assert retriever("endpoint(url='http://127.0.0.1:9/')", CORPUS, ()).rank("same", k=2) == []


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("nonsense", "must give"),
        ('{"ranked": [{"document": "d-x", "block": 1}]}', "which it was not given"),
        (json.dumps({"ranked": [{"document": PAPER.id, "block": 1}] * 2}), "a block twice"),
    ],
)
def test_an_answer_that_is_not_as_agreed_is_an_error(service: tuple[str, type[Service]], answer: str, message: str) -> None:
    service[1].answer = answer
    with pytest.raises(ProviderError, match=message):
        retriever(service[0], CORPUS, BOTH).rank("same", k=2)


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_service_that_fails_three_times_is_an_error(service: tuple[str, type[Service]], status: int) -> None:
    service[1].status = status
    with pytest.raises(ProviderError, match=rf"answered with status {status} in each of 3 tries"):
        retriever(without_pause(service[0]), CORPUS, BOTH).rank("same", k=2)
    assert service[1].requests == 3


@pytest.mark.parametrize("status", [400, 401, 404, 422, 301])
def test_a_service_that_refuses_is_not_asked_again(service: tuple[str, type[Service]], status: int) -> None:
    """It did answer, and would answer the same."""
    service[1].status, service[1].answer = status, "no such place"
    with pytest.raises(ProviderError, match=rf"answered with status {status} \(no such place\); check"):
        retriever(service[0], CORPUS, BOTH).rank("same", k=2)
    assert service[1].requests == 1


def test_a_service_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ProviderError, match="did not answer in 3 tries"):
        retriever("endpoint(url='http://127.0.0.1:9/', pause=0.0)", CORPUS, BOTH).rank("same", k=2)


def test_each_try_waits_longer_than_the_one_before() -> None:
    waited: list[float] = []
    asking = EndpointRetriever("http://127.0.0.1:9/", Pool(CORPUS, BOTH), pause=1.0, wait=waited.append)
    with pytest.raises(ProviderError):
        asking.rank("same", k=2)
    assert waited == [1.0, 2.0]


@pytest.mark.parametrize("options", ["url='http://[x'", "url='http://x', pause=-1.0"])
def test_what_is_no_address_or_no_pause_is_refused(options: str) -> None:
    with pytest.raises(UsageError, match="write endpoint"):
        retriever(f"endpoint({options})", CORPUS, BOTH).rank("same", k=2)


def test_an_endpoint_needs_an_address() -> None:
    with pytest.raises(UsageError, match="write endpoint"):
        retriever("endpoint", CORPUS, BOTH)
