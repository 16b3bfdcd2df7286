"""What is let in and what is not. Source: design, section 9."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidoc.errors import EvidocError
from evidoc.review.entrance import FILE, cookie_of, has_key, key_in, way_in
from evidoc.review.guard import refusal
from evidoc.review.posted import MAX_BODY

HOST = "127.0.0.1:8765"


def status(method: str = "GET", **headers: str) -> int:
    sent = {"host": HOST, **({"content-length": "10"} if method == "POST" else {})}
    found = refusal(method, sent | {name.replace("_", "-"): value for name, value in headers.items()})
    return 200 if found is None else found[0]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8765", "localhost:8765", "LOCALHOST", "[::1]:8765", "localhost:2222"])
def test_this_machines_own_names_are_let_in(host: str) -> None:
    """Whatever the port, because a tunnel may end at another."""
    assert status(host=host) == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "",
        "evil@127.0.0.1",
        "127.0.0.1/x",
        "127.0.0.1:8765?x",
        "[::1",
        "0.0.0.0",
        "localhost.",
    ],
)
def test_a_name_that_was_made_to_lead_here_is_refused(host: str) -> None:
    """DNS rebinding."""
    assert status(host=host) == 421


def test_a_form_of_another_site_is_refused() -> None:
    """Cross-site request forgery."""
    own = f"http://{HOST}"
    assert status("POST", origin=own) == status("POST", origin=own, sec_fetch_site="same-origin") == status("POST") == 200
    for origin in ("http://evil.example", "null", "https://127.0.0.1:8765", "http://127.0.0.1:1", "http://localhost:8765"):
        assert status("POST", origin=origin) == 403
    for site in ("cross-site", "same-site"):
        assert status("POST", origin=own, sec_fetch_site=site) == 403


def test_methods_and_sizes_have_limits() -> None:
    assert status("PUT") == status("DELETE") == status("OPTIONS") == 405
    assert status("POST", content_length="") == status("POST", content_length="-1") == 411
    assert status("POST", content_length=str(MAX_BODY + 1)) == 413
    assert refusal("GET", {"host": HOST}, query=5_000) == (
        414,
        "the address has more than 2,000 bytes; open the address that evidoc review printed",
    )


KEY = "0123456789abcdef"


def test_the_key_is_kept_for_its_owner_alone_and_outlives_the_program(tmp_path: Path) -> None:
    made = iter(["first-key-1", "second-key-2"])
    assert key_in(tmp_path, tokens=lambda: next(made)) == "first-key-1" == key_in(tmp_path, tokens=lambda: next(made))
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    (tmp_path / FILE).write_text("?", encoding="ascii")
    assert key_in(tmp_path, tokens=lambda: next(made)) == "second-key-2"


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(EvidocError, match="cannot be read or written"):
        key_in(tmp_path / "none", tokens=lambda: KEY)


def test_who_brings_the_key_is_led_on_without_it() -> None:
    assert way_in(KEY, "/", f"rater=ann&key={KEY}") == "/?rater=ann"
    assert way_in(KEY, "/raters/ann", f"key={KEY}") == "/raters/ann"
    assert way_in(KEY, "//evil.example/x", f"key={KEY}") == "/evil.example/x"
    for query in ("", "key=", "key=other", f"key={KEY}x", f"rater={KEY}"):
        assert way_in(KEY, "/", query) is None


def test_only_the_cookie_of_this_study_counts() -> None:
    own = cookie_of(KEY).partition(";")[0]
    assert has_key(KEY, own) and has_key(KEY, f"a=b; {own}; c") and "HttpOnly; SameSite=Lax" in cookie_of(KEY)
    for cookies in ("", "a=b", own[:-1], cookie_of("another-key").partition(";")[0], own.upper(), f"{own}é"):
        assert not has_key(KEY, cookies)
