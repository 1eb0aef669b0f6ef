"""Broken state machines: each rule's check finds just that."""

from __future__ import annotations

import pytest

from checks.machines import definition as machine_definition
from checks.machines import errors as machine_errors
from checks.machines import expressions as machine_expressions
from checks.machines import flow as machine_flow
from checks.machines import variables as machine_variables
from checks.machines.states import flows
from tests.unit.checks.breaking import ACT_ON_HOST, MAINTAIN, the_finding, with_machine
from tests.unit.rehearsal.engines.asl.npm_packages import PACKAGES

SOURCE = "state_machines/maintain_replica.asl.yaml"


@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("StartAt", lambda machine: machine.update(StartAt="Nowhere")),
        ("States/Pause/Next", lambda machine: machine["States"]["Pause"].update(Next="Nowhere")),
        ("States/WhatIsNext/Default", lambda machine: machine["States"]["WhatIsNext"].update(Default="Nowhere")),
        (
            "States/WhatIsNext/Choices/3/Next",
            lambda machine: machine["States"]["WhatIsNext"]["Choices"][3].update(Next="Nowhere"),
        ),
        (
            "States/SaveModes/Catch/0/Next",
            lambda machine: machine["States"]["SaveModes"]["Catch"][0].update(Next="Nowhere"),
        ),
    ],
)
def test_a_missing_target_is_named_with_its_line(deployment, where, change):
    finding = the_finding(machine_flow.CHECK, with_machine(deployment, change))
    assert finding.where.startswith(f"{SOURCE}:") and finding.where.endswith(f" {where}")
    assert "'Nowhere'" in finding.problem
    line = int(finding.where.partition(":")[2].partition(" ")[0])
    assert where.rpartition("/")[2] in deployment.files[SOURCE].splitlines()[line - 1]


def test_every_missing_target_is_listed_at_once(deployment):
    def change(machine):
        machine["States"]["Pause"]["Next"] = machine["States"]["WriteState"]["Next"] = "Nowhere"

    assert len(machine_flow.CHECK.run(with_machine(deployment, change))) == 2


def test_a_state_that_nothing_leads_to(deployment):
    def change(machine):
        machine["States"]["Orphan"] = {"Type": "Pass", "Comment": "Nobody comes.", "End": True}

    assert "no way leads" in the_finding(machine_flow.CHECK, with_machine(deployment, change)).problem


def test_a_circle_without_a_way_out(deployment):
    def change(machine):
        machine["States"]["GoBackIntoService"]["Next"] = "GoBackIntoService"

    finding = the_finding(machine_flow.CHECK, with_machine(deployment, change))
    assert finding.problem.startswith("from GoBackIntoService no end can be reached")


def test_a_state_without_a_comment(deployment):
    finding = the_finding(
        machine_flow.CHECK, with_machine(deployment, lambda machine: machine["States"]["Pause"].pop("Comment"))
    )
    assert finding.where.endswith("States/Pause")


def test_an_act_whose_body_is_shared_still_needs_its_own_comment(deployment):
    missing = with_machine(deployment, lambda machine: machine["States"]["HoldReplicaModes"].pop("Comment"))
    assert the_finding(machine_flow.CHECK, missing).where.endswith("States/HoldReplicaModes")

    def change(machine):
        machine["States"]["RestoreCache"]["Comment"] = machine["States"]["EvacuateCache"]["Comment"]

    finding = the_finding(machine_flow.CHECK, with_machine(deployment, change))
    assert finding.where.endswith("States/RestoreCache") and "States/EvacuateCache" in finding.problem


def test_a_rule_of_a_choice_without_a_comment(deployment):
    broken = with_machine(deployment, lambda machine: machine["States"]["WhatIsNext"]["Choices"][4].pop("Comment"))
    assert the_finding(machine_flow.CHECK, broken).where.endswith("States/WhatIsNext/Choices/4")


def test_a_task_that_may_take_for_ever(deployment):
    broken = with_machine(deployment, lambda machine: machine["States"]["TellPeople"].pop("TimeoutSeconds"))
    assert "TellPeople has no TimeoutSeconds" in the_finding(machine_flow.CHECK, broken).problem


def test_a_dead_end_inside_a_branch(deployment):
    branch = {"StartAt": "Inside", "States": {"Inside": {"Type": "Pass", "Comment": "Goes on.", "Next": "Nowhere"}}}

    def change(machine):
        machine["States"]["GoBackIntoService"] |= {"Type": "Parallel", "Branches": [branch]}

    finding = the_finding(machine_flow.CHECK, with_machine(deployment, change))
    assert finding.where.endswith("States/GoBackIntoService/Branches/0/States/Inside/Next")


def test_a_field_that_a_state_does_not_have(deployment):
    finding = the_finding(
        machine_definition.CHECK,
        with_machine(deployment, lambda machine: machine["States"]["Pause"].update(ResultPath="$")),
    )
    assert "'ResultPath'" in finding.problem


def test_error_output_is_read_only_in_a_catch(deployment):
    def change(machine):
        machine["States"]["ObserveCluster"]["Assign"]["failure"] = "{% $states.errorOutput %}"

    finding = the_finding(machine_definition.CHECK, with_machine(deployment, change))
    assert "$states.errorOutput" in finding.problem and finding.where.endswith("Assign/failure")


