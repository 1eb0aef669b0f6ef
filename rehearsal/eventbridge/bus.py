"""The rules of a CloudFormation template, and which of their targets an event reaches."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rehearsal.eventbridge.event_fields import EventFields
from rehearsal.eventbridge.pattern import Pattern, compile_pattern
from rehearsal.eventbridge.target_input import TargetInput

DEFAULT_BUS = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """`arn` is what `resolve` made of it; `properties` are the target's own in the template, resolved."""

    id: str
    arn: str
    input: TargetInput
    properties: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """`pattern` is None for a rule that only has a schedule."""

    logical_id: str
    name: str
    bus: str
    enabled: bool
    pattern: Pattern | None
    schedule: str | None
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """`input` is the JSON that the target gets."""

    rule: Rule
    target: Target
    input: Any


class Bus:
    """The rules of one event bus, in the template's order."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.rules = rules

    @classmethod
    def from_template(
        cls,
        template: Mapping[str, Any],
        resolve: Callable[[Any], Any] = lambda value: value,
        *,
        name: str = DEFAULT_BUS,
    ) -> "Bus":
        """`resolve` replaces intrinsic functions (Ref, Fn::GetAtt, …) in a resource's properties.

        Raises InvalidPatternError for a pattern that EventBridge refuses, or that still holds a function.
        """
        rules = (
            _rule(logical_id, resolve(resource.get("Properties", {})))
            for logical_id, resource in template.get("Resources", {}).items()
            if resource.get("Type") == "AWS::Events::Rule"
        )
        return cls(tuple(rule for rule in rules if rule.bus == name))

    def route(self, event: Mapping[str, Any]) -> tuple[Delivery, ...]:
        """Every target of every enabled rule whose pattern matches."""
        return tuple(self._deliveries(event))

    def _deliveries(self, event: Mapping[str, Any]) -> Iterator[Delivery]:
        fields = EventFields(event)
        for rule in self.rules:
            if rule.enabled and rule.pattern is not None and rule.pattern.matches(fields):
                for target in rule.targets:
                    yield Delivery(rule=rule, target=target, input=target.input.value(event, rule.name))


def _rule(logical_id: str, properties: Mapping[str, Any]) -> Rule:
    pattern = properties.get("EventPattern")
    name = properties.get("Name")
    return Rule(
        logical_id=logical_id,
        name=name if isinstance(name, str) else logical_id,
        bus=str(properties.get("EventBusName", DEFAULT_BUS)),
        enabled=properties.get("State", "ENABLED") != "DISABLED",
        pattern=None if pattern is None else compile_pattern(pattern),
        schedule=properties.get("ScheduleExpression"),
        targets=tuple(
            Target(id=target["Id"], arn=target["Arn"], input=TargetInput.parse(target), properties=target)
            for target in properties.get("Targets", ())
        ),
    )
