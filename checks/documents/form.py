"""Each document by itself: schema, descriptions, patterns, timeouts, and that a new version doesn't replace the old.

Facts: [run-command#env-var], [run-command#one-step], [automation#values-not-expanded-twice].
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from checks.check import Check, Finding
from checks.deployment import DeployedDocument, Deployment
from checks.documents.pattern_characters import may_contain
from checks.documents.references import steps_within

NAME = "document-form"
SCHEMAS = {"Command": "2.2", "Automation": "0.3"}
WITHOUT_TIMEOUT = frozenset({"aws:branch", "aws:sleep", "aws:updateVariable", "aws:loop"})
"""Actions that end by themselves."""
DESCRIPTION_MIN = 20
_LOOKAROUND = re.compile(r"\(\?[=!<]")


def findings(deployment: Deployment) -> Iterator[Finding]:
    """Of every document."""
    for document in deployment.documents.values():
        for path, problem, remedy in _problems(document):
            yield Finding(check=NAME, where=deployment.place(document.source, *path), problem=problem, remedy=remedy)


_Problem = tuple[tuple[str | int, ...], str, str]


def _problems(document: DeployedDocument) -> Iterator[_Problem]:
    content = document.content
    if document.update_method != "NewVersion":
        yield (), f"{document.name} has UpdateMethod {document.update_method}", "Set it to NewVersion."
    if document.version_name is not None:
        problem = f"{document.name} has the VersionName {document.version_name}: a rollback gives the former name again"
        yield (
            (),
            problem,
            "Leave it out: Systems Manager refuses a name that was used before [automation#version-name].",
        )
    if content.get("schemaVersion") != SCHEMAS[document.kind]:
        problem = f"a {document.kind} document of schema {content.get('schemaVersion')}"
        yield ("schemaVersion",), problem, f"Use {SCHEMAS[document.kind]}."
    yield from _described(content, ())
    for name, parameter in document.parameters.items():
        path = ("parameters", name)
        yield from _described(parameter, path)
        if parameter["type"] in ("String", "StringList"):
            yield from _pattern_problems(parameter, path)
        if document.kind == "Command" and parameter.get("interpolationType") != "ENV_VAR":
            problem = "its value is pasted into the script's text"
            yield (*path, "interpolationType"), problem, "Set interpolationType to ENV_VAR."
    if document.kind == "Command" and len(document.steps) != 1:
        problem = f"{len(document.steps)} steps: the command's ResponseCode would be lost"
        yield ("mainSteps",), problem, "Keep one step in a Command document."
    for place, step in steps_within(document):
        yield from _step_problems(document, step, place)


def _described(raw: Mapping[str, Any], path: tuple[str | int, ...]) -> Iterator[_Problem]:
    if len(str(raw.get("description", "")).strip()) < DESCRIPTION_MIN:
        yield path, "no description that says what it is", "Describe it so that a DBA can act on it."


def _pattern_problems(parameter: Mapping[str, Any], path: tuple[str | int, ...]) -> Iterator[_Problem]:
    pattern = parameter.get("allowedPattern")
    if pattern is None:
        if "allowedValues" not in parameter:
            yield path, "any text is allowed", "Give it an allowedPattern or allowedValues."
        return
    place = (*path, "allowedPattern")
    try:
        admits_brace = may_contain(pattern, "{")
    except re.error as error:
        yield place, f"{pattern} is no regular expression: {error}", "Correct it."
        return
    if admits_brace:
        problem = f"{pattern} admits an opening brace, and with two of them another parameter's value"
        yield place, problem, "Leave { out of the pattern."
    if not (pattern.startswith("^") and pattern.endswith("$")):
        problem = f"{pattern} isn't anchored: service and agent would take different values"
        yield place, problem, "Begin it with ^ and end it with $."
    if _LOOKAROUND.search(pattern):
        yield place, f"{pattern} looks around, which the agent's Go can't", "Say it without (?= (?! (?<."
    default = parameter.get("default")
    if isinstance(default, str) and "{{" not in default and not re.fullmatch(pattern, default):
        yield (*path, "default"), f"its own default {default!r} isn't allowed by {pattern}", "Correct one of them."


def _step_problems(
    document: DeployedDocument, step: Mapping[str, Any], path: tuple[str | int, ...]
) -> Iterator[_Problem]:
    if document.kind == "Command":
        timeout = step.get("inputs", {}).get("timeoutSeconds")
        if step["action"] != "aws:runPowerShellScript":
            yield (*path, "action"), f"{step['action']} in a Command document", "Use aws:runPowerShellScript."
    else:
        timeout = step.get("timeoutSeconds")
        yield from _described(step, path)
    if step["action"] not in WITHOUT_TIMEOUT and not str(timeout or "").isdigit():
        yield path, f"step {step['name']} has no timeoutSeconds of its own", "Say how long it may take at most."


CHECK = Check(
    name=NAME,
    proves="Every document describes itself, bounds each step and value, keeps its versions; commands have one step.",
    findings=findings,
)
