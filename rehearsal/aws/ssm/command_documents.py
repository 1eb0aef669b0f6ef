"""Command documents of schema 2.2: what CreateDocument would refuse, and what the agent makes of them.

Only aws:runPowerShellScript is executed. Facts: [run-command#powershell-as-system]; SSM user guide, "Command document
plugin reference"; aws/amazon-ssm-agent, agent/framework/runpluginutil/run_plugins.go (order of steps, preconditions,
exit codes).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal.aws.ssm.document_parameters import DocumentRefusedError, Parameter

DOCUMENT_KEYS = frozenset({"schemaVersion", "description", "parameters", "mainSteps"})
STEP_KEYS = frozenset({"name", "action", "precondition", "inputs"})
INPUTS = frozenset({"runCommand", "timeoutSeconds", "onFailure"})
UNMODELLED_INPUTS = frozenset({"workingDirectory", "onSuccess", "finallyStep", "id"})
PLUGINS = frozenset(
    {
        "aws:applications", "aws:cloudWatch", "aws:configureDocker", "aws:configurePackage", "aws:domainJoin",
        "aws:downloadContent", "aws:psModule", "aws:refreshAssociation", "aws:runDockerAction", "aws:runDocument",
        "aws:runPowerShellScript", "aws:runShellScript", "aws:softwareInventory", "aws:updateAgent",
        "aws:updateSsmAgent",
    }
)  # fmt: skip
PLATFORMS = ("Windows", "Linux", "MacOS")
ON_FAILURE = ("exit", "successAndExit")
EXECUTION_TIMEOUT_S = 3_600.0
PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z0-9]+)\s*\}\}")
_NAME = re.compile(r"[a-zA-Z0-9_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandStep:
    """One step. `platform` None: every platform; `timeout` may be a placeholder."""

    name: str
    script: str
    timeout: str
    platform: str | None
    on_failure: str | None

    def skipped_on(self, platform: str) -> str | None:
        """What the agent of another platform answers instead of running it."""
        if self.platform in (None, platform):
            return None
        unmet = f'"StringEquals": [platformType, {self.platform}]'
        return f"Step execution skipped due to unsatisfied preconditions: '{unmet}'. Step name: {self.name}"


def command_steps(
    document: str, content: Mapping[str, Any], parameters: Mapping[str, Parameter]
) -> tuple[CommandStep, ...]:
    """The document's steps, in order. Raises DocumentRefusedError: document, step, field, what was expected."""
    if unknown := sorted(set(content) - DOCUMENT_KEYS):
        raise DocumentRefusedError(f"{document}: {unknown[0]} is unknown; known: {', '.join(sorted(DOCUMENT_KEYS))}")
    raws = content.get("mainSteps")
    if not isinstance(raws, list) or not raws:
        raise DocumentRefusedError(f'{document}: Missing "mainSteps" in the document.')
    steps: dict[str, CommandStep] = {}
    for number, raw in enumerate(raws):
        step = _step(document, number, raw)
        if step.name in steps:
            raise DocumentRefusedError(f"{document}/{step.name}: name: there are two steps of this name")
        _check_placeholders(f"{document}/{step.name}", step, parameters)
        steps[step.name] = step
    return tuple(steps.values())


def _check_placeholders(where: str, step: CommandStep, parameters: Mapping[str, Parameter]) -> None:
    for name in PLACEHOLDER.findall(f"{step.script}\n{step.timeout}"):
        if name not in parameters:
            raise DocumentRefusedError(f'{where}: Parameter "{name}" is not declared.')
        if parameters[name].exported:
            raise DocumentRefusedError(f"{where}: {{{{ {name} }}}} stands in the step, but the parameter is an ENV_VAR")
    if "{{" not in step.timeout and not step.timeout.isdigit():
        raise DocumentRefusedError(f"{where}: inputs.timeoutSeconds is {step.timeout!r}, expected whole seconds")


def _step(document: str, number: int, raw: Any) -> CommandStep:
    for key in ("name", "action"):
        if not isinstance(raw, dict) or not isinstance(raw.get(key), str):
            raise DocumentRefusedError(f'{document}: mainSteps[{number}]: Missing "{key}" in step detail.')
    where = f"{document}/{raw['name']}"
    if not _NAME.fullmatch(raw["name"]):
        raise DocumentRefusedError(f"{where}: name: expected letters, digits and underscores")
    if raw["action"] not in PLUGINS:
        raise DocumentRefusedError(f"{where}: Unknown plugin name: {raw['action']}")
    if raw["action"] != "aws:runPowerShellScript":
        raise DocumentRefusedError(f"{where}: action {raw['action']} isn't modelled")
    if unknown := sorted(set(raw) - STEP_KEYS):
        raise DocumentRefusedError(f"{where}: {unknown[0]} is no property of a step of schema 2.2")
    inputs = raw.get("inputs", {})
    if unmodelled := sorted(set(inputs) & UNMODELLED_INPUTS):
        raise DocumentRefusedError(f"{where}: inputs.{unmodelled[0]} isn't modelled")
    if unknown := sorted(set(inputs) - INPUTS):
        raise DocumentRefusedError(f"{where}: inputs.{unknown[0]} is no input of {raw['action']}")
    lines = inputs.get("runCommand")
    if not isinstance(lines, str) and not (isinstance(lines, list) and all(isinstance(line, str) for line in lines)):
        raise DocumentRefusedError(f"{where}: inputs.runCommand is missing, expected a text or a list of lines")
    on_failure = inputs.get("onFailure")
    if on_failure is not None and on_failure not in ON_FAILURE:
        raise DocumentRefusedError(f"{where}: inputs.onFailure is {on_failure!r}, expected {' or '.join(ON_FAILURE)}")
    return CommandStep(
        name=raw["name"],
        script=lines if isinstance(lines, str) else "\n".join(lines),
        timeout=str(inputs.get("timeoutSeconds", int(EXECUTION_TIMEOUT_S))),
        platform=_platform(where, raw.get("precondition")),
        on_failure=on_failure,
    )


def _platform(where: str, precondition: Any) -> str | None:
    if precondition is None:
        return None
    match precondition:
        case {"StringEquals": ["platformType", platform] | [platform, "platformType"]} if len(precondition) == 1:
            if platform not in PLATFORMS:
                unknown = f"Invalid precondition, unrecognized values [platformType, {platform}] encountered."
                raise DocumentRefusedError(f"{where}: precondition: {unknown}")
            return str(platform)
    raise DocumentRefusedError(f"{where}: precondition {precondition!r} isn't modelled, only platformType")
