"""The command line: parse, call flow, print."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; errors of ours become one sentence on stderr and an exit code.

    Exit codes: 0 good, 1 failed, 2 wrong usage, 3 nothing kept.
    """
    try:
        from evidoc.cli._app import app
        from evidoc.errors import EvidocError

        try:
            app()
        except EvidocError as error:
            print(f"evidoc: {error}", file=sys.stderr)
            raise SystemExit(exit_code(error)) from error
    except KeyboardInterrupt:  # before a command has begun
        raise SystemExit(130) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None


def exit_code(error: Exception) -> int:
    """Give the exit code that an error means."""
    from evidoc.errors import NothingKept, UsageError

    if isinstance(error, NothingKept):
        return 3
    return 2 if isinstance(error, UsageError) else 1
