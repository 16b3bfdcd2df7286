"""How a writer fails, by codes that the ledger counts: what a reply lacks, and what its question or answer does wrong.

Source: DHQ-45, DHQ-46, DHQ-48.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeVar

import msgspec

from evidoc.errors import Reject
from evidoc.models.structured import Structured
from evidoc.records.item import Verdict

T = TypeVar("T", bound=msgspec.Struct)

What = Literal["question", "answer"]

_NO_JSON = ("it is not JSON", "character", "there is no JSON")  # how `models.structured` begins what is no JSON at all


@dataclass(frozen=True, slots=True)
class Failure:
    """What was to be written, why it does not do, and what shows it; `code` is a reason of the ledger.

    `empty_output`, `malformed_json`, `missing_component` or the reply's status where there is nothing to take; else what is
    wrong with what was written: `fragment_missing`, `slot_left_empty`, `equal_slots` ….
    """

    what: What
    code: str
    detail: str = ""
    model: str = ""
    prompt: str = ""

    @property
    def step(self) -> str:
        """What the item's trace says."""
        done = "written offline" if self.what == "question" else "taken from the snippets"
        said = f" ({self.detail})" if self.detail else ""
        return f"{self.what}: {done}, the writer's has {self.code}{said}; {self.model}, {self.prompt}"

    @property
    def verdict(self) -> Verdict:
        """What the item keeps: it stays, with the note that its writer failed."""
        return Verdict(
            check=f"{self.what}_writer",
            kept=True,
            reason=self.code,
            detail=self.detail,
            model=self.model,
            prompt=self.prompt,
        )

    @property
    def reject(self) -> Reject:
        """What ends the candidate where nothing may take the place of what the writer failed at."""
        return Reject(self.code, f"{self.what} of {self.model}: {self.detail}".rstrip(": "))


def failure_of(said: Structured[T], text: str) -> tuple[str, str]:
    """Give the code and detail of a reply from which no text could be taken; two empty strings where there is one."""
    if text:
        return "", ""
    if said.value is not None:
        return "missing_component", "the field is empty"
    if said.how == "empty":
        return "empty_output", ""
    if said.how == "unparsable":
        code = "malformed_json" if said.fault.startswith(_NO_JSON) else "missing_component"
        return code, said.fault
    return said.how, said.fault
