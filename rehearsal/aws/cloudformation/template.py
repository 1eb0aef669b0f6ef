"""Synthesized CloudFormation templates with every reference resolved: what CloudFormation would hand to each service.

Account, region and names are fixed, so a template always resolves to the same text; it is done once for each content.
A function, pseudo parameter or resource type that isn't known is refused with its place in the template.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rehearsal.aws.api.errors import UnsupportedError
from rehearsal.aws.cloudformation.resource_types import RESOURCE_TYPES, attribute, physical_id
from rehearsal.world.context import ACCOUNT_ID, PARTITION, REGION

_SUBSTITUTION = re.compile(r"\$\{(!?)([^}]+)\}")


class TemplateError(ValueError):
    """The template can't be deployed: a dangling reference, a circle, something unknown; the message says where."""


class _NoValue:
    """AWS::NoValue: the property is left out."""


_NO_VALUE = _NoValue()


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """One resource to deploy. `properties` hold no function any more; `physical_id` is what Ref gives."""

    stack: str
    logical_id: str
    type: str
    physical_id: str
    properties: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedStacks:
    """All resources in an order in which each comes after what it needs, and the stacks' outputs."""

    resources: tuple[Resource, ...]
    outputs: Mapping[str, Mapping[str, Any]]

    def find(self, kind: str, logical_id: str) -> Resource:
        """The resource of this type and logical id. Raises KeyError."""
        for resource in self.resources:
            if (resource.type, resource.logical_id) == (kind, logical_id):
                return resource
        raise KeyError(f"{kind} {logical_id}")


def load(templates: Mapping[str, Mapping[str, Any]], parameters: Mapping[str, str] | None = None) -> ResolvedStacks:
    """Resolves stacks (name → template) that may use each other's exports; `parameters` override defaults by name.

    Raises TemplateError; UnsupportedError for a resource type or function that isn't modelled.
    """
    given = json.dumps(dict(parameters or {}), sort_keys=True)
    known = _loaded.get(id(templates))
    if known is None or known[0] is not templates or known[1] != given:
        known = _loaded[id(templates)] = (templates, given, _load(json.dumps(templates), given))
    return known[2]


_loaded: dict[int, tuple[Mapping[str, Mapping[str, Any]], str, ResolvedStacks]] = {}


@cache
def _load(text: str, parameters: str) -> ResolvedStacks:
    templates: Mapping[str, Mapping[str, Any]] = json.loads(text)
    stacks = {name: _Stack(name, template, json.loads(parameters)) for name, template in templates.items()}
    exports: dict[str, Any] = {}
    resources: list[Resource] = []
    outputs: dict[str, Mapping[str, Any]] = {}
    for stack in _in_order_of_imports(stacks):
        stack.exports = exports
        resources += stack.resources()
        outputs[stack.name] = stack.outputs()
        exports |= stack.exported()
    return ResolvedStacks(resources=tuple(resources), outputs=outputs)


def _in_order_of_imports(stacks: Mapping[str, _Stack]) -> Iterator[_Stack]:
    waiting = dict(stacks)
    available: set[str] = set()
    while waiting:
        ready = [stack for stack in waiting.values() if stack.import_names() <= available]
        if not ready:
            raise TemplateError(f"stacks {', '.join(waiting)} import what nobody exports")
        for stack in ready:
            available |= stack.export_names()
            del waiting[stack.name]
            yield stack


