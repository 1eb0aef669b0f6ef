"""What the machines' texts promise to each other, to Decide and to the documents."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from cachewarden.operation.actions import EC2_ACTIONS, HOST_ACTIONS, LEASE_ACTIONS, Action
from cachewarden.operation.host_commands import commands_of
from infra.documents.builder import build_documents
from infra.documents.parameters import LEASE_PARAMETERS
from infra.machine_definition import machine_definition
from rehearsal.engines.asl import Machine
from tests.unit.state_machines.machine_harness import STEMS, SUBSTITUTIONS, definition

NUMBERED = re.compile(r"(?P<part>[A-Z][a-z ]+) (?P<number>\d+) of (?P<last>\d+): (?P<what>[A-Za-z].{10,})")
DOCUMENTS = build_documents(
    {
        "MAINTAIN_REPLICA_ARN": "machine",
        "ASSUME_ROLE_ARN": "role",
        "DOCUMENT_LEASE_FUNCTION": "lease",
        "DOCS_URL": "docs",
        "TOPIC_ARN": "topic",
        "APPROVERS": ["arn:aws:iam::111122223333:user/boss"],
    }
)


def text(stem: str) -> str:
    return json.dumps(machine_definition(stem), ensure_ascii=False)


def next_states(state: dict[str, Any]) -> list[str]:
    found = [state[key] for key in ("Next", "Default") if key in state]
    found += [choice["Next"] for choice in state.get("Choices", [])]
    return found + [catcher["Next"] for catcher in state.get("Catch", [])]


@pytest.mark.parametrize("stem", STEMS)
def test_aws_would_create_it(stem):
    Machine.parse(definition(stem))


@pytest.mark.parametrize("stem", STEMS)
def test_every_state_has_a_comment_and_can_be_reached(stem):
    machine = definition(stem)
    states = machine["States"]
    reached, waiting = set(), [machine["StartAt"]]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += next_states(states[name])

    assert reached == set(states)
    assert all(len(state["Comment"]) > 20 for state in states.values())
    assert machine["QueryLanguage"] == "JSONata" and machine["TimeoutSeconds"] > 0


@pytest.mark.parametrize("stem", STEMS)
def test_only_known_placeholders_stand_in_it(stem):
    used = set(re.findall(r"\$\{(\w+)\}", text(stem)))

    assert text(stem).count("${") == len(re.findall(r"\$\{\w+\}", text(stem)))
    assert used <= set(SUBSTITUTIONS)
    inside = {name for each in re.findall(r"\{%.*?%\}", text(stem), re.S) for name in re.findall(r"\$\{(\w+)\}", each)}
    assert inside <= {"DocsUrl", "InstallHostDocuments"}, "an ARN stands by itself"


@pytest.mark.parametrize("stem", STEMS)
def test_the_rules_of_a_choice_are_numbered_within_their_part_of_the_procedure(stem):
    for name, state in definition(stem)["States"].items():
        comments = [NUMBERED.fullmatch(rule["Comment"]) for rule in state.get("Choices", [])]
        assert all(comments), f"{name}: {comments.index(None)}"
        found = [(comment["part"], int(comment["number"]), int(comment["last"])) for comment in comments]
        lengths = Counter(part for part, _, _ in found)
        expected = [(part, number, last) for part, last in lengths.items() for number in range(1, last + 1)]
        assert found == expected, name


@pytest.mark.parametrize("stem", STEMS)
def test_what_a_state_leaves_to_read_is_a_sentence_and_a_code(stem):
    """Choice, Wait and Pass may hand on what they got; what ends a machine gives the machine's result."""
    for name, state in definition(stem)["States"].items():
        if state["Type"] == "Fail":
            continue
        outputs = [caught.get("Output") for caught in state.get("Catch", [])]
        ends = state.get("End", False) or state["Type"] == "Succeed"
        if not ends and (state["Type"] == "Task" or "Output" in state):
            outputs.append(state.get("Output"))
        for output in outputs:
            assert output == "{% $states.input %}" or set(output) == {"sentence", "code"}, name


def test_the_workflow_gives_the_same_result_whether_an_event_was_put_or_not():
    states = definition("maintain_replica")["States"]
    ends = [name for name, state in states.items() if state.get("End", False) or state["Type"] == "Succeed"]
    assert ends == ["PutOutcomeEvent", "Finished"]
    assert states["PutOutcomeEvent"]["Output"] == states["Finished"]["Output"]


def test_every_action_of_decide_has_its_state_and_its_line_in_the_choice():
    states = definition("maintain_replica")["States"]
    conditions = [choice["Condition"] for choice in states["WhatIsNext"]["Choices"]]

    for action in Action:
        assert action.value in states, action
        assert sum(f"action = '{action.value}'" in condition for condition in conditions) == 1, action


@pytest.mark.parametrize("action", sorted(HOST_ACTIONS))
def test_a_host_action_runs_the_commands_that_were_decided(action):
    state = definition("maintain_replica")["States"][action]

    assert state["Arguments"]["StateMachineArn"] == "act-on-host"
    assert state["Arguments"]["Name"] == "{% $decision.name %}"
    assert state["Arguments"]["Input"]["commands"] == "{% $decision.commands %}"


