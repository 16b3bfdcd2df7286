"""What a document is called in a question, so that the question can be asked of a whole corpus: by its title, or by its file."""

from __future__ import annotations

import re

from evidoc.records.document import Document

_MOST_TITLE = 160  # characters
_MOST_FILE = 100
_KINDS = {
    "article": "the article ", "book": "the book ", "filing": "the filing ", "report": "the report ", "table": "the data set ",
}  # fmt: skip
_IN_MANY = re.compile(  # titles that many documents have, so that they name none
    r"(?:(?:the|our)\s+)?(?:(?:annual|quarterly|interim|half[- ]year(?:ly)?|financial|sustainability|integrated|esg|progress|"
    r"final|technical|white|consolidated|supplementary|supporting|company|corporate|form)\s+)*(?:reports?|statements?|accounts|"
    r"results|information|paper|10-[kq]|document|disclosures?|materials?|review|update|presentation)"
    r"(?:\s+(?:on form 10-[kq]|(?:19|20)\d\d))*",
    re.IGNORECASE,
)


def document_name(document: Document) -> str:
    """Name a document: "the article “…”", "the file “report-2024.pdf”"; "" where neither title nor file name reads as a name.

    A title that many documents have ("Annual report 2024") is told apart by the file.
    """
    title, file = readable_title(document), _file(document)
    if not title:
        return file
    name = f"{_KINDS.get(document.kind, '')}“{title}”"
    return f"{name} ({file})" if file and _IN_MANY.fullmatch(title) else name


def readable_title(document: Document) -> str:
    """Give a title as it can stand in a question, of a long one what stands before its colon; "" for what is no title."""
    whole = readable(document.title)
    return whole or readable(re.split(r":\s|\s[–—]\s", document.title)[0])


def readable(title: str) -> str:
    """Give a title or heading as it can stand in quotes, "" where it reads as none."""
    title = re.sub(r"^\d+(?:\.\d+)*\.?\s+", "", title)
    text = " ".join(title.replace("“", "'").replace("”", "'").split()).strip(" .:;,")
    fits = (
        re.search(r"[A-Za-z]{3,}\W{1,3}[A-Za-z]{2}", text)
        and len(re.findall(r"\d+", text)) <= 3
        and len(text) <= _MOST_TITLE
        and not re.search(r"[_{}\\<>|]", text)
    )
    return text if fits else ""


def _file(document: Document) -> str:
    name = document.source.name.rpartition("/")[2].replace("“", "'").replace("”", "'")
    return f"the file “{name}”" if re.search(r"\w", name) and len(name) <= _MOST_FILE else ""