class _Stack:
    """One template while it is resolved."""

    def __init__(self, name: str, template: Mapping[str, Any], parameters: Mapping[str, str]) -> None:
        self.name = name
        self._template = template
        self._given = parameters
        self._resources: Mapping[str, Mapping[str, Any]] = template.get("Resources", {})
        self.exports: Mapping[str, Any] = {}
        self._physical: dict[str, str] = {}
        self._conditions: dict[str, bool] = {}

    # -- between stacks -----------------------------------------------------------------------------------------------

    def import_names(self) -> set[str]:
        """Exports of other stacks that this one uses, by name."""
        return {str(self.value(found, "Fn::ImportValue")) for found in _find(self._template, "Fn::ImportValue")}

    def export_names(self) -> set[str]:
        """Names under which this one exports."""
        outputs = self._template.get("Outputs", {}).values()
        return {str(self.value(output["Export"]["Name"], "Export")) for output in outputs if "Export" in output}

    def exported(self) -> dict[str, Any]:
        """Export name to value."""
        outputs = self._template.get("Outputs", {})
        return {
            str(self.value(output["Export"]["Name"], name)): self.value(output["Value"], f"Outputs/{name}")
            for name, output in outputs.items()
            if "Export" in output
        }

    def outputs(self) -> dict[str, Any]:
        """Output name to value."""
        outputs = self._template.get("Outputs", {})
        return {name: self.value(output["Value"], f"Outputs/{name}") for name, output in outputs.items()}

    # -- resources ----------------------------------------------------------------------------------------------------

    def resources(self) -> list[Resource]:
        """The stack's resources, each after those it refers to or depends on."""
        wanted = {
            logical_id: raw
            for logical_id, raw in self._resources.items()
            if self._holds(raw.get("Condition")) and raw["Type"] != "AWS::CDK::Metadata"
        }
        for logical_id, raw in wanted.items():
            if raw["Type"] not in RESOURCE_TYPES:
                raise UnsupportedError(f"{self.name}/{logical_id}: resource type {raw['Type']}")
        result = []
        for logical_id in _sorted_by_need(self.name, wanted):
            raw = wanted[logical_id]
            properties = self.value(raw.get("Properties", {}), logical_id)
            result.append(
                Resource(
                    stack=self.name, logical_id=logical_id, type=raw["Type"],
                    physical_id=self._physical_id(logical_id), properties=properties,
                )
            )  # fmt: skip
        return result

    def _physical_id(self, logical_id: str) -> str:
        if logical_id not in self._physical:
            raw = self._resources[logical_id]
            name = RESOURCE_TYPES[raw["Type"]].name_property
            given = raw.get("Properties", {}).get(name) if name else None
            chosen = self.value(given, f"{logical_id}/{name}") if given is not None else self._generated(logical_id)
            self._physical[logical_id] = physical_id(raw["Type"], str(chosen))
        return self._physical[logical_id]

    def _generated(self, logical_id: str) -> str:
        digest = hashlib.sha256(f"{self.name}/{logical_id}".encode()).hexdigest()[:12].upper()
        return f"{self.name}-{logical_id}-{digest}"

    # -- functions ----------------------------------------------------------------------------------------------------

    def value(self, raw: Any, where: str) -> Any:
        """The value with every function in it computed."""
        if isinstance(raw, dict):
            if len(raw) == 1:
                key, argument = next(iter(raw.items()))
                if key == "Ref" or key.startswith("Fn::"):
                    return self._function(key, argument, where)
                if key == "Condition" and isinstance(argument, str):
                    return self._holds(argument)
            values = {key: self.value(inner, f"{where}/{key}") for key, inner in raw.items()}
            return {key: value for key, value in values.items() if value is not _NO_VALUE}
        if isinstance(raw, list):
            items = [self.value(inner, f"{where}/{number}") for number, inner in enumerate(raw)]
            return [item for item in items if item is not _NO_VALUE]
        return raw

    def _function(self, name: str, argument: Any, where: str) -> Any:
        match name:
            case "Ref":
                return self._ref(argument, where)
            case "Fn::GetAtt":
                parts = argument.split(".", 1) if isinstance(argument, str) else argument
                return self._attribute(parts[0], parts[1], where)
            case "Fn::Join":
                separator, items = argument
                return separator.join(str(item) for item in self.value(items, where))
            case "Fn::Sub":
                return self._substitute(argument, where)
            case "Fn::Select":
                index, items = self.value(argument, where)
                return items[int(index)]
            case "Fn::Split":
                separator, text = self.value(argument, where)
                return text.split(separator)
            case "Fn::If":
                condition, then, otherwise = argument
                return self.value(then if self._holds(condition) else otherwise, where)
            case "Fn::Equals":
                left, right = self.value(argument, where)
                return left == right
            case "Fn::And":
                return all(self._truth(inner, where) for inner in argument)
            case "Fn::Or":
                return any(self._truth(inner, where) for inner in argument)
            case "Fn::Not":
                return not self._truth(argument[0], where)
            case "Fn::FindInMap":
                first, second, third = self.value(argument, where)
                return self._template["Mappings"][first][second][third]
            case "Fn::ImportValue":
                exported = self.value(argument, where)
                if exported not in self.exports:
                    raise TemplateError(f"{self.name}/{where}: nobody exports {exported}")
                return self.exports[exported]
        raise UnsupportedError(f"{self.name}/{where}: {name}")

    def _ref(self, name: str, where: str) -> Any:
        match name:
            case "AWS::AccountId":
                return ACCOUNT_ID
            case "AWS::Region":
                return REGION
            case "AWS::Partition":
                return PARTITION
            case "AWS::URLSuffix":
                return "amazonaws.com"
            case "AWS::StackName":
                return self.name
            case "AWS::StackId":
                return f"arn:{PARTITION}:cloudformation:{REGION}:{ACCOUNT_ID}:stack/{self.name}/rehearsal"
            case "AWS::NoValue":
                return _NO_VALUE
        if name in self._resources:
            return self._physical_id(name)
        if name in self._template.get("Parameters", {}):
            return self._parameter(name, where)
        raise TemplateError(f"{self.name}/{where}: Ref to unknown {name}")

    def _parameter(self, name: str, where: str) -> Any:
        declared = self._template["Parameters"][name]
        value = self._given.get(name, declared.get("Default"))
        if value is None:
            raise TemplateError(f"{self.name}/{where}: parameter {name} has no default")
        kind = declared["Type"]
        if kind.startswith("AWS::SSM::Parameter::Value"):
            return f"resolved:{value}"
        if kind == "CommaDelimitedList":
            return [item.strip() for item in value.split(",")]
        return value

    def _attribute(self, logical_id: str, name: str, where: str) -> Any:
        if logical_id not in self._resources:
            raise TemplateError(f"{self.name}/{where}: GetAtt of unknown {logical_id}")
        kind, properties = self._resources[logical_id]["Type"], self._resources[logical_id].get("Properties", {})
        try:
            return attribute(
                kind, self._physical_id(logical_id), name, path=self.value(properties.get("Path", "/"), where)
            )
        except KeyError:
            raise UnsupportedError(f"{self.name}/{where}: attribute {name} of {kind}") from None

    def _substitute(self, argument: Any, where: str) -> str:
        text, variables = (argument, {}) if isinstance(argument, str) else argument
        local = {key: self.value(inner, where) for key, inner in variables.items()}

        def replace(found: re.Match[str]) -> str:
            literal, name = found[1], found[2]
            if literal:
                return f"${{{name}}}"
            if name in local:
                return str(local[name])
            if "." in name:
                logical_id, attribute_name = name.split(".", 1)
                return str(self._attribute(logical_id, attribute_name, where))
            return str(self._ref(name, where))

        return _SUBSTITUTION.sub(replace, text)

    # -- conditions ---------------------------------------------------------------------------------------------------

    def _holds(self, name: str | None) -> bool:
        if name is None:
            return True
        if name not in self._conditions:
            raw = self._template.get("Conditions", {}).get(name)
            if raw is None:
                raise TemplateError(f"{self.name}: unknown condition {name}")
            self._conditions[name] = self._truth(raw, f"Conditions/{name}")
        return self._conditions[name]

    def _truth(self, raw: Any, where: str) -> bool:
        return bool(self.value(raw, where))


