"""The lease in a table with real conditional writes."""

import pytest

from adapters.orphaned_work import OrphanWorkRuns
from cachewarden.operation.lease import LeaseLostError
from handlers.lease import handler
from tests.unit.lambdas.handlers.account import TABLE, ServiceError

IDENTITY = {"clusterName": "SALESWSFC", "groupIds": ["6a1f"]}
AUTO_OLD = "a0000000-0000-4000-8000-000000000001"
AUTO_NEWER = "a0000000-0000-4000-8000-000000000002"
AUTO_FOREIGN = "a0000000-0000-4000-8000-000000000003"
AUTO_CONSOLE = "a0000000-0000-4000-8000-000000000004"
CMD_ACT = "c0000000-0000-4000-8000-000000000001"
CMD_LOOK = "c0000000-0000-4000-8000-000000000002"
MODES = [{"ag": "g", "replica": "r", "server": "SALES1", "availabilityMode": 1, "failoverMode": 0}]


def acquire(owner: str, **more: object) -> dict[str, object]:
    return {
        "action": "acquire",
        "owner": owner,
        "subject": "i-1",
        "goal": "Stopped",
        "requestId": "r",
        "identity": IDENTITY,
        "members": ["i-1", "i-2"],
        **more,
    }


@pytest.fixture
def running(aws) -> set[str]:
    """Executions that Step Functions says are running."""
    names: set[str] = set()

    def describe(given: dict) -> dict:
        if given["executionArn"] == "forgotten":
            raise ServiceError("ExecutionDoesNotExist")
        return {"status": "RUNNING" if given["executionArn"] in names else "FAILED"}

    aws.states.operations["DescribeExecution"] = describe
    aws.ssm.operations["DescribeAutomationExecutions"] = lambda given: {"AutomationExecutionMetadataList": []}
    aws.ssm.operations["ListCommands"] = lambda given: {"Commands": []}
    return names


def items(aws) -> list[dict]:
    return aws.dynamodb.scan(TableName=TABLE)["Items"]


def test_the_first_taker_gets_it_and_the_second_learns_who_has_it(aws, running, context):
    running.add("one")
    first = handler(acquire("one"), context)
    second = handler(acquire("two", subject="i-2"), context)

    assert first["acquired"] and first["token"] == 1 and len(first["leaseKey"]) == 32
    assert second == {"acquired": False, "holder": {"owner": "one", "subject": "i-1", "goal": "Stopped"}}


def test_asking_again_keeps_the_token(aws, running, context):
    assert handler(acquire("one"), context)["token"] == handler(acquire("one"), context)["token"] == 1


def test_tokens_grow_with_every_owner(aws, running, context):
    key = handler(acquire("one"), context)["leaseKey"]
    handler({"action": "release", "owner": "one", "leaseKey": key, "token": 1}, context)

    assert handler(acquire("two"), context)["token"] == 2


def test_a_table_made_anew_gives_tokens_above_those_that_hosts_remember(aws, running, context):
    assert handler(acquire("one", seenToken=41), context)["token"] == 42
    assert handler(acquire("one", seenToken=42), context)["token"] == 42
    assert handler(acquire("one", seenToken=60), context)["token"] == 61


def test_only_the_owner_with_its_token_renews_saves_and_releases(aws, running, context):
    key = handler(acquire("one"), context)["leaseKey"]
    for owner, token in (("two", 1), ("one", 2), ("one", 0)):
        for action in ("renew", "release", "forget_modes"):
            with pytest.raises(LeaseLostError):
                handler({"action": action, "owner": owner, "leaseKey": key, "token": token}, context)
        with pytest.raises(LeaseLostError):
            handler({"action": "save_modes", "owner": owner, "leaseKey": key, "token": token, "modes": MODES}, context)
    before = items(aws)[0]["expiresAt"]["S"]

    assert handler({"action": "renew", "owner": "one", "leaseKey": key, "token": 1}, context) == {"renewed": True}
    assert items(aws)[0]["expiresAt"]["S"] >= before


def test_before_the_lease_is_taken_there_is_nothing_to_renew(aws, running, context):
    event = {"action": "renew", "owner": "one", "leaseKey": None, "token": None}

    assert handler(event, context) == {"renewed": False}


def test_saved_modes_outlive_their_owner_until_they_are_forgotten(aws, running, context):
    key = handler(acquire("one"), context)["leaseKey"]
    handler({"action": "save_modes", "owner": "one", "leaseKey": key, "token": 1, "modes": MODES}, context)
    handler({"action": "release", "owner": "one", "leaseKey": key, "token": 1}, context)

    taken = handler(acquire("two"), context)
    handler({"action": "forget_modes", "owner": "two", "leaseKey": key, "token": 2}, context)
    handler({"action": "release", "owner": "two", "leaseKey": key, "token": 2}, context)

    assert taken["savedModes"] == MODES
    assert handler(acquire("three"), context)["savedModes"] is None


