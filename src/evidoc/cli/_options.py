"""Options that several commands share, and how they become a `Work`."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from evidoc.cli._progress import reporter
from evidoc.flow.work import Work

Engine = Annotated[str, typer.Option(help="How work is spread: inline, threads or processes.")]
Workers = Annotated[int, typer.Option(min=0, help="How many workers; 0 takes one for each processor. Never changes a result.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on where a stopped run of the same settings ended.")]
RetryFailed = Annotated[bool, typer.Option("--retry-failed", help="With --resume: try again what had failed.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace the file that is there.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for machines.")]


def work_of(engine: str, workers: int, *, resume: bool = False, retry_failed: bool = False) -> Work:
    """Give the `Work` that the shared options mean, with progress on stderr."""
    return Work(
        engine=engine,
        workers=workers or os.cpu_count() or 1,
        resume=resume or retry_failed,
        retry_failed=retry_failed,
        progress=reporter(),
    )
