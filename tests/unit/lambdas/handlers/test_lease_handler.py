"""The lease in a table with real conditional writes."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from adapters.orphaned_work import OrphanWorkRuns
from cachewarden.json_reader import format_time
from cachewarden.operation.authority import CallRefusedError
from cachewarden.operation.lease import LeaseLostError
from handlers.lease import handler
from tests.unit.lambdas.handlers.account import TABLE, ServiceError, execution, newest_events, scheduled

IDENTITY = {"clusterName": "SALESWSFC", "groupIds": ["6a1f"]}
ACT_OLD = "arn:aws:states:eu-central-1:111122223333:execution:cachewarden-act-on-host:old"
CMD_ACT = "c0000000-0000-4000-8000-000000000001"
CMD_LOOK = "c0000000-0000-4000-8000-000000000002"
CMD_NEWER = "c0000000-0000-4000-8000-000000000003"
MODES = [
    {
        "ag": "g",
        "replica": "r",
        "server": "SALES1",
        "availabilityMode": 1,
        "failoverMode": 0,
        "seedingMode": 0,
        "led": True,
    }
]


CALLS: list[dict[str, object]] = []
"""What the executions send to the function, the newest last; their history shows it as under way."""


def called(event: dict[str, object], context) -> dict:
    """Calls the function as the execution that it names does."""
    CALLS.append(event)
    return handler(event, context)


def acquire(owner: str, **more: object) -> dict[str, object]:
    return {
        "action": "acquire",
        "owner": execution(owner),
        "subject": "i-1",
        "goal": "Stopped",
        "requestId": "r",
        "identity": IDENTITY,
        "members": ["i-1", "i-2"],
        **more,
    }


@pytest.fixture
def ended(aws) -> set[str]:
    """Names of the executions that have ended; all others run. "forgotten" isn't known any more."""
    names: set[str] = set()

    def describe(given: dict) -> dict:
        name = given["executionArn"].rsplit(":", 1)[-1]
        if name in names and name == "forgotten":
            raise ServiceError("ExecutionDoesNotExist")
        node = "i-2" if name == "on-two" else "i-1"
        return {"status": "FAILED" if name in names else "RUNNING", "input": json.dumps({"instanceId": node})}

    aws.states.operations["DescribeExecution"] = describe
    CALLS.clear()
    aws.states.operations["GetExecutionHistory"] = lambda given: newest_events(
        {"type": "TaskStarted"}, scheduled(CALLS[-1] if CALLS else {})
    )
    aws.states.operations["ListExecutions"] = lambda given: {"executions": []}
    aws.ssm.operations["ListCommands"] = lambda given: {"Commands": []}
    return names


def milliseconds() -> int:
    return int(datetime.now(UTC).timestamp() * 1000)


def released(answer: dict, owner: str, context) -> None:
    called(
        {"action": "release", "owner": execution(owner), "leaseKey": answer["leaseKey"], "token": answer["token"]},
        context,
    )


def items(aws) -> list[dict]:
    return aws.dynamodb.scan(TableName=TABLE)["Items"]


def test_the_first_taker_gets_it_and_the_second_learns_who_has_it(aws, ended, context):
    before = milliseconds()
    first = called(acquire("one"), context)
    second = called(acquire("on-two", subject="i-2"), context)

    assert first["acquired"] and len(first["leaseKey"]) == 32
    assert before <= first["token"] <= milliseconds()
    assert second == {"acquired": False, "holder": {"owner": execution("one"), "subject": "i-1", "goal": "Stopped"}}


@pytest.mark.parametrize(
    ("owner", "subject"),
    [("ended", "i-1"), ("forgotten", "i-1"), ("one", "i-2"), ("somebody's:execution:of-another-machine", "i-1")],
)
def test_only_an_operation_that_runs_owns_a_lease_and_for_its_own_node(aws, ended, context, owner, subject):
    ended |= {"ended", "forgotten"}
    event = acquire(owner, subject=subject)
    if ":" in owner:
        event["owner"] = owner

    with pytest.raises(CallRefusedError):
        called(event, context)

    assert items(aws) == []


def test_asking_again_keeps_the_token(aws, ended, context):
    assert called(acquire("one"), context)["token"] == called(acquire("one"), context)["token"]


def test_tokens_grow_with_every_owner(aws, ended, context):
    first = called(acquire("one"), context)
    released(first, "one", context)

    assert called(acquire("two"), context)["token"] > first["token"]