@pytest.mark.parametrize(
    "other",
    [
        {"identity": {"clusterName": "saleswsfc", "groupIds": ["6a1f", "7b2e"]}, "members": ["i-7"]},
        {"identity": None, "members": ["i-2", "i-3"]},
        {"identity": {"clusterName": "OTHER", "groupIds": ["9c"]}, "members": ["i-2", "i-8"]},
    ],
    ids=["a group was added", "nobody reports an identity", "a mistyped tag mixes two clusters"],
)
def test_one_cluster_never_has_two_leases(aws, running, context, other):
    running.add("one")
    handler(acquire("one"), context)

    assert handler(acquire("two", **other), context)["acquired"] is False
    assert len(items(aws)) == 1


def test_another_cluster_has_a_lease_of_its_own(aws, running, context):
    running.add("one")
    handler(acquire("one"), context)
    other = {"identity": {"clusterName": "HR", "groupIds": ["77"]}, "members": ["i-8", "i-9"]}

    assert handler(acquire("two", **other), context)["token"] == 1
    assert len(items(aws)) == 2


def test_an_owner_that_runs_is_never_robbed_even_when_its_lease_has_expired(aws, running, context):
    running.add("one")
    key = handler(acquire("one"), context)["leaseKey"]
    aws.dynamodb.update_item(
        TableName=TABLE,
        Key={"cluster": {"S": key}},
        UpdateExpression="SET expiresAt = :past",
        ExpressionAttributeValues={":past": {"S": "2020-01-01T00:00:00Z"}},
    )

    assert handler(acquire("two"), context)["acquired"] is False


@pytest.mark.parametrize("owner", ["one", "forgotten"])
def test_behind_an_owner_that_ended_is_cleared_up_before_the_lease_is_taken(aws, running, context, owner):
    handler(acquire(owner), context)
    ended: set[str] = set()
    aws.ssm.operations |= _work(ended)

    taken = handler(acquire("two"), context)

    assert taken["token"] == 2
    assert ended == {AUTO_OLD, CMD_ACT}


def test_old_work_on_a_later_page_is_ended_too(aws, running, context):
    handler(acquire("one"), context)
    ended: set[str] = set()
    work = _work(ended)
    listed = work["ListCommands"]
    work["ListCommands"] = lambda given: (
        listed(given) if "NextToken" in given else {"Commands": [], "NextToken": "more"}
    )
    aws.ssm.operations |= work

    handler(acquire("two"), context)

    assert ended == {AUTO_OLD, CMD_ACT}


def test_the_lease_is_not_taken_while_old_work_runs(aws, running, context):
    handler(acquire("one"), context)
    stubborn = _work(set())
    stubborn["StopAutomationExecution"] = lambda given: {}
    aws.ssm.operations |= stubborn

    with pytest.raises(OrphanWorkRuns, match=AUTO_OLD):
        handler(acquire("two"), context)

    assert items(aws)[0]["owner"]["S"] == "one"


def _work(ended: set[str]) -> dict:
    """One Automation of token 1, one of a newer token, one of another node; an acting command and an observing one."""
    automations = {
        AUTO_OLD: {"InstanceId": ["i-2"], "Token": ["1"]},
        AUTO_NEWER: {"InstanceId": ["i-2"], "Token": ["9"]},
        AUTO_FOREIGN: {"InstanceId": ["i-9"], "Token": ["1"]},
        AUTO_CONSOLE: {"InstanceId": ["i-1"]},
    }
    commands = {CMD_ACT: "CacheWarden-Host-EvacuateCache", CMD_LOOK: "CacheWarden-Host-ObserveHost"}

    def stop(given: dict) -> dict:
        assert given["Type"] == "Cancel"
        ended.add(given["AutomationExecutionId"])
        return {}

    def cancel(given: dict) -> dict:
        ended.add(given["CommandId"])
        return {}

    return {
        "DescribeAutomationExecutions": lambda given: {
            "AutomationExecutionMetadataList": [
                {"AutomationExecutionId": name} for name in automations if name not in ended
            ]
        },
        "GetAutomationExecution": lambda given: {
            "AutomationExecution": {"Parameters": automations[given["AutomationExecutionId"]]}
        },
        "StopAutomationExecution": stop,
        "ListCommands": lambda given: {
            "Commands": [
                {"CommandId": name, "DocumentName": document}
                for name, document in commands.items()
                if name not in ended and given["InstanceId"] == "i-1"
            ]
        },
        "CancelCommand": cancel,
    }
