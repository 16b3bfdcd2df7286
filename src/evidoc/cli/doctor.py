"""evidoc doctor."""

from __future__ import annotations

from evidoc.cli._options import Json
from evidoc.cli._print import say, say_json, say_table


def doctor(json: Json = False) -> None:
    """Say what is installed, what is missing, and how to get it.

    \b
    evidoc doctor
    """
    from evidoc.flow.doctor import examine

    findings = examine()
    if json:
        say_json(findings)
        return
    say_table(("what", "state", "found", "how to get it"), [(one.what, one.state, one.found, one.remedy) for one in findings])
    missing = [one.what for one in findings if one.state == "missing"]
    say(
        f"{len(missing)} needed parts are missing: {', '.join(missing)}"
        if missing
        else "evidoc can do its main job here; run: evidoc demo"
    )
    if missing:
        raise SystemExit(1)