def test_who_takes_it_learns_whether_what_was_observed_before_still_holds(aws, ended, context):
    """Not where another had it meanwhile, nor where the caller doesn't say when the nodes were observed."""
    began = datetime.now(UTC) - timedelta(seconds=60)
    first = called(acquire("one", observedAt=format_time(began)), context)
    released(first, "one", context)
    second = called(acquire("two", observedAt=format_time(began)), context)
    released(second, "two", context)
    third = called(acquire("three", observedAt=format_time(datetime.now(UTC) + timedelta(seconds=10))), context)
    ended.add("three")
    fourth = called(acquire("four", observedAt=format_time(datetime.now(UTC) + timedelta(seconds=10))), context)
    released(fourth, "four", context)

    assert [each["undisturbed"] for each in (first, second, third, fourth)] == [True, False, True, False]
    assert called(acquire("five"), context)["undisturbed"] is False


def test_a_table_made_anew_gives_tokens_above_those_that_hosts_remember(aws, ended, context):
    remembered = milliseconds() + 60_000
    assert called(acquire("one", seenToken=remembered), context)["token"] == remembered + 1
    assert called(acquire("one", seenToken=remembered), context)["token"] == remembered + 1
    assert called(acquire("one", seenToken=remembered + 20), context)["token"] == remembered + 21


def test_a_token_that_no_lease_can_have_given_out_is_ignored(aws, ended, context):
    first = called(acquire("one", seenToken=999_999_999_999_999), context)

    assert first["token"] <= milliseconds()
    assert called(acquire("one", seenToken=999_999_999_999_999), context)["token"] == first["token"]


def test_a_record_that_is_ahead_of_the_time_heals(aws, ended, context):
    key = called(acquire("one"), context)["leaseKey"]
    aws.dynamodb.update_item(
        TableName=TABLE,
        Key={"cluster": {"S": key}},
        UpdateExpression="SET #token = :far",
        ExpressionAttributeNames={"#token": "token"},
        ExpressionAttributeValues={":far": {"N": "1000000000000000"}},
    )
    ended.add("one")

    assert called(acquire("two"), context)["token"] <= milliseconds()


def test_only_the_owner_with_its_token_renews_saves_and_releases(aws, ended, context):
    taken = called(acquire("one"), context)
    key, mine = taken["leaseKey"], taken["token"]
    for name, token in (("two", mine), ("one", mine + 1), ("one", mine - 1)):
        owner = execution(name)
        for action in ("renew", "release", "forget_modes"):
            with pytest.raises(LeaseLostError):
                called({"action": action, "owner": owner, "leaseKey": key, "token": token}, context)
        with pytest.raises(LeaseLostError):
            called({"action": "save_modes", "owner": owner, "leaseKey": key, "token": token, "modes": MODES}, context)
    before = items(aws)[0]["expiresAt"]["S"]

    assert called({"action": "renew", "owner": execution("one"), "leaseKey": key, "token": mine}, context) == {
        "renewed": True
    }
    assert items(aws)[0]["expiresAt"]["S"] >= before


@pytest.mark.parametrize(
    "history",
    [
        [],
        [{"type": "TaskStateEntered"}],
        [{"type": "TaskSucceeded"}, "its own call"],
        [{"type": "ExecutionAborted"}, {"type": "TaskStarted"}, "its own call"],
        [{"type": "TaskStarted"}, "another call"],
    ],
    ids=["unknown", "between two calls", "its call has ended", "it has ended itself", "it calls for something else"],
)
@pytest.mark.parametrize("action", ["acquire", "save_modes", "forget_modes", "release"])
def test_nobody_else_does_in_an_owners_name_what_it_is_not_doing_now(aws, ended, context, history, action):
    taken = called(acquire("one"), context)
    mine = {"owner": execution("one"), "leaseKey": taken["leaseKey"], "token": taken["token"]}
    event = {"action": action, **mine, "modes": MODES} if action != "acquire" else acquire("one", members=["i-9"])
    shown = {"its own call": scheduled(event), "another call": scheduled({"action": "renew", **mine})}
    aws.states.operations["GetExecutionHistory"] = lambda given: newest_events(
        *(shown[each] if isinstance(each, str) else each for each in history)
    )
    before = items(aws)

    with pytest.raises(CallRefusedError):
        handler(event, context)

    assert items(aws) == before


