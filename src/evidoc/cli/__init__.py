"""The command line: parse, call flow, print."""

from __future__ import annotations

import errno
import sys

_OUTSIDE = (  # what the place is like, and no fault of the program
    errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG,
)  # fmt: skip


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
            from evidoc.records.printable import printable

            print(f"evidoc: {printable(str(error), keep=chr(10))}", file=sys.stderr)  # it may quote what is in a document
            raise SystemExit(exit_code(error)) from error
        except OSError as error:
            if error.errno not in _OUTSIDE:
                raise
            print(f"evidoc: {place_said(error)}", file=sys.stderr)
            raise SystemExit(1) from error
    except KeyboardInterrupt:  # before a command has begun
        raise SystemExit(130) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None


def place_said(error: OSError) -> str:
    """Say which place cannot be read or written, and why."""
    place = f"{error.filename}: " if error.filename else ""
    why = (error.strerror or str(error)).lower()
    return f"{place}cannot be read or written ({why}); check the path, its permissions and the space there"


def exit_code(error: Exception) -> int:
    """Give the exit code that an error means."""
    from evidoc.errors import NothingKept, UsageError

    if isinstance(error, NothingKept):
        return 3
    return 2 if isinstance(error, UsageError) else 1
