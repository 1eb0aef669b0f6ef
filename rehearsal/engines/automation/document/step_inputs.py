"""What each action's inputs must look like, as far as that is known without the values of parameters."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from rehearsal.engines.automation.document.action_forms import CLOUDWATCH_CONFIG, ActionForm
from rehearsal.engines.automation.document.choices import problems
from rehearsal.engines.automation.document.data_types import duration_s, instant
from rehearsal.engines.automation.document.selectors import parse_selector
from rehearsal.engines.automation.errors import RunbookRefusedError

Refuse = Callable[[str], RunbookRefusedError]
"""Makes the error for this step of what is wrong with it."""
Inputs = Mapping[str, Any]
RUNTIMES = frozenset({"python3.6", "python3.7", "python3.8", "python3.9", "python3.10", "python3.11"})
APPROVERS_MAX = 10
MESSAGE_CHARACTERS_MAX = 4_096
ITERATIONS_MAX = 100
DESIRED_STATES = ("running", "stopped")
ITERATOR_TYPES = ("Boolean", "Integer", "String", "StringMap")


def check_inputs(action: str, form: ActionForm, inputs: Inputs, refuse: Refuse) -> None:
    """Raises the error that `refuse` makes for the first mistake."""
    if missing := sorted(form.required - set(inputs)):
        raise refuse(f"inputs.{missing[0]} is missing, {action} requires it")
    if unmodelled := sorted(form.unmodelled & set(inputs)):
        raise refuse(f"inputs.{unmodelled[0]} of {action} isn't modelled")
    known = form.required | form.optional
    if not form.calls_api and (unknown := sorted(set(inputs) - known)):
        raise refuse(f"inputs.{unknown[0]} is no input {unknown[0]} of {action}; known: {', '.join(sorted(known))}")
    check = _CHECKS.get(action)
    if check is not None:
        check(inputs, refuse)


@lru_cache(maxsize=256)
def functions_of(script: str) -> tuple[str, ...]:
    """Functions at the top of a script. Raises SyntaxError with the line."""
    return tuple(node.name for node in ast.parse(script).body if isinstance(node, ast.FunctionDef))


def open_value(value: Any) -> bool:
    """Whether the value comes from a placeholder."""
    return isinstance(value, str) and "{{" in value


def _listed(inputs: Inputs, name: str, refuse: Refuse, most: int | None = None) -> None:
    value = inputs[name]
    if open_value(value):
        return
    if not isinstance(value, list) or not value:
        raise refuse(f"inputs.{name} is {value!r}, expected a list")
    if most is not None and len(value) > most:
        raise refuse(f"inputs.{name} has {len(value)} items, {most} are allowed")


def _one_of(inputs: Inputs, name: str, allowed: tuple[str, ...], refuse: Refuse) -> None:
    value = inputs[name]
    if not open_value(value) and value not in allowed:
        raise refuse(f"inputs.{name} is {value!r}, expected one of {', '.join(allowed)}")


def _whole(inputs: Inputs, name: str, least: int, most: int, refuse: Refuse) -> None:
    value = inputs[name]
    if open_value(value):
        return
    if isinstance(value, bool) or not str(value).isdigit() or not least <= int(value) <= most:
        raise refuse(f"inputs.{name} is {value!r}, expected a whole number from {least} to {most}")


def _approve(inputs: Inputs, refuse: Refuse) -> None:
    _listed(inputs, "Approvers", refuse, APPROVERS_MAX)
    if len(inputs.get("Message", "")) > MESSAGE_CHARACTERS_MAX:
        raise refuse(f"inputs.Message has {len(inputs['Message'])} characters, {MESSAGE_CHARACTERS_MAX} are allowed")
    if "MinRequiredApprovals" in inputs:
        _whole(inputs, "MinRequiredApprovals", 1, APPROVERS_MAX, refuse)


def _property(inputs: Inputs, refuse: Refuse) -> None:
    _listed(inputs, "DesiredValues", refuse)
    if not open_value(inputs["PropertySelector"]):
        try:
            parse_selector(inputs["PropertySelector"])
        except ValueError as error:
            raise refuse(f"inputs.PropertySelector: {error}") from None


def _branch(inputs: Inputs, refuse: Refuse) -> None:
    if not isinstance(inputs["Choices"], list) or not inputs["Choices"]:
        raise refuse("inputs.Choices is empty, expected a list of choices")
    for number, choice in enumerate(inputs["Choices"]):
        for problem in problems(choice, f"inputs.Choices[{number}]", goes=True):
            raise refuse(problem)


def _change_instance_state(inputs: Inputs, refuse: Refuse) -> None:
    _listed(inputs, "InstanceIds", refuse)
    if inputs["DesiredState"] == "terminated":
        raise refuse("inputs.DesiredState terminated isn't modelled")
    _one_of(inputs, "DesiredState", DESIRED_STATES, refuse)


def _create_tags(inputs: Inputs, refuse: Refuse) -> None:
    _listed(inputs, "ResourceIds", refuse)
    _listed(inputs, "Tags", refuse)
    if inputs.get("ResourceType", "EC2") != "EC2":
        raise refuse(f"inputs.ResourceType {inputs['ResourceType']} isn't modelled, only EC2")


def _execute_script(inputs: Inputs, refuse: Refuse) -> None:
    runtime, script, handler = str(inputs["Runtime"]), str(inputs["Script"]), inputs["Handler"]
    if "powershell" in runtime.lower() or runtime.lower().startswith("dotnet"):
        raise refuse(f"inputs.Runtime {runtime}: PowerShell in aws:executeScript isn't modelled")
    if runtime not in RUNTIMES:
        raise refuse(f"inputs.Runtime is {runtime!r}, expected one of {', '.join(sorted(RUNTIMES))}")
    if open_value(script):
        return
    try:
        functions = functions_of(script)
    except SyntaxError as error:
        raise refuse(f"inputs.Script, line {error.lineno}: {error.msg}") from None
    if handler not in functions:
        raise refuse(f"inputs.Handler is {handler!r}, expected a function of the script: {', '.join(functions)}")


def _loop(inputs: Inputs, refuse: Refuse) -> None:
    if ("Iterators" in inputs) == ("LoopCondition" in inputs):
        raise refuse("inputs: expected either Iterators or LoopCondition")
    if "LoopCondition" in inputs:
        if "IteratorDataType" in inputs:
            raise refuse("inputs.IteratorDataType belongs to Iterators, there is a LoopCondition")
        for problem in problems(inputs["LoopCondition"], "inputs.LoopCondition", goes=False):
            raise refuse(problem)
    else:
        _listed(inputs, "Iterators", refuse, ITERATIONS_MAX)
        if "IteratorDataType" in inputs:
            _one_of(inputs, "IteratorDataType", ITERATOR_TYPES, refuse)
    if "MaxIterations" in inputs:
        _whole(inputs, "MaxIterations", 1, ITERATIONS_MAX, refuse)


def _run_command(inputs: Inputs, refuse: Refuse) -> None:
    _listed(inputs, "InstanceIds", refuse, 50)
    if not isinstance(inputs.get("Parameters", {}), dict):
        raise refuse(f"inputs.Parameters is {type(inputs['Parameters']).__name__}, expected a map")
    if "TimeoutSeconds" in inputs:
        _whole(inputs, "TimeoutSeconds", 30, 2_592_000, refuse)
    config = inputs.get("CloudWatchOutputConfig", {})
    if not isinstance(config, dict) or not set(config) <= CLOUDWATCH_CONFIG:
        names = ", ".join(sorted(CLOUDWATCH_CONFIG))
        raise refuse(f"inputs.CloudWatchOutputConfig holds {config!r}, expected {names}")


def _sleep(inputs: Inputs, refuse: Refuse) -> None:
    if ("Duration" in inputs) == ("Timestamp" in inputs):
        raise refuse("inputs: expected either Duration or Timestamp")
    for name, parse in (("Duration", duration_s), ("Timestamp", instant)):
        if name in inputs and not open_value(inputs[name]):
            try:
                parse(str(inputs[name]))
            except ValueError as error:
                raise refuse(f"inputs.{name}: {error}") from None


def _update_variable(inputs: Inputs, refuse: Refuse) -> None:
    if not str(inputs["Name"]).startswith("variable:"):
        raise refuse(f"inputs.Name is {inputs['Name']!r}, expected variable:<name>")


_CHECKS: Mapping[str, Callable[[Inputs, Refuse], None]] = {
    "aws:approve": _approve,
    "aws:assertAwsResourceProperty": _property,
    "aws:branch": _branch,
    "aws:changeInstanceState": _change_instance_state,
    "aws:createTags": _create_tags,
    "aws:executeScript": _execute_script,
    "aws:loop": _loop,
    "aws:runCommand": _run_command,
    "aws:sleep": _sleep,
    "aws:updateVariable": _update_variable,
    "aws:waitForAwsResourceProperty": _property,
}
