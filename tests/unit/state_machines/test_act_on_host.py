"""The child machine: an act's commands, one after the other, each sent once and watched to its end."""

import json
from datetime import timedelta
from typing import Any

import pytest

from rehearsal.engines.asl import Machine, TaskError
from tests.unit.lambdas.sales_cluster import Sales
from tests.unit.state_machines.machine_harness import Services, definition, run

MACHINE = Machine.parse(definition("act_on_host"))
VERDICT = {"v": 1, "code": "CW2024", "outcome": "refused", "message": 'quotes " and \\ and { braces }'}
TOKEN = "5f0c1a7e-2b84-4d39-9e61-c8a7f3d20b15"


class Host(Services):
    """Answers like SSM with commands that end as told after `looks` looks; `lost` answers to SendCommand are lost."""

    status = "Success"
    output = json.dumps(VERDICT) + "\n"
    looks = 1
    lost: tuple[str, ...] = ()
    taken = True

    def _send(self, arguments: dict[str, Any]) -> str:
        if self.lost:
            error, *rest = self.lost
            self.lost = tuple(rest)
            if self.taken:
                super()._send(arguments)
            raise TaskError(error, "the answer is lost")
        return super()._send(arguments)

    def _invocation(self, command_id: str) -> dict[str, Any]:
        self.looks -= 1
        if self.looks > 0:
            return {"Status": "InProgress", "StatusDetails": "InProgress", "StandardOutputContent": ""}
        return {"Status": self.status, "StatusDetails": self.status, "StandardOutputContent": self.output}

    @property
    def sent(self) -> list[tuple[str, str]]:
        return [(each["DocumentName"], each["InstanceIds"][0]) for each in self.commands.values()]


@pytest.fixture
def services() -> Host:
    return Host(Sales())


def command(document: str = "HoldReplicaModes", node: str = "i-0") -> dict[str, Any]:
    return {
        "document": f"CacheWarden-Host-{document}",
        "version": "7",
        "instanceId": node,
        "parameters": {"Token": ["7"], "ActionToken": [TOKEN]},
        "estimateSeconds": 9,
    }


def expiring(services: Host, after_s: int) -> dict[str, Any]:
    """A command that hosts refuse after so many seconds."""
    asked = command()
    not_after = services.sales.now + timedelta(seconds=after_s)
    return {**asked, "parameters": {**asked["parameters"], "NotAfter": [f"{not_after:%Y-%m-%dT%H:%M:%S}Z"]}}


def play(services: Host, *commands: dict[str, Any]):
    return run(MACHINE, {"commands": list(commands or [command()])}, services)


def test_a_refused_act_still_delivers_its_verdict(services):
    services.status = "Failed"

    result = play(services)

    assert result.output == {
        "answers": [
            {
                "document": "CacheWarden-Host-HoldReplicaModes",
                "instanceId": "i-0",
                "commandId": "command-0",
                "status": "Failed",
                "verdict": VERDICT,
            }
        ]
    }


def test_an_act_whose_first_look_finds_it_done_costs_five_transitions(services):
    assert play(services).transitions == 5


def test_a_person_reads_how_far_the_command_is(services):
    services.looks = 2

    result = play(services)

    sentences = [event.facts["output"]["sentence"] for event in result.history if event.type == "TaskStateExited"]
    assert sentences == [
        "CacheWarden-Host-HoldReplicaModes runs as command command-0",
        "The command is InProgress",
        "The command is Success",
    ]


@pytest.mark.parametrize("output", ["", "\n", "No output", '{"v": 1', "[1]"])
def test_a_command_without_a_verdict_has_none(services, output):
    services.status, services.output = "TimedOut", output

    result = play(services)

    assert result.status == "SUCCEEDED"
    (answer,) = result.output["answers"]
    assert (answer["status"], answer["verdict"]) == ("TimedOut", None)


def test_a_status_that_is_not_known_is_an_end_and_no_success(services):
    services.status = "Evaporated"

    result = play(services, command(), command("SeedDatabases", "i-1"))

    assert [answer["status"] for answer in result.output["answers"]] == ["Evaporated"]
    assert len(services.sent) == 1


def test_commands_run_one_after_the_other_each_on_its_node(services):
    result = play(services, command("ReseedDatabases"), command("SeedDatabases", "i-1"))

    assert services.sent == [("CacheWarden-Host-ReseedDatabases", "i-0"), ("CacheWarden-Host-SeedDatabases", "i-1")]
    assert [answer["instanceId"] for answer in result.output["answers"]] == ["i-0", "i-1"]
    assert {each["DocumentVersion"] for each in services.commands.values()} == {"7"}


def test_the_next_command_gets_what_a_look_told_and_no_other_does(services):
    services.output = json.dumps({**VERDICT, "detail": {"told": "x=1:none"}})

    result = play(
        services, {**command("SeedDatabases", "i-1"), "tells": "Copies"}, command("ReseedDatabases"), command()
    )

    given = [each["Parameters"].get("Copies") for each in services.commands.values()]
    assert given == [None, ["x=1:none"], None]
    assert [answer["document"] for answer in result.output["answers"]] == [
        "CacheWarden-Host-ReseedDatabases",
        "CacheWarden-Host-HoldReplicaModes",
    ]


