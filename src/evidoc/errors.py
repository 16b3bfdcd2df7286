"""Every error that evidoc raises on purpose.

A message is one sentence in two halves: what is wrong, with the value and the
place; then what would be right. Anything else that reaches a user is a bug.
"""

from __future__ import annotations


class EvidocError(Exception):
    """Something that evidoc noticed and can explain."""


class UsageError(EvidocError):
    """The caller asked for something that cannot be; the command line exits with 2."""


class UnknownName(UsageError):
    """A name that no part, option or format has."""

    def __init__(self, name: str, *, kind: str, known: tuple[str, ...]) -> None:
        """Keep the nearest known names, which the message proposes."""
        self.name, self.kind, self.known = name, kind, known
        super().__init__(f"no {kind} is called {name!r}; {_proposal(name, known)}")


class MissingDependency(UsageError):
    """An optional package is not installed; the message has the line that installs it."""

    def __init__(self, package: str, *, extra: str, purpose: str) -> None:
        """Say what the package is for and which extra brings it."""
        self.package, self.extra = package, extra
        super().__init__(f"{purpose} needs {package}, which is not installed; run: pip install 'evidoc[{extra}]'")


class InvalidBox(EvidocError, ValueError):
    """A box that is reversed, empty, not finite, or on no page."""


class InvalidRecord(EvidocError, ValueError):
    """A record or file that does not have the shape that its schema states."""


class UnreadableDocument(EvidocError):
    """A file that gives no Document; `status` is one of the manifest's words."""

    def __init__(self, message: str, *, status: str = "damaged") -> None:
        """Carry the manifest status beside the sentence for people."""
        self.status = status
        super().__init__(message)


class Reject(EvidocError):
    """A recipe gives up on one candidate, with the reason that the ledger keeps."""

    def __init__(self, reason: str, detail: str = "") -> None:
        """Keep the reason code apart from the detail."""
        self.reason, self.detail = reason, detail
        super().__init__(f"{reason}: {detail}" if detail else reason)


class Undrawable(EvidocError):
    """A chart or page that cannot be drawn legibly; `reason` is a code that a ledger can keep."""

    def __init__(self, reason: str, detail: str) -> None:
        """Keep the reason code apart from the detail: `does_not_fit`, `glyphs_missing`, `unreadable_values` …."""
        self.reason, self.detail = reason, detail
        super().__init__(f"{reason}: {detail}")


class NothingKept(EvidocError):
    """A stage that ended with no output; the command line exits with 3."""


class ProviderError(EvidocError):
    """A model's service did not answer as agreed, after all tries."""


class BudgetSpent(EvidocError):
    """The cost or token limit of the whole job is reached."""


class Waiting(EvidocError):
    """A reply that is not there yet: its request lies in a batch file, to be answered by others."""


class ResumeMismatch(UsageError):
    """The folder holds work of other inputs or settings."""


def _proposal(name: str, known: tuple[str, ...]) -> str:
    import difflib

    lowered = {entry.lower(): entry for entry in known}
    near = difflib.get_close_matches(name.lower(), lowered, n=3, cutoff=0.5)
    if near:
        return "did you mean " + " or ".join(lowered[entry] for entry in near) + "?"
    return "known: " + (", ".join(known[:20]) or "none")
