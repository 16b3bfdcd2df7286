"""One layer of tries, which waits as it is told: case E06."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from evidoc.errors import UsageError
from evidoc.models import Connection, Pace, Patience, Service
from evidoc.models._post import retry_after
from tests.models.asking import QUICK, FakeTime, model_at, prompt_of
from tests.models.server import Respond, completion, json_body, serving

BUSY = Respond(status=429, body=b"slow down", headers=[("Retry-After", "2")])
NO_NETWORK = "http://127.0.0.1:9/v1"  # the port of "discard", where nothing listens


def timed(time: FakeTime, *, seed: int = 0) -> Connection:
    return Connection(patience=Patience(seed=seed), clock=time.clock)


def test_a_busy_service_is_asked_again_after_the_time_that_it_names() -> None:
    time = FakeTime()
    with serving([BUSY, BUSY, BUSY, completion("8")]) as asked:
        reply = model_at(asked.url, connection=timed(time)).answer(prompt_of())
    assert (reply.text, reply.tries, len(asked.bodies)) == ("8", 4, 4)
    assert all(2.0 <= wait < 3.0 for wait in time.slept)
    assert len(set(time.slept)) == 3, "jitter keeps workers out of step"


def test_the_jitter_follows_from_seed_and_prompt() -> None:
    waits = []
    for seed in (1, 1, 2):
        time = FakeTime()
        with serving([BUSY, completion("8")]) as asked:
            model_at(asked.url, connection=timed(time, seed=seed)).answer(prompt_of())
        waits.append(time.slept)
    assert waits[0] == waits[1] != waits[2]


def test_a_request_that_is_wrong_is_sent_once() -> None:
    with serving([json_body({"error": {"message": "context_length_exceeded"}}, status=400)]) as asked:
        reply = model_at(asked.url).answer(prompt_of())
    assert (reply.status, reply.tries, len(asked.bodies)) == ("provider_error", 1, 1)
    assert "400" in reply.detail and "context_length_exceeded" in reply.detail


@pytest.mark.parametrize("status", [301, 401, 403, 404, 413, 422])
def test_what_cannot_pass_is_sent_once(status: int) -> None:
    with serving([Respond(status=status)]) as asked:
        assert model_at(asked.url).answer(prompt_of()).tries == 1
    assert len(asked.bodies) == 1


@pytest.mark.parametrize("status", [500, 502, 503, 529, 408])
def test_a_broken_service_is_asked_five_times_and_no_more(status: int) -> None:
    time = FakeTime()
    with serving([Respond(status=status)]) as asked:
        reply = model_at(asked.url, connection=timed(time)).answer(prompt_of())
    assert (reply.status, reply.tries, len(asked.bodies)) == ("provider_error", 5, 5)
    assert all(low <= wait <= high for wait, low, high in zip(time.slept, (0.5, 1, 2, 4), (1, 2, 4, 8), strict=True))


def test_a_date_is_waited_for() -> None:
    time = FakeTime(start=1_792_567_670.0)  # ten seconds before the date
    busy = Respond(status=429, headers=[("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT")])
    with serving([busy, completion("8")]) as asked:
        model_at(asked.url, connection=timed(time)).answer(prompt_of())
    assert 10.0 <= time.slept[0] < 11.0


def test_a_delay_in_the_error_is_waited_for() -> None:
    """Google says how long to wait in the body."""
    time = FakeTime()
    busy = json_body({"error": {"code": 429, "details": [{"@type": "RetryInfo", "retryDelay": "17.5s"}]}}, status=429)
    with serving([busy, completion("8")]) as asked:
        model_at(asked.url, connection=timed(time)).answer(prompt_of())
    assert 17.5 <= time.slept[0] < 18.5


@pytest.mark.parametrize(
    ("status", "words"), [(429, "insufficient_quota"), (500, "image input is not supported - hint: provide the mmproj")]
)
def test_an_error_that_stays_is_not_tried_again(status: int, words: str) -> None:
    """An empty account answers 429 and a text model shown a picture 500, and both will for ever."""
    with serving([json_body({"error": {"message": words}}, status=status)]) as asked:
        reply = model_at(asked.url).answer(prompt_of())
    assert (reply.status, reply.tries) == ("provider_error", 1)
    assert words in reply.detail


def test_no_wait_is_longer_than_the_cap() -> None:
    time = FakeTime()
    busy = Respond(status=429, headers=[("Retry-After", "86400")])
    with serving([busy, completion("8")]) as asked:
        assert model_at(asked.url, connection=timed(time)).answer(prompt_of()).text == "8"
    assert 60.0 <= time.slept[0] <= 61.0


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("2", 2.0),
        ("0.5", 0.5),
        ("Wed, 21 Oct 2026 07:28:00 GMT", 100.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("abc", None),
        ("", None),
        ("-5", None),
        ("²", None),
        ("1e999", float("inf")),
    ],
)
def test_retry_after_is_seconds_or_a_date_or_nothing(header: str, seconds: float | None) -> None:
    assert retry_after(header, now=1_792_567_580.0) == seconds


def test_a_bad_header_falls_back_to_growing_waits() -> None:
    time = FakeTime()
    with serving([Respond(status=429, headers=[("Retry-After", "abc")]), completion("8")]) as asked:
        model_at(asked.url, connection=timed(time)).answer(prompt_of())
    assert 0.5 <= time.slept[0] <= 1.0


def test_a_cut_connection_is_tried_again() -> None:
    with serving([Respond(cut=True), completion("8")]) as asked:
        reply = model_at(asked.url).answer(prompt_of())
    assert (reply.text, reply.tries) == ("8", 2)


def test_a_silent_service_is_given_up_and_tried_again() -> None:
    patience = Patience(silence=0.15, first_wait=0.001, deadline=20)
    with serving([Respond(hang=3.0), completion("8")]) as asked:
        reply = model_at(asked.url, connection=Connection(patience=patience)).answer(prompt_of())
    assert (reply.text, reply.tries) == ("8", 2)


def test_a_request_ends_at_its_deadline() -> None:
    patience = Patience(silence=0.1, first_wait=0.2, deadline=0.25)
    with serving([Respond(hang=3.0)]) as asked:
        reply = model_at(asked.url, connection=Connection(patience=patience)).answer(prompt_of())
    assert reply.status == "provider_error"
    assert reply.seconds < 2.0
    assert len(asked.bodies) <= 2


def test_a_service_that_only_trickles_ends_at_the_deadline() -> None:
    """A byte now and then is no silence, so the whole time has a limit too."""
    patience = Patience(silence=5.0, first_wait=0.001, deadline=0.4)
    with serving([Respond(body=completion("8" * 100).body, trickle=0.05)]) as asked:
        reply = model_at(asked.url, connection=Connection(patience=patience)).answer(prompt_of())
    assert reply.status == "provider_error" and "took longer than 0.4 seconds" in reply.detail
    assert reply.seconds < 3.0


def test_an_address_where_nobody_is_gets_all_tries_three_times_and_then_one_each() -> None:
    """A wrong address must not cost a long job minutes an item; a service that was there is always waited for."""
    time = FakeTime()
    model = model_at(NO_NETWORK, connection=timed(time))
    assert [model.answer(prompt_of()).tries for _ in range(5)] == [5, 5, 5, 1, 1]


def test_a_service_that_was_there_is_always_waited_for() -> None:
    time = FakeTime()
    with serving([completion("8"), Respond(status=503)]) as asked:
        model = model_at(asked.url, connection=timed(time))
        assert [model.answer(prompt_of(str(n))).tries for n in range(6)] == [1, 5, 5, 5, 5, 5]


def test_many_threads_share_one_model() -> None:
    with serving(lambda number, body: completion("8")) as asked:
        model = model_at(asked.url)
        prompts = [prompt_of(f"question {number}") for number in range(40)]
        with ThreadPoolExecutor(8) as pool:
            replies = list(pool.map(model.answer, prompts))
    assert all(reply.status == "answered" for reply in replies)
    assert all(asked.count(f'question {number}"') == 1 for number in range(40))


def test_too_many_requests_slow_the_pace_and_good_ones_let_it_rise() -> None:
    """AIMD: 429 is not a failure but a request to go slower."""
    pace = Pace(8)
    with serving([Respond(status=429), Respond(status=429), completion("8")]) as asked:
        model = model_at(asked.url, connection=Connection(patience=QUICK, pace=pace))
        model.answer(prompt_of())
        assert pace.limit == 2
        for _ in range(40):
            model.answer(prompt_of())
    assert pace.limit == 8


def test_the_pace_limits_how_many_run_at_once() -> None:
    pace = Pace(4)
    for _ in range(5):
        pace.slow_down()
    assert pace.limit == 1
    running, most = 0, 0

    def run(_: int) -> None:
        nonlocal running, most
        with pace.turn():
            running += 1
            most = max(most, running)
            running -= 1

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(run, range(100)))
    assert most == 1


def test_at_least_one_try_is_needed() -> None:
    with pytest.raises(UsageError, match="max_tries is 0"):
        Service(url=NO_NETWORK, patience=Patience(max_tries=0)).post(b"{}", name="", read=len)
