"""Running the command line inside the test process, as a person would outside."""

from __future__ import annotations

import contextlib
import io
import sys
from dataclasses import dataclass
from unittest.mock import patch

from evidoc.cli import main


@dataclass(frozen=True)
class Done:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


def evidoc(*arguments: str) -> Done:
    """Run `evidoc` with arguments and give its output and exit code."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with patch.object(sys, "argv", ["evidoc", *arguments]), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
    return Done(code=code, out=out.getvalue(), err=err.getvalue())
