"""The ASL community's validator as a second opinion on what is accepted and what is refused.

Where it differs from AWS, AWS's recording counts; where it differs from us, the reason stands here.
"""

import json

import pytest

from rehearsal.engines.asl import InvalidDefinitionError, Machine
from tests.campaigns import part
from tests.repository import CONFORMANCE
from tests.unit.rehearsal.engines.asl import npm_packages
from tests.unit.rehearsal.engines.asl.syntax.test_definition import ACCEPTED, INVALID
from tests.unit.state_machines.machine_harness import definition

CORPUS = CONFORMANCE / "asl"
OURS = ("maintain_replica", "act_on_host")

TOO_STRICT = {
    **dict.fromkeys(
        [
            *("output__any_bool", "output__any_float", "output__any_int", "output__any_list_rich", "output__any_null"),
            *("output__in_choice_false", "output__in_choice_true", "parallel__chains_of_passes"),
        ],
        "AWS accepts any JSON as Output, the validator only objects and strings",
    ),
    "text that only looks like an expression": "Output is an array, as above",
}
TOO_LENIENT = {
    **dict.fromkeys(
        ["validation__empty_credentials", "validation__jsonpath_state_in_jsonata_machine"],
        "AWS refused it when recorded",
    ),
    **dict.fromkeys(
        [
            *("bare name", "bare name in a function", "dollar", "root", "root inside a predicate"),
            *("result in arguments", "result of a pass", "errorOutput outside a catch", "result in a catch"),
        ],
        "it parses expressions, it doesn't look at what they refer to",
    ),
    **dict.fromkeys(
        [
            *("empty ErrorEquals", "ALL with others", "ALL not last", "retry field", "interval", "backoff", "jitter"),
            *("no max delay", "ResultPath of a catch"),
        ],
        "it doesn't look into Retry and Catch",
    ),
    **dict.fromkeys(
        ["variable of an outer scope", "variable states", "variable with a dot", "long variable"],
        "it knows no rules for variables",
    ),
    **dict.fromkeys(
        ["version", "timeout", "heartbeat not below timeout", "no branches", "language of a branch"],
        "its schema leaves the field free",
    ),
}


def corpus():
    for path in sorted(CORPUS.glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        if "definition_text" not in case:
            yield path.stem, case["definition"], case["expect"]["status"] != "INVALID"


def tables():
    yield from ((name, definition, False) for name, definition in INVALID.items())
    yield from ((name, definition, True) for name, definition in ACCEPTED.items())


@pytest.mark.parametrize("source", [corpus, tables])
def test_validator_agrees_but_for_the_excused(source):
    cases = list(source())
    complaints = npm_packages.validate([definition for _, definition, _ in cases])
    strict = {name for (name, _, valid), found in zip(cases, complaints, strict=True) if valid and found}
    lenient = {name for (name, _, valid), found in zip(cases, complaints, strict=True) if not valid and not found}
    names = {name for name, _, _ in cases}
    assert strict == TOO_STRICT.keys() & names
    assert lenient == TOO_LENIENT.keys() & names


def test_every_excuse_is_of_a_case():
    names = {name for source in (corpus, tables) for name, _, _ in source()}
    assert TOO_STRICT.keys() | TOO_LENIENT.keys() <= names


def broken(machine):
    """Copies of the machine, each with one state changed so that it can't be created."""
    for name, state in machine["States"].items():
        changes = [{**state, "Type": "Job"}, {**state, "Next": "Nowhere"}, {**state, "InputPath": "$.a"}]
        if state["Type"] == "Task":
            changes.append({key: value for key, value in state.items() if key != "Resource"})
            changes.append({**state, "Output": "{% 1 + %}"})
        yield from ({**machine, "States": {**machine["States"], name: change}} for change in changes)
    yield {**machine, "StartAt": "Nowhere"}
    yield {**machine, "States": {**machine["States"], "Orphan": {"Type": "Fail"}}}


@pytest.mark.parametrize("stem", OURS)
def test_our_machines_are_accepted_and_every_broken_copy_refused_by_both(stem):
    machine = definition(stem)
    copies = part(broken(machine), 60, of=f"broken {stem}")
    accepted, *refused = npm_packages.validate([machine, *copies])
    assert not accepted
    Machine.parse(machine)
    assert all(refused), copies[[bool(found) for found in refused].index(False)]
    for copy in copies:
        with pytest.raises(InvalidDefinitionError):
            Machine.parse(copy)