def test_an_expression_that_does_not_parse_is_refused_by_both_engines(deployment):
    broken = with_machine(
        deployment, lambda machine: machine["States"]["Pause"].update(Seconds="{% $decision.seconds + %}")
    )
    finding = the_finding(machine_expressions.CHECK, broken)
    assert "jsonata-python:" in finding.problem and "npm's jsonata:" in finding.problem
    assert machine_definition.CHECK.run(broken) == ()


@pytest.mark.parametrize("text", ["{% $decision.seconds", "$decision.seconds %}", "about {% $decision.seconds %}"])
def test_an_expression_that_is_not_whole(deployment, text):
    def change(machine):
        machine["States"]["Finished"]["Output"]["seconds"] = text

    assert "isn't one expression" in the_finding(machine_expressions.CHECK, with_machine(deployment, change)).problem


def test_a_placeholder_that_cloudformation_was_not_given(deployment):
    def change(machine):
        machine["States"]["ObserveCluster"]["Arguments"]["FunctionName"] = "${ObserveArn}"

    assert "'${'" in the_finding(machine_expressions.CHECK, with_machine(deployment, change)).problem


def test_npm_not_being_there_is_a_finding_and_not_a_silence(deployment, monkeypatch):
    def unreachable(expressions):
        raise machine_expressions.npm_jsonata.NpmError("no registry")

    monkeypatch.setattr(machine_expressions.npm_jsonata, "refusals", unreachable)
    assert "no registry" in the_finding(machine_expressions.CHECK, deployment).problem


def test_a_variable_that_one_way_does_not_assign(deployment):
    """SaveModes' Catch would go to a state that reads what only its success assigns."""

    def change(machine):
        machine["States"]["SaveModes"]["Assign"]["kept"] = True
        machine["States"]["ObserveCluster"]["Arguments"]["Payload"]["look"] = "{% $kept %}"

    finding = the_finding(machine_variables.CHECK, with_machine(deployment, change))
    assert finding.problem.startswith("$kept isn't assigned on every way to ObserveCluster")
    assert finding.where.endswith("States/ObserveCluster/Arguments/Payload/look")


def test_a_variable_is_not_there_yet_in_the_assign_that_makes_it(deployment):
    def change(machine):
        machine["States"]["SendCommand"]["Assign"]["again"] = "{% $looks %}"

    finding = the_finding(machine_variables.CHECK, with_machine(deployment, change, ACT_ON_HOST))
    assert finding.where.endswith("States/SendCommand/Assign/again")


def test_a_misspelt_function_is_a_variable_that_nobody_assigns(deployment):
    def change(machine):
        machine["States"]["Pause"]["Seconds"] = "{% $mni([1, 2]) %}"

    assert "$mni" in the_finding(machine_variables.CHECK, with_machine(deployment, change)).problem


def test_what_a_branch_assigns_stays_in_it_and_what_is_around_it_is_seen(deployment):
    inside = {
        "StartAt": "Inside",
        "States": {
            "Inside": {
                "Type": "Pass",
                "Comment": "Sees the outside.",
                "Assign": {"own": "{% $operation.goal %}"},
                "Next": "Read",
            },
            "Read": {"Type": "Pass", "Comment": "Sees its own.", "Output": "{% $own %}", "End": True},
        },
    }

    def change(machine):
        machine["States"]["GoBackIntoService"] |= {
            "Type": "Parallel",
            "Branches": [inside],
            "Output": "{% $map([1], function($x) { $x + $own }) %}",
        }

    finding = the_finding(machine_variables.CHECK, with_machine(deployment, change))
    assert finding.where.endswith("States/GoBackIntoService/Output") and finding.problem.startswith("$own ")


def test_every_state_of_the_tree_is_judged(deployment):
    machine = deployment.machines["cachewarden-maintain-replica"]
    (flow,) = flows(machine.definition)
    assert set(machine_variables.certainly_assigned(flow, frozenset())) == set(flow.states)


@pytest.mark.parametrize(
    ("machine", "state", "error"),
    [
        (ACT_ON_HOST, "ReadCommand", "Ssm.InvocationDoesntExistException"),
        (ACT_ON_HOST, "FindCommand", "InternalServerErrorException"),
        (MAINTAIN, "TellPeople", "Sns.ThrottledException"),
        (MAINTAIN, "ObserveCluster", "Lambda.ServiceError"),
        (MAINTAIN, "AcquireLease", "OrphanWorkRun"),
        (MAINTAIN, "AcquireLease", "States.Timedout"),
    ],
)
def test_an_error_that_a_task_never_ends_with(deployment, machine, state, error):
    def change(definition):
        definition["States"][state]["Retry"][-1]["ErrorEquals"].append(error)

    finding = the_finding(machine_errors.CHECK, with_machine(deployment, change, machine))
    assert finding.problem == f"{state} never ends with {error}"


def test_an_instance_can_end_with_any_code_of_ec2(deployment):
    def change(definition):
        definition["States"]["StopInstance"]["Retry"][0]["ErrorEquals"].append("IncorrectInstanceState")

    assert machine_errors.CHECK.run(with_machine(deployment, change)) == ()


def test_the_second_engine_is_the_one_that_the_machines_are_held_against():
    assert PACKAGES["jsonata"] == machine_expressions.npm_jsonata.VERSION
