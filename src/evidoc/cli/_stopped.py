"""What a command says when it is stopped by Ctrl-C: what is kept, and the exact command that goes on."""

from __future__ import annotations

import functools
import inspect
import shlex
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import typer

P = ParamSpec("P")
R = TypeVar("R")
_CODE = 130  # of a command that an interrupt ended, as shells have it


def stoppable(command: Callable[P, R]) -> Callable[P, R]:
    """Let a command say what is kept when it is stopped; typer would end it without a word."""
    resumes = "resume" in inspect.signature(command).parameters

    @functools.wraps(command)
    def run(*arguments: P.args, **options: P.kwargs) -> R:
        try:
            return command(*arguments, **options)
        except KeyboardInterrupt:
            print(f"\nevidoc: {stopped(sys.argv[1:], resumes=resumes)}", file=sys.stderr)
            raise typer.Exit(_CODE) from None

    return run


def stopped(words: list[str], *, resumes: bool) -> str:
    """Say what is kept of a stopped command with these words, and how to go on."""
    if not resumes:
        again = shlex.join(["evidoc", *words])
        return f"stopped before the end, and no result is written; replies of models are kept; run it again: {again}"
    going_on = [word for word in words if word not in ("--overwrite", "--resume")]
    if "--retry-failed" not in going_on:
        going_on.append("--resume")
    return f"stopped; what is finished is kept; go on with: {shlex.join(['evidoc', *going_on])}"