def test_a_call_that_the_history_shows_a_moment_later_is_believed(aws, ended, context):
    event = acquire("one")
    histories = [newest_events(), newest_events({"type": "TaskStateEntered"}), newest_events(scheduled(event))]
    aws.states.operations["GetExecutionHistory"] = lambda given: histories.pop(0)

    assert handler(event, context)["acquired"]


def test_before_the_lease_is_taken_there_is_nothing_to_renew(aws, ended, context):
    event = {"action": "renew", "owner": "one", "leaseKey": None, "token": None}

    assert called(event, context) == {"renewed": False}


def test_saved_modes_outlive_their_owner_until_they_are_forgotten(aws, ended, context):
    first = called(acquire("one"), context)
    mine = {"owner": execution("one"), "leaseKey": first["leaseKey"], "token": first["token"]}
    called({"action": "save_modes", **mine, "modes": MODES}, context)
    released(first, "one", context)

    taken = called(acquire("two"), context)
    theirs = {"owner": execution("two"), "leaseKey": taken["leaseKey"], "token": taken["token"]}
    called({"action": "forget_modes", **theirs}, context)
    released(taken, "two", context)

    assert taken["savedModes"] == MODES
    assert called(acquire("three"), context)["savedModes"] is None


def test_saving_and_dropping_the_modes_lengthens_the_lease_s_life(aws, ended, context):
    taken = called(acquire("one"), context)
    mine = {"owner": execution("one"), "leaseKey": taken["leaseKey"], "token": taken["token"]}

    for act in ({"action": "save_modes", "modes": MODES}, {"action": "forget_modes"}):
        aws.dynamodb.update_item(
            TableName=TABLE,
            Key={"cluster": {"S": taken["leaseKey"]}},
            UpdateExpression="SET expiresAt = :past",
            ExpressionAttributeValues={":past": {"S": format_time(datetime.now(UTC))}},
        )
        called({**act, **mine}, context)
        assert items(aws)[0]["expiresAt"]["S"] > format_time(datetime.now(UTC) + timedelta(seconds=800))


def test_saved_modes_grow_by_another_nodes_and_are_replaced_by_nobody_who_has_not_seen_them(aws, ended, context):
    first = called(acquire("one"), context)
    mine = {"owner": execution("one"), "leaseKey": first["leaseKey"], "token": first["token"]}
    called({"action": "save_modes", **mine, "modes": MODES}, context)
    more = [*MODES, {**MODES[0], "replica": "another"}]

    with pytest.raises(LeaseLostError):
        called({"action": "save_modes", **mine, "modes": more[1:], "former": None}, context)
    called({"action": "save_modes", **mine, "modes": more, "former": MODES}, context)

    released(first, "one", context)
    assert called(acquire("two"), context)["savedModes"] == more


@pytest.mark.parametrize(
    "other",
    [
        {"identity": {"clusterName": "saleswsfc", "groupIds": ["6a1f", "7b2e"]}, "members": ["i-7"]},
        {"identity": None, "members": ["i-2", "i-3"]},
        {"identity": {"clusterName": "OTHER", "groupIds": ["9c"]}, "members": ["i-2", "i-8"]},
    ],
    ids=["a group was added", "nobody reports an identity", "a mistyped tag mixes two clusters"],
)
def test_one_cluster_never_has_two_leases(aws, ended, context, other):
    called(acquire("one"), context)

    assert called(acquire("two", **other), context)["acquired"] is False
    assert len(items(aws)) == 1


def test_a_cluster_that_calls_itself_the_same_gets_no_lease_of_another_whose_owner_ended(aws, ended, context):
    """A host may name any cluster: it waits while that is operated, and neither ends its work nor takes its record."""
    namesake = {"members": ["i-7"]}
    mine = called(acquire("one"), context)
    ended.add("one")
    theirs = called(acquire("two", **namesake), context)

    assert theirs["acquired"] and theirs["leaseKey"] != mine["leaseKey"] and theirs["savedModes"] is None
    assert called(acquire("three"), context)["leaseKey"] == mine["leaseKey"]


def test_another_cluster_has_a_lease_of_its_own(aws, ended, context):
    called(acquire("one"), context)
    other = {"identity": {"clusterName": "HR", "groupIds": ["77"]}, "members": ["i-8", "i-9"]}

    assert called(acquire("two", **other), context)["acquired"]
    assert len(items(aws)) == 2


