"""A preflight's result, read from what AWS or CacheWarden gives: nothing in it is believed to be there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cachewarden.json_reader import JsonReader, UnexpectedJsonError

OF_A_FINDING = ("code", "name", "sentence", "who", "remedy", "page")
OF_A_STEP = ("action", "node", "why")
OF_AN_INSTANCE = ("node", "name", "version", "edition")
"""Of a SQL Server instance; reports of older versions tell none."""
OF_A_RIGHT = ("call", "permission", "answer")
"""Of a call that EC2 was asked about; null where it wasn't, or couldn't be, and missing in older reports."""


class NotAPreflightError(Exception):
    """The file isn't a preflight's result; the text says what was found and where to get one."""


def read_result(text: str) -> Mapping[str, Any]:
    """The part `preflight`, of itself, of the workflow's output, or of the answer of DescribeExecution."""
    given = _object(text)
    if isinstance(given.get("output"), str):
        given = _object(given["output"])
    if given.get("goal") not in (None, "Preflight"):
        raise NotAPreflightError(f"it is the result of an operation with the goal {given['goal']}, not of a preflight")
    found = given.get("preflight", given)
    if not isinstance(found, dict):
        raise NotAPreflightError("the workflow ended without a report; it is still running, or of an older version")
    try:
        _look_through(JsonReader.of(found))
    except UnexpectedJsonError as problem:
        raise NotAPreflightError(str(problem)) from problem
    return found


def _look_through(source: JsonReader) -> None:
    """Everything that the page shows is there, in its form. Raises `UnexpectedJsonError`."""
    for key in ("node", "at", "sentence"):
        source.text(key)
    source.flag("go")
    for finding in (*source.children("findings"), *source.children("beside")):
        for key in OF_A_FINDING:
            finding.text(key)
    for instance in source.children("instances") if source.has("instances") else ():
        for key in OF_AN_INSTANCE:
            instance.optional(key, instance.text)
    for right in source.children("rights") if source.has("rights") else ():
        for key in OF_A_RIGHT:
            right.text(key)
    source.optional("policies", source.text)
    plan = source.optional("plan", source.child)
    if plan is None:
        return
    for step in (*plan.children("stop"), *plan.children("back")):
        for key in OF_A_STEP:
            step.text(key)
        step.optional("seconds", step.real)
    plan.optional("writeOutageSeconds", plan.real)
    plan.optional("otherCopies", plan.number)
    plan.optional("oneCopyLessSeconds", plan.real)
    plan.optional("pace", plan.text)


def _object(text: str) -> dict[str, Any]:
    try:
        given = json.loads(text)
    except ValueError as problem:
        raise NotAPreflightError(f"it isn't JSON: {problem}") from problem
    if not isinstance(given, dict):
        raise NotAPreflightError("it isn't a JSON object")
    return given