def _find(raw: Any, key: str) -> Iterator[Any]:
    match raw:
        case dict():
            for name, inner in raw.items():
                if name == key:
                    yield inner
                else:
                    yield from _find(inner, key)
        case list():
            for inner in raw:
                yield from _find(inner, key)


def _references(raw: Any) -> Iterator[str]:
    yield from _find(raw, "Ref")
    for target in _find(raw, "Fn::GetAtt"):
        yield target.split(".", 1)[0] if isinstance(target, str) else target[0]
    for argument in _find(raw, "Fn::Sub"):
        text = argument if isinstance(argument, str) else argument[0]
        yield from (found[2].split(".", 1)[0] for found in _SUBSTITUTION.finditer(text) if not found[1])


def _sorted_by_need(stack: str, wanted: Mapping[str, Mapping[str, Any]]) -> Sequence[str]:
    needs: dict[str, list[str]] = {}
    for logical_id, raw in wanted.items():
        depends = raw.get("DependsOn", [])
        listed = [depends] if isinstance(depends, str) else list(depends)
        referred = [*_references(raw.get("Properties", {})), *listed]
        needs[logical_id] = [name for name in dict.fromkeys(referred) if name in wanted and name != logical_id]
    done: dict[str, bool] = {}

    def visit(logical_id: str, path: tuple[str, ...]) -> None:
        if logical_id in path:
            raise TemplateError(f"{stack}: {' → '.join((*path, logical_id))} is a circle")
        if logical_id in done:
            return
        for need in needs[logical_id]:
            visit(need, (*path, logical_id))
        done[logical_id] = True

    for logical_id in wanted:
        visit(logical_id, ())
    return list(done)
