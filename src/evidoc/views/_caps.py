"""What a view's numbers may be: a cap below 1 would show nothing or, as a place counted from the end, something else."""

from __future__ import annotations

from collections.abc import Mapping

from evidoc.errors import UsageError

_SHOTS = "shots"
_CAPS = frozenset({"dpi", "max_entities", "max_pages", "max_pixels", "max_side", "max_tokens", _SHOTS})


def check_caps(**named: int | None) -> None:
    """Refuse caps, sizes and resolutions below 1, and `shots` below 0; None is no cap.

    Raises:
        UsageError: One is; the message has all that are.
    """
    wrong = [f"{name}={value}" for name, value in named.items() if value is not None and value < (name != _SHOTS)]
    if wrong:
        raise UsageError(f"a view cannot have {', '.join(wrong)}; give at least 1 (0 shots for none), or no cap to cut nothing")


def check_options(options: Mapping[str, object]) -> None:
    """Check the caps among a view's options before any item is shown by it.

    Raises:
        UsageError: One is too small.
    """
    check_caps(**{name: value for name, value in options.items() if name in _CAPS and isinstance(value, int)})
