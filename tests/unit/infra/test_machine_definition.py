"""What is deployed of a state machine's file: plain States Language, whatever the file shares by anchors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from infra.machine_definition import SHARED, STATE_MACHINES, machine_definition
from rehearsal.aws.cloudformation.template import load

STEMS = sorted(path.name.removesuffix(".asl.yaml") for path in STATE_MACHINES.glob("*.asl.yaml"))


def keys(value: Any) -> Iterator[str]:
    """Every key at any depth."""
    match value:
        case dict():
            for key, inner in value.items():
                yield key
                yield from keys(inner)
        case list():
            for item in value:
                yield from keys(item)


def mutable_parts(value: Any) -> Iterator[int]:
    """The identity of every object and array at any depth."""
    if isinstance(value, dict | list):
        yield id(value)
        for inner in value.values() if isinstance(value, dict) else value:
            yield from mutable_parts(inner)


def test_no_merge_key_and_no_holder_of_anchors_is_deployed(synthesized):
    deployed = {
        resource.properties["StateMachineName"]: resource.properties["DefinitionString"]
        for resource in load(synthesized).resources
        if resource.type == "AWS::StepFunctions::StateMachine"
    }

    assert deployed.keys() == {f"cachewarden-{stem.replace('_', '-')}" for stem in STEMS}
    for text in deployed.values():
        definition = json.loads(text)
        assert definition.keys() == {"Comment", "QueryLanguage", "StartAt", "TimeoutSeconds", "States"}
        assert not {"<<", SHARED} & set(keys(definition))


@pytest.mark.parametrize("stem", STEMS)
def test_states_share_no_part_that_a_change_of_one_would_change_in_another(stem):
    parts = list(mutable_parts(machine_definition(stem)))

    assert len(parts) == len(set(parts))


def test_an_act_takes_over_what_all_have_and_keeps_what_it_says_itself():
    states = machine_definition("maintain_replica")["States"]
    held, started = states["HoldReplicaModes"], states["StartSqlServer"]

    assert (held.pop("Next"), started.pop("Next")) == ("DecideNextStep", "ObserveCluster")
    assert held.pop("Comment") != started.pop("Comment")
    assert held == started
