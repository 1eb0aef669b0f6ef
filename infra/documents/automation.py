"""The content of an Automation document: its template, filled with what its act says."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from infra.documents.acts import NODE, AutomationAct, HostCommand
from infra.documents.names import deployed_name
from infra.documents.parameters import LEASE_PARAMETERS, Parameters
from infra.documents.templates import filled, load

DELIVERY_SECONDS = 180
"""How much longer than its command a step waits: 120 s for the delivery, and a minute to see the end."""


def automation_content(
    act: AutomationAct, templates: Path, parameters: Parameters, substitutions: Mapping[str, object]
) -> dict[str, Any]:
    """The document as an object; a substitution that is a function gets the document's deployed name."""
    name = deployed_name("Automation", act.stem)
    given = {key: value(name) if callable(value) else value for key, value in substitutions.items()}
    if act.goal is not None:
        content = filled(load(templates / "workflow.yaml"), {"DESCRIPTION": act.description, "GOAL": act.goal})
    else:
        content = _on_hosts(act, load(templates / "automation.yaml"))
    content["parameters"] = parameters.of_automation(content["parameters"])
    return dict(filled(content, given))


def _on_hosts(act: AutomationAct, template: dict[str, Any]) -> dict[str, Any]:
    nodes = [NODE, *(command.node for command in act.commands)]
    own = [name for command in act.commands for name in command.parameters]
    outputs = [
        output
        for command in act.commands
        if command.verdict is not None
        for output in (f"{command.step}.CommandId", f"{command.verdict.step}.Verdict")
    ]
    values = {
        "DESCRIPTION": act.description,
        "NODES": list(dict.fromkeys(nodes)),
        "LEASE_PARAMETERS": list(LEASE_PARAMETERS) if any(command.run.lease for command in act.commands) else [],
        "OWN_PARAMETERS": list(dict.fromkeys(own)),
        "FURTHER_OUTPUTS": outputs,
    }
    command_step, verdict_step, last_step = template["mainSteps"]
    steps = [*_steps(act, command_step, verdict_step), last_step]
    head = filled({key: value for key, value in template.items() if key != "mainSteps"}, values)
    chained = [filled(step, {"NEXT_STEP": following["name"]}) for step, following in pairwise(steps)]
    return {**head, "mainSteps": [*chained, last_step]}


def _steps(
    act: AutomationAct, command_step: Mapping[str, Any], verdict_step: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    for command in act.commands:
        values = {
            "STEP": command.step,
            "DESCRIPTION": command.description,
            "TIMEOUT_SECONDS": command.run.timeout_seconds + DELIVERY_SECONDS,
            "ON_FAILURE": command.on_failure,
            "COMMAND_DOCUMENT": deployed_name("Command", command.run.stem),
            "NODE": command.node,
            "PASSED_ON": _passed_on(command),
        }
        yield filled(command_step, values)
        if command.verdict is not None:
            values |= {"VERDICT_STEP": command.verdict.step, "VERDICT_DESCRIPTION": command.verdict.description}
            yield filled(verdict_step, values)


def _passed_on(command: HostCommand) -> dict[str, str]:
    names = [*(LEASE_PARAMETERS if command.run.lease else ()), *command.parameters]
    return {name: f"{{{{ {name} }}}}" for name in names}