@pytest.mark.parametrize("action", sorted(HOST_ACTIONS))
def test_an_act_has_the_commands_of_people_s_document_in_the_same_order(action):
    steps = DOCUMENTS[f"CacheWarden-{action}"].content["mainSteps"]
    commands = [step["inputs"] for step in steps if step["action"] == "aws:runCommand"]

    own = {"PrimaryInstanceId": "i-1"}
    assert [command.document for command in commands_of(action, own)] == [each["DocumentName"] for each in commands]
    nodes = [each["InstanceIds"][0].strip("{} ") for each in commands]
    assert [command.on or "InstanceId" for command in commands_of(action, own)] == nodes


def test_what_decide_gives_to_a_command_are_parameters_of_its_document():
    special = {
        "HoldReplicaModes": {"AvailabilityGroups"},
        "FailOverAvailabilityGroups": {"AvailabilityGroups"},
        "RestoreReplicaModes": {"Modes"},
        "RemoveReplicas": {"AvailabilityGroups", "Replicas"},
        "ReseedDatabases": {"PrimaryInstanceId", "Databases", "Restart"},
    }
    for action in sorted(HOST_ACTIONS):
        own = dict.fromkeys(special.get(action, ()), "x")
        for command in commands_of(action, own):
            declared = DOCUMENTS[command.document].content["parameters"]
            given = set(command.parameters(dict.fromkeys(LEASE_PARAMETERS, "x"), own))
            without_default = {name for name, value in declared.items() if "default" not in value}
            assert given <= set(declared), action
            assert without_default <= given, action


@pytest.mark.parametrize("action", sorted(EC2_ACTIONS | LEASE_ACTIONS))
def test_a_function_action_calls_the_function_that_performs_it(action):
    state = definition("maintain_replica")["States"][action]
    function = "operate-instance" if action in EC2_ACTIONS else "lease"

    assert state["Arguments"]["FunctionName"] == function
    assert state["Arguments"]["Payload"] == "{% $decision.request %}"


def test_every_act_reports_and_a_failed_one_too():
    states = definition("maintain_replica")["States"]

    for action in Action:
        state = states[action.value]
        assert state["Assign"]["report"]["action"] == "{% $decision.action %}"
        caught = state["Catch"][-1]
        assert caught["ErrorEquals"] == ["States.ALL"]
        assert caught["Assign"]["report"]["error"]
        assert caught["Next"] == "ObserveCluster", "a failed act is looked at before anything else"


EXITS = {
    "WriteState": "ReleaseLease",
    "RaiseAttention": "PutAttentionEvent",
    "PutAttentionEvent": "EndWithFailure",
    "PutOutcomeEvent": "Finished",
    "InstallHost": "ObserveCluster",
    "AskWhatWasTold": "TellPeople",
    "TellThatItWaits": "Pause",
}
"""A node whose bundle couldn't be installed is observed again, and refused by name. In doubt people are told. What
EventBridge doesn't take changes nothing, and a stop waits for its turn untold, too: it tells how it ends."""


def test_whatever_else_fails_goes_to_the_one_failure_exit():
    states = definition("maintain_replica")["States"]
    performed = {action.value for action in Action}
    for name, state in states.items():
        if state["Type"] != "Task" or name in performed:
            continue
        exit_state = EXITS.get(name, "RaiseAttention")
        assert [catcher["Next"] for catcher in state["Catch"]] == [exit_state], name

    releasing = [name for name, state in states.items() if '"release"' in json.dumps(state)]
    assert releasing == ["ReleaseLease"]
    assert "ReleaseLease" not in next_states(states["RaiseAttention"]) + next_states(states["EndWithFailure"])


@pytest.mark.parametrize("stem", STEMS)
def test_every_task_has_a_timeout_and_names_the_errors_that_it_retries(stem):
    for name, state in definition(stem)["States"].items():
        if state["Type"] != "Task":
            continue
        assert state["TimeoutSeconds"] > 0, name
        for retrier in state.get("Retry", []):
            assert "States.ALL" not in retrier["ErrorEquals"], name


def test_functions_that_may_run_twice_are_asked_again_and_a_stop_only_where_it_never_began():
    """A stop whose answer was lost may have begun: EC2 is looked at before anything is repeated."""
    for name, state in definition("maintain_replica")["States"].items():
        if not state.get("Resource", "").endswith("lambda:invoke"):
            continue
        repeated = {error for retrier in state["Retry"] for error in retrier["ErrorEquals"]}
        assert {"Lambda.TooManyRequestsException", "Lambda.Unknown"} <= repeated, name
        crashed = {"Sandbox.Timedout", "Runtime.ExitError", "States.Timeout", "ReadTimeoutError", "ConnectTimeoutError"}
        if name == "DecideNextStep":
            crashed -= {"ReadTimeoutError", "ConnectTimeoutError"}
        assert crashed & repeated == (set() if name == "StopInstance" else crashed), name


def test_a_stop_is_never_forced():
    for stem in STEMS:
        assert not re.search(r"Force|SkipOsShutdown|Hibernate", text(stem))
