"""All calls of SSM documents with what they give, read off documents, machines and functions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cachewarden.operation import host_commands
from cachewarden.operation.actions import Action
from cachewarden.operation.host_commands import ACT_MACHINE, HOST_PREFIX, commands_of
from checks.deployment import PRODUCT_PREFIX, DeployedDocument, Deployment
from checks.machines.decided_acts import ACTION, UnreadableError, decided_acts
from checks.machines.states import edges, expression_of, flows, states
from checks.python_sources.source import called_name, keyword, literal_keys, parsed
from rehearsal.engines.automation.document.placeholders import PLACEHOLDER, placeholders

_WORDS = re.compile(r"\^\((\w+(?:\|\w+)*)\)\$")
DECIDED_COMMANDS = "$decision.commands"
_DOCUMENT = re.compile(rf"\b{HOST_PREFIX}\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call. `given`: values by name, None where the text isn't known before the run."""

    where: str
    document: str
    kind: str
    given: Mapping[str, Any]
    caller: DeployedDocument | None = None


def all_calls(deployment: Deployment) -> Iterator[Call]:
    """From all callers. Raises UnreadableError where the source doesn't say it literally."""
    yield from _from_documents(deployment)
    yield from _from_machines(deployment)
    yield from _from_handlers(deployment)
    yield from _sent_by_functions(deployment)


def _from_documents(deployment: Deployment) -> Iterator[Call]:
    for document in deployment.documents.values():
        for number, step in enumerate(document.steps):
            inputs = step.get("inputs", {})
            match step["action"]:
                case "aws:runCommand":
                    kind, field = "Command", "Parameters"
                case "aws:executeAutomation":
                    kind, field = "Automation", "RuntimeParameters"
                case _:
                    continue
            where = deployment.place(document.source, "mainSteps", number, "inputs")
            for name in _possible_names(inputs.get("DocumentName", ""), document, where):
                yield Call(where=where, document=name, kind=kind, given=inputs.get(field, {}), caller=document)


def _possible_names(name: str, document: DeployedDocument, where: str) -> list[str]:
    """The name itself; where it has a parameter in it, one for each word that its pattern admits."""
    for parameter in placeholders(name):
        pattern = str(document.parameters.get(parameter, {}).get("allowedPattern"))
        words = _WORDS.fullmatch(pattern)
        if words is None:
            raise UnreadableError(f"{where}: {name}: the pattern of {parameter} is no list of words")
        return [PLACEHOLDER.sub(word, name) for word in words[1].split("|")]
    return [name]


def _from_machines(deployment: Deployment) -> Iterator[Call]:
    """Starts of act-on-host: its commands are those of the decided act, or are listed by the state itself."""
    for machine in deployment.machines.values():
        actions = _actions_of_states(machine.definition)
        for path, name, raw in states(machine.definition):
            arguments = raw.get("Arguments", {})
            started = isinstance(arguments, dict) and arguments.get("StateMachineArn", "").endswith(f":{ACT_MACHINE}")
            if not started:
                continue
            where = deployment.place(machine.source, *path, "Arguments", "Input", "commands")
            commands = expression_of(arguments["Input"]["commands"])
            if commands == DECIDED_COMMANDS:
                yield from _of_act(deployment, Action(actions[name]))
                continue
            listed = _DOCUMENT.findall(commands or "")
            if not listed:
                raise UnreadableError(f"{where}: the commands are neither decided nor listed here")
            for document in listed:
                yield Call(where=where, document=document, kind="Command", given={})


def _of_act(deployment: Deployment, action: Action) -> Iterator[Call]:
    """The commands of every decision on this act; what decide gives and no command takes is given to its first one."""
    acts = [act for act in decided_acts(deployment) if act.action == action]
    for act in acts:
        own = {name: text or "" for name, text in act.own.items()}
        commands = commands_of(action, own)
        read = {name for command in commands for name in (*command.takes, command.on)}
        unread = set(own) - read
        told: str | None = None
        for number, command in enumerate(commands):
            taken = command.takes | (unread if number == 0 else set())
            given = {**dict.fromkeys(act.lease), **{name: act.own[name] for name in taken if name in act.own}}
            given |= {**command.given, **dict.fromkeys([told] if told is not None else [])}
            told = command.tells
            yield Call(where=act.where, document=command.document, kind="Command", given=given)
    if not acts:
        for command in commands_of(action, {}):
            yield _named_only(deployment, ACTION, command.document, "Command")


def _actions_of_states(definition: Mapping[str, Any]) -> dict[str, str]:
    """State -> the decided action that leads to it, by the conditions of the Choice states."""
    found: dict[str, str] = {}
    for flow in flows(definition):
        for raw in flow.states.values():
            for edge in edges(raw, ()):
                _, equals, rest = str(edge.raw.get("Condition", "")).partition("$decision.action = '")
                if equals:
                    found[edge.target] = rest.partition("'")[0]
    return found


def _from_handlers(deployment: Deployment) -> Iterator[Call]:
    """Literal names of documents in the functions' code."""
    for path, text in deployment.aws_callers().items():
        for node in ast.walk(parsed(text)):
            match node:
                case ast.Constant(value=str(name)) if name.startswith(PRODUCT_PREFIX) and name[-1] != "-":
                    kind = "Command" if name.startswith(HOST_PREFIX) else "Automation"
                    yield _named_only(deployment, f"{path}:{node.lineno}", name, kind)


def _named_only(deployment: Deployment, where: str, name: str, kind: str) -> Call:
    """A document that must exist; what it is given isn't said here."""
    document = deployment.documents.get(name)
    return Call(
        where=where, document=name, kind=kind, given=dict.fromkeys(document.parameters) if document is not None else {}
    )


def _sent_by_functions(deployment: Deployment) -> Iterator[Call]:
    """Every SendCommand in the functions' code."""
    for path, text in deployment.aws_callers().items():
        for node in ast.walk(parsed(text)):
            if isinstance(node, ast.Call) and called_name(node) == "send_command":
                where = f"{path}:{node.lineno}"
                given = keyword(node, "Parameters")
                keys = {} if given is None else literal_keys(given)
                if keys is None:
                    raise UnreadableError(f"{where}: SendCommand's Parameters aren't a literal")
                yield Call(where=where, document=_sent(node, where), kind="Command", given=dict.fromkeys(keys))


def _sent(node: ast.Call, where: str) -> str:
    match keyword(node, "DocumentName"):
        case ast.Constant(value=str(name)):
            return name
        case ast.Name(id=name) if isinstance(getattr(host_commands, name, None), str):
            return str(getattr(host_commands, name))
        case _:
            raise UnreadableError(f"{where}: SendCommand's DocumentName is no literal or name of host_commands")
