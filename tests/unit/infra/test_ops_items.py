"""OpsItems of our own events: one for each node and code, made only where the owner asks for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import aws_cdk as cdk
import pytest
from aws_cdk.assertions import Template

from cachewarden.codes import CATALOGUE
from infra.configuration import Configuration, ConfigurationError
from infra.stacks.control import ControlStack
from rehearsal.engines.eventbridge.event_fields import EventFields
from rehearsal.engines.eventbridge.pattern import compile_pattern
from rehearsal.engines.eventbridge.target_input import TargetInput

DESCRIPTION_MAX = 2048
"""Characters (CreateOpsItem, API reference)."""
EVENT = {
    "source": "cachewarden",
    "detail-type": "Attention",
    "detail": {
        "v": 1,
        "node": "SALES1 (i-0123456789abcdef0)",
        "instanceId": "i-0123456789abcdef0",
        "actionRequired": True,
        "code": "CW6201",
        "why": 'the job "Repair" failed\nNow: SALES1 is in service',
        "dataIsSafe": "Unknown until you have read the reason.",
        "next": "DBA: Look at the Swap volume.",
        "page": "docs/errors/CW6201.md",
    },
}


def rules(**context: str) -> Iterator[dict[str, Any]]:
    app = cdk.App(context={f"cachewarden:{name}": value for name, value in context.items()})
    configuration = Configuration.from_context(app.node.try_get_context)
    template = Template.from_stack(ControlStack(app, "Probe", description="probe", configuration=configuration))
    for rule in template.find_resources("AWS::Events::Rule").values():
        if rule["Properties"].get("EventPattern", {}).get("source") == ["cachewarden"]:
            yield rule["Properties"]


@pytest.fixture(scope="module")
def rule() -> dict[str, Any]:
    (made,) = rules(ops_items="true")
    return made


def item(rule: dict[str, Any], event: dict[str, Any]) -> dict[str, Any]:
    (target,) = rule["Targets"]
    made = TargetInput.parse(target).value(event, "rule")
    assert isinstance(made, dict)
    return made


def test_none_are_made_unless_the_owner_asks():
    assert list(rules()) == []
    with pytest.raises(ConfigurationError, match="ops_items"):
        Configuration.from_context(lambda key: "often" if key == "cachewarden:ops_items" else None)


def test_only_what_asks_for_a_person_becomes_one(rule):
    pattern = compile_pattern(rule["EventPattern"])
    assert pattern.matches(EventFields(EVENT))
    assert not pattern.matches(EventFields({**EVENT, "detail": {**EVENT["detail"], "actionRequired": False}}))
    assert not pattern.matches(EventFields({**EVENT, "detail-type": "Refused"}))
    assert not pattern.matches(EventFields({**EVENT, "source": "aws.ssm"}))


def test_it_says_what_to_do_and_is_known_again_by_node_and_code(rule):
    made = item(rule, EVENT)
    assert made["title"] == "CacheWarden: CW6201 on i-0123456789abcdef0"
    assert made["description"] == EVENT["detail"]["next"]
    data = made["operationalData"]
    assert data["why"] == {"type": "String", "value": EVENT["detail"]["why"]}
    assert data["/aws/dedup"]["type"] == "SearchableString"
    assert json.loads(data["/aws/dedup"]["value"]) == {"dedupString": "cachewarden-i-0123456789abcdef0-CW6201"}


def test_no_remedy_is_longer_than_a_description_may_be():
    assert max(len(entry.remedy) for entry in CATALOGUE.values()) + len("DBA and whoever runs it: ") < DESCRIPTION_MAX
