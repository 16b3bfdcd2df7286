"""Models that answer later: requests go into a file, and a batch service, vLLM or a person puts files of results beside it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

import msgspec

from evidoc.errors import UnknownName, UsageError, Waiting
from evidoc.models._batch_folder import BatchFolder
from evidoc.models._cache import cache_key
from evidoc.models._connection import Connection
from evidoc.models._post import Faulty
from evidoc.models._reading import error_text, read_completion
from evidoc.models._request import request_body
from evidoc.records.record import from_json
from evidoc.records.reply import ImagePart, Prompt, Reply, Usage
from evidoc.shelf import read_spec

FORM = "batch:FOLDER"
OPTIONS = ("model", "pictures")  # options of the spec string that are this part's own

Pictures = Literal["inline", "files"]
_ADDRESS = "/v1/chat/completions"


class Result(msgspec.Struct):
    """One line of a file of results: of a batch service, of `vllm run-batch`, or `{"custom_id", "text"}` of a person."""

    custom_id: str
    response: _Response | None = None
    error: object = None
    text: str | None = None


class _Response(msgspec.Struct):
    status_code: int | None = None
    body: msgspec.Raw = msgspec.Raw(b"null")


@dataclass(frozen=True, kw_only=True)
class Batch:
    """A model whose requests wait in a folder.

    `model` stands in each request for the service that will read it. Pictures are within the requests (`inline`),
    or beside them (`files`), for a server that may read this disk.
    """

    name: str
    folder: BatchFolder
    connection: Connection
    model: str = ""
    pictures: Pictures = "inline"

    def answer(self, prompt: Prompt) -> Reply:
        """Give the reply that lies in the folder.

        Raises:
            Waiting: There is none yet; the request is written down, once.
        """
        name = self._id_of(prompt)
        line = self.folder.result(name)
        if line is not None:
            return self._reply(from_json(line, Result, place=f"{self.folder.path}: result of {name}"))
        self.folder.ask(name, lambda: self._request(name, prompt))
        raise Waiting(f"request {name} waits in {self.folder.requests}; put its results beside it and go on with --resume")

    @property
    def remarks(self) -> tuple[str, ...]:
        """Say in sentences what of the results cannot be used."""
        report = self.folder.report()
        said = []
        if report.failed:
            said.append(f"{self.folder.path}: {report.failed} results are errors; take their lines out to have them asked again")
        if report.unknown:
            named = ", ".join(report.unknown[:3]) + (" …" if len(report.unknown) > 3 else "")
            said.append(f"{self.folder.path}: {len(report.unknown)} results are of requests that were never written: {named}")
        return tuple(said)

    def _id_of(self, prompt: Prompt) -> str:
        """Name a request by all that changes its reply, so that an equal one is written once."""
        return "r-" + cache_key(self.model, prompt, parameters=self.connection.parameters)[:24]

    def _request(self, name: str, prompt: Prompt) -> bytes:
        whole = request_body(
            prompt, model=self.model, limit="max_tokens", parameters=self.connection.parameters, load=self.connection.load
        )
        body = json.loads(whole)
        if self.pictures == "files":
            self._refer(body, prompt)
        line = {"custom_id": name, "method": "POST", "url": _ADDRESS, "body": body}
        return json.dumps(line, ensure_ascii=False).encode()

    def _refer(self, body: dict[str, object], prompt: Prompt) -> None:
        """Put pictures beside the requests and their addresses in their place."""
        images = iter(part for message in prompt.messages for part in message.parts if isinstance(part, ImagePart))
        for message in cast("list[dict[str, object]]", body["messages"]):
            for part in message["content"] if isinstance(message["content"], list) else ():
                if part["type"] == "image_url":
                    digest = next(images).sha256
                    path = self.folder.keep(f"{digest}.png", self.connection.load(digest, ".png"))
                    part["image_url"] = {"url": path.resolve().as_uri()}

    def _reply(self, result: Result) -> Reply:
        if result.text is not None:
            return Reply(text=result.text, status="answered" if result.text.strip() else "empty", model=self.name)
        if result.response is None or result.error or (result.response.status_code or 200) != 200:
            return Reply(status="provider_error", model=self.name, detail=_fault(result))
        try:
            reply = read_completion(bytes(result.response.body))
        except Faulty as fault:
            return Reply(status="provider_error", model=self.name, detail=str(fault))
        return msgspec.structs.replace(reply, model=reply.model or self.name, usage=self._priced(reply.usage))

    def _priced(self, usage: Usage) -> Usage:
        price = self.connection.price
        return usage if price is None else msgspec.structs.replace(usage, cost=price.of(usage))


def connect(name: str, *, base_url: str = "", connection: Connection | None = None) -> Batch:
    """Give the model of a folder: `batch:FOLDER` or `batch:FOLDER(model="NAME", pictures="files")`.

    Raises:
        UsageError: The options cannot be read.
        UnknownName: There is no such option.
        InvalidRecord: A line of the folder's files is not what it should be.
    """
    folder, options = read_spec(name)
    for option in options:
        if option not in OPTIONS:
            raise UnknownName(option, kind="option of batch", known=OPTIONS)
    model, pictures = str(options.get("model", "")), options.get("pictures", "inline")
    if pictures not in get_args(Pictures):
        raise UsageError(f'batch:{name} has pictures={pictures!r}; write pictures="inline" or pictures="files"')
    return Batch(
        name=f"batch:{model or Path(folder).name}",
        folder=BatchFolder(Path(folder)),
        connection=connection or Connection(),
        model=model,
        pictures=cast(Pictures, pictures),
    )


def _fault(result: Result) -> str:
    """Say what a service says went wrong, and how to have the request asked again."""
    said = result.error
    if not said and result.response is not None:
        body = msgspec.json.decode(result.response.body)
        said = body.get("error", body) if isinstance(body, dict) else body
    return f"error in the result: {error_text(said or 'no response')}; take its line out of the results to have it asked again"