def test_an_owner_that_runs_is_never_robbed_even_when_its_lease_has_expired(aws, ended, context):
    key = called(acquire("one"), context)["leaseKey"]
    aws.dynamodb.update_item(
        TableName=TABLE,
        Key={"cluster": {"S": key}},
        UpdateExpression="SET expiresAt = :past",
        ExpressionAttributeValues={":past": {"S": "2020-01-01T00:00:00Z"}},
    )

    assert called(acquire("two"), context)["acquired"] is False


@pytest.mark.parametrize("owner", ["one", "forgotten"])
def test_behind_an_owner_that_ended_is_cleared_up_before_the_lease_is_taken(aws, ended, context, owner):
    first = called(acquire(owner), context)
    ended.add(owner)
    stopped: set[str] = set()
    aws.ssm.operations |= _commands(stopped, first["token"])
    aws.states.operations |= _acts(stopped, first["token"])

    taken = called(acquire("two"), context)

    assert taken["token"] > first["token"]
    assert stopped == {ACT_OLD, CMD_ACT}


def test_old_work_on_a_later_page_is_ended_too(aws, ended, context):
    first = called(acquire("one"), context)
    ended.add("one")
    stopped: set[str] = set()
    work = _commands(stopped, first["token"])
    listed = work["ListCommands"]
    work["ListCommands"] = lambda given: (
        listed(given) if "NextToken" in given else {"Commands": [], "NextToken": "more"}
    )
    aws.ssm.operations |= work
    aws.states.operations |= _acts(stopped, first["token"])

    called(acquire("two"), context)

    assert stopped == {ACT_OLD, CMD_ACT}


def test_a_command_that_shows_only_a_moment_later_is_ended_before_the_lease_is_taken(aws, ended, context):
    first = called(acquire("one"), context)
    ended.add("one")
    stopped: set[str] = set()
    work = _commands(stopped, first["token"])
    listed, looks = work["ListCommands"], []

    def late(given: dict) -> dict:
        looks.append(given["InstanceId"])
        return listed(given) if looks.count(given["InstanceId"]) > 1 else {"Commands": []}

    aws.ssm.operations |= work | {"ListCommands": late}

    called(acquire("two"), context)

    assert stopped == {CMD_ACT}


def test_the_lease_is_not_taken_while_old_work_runs(aws, ended, context):
    first = called(acquire("one"), context)
    ended.add("one")
    stubborn = _acts(set(), first["token"])
    stubborn["StopExecution"] = lambda given: {"stopDate": 0}
    aws.states.operations |= stubborn

    with pytest.raises(OrphanWorkRuns, match=ACT_OLD):
        called(acquire("two"), context)

    assert items(aws)[0]["owner"]["S"] == execution("one")


def _acts(ended: set[str], token: int) -> dict:
    """Acts of the ended owner's token, of a newer one and of another node, and an installation."""
    names = {
        f"EvacuateCache-i-2-{token}-1": ACT_OLD,
        f"EvacuateCache-i-2-{token + 1}-1": "newer",
        f"EvacuateCache-i-9-{token}-1": "foreign",
        "InstallHost-i-1-0b5f0c1a-2b84-4d39-9e61-c8a7f3d20b15": "installation",
    }

    def listed(given: dict) -> dict:
        assert given["stateMachineArn"].endswith(":stateMachine:cachewarden-act-on-host")
        assert given["statusFilter"] == "RUNNING"
        return {"executions": [{"name": name, "executionArn": arn} for name, arn in names.items() if arn not in ended]}

    def stop(given: dict) -> dict:
        ended.add(given["executionArn"])
        return {"stopDate": 0}

    return {"ListExecutions": listed, "StopExecution": stop}


def _commands(ended: set[str], token: int) -> dict:
    """Acting commands of the ended owner's token and of a newer one, and an observing one."""
    commands: dict[str, tuple[str, dict[str, list[str]]]] = {
        CMD_ACT: ("CacheWarden-Host-EvacuateCache", {"Token": [str(token)]}),
        CMD_NEWER: ("CacheWarden-Host-RestoreCache", {"Token": [str(token + 1)]}),
        CMD_LOOK: ("CacheWarden-Host-ObserveHost", {}),
    }

    def cancel(given: dict) -> dict:
        ended.add(given["CommandId"])
        return {}

    return {
        "ListCommands": lambda given: {
            "Commands": [
                {"CommandId": name, "DocumentName": document, "Parameters": parameters}
                for name, (document, parameters) in commands.items()
                if name not in ended and given["InstanceId"] == "i-1"
            ]
        },
        "CancelCommand": cancel,
    }