def test_a_look_that_told_nothing_gives_none_and_one_that_failed_is_the_act_s_answer(services):
    play(services, {**command("SeedDatabases", "i-1"), "tells": "Copies"}, command("ReseedDatabases"))
    assert [each["Parameters"].get("Copies") for each in services.commands.values()] == [None, ["none"]]

    failing = Host(Sales())
    failing.status = "Failed"
    result = play(failing, {**command("SeedDatabases", "i-1"), "tells": "Copies"}, command("ReseedDatabases"))
    (answer,) = result.output["answers"]
    assert (answer["status"], len(failing.sent)) == ("Failed", 1)


def test_what_no_version_is_given_of_is_not_sent(services):
    asked = {name: value for name, value in command().items() if name != "version"}

    (answer,) = play(services, asked).output["answers"]

    assert (answer["commandId"], answer["verdict"], services.sent) == (None, None, [])
    assert "version" in answer["status"]


@pytest.mark.parametrize("status", ["Failed", "Cancelled", "TimedOut"])
def test_after_a_command_that_did_not_succeed_no_other_begins(services, status):
    services.status = status

    result = play(services, command("ReseedDatabases"), command("SeedDatabases", "i-1"))

    assert len(services.sent) == len(result.output["answers"]) == 1


def test_the_first_look_is_when_the_command_should_be_done(services):
    started = services.sales.now

    play(services)

    assert 9 <= (services.sales.now - started).total_seconds() < 10


def test_a_late_command_is_asked_for_less_and_less_often(services):
    services.looks = 40
    started = services.sales.now

    play(services)

    assert (services.sales.now - started).total_seconds() > 200


@pytest.mark.parametrize(
    "error", ["Ssm.InternalServerErrorException", "Ssm.SsmException", "Ssm.SdkClientException", "States.Timeout"]
)
def test_a_command_whose_answer_was_lost_is_found_by_its_token_and_not_sent_twice(services, error):
    services.lost = (error,)

    result = play(services)

    assert len(services.sent) == 1
    assert result.output["answers"][0]["commandId"] == "command-0"
    assert result.output["answers"][0]["verdict"] == VERDICT


def test_a_command_that_was_not_taken_is_sent_again(services):
    services.lost, services.taken = ("Ssm.SsmException", "Ssm.SdkClientException"), False

    result = play(services, command("ReseedDatabases"), command("SeedDatabases", "i-1"))

    assert [document for document, _ in services.sent] == [
        "CacheWarden-Host-ReseedDatabases",
        "CacheWarden-Host-SeedDatabases",
    ]
    assert len(result.output["answers"]) == 2


def test_another_attempt_s_command_is_not_taken_for_this_one(services):
    services.commands["former"] = {
        "DocumentName": "CacheWarden-Host-HoldReplicaModes",
        "InstanceIds": ["i-0"],
        "Parameters": {"ActionToken": ["another"]},
    }
    services.lost, services.taken = ("Ssm.SsmException",), False

    result = play(services)

    assert result.output["answers"][0]["commandId"] == "command-1"


def test_a_command_that_is_never_taken_is_given_up_with_its_reason(services):
    services.lost, services.taken = ("Ssm.SsmException",) * 9, False

    result = play(services)

    (answer,) = result.output["answers"]
    assert answer["status"] == "Ssm.SsmException: the answer is lost"
    assert (answer["commandId"], answer["verdict"], services.sent) == (None, None, [])
    assert len(services.lost) == 4


def test_no_end_is_told_while_a_command_whose_answer_was_lost_can_still_begin(services):
    """SSM may have taken it though no list shows it: nothing of an act may begin after its operation has gone on."""
    services.lost, services.taken = ("Ssm.SsmException",) * 9, False
    began = services.sales.now

    result = play(services, expiring(services, 600))

    assert result.output["answers"][0]["commandId"] is None
    assert timedelta(seconds=660) <= services.sales.now - began < timedelta(seconds=720)


def test_a_command_that_no_list_showed_in_time_is_read_once_it_has_expired(services):
    services.lost = ("Ssm.SdkClientException",)
    services.broken["aws-sdk:ssm:listCommands"] = ["Ssm.ThrottlingException"]

    result = play(services, expiring(services, 600))

    assert (result.output["answers"][0]["verdict"], len(services.sent)) == (VERDICT, 1)


def test_a_command_that_cannot_be_read_is_read_once_it_has_expired_and_not_sent_again(services):
    services.broken["aws-sdk:ssm:getCommandInvocation"] = ["Ssm.InternalServerErrorException"] * 7

    result = play(services, expiring(services, 600))

    assert (result.output["answers"][0]["verdict"], len(services.sent)) == (VERDICT, 1)


def test_a_command_that_can_never_be_read_ends_without_a_verdict(services):
    services.broken["aws-sdk:ssm:getCommandInvocation"] = ["Ssm.InternalServerErrorException"] * 99

    result = play(services, expiring(services, 600))

    (answer,) = result.output["answers"]
    assert (answer["status"].partition(":")[0], answer["verdict"]) == ("Ssm.InternalServerErrorException", None)
    assert len(services.sent) == 1


def test_a_command_that_ssm_refuses_is_not_sent_again(services):
    services.lost, services.taken = ("Ssm.InvalidInstanceIdException",) * 3, False

    result = play(services)

    assert result.output["answers"][0]["status"].startswith("Ssm.InvalidInstanceIdException")
    assert len(services.lost) == 2


def test_a_command_shows_a_moment_after_it_was_sent(services):
    services.broken["aws-sdk:ssm:getCommandInvocation"] = [
        "Ssm.InvocationDoesNotExistException",
        "Ssm.InvocationDoesNotExist",
    ]

    assert play(services).output["answers"][0]["verdict"] == VERDICT
