"""The JSON schema of a record in the form that services enforce: no references, closed objects, every field required."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

import msgspec

from evidoc.errors import UsageError

_DROPPED = ("default", "title", "description")


@cache
def schema_of(kind: type[msgspec.Struct]) -> str:
    """Give the schema of what a model is to answer, as JSON.

    Raises:
        UsageError: The record holds itself, or fields of any name, which no service enforces.
    """
    whole = msgspec.json.schema(kind)
    return json.dumps(_closed(whole, whole.get("$defs", {}), within=()), ensure_ascii=False, separators=(",", ":"))


def _closed(schema: object, known: Mapping[str, object], *, within: tuple[str, ...]) -> object:
    if isinstance(schema, list):
        return [_closed(entry, known, within=within) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        if name in within:
            raise UsageError(f"{name} holds itself; give a record of fixed depth to answer with")
        return _closed(known[name], known, within=(*within, name))
    if schema.get("type") == "object":
        return _object(schema, known, within=within)
    return {name: _closed(value, known, within=within) for name, value in schema.items() if name not in (*_DROPPED, "$defs")}


def _object(schema: Mapping[str, object], known: Mapping[str, object], *, within: tuple[str, ...]) -> dict[str, object]:
    fields = schema.get("properties")
    if not isinstance(fields, dict):
        raise UsageError("an object with fields of any name cannot be asked for; name its fields in a record")
    return {
        "type": "object",
        "properties": {name: _closed(field, known, within=within) for name, field in fields.items()},
        "required": list(fields),
        "additionalProperties": False,
    }
