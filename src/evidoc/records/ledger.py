"""What became of every file and of every candidate: nothing is dropped silently."""

from __future__ import annotations

from typing import Literal

from evidoc.records.record import Record

ReadStatus = Literal[
    "ok", "duplicate", "empty", "encrypted", "damaged", "no_text_layer", "no_body", "not_pdf", "not_jats", "not_a_file", "loop",
    "unsupported", "unreadable_name", "too_large", "timeout", "crashed", "left_out", "part",
]  # fmt: skip
LedgerOutcome = Literal["kept", "rejected", "failed", "waiting"]


class ManifestEntry(Record, frozen=True, kw_only=True):
    """One input of `read`: a row of `manifest.jsonl`. `path` is printable; odd bytes are escaped.

    `ok` rows name the document that was made of the file, or that it lent its pages to; `part` stands for a file that another
    one took in, as a chapter or bibliography of a LaTeX project, and `document` is then that one's. `left_out` stands for a
    document that `curate` took out, with the part and its reason; `pages_sha256` is
    the PDF in `sources/` that was made for the document's pages, as for a scan with its recognised text.
    """

    path: str
    sha256: str = ""
    status: ReadStatus
    reason: str = ""
    document: str = ""
    pages: int = 0
    pages_sha256: str = ""
    seconds: float = 0.0


class LedgerEntry(Record, frozen=True, kw_only=True):
    """One candidate of `make`: a row of `ledger.jsonl`, with exactly one outcome (X-25).

    `stage` is where it came to that: `plan` for what planning left out, `make`, `check`, or `keep`. `notes` say "check: reason"
    of what was noted of a kept one, as where a writer failed or no judge was there to ask; `silent` is the document of which
    no candidate at all was planned.
    """

    candidate: str
    stage: str
    outcome: LedgerOutcome
    check: str = ""
    reason: str = ""
    detail: str = ""
    item: str = ""
    notes: tuple[str, ...] = ()
    silent: str = ""
