"""What survives from pass to pass: read back unchanged, and bad input is named by its path."""

from datetime import UTC, datetime

import pytest

from cachewarden.codes import Code
from cachewarden.evidence.ec2_rights import CallRight
from cachewarden.evidence.identity import ClusterIdentity
from cachewarden.json_reader import JsonReader, UnexpectedJsonError, format_time, parse_time
from cachewarden.operation.actions import Action
from cachewarden.operation.consent import Consent, GivenConsent, VoidConsent
from cachewarden.operation.goal import Goal
from cachewarden.operation.operation import (
    Abandoned,
    ActionTaken,
    Failure,
    Finding,
    Holder,
    LeftBehind,
    Operation,
    SavedMode,
    Waiting,
)
from cachewarden.operation.operation_json import (
    operation_to_json,
    parse_operation,
    parse_saved_modes,
    saved_modes_to_json,
)
from cachewarden.operation.wait_reasons import WaitReason

NOW = datetime(2026, 2, 3, 4, 5, 6, 789000, tzinfo=UTC)
FULL = Operation(
    computer="SALES1",
    databases_alone="2 of MSSQLSERVER",
    leads=("6a1f5f2e-0000-4000-8000-000000000001",),
    asked_for="i-2",
    leader="i-3",
    begun_elsewhere=True,
    found_state="attention",
    forgets=("sales2",),
    evacuated_runs={"i-5": NOW},
    left_behind=(LeftBehind(node="i-4", code=Code.START_FAILED, message="no capacity"),),
    execution_arn="arn",
    request_id="r",
    goal=Goal.CYCLED,
    node_id="i-1",
    requested_at=NOW,
    requested_by="dana",
    reason="because",
    expires_at=NOW,
    document_run="run",
    run=datetime(2026, 1, 1, tzinfo=UTC),
    instance_type="r5d.8xlarge",
    consents=(
        GivenConsent(
            word=Consent.OUTAGE,
            by="arn:aws:iam::111122223333:user/dana",
            through="CacheWarden-AcceptOutageAndStopInstance (run 1)",
            node_id="i-1",
            goals=(Goal.STOPPED, Goal.CYCLED),
            given_at=NOW,
            expires_at=NOW,
            withdrawn=True,
        ),
        VoidConsent(through="the tag cachewarden:consent=yes", why="yes is no consent that is known"),
    ),
    lease_key="k",
    lease_token=7,
    identity=ClusterIdentity(cluster_name="C", group_ids=("g",)),
    holder=Holder(owner="o", node="s", purpose=Goal.STOPPED, seen_at=NOW),
    saved_modes=(
        SavedMode(
            group="g",
            replica="r",
            server="S",
            availability_mode=1,
            failover_mode=0,
            seeding_mode=1,
            led=True,
            required_synchronized=2,
        ),
        SavedMode(
            group="g",
            replica="q",
            server="T",
            availability_mode=1,
            failover_mode=0,
            seeding_mode=None,
            led=None,
            required_synchronized=None,
        ),
    ),
    attempts={Action.SAVE_MODES: 1},
    first_begun={Action.SAVE_MODES: datetime(2026, 2, 3, 4, 5, 7, tzinfo=UTC)},
    failures={Action.SAVE_MODES: 1},
    last_failure=Failure(action=Action.SAVE_MODES, code=Code.LEASE_LOST, message="m", at=NOW, transient=True),
    data_loss="lost",
    look_after=NOW,
    waiting=Waiting(reason=WaitReason.HOST, since=NOW, progress=5, progressed_at=NOW),
    looking_since=NOW,
    abandoned=Abandoned(goal=Goal.STOPPED, code=Code("CW6203"), message="m", cause=Code("CW1091")),
    unattachable=True,
    snapshots=("snap-1",),
    node_snapshots=("snap-2",),
    call_rights=(CallRight(call="StopInstances", answer="UnauthorizedOperation"),),
    findings=(Finding(code=Code.HOST_CLOCK_WRONG, sentence="its clock is wrong"),),
    actions=(ActionTaken(action=Action.SAVE_MODES, node="i-1", at=NOW, sentence="why"),),
)


def test_an_operation_is_read_back_unchanged():
    assert parse_operation(operation_to_json(FULL)) == FULL


def test_every_field_of_an_operation_survives():
    defaults = parse_operation(
        {
            "executionArn": "a",
            "requestId": "q",
            "goal": "Stopped",
            "subject": "i",
            "requestedAt": "2026-01-01T00:00:00Z",
        }
    )

    for name in Operation.__slots__:
        assert getattr(FULL, name) != getattr(defaults, name), f"{name} isn't covered by this test"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"goal": "Destroyed"}, "$.goal"),
        ({"requestedAt": "yesterday"}, "$.requestedAt"),
        ({"requestedAt": "2026-02-03T04:05:06"}, "with a zone"),
        ({"leaseToken": "7"}, "$.leaseToken"),
        ({"leaseToken": True}, "$.leaseToken"),
        ({"attempts": {"x": "many"}}, "$.attempts.x"),
        ({"firstBegun": {"x": "2026-02-03T04:05:07Z"}}, "$.firstBegun.x"),
        ({"savedModes": [{"ag": "g"}]}, "$.savedModes[0].replica"),
        ({"consents": "outage"}, "$.consents"),
        ({"consents": [{"word": "everything"}]}, "$.consents[0].word"),
    ],
)
def test_what_does_not_fit_is_named_by_its_path(change, named):
    with pytest.raises(UnexpectedJsonError) as error:
        parse_operation(operation_to_json(FULL) | change)

    assert named in str(error.value)


def test_numbers_and_times_are_read_as_json_and_powershell_write_them():
    reader = JsonReader.of({"a": 3.0, "b": 5, "c": [1, 2], "d": True})

    assert reader.number("a") == 3
    assert reader.numbers("b") == (5,) and reader.numbers("c") == (1, 2)
    for key in ("c", "d", "missing"):
        with pytest.raises(UnexpectedJsonError):
            reader.number(key)
    assert parse_time("2026-02-03T05:05:06.7891234+01:00").hour == 4
    assert format_time(NOW) == "2026-02-03T04:05:06.789Z"


def test_modes_that_an_earlier_version_saved_are_written_as_they_were():
    """The lease table replaces them only where their text is what the operation has read."""
    saved = [{"ag": "g", "replica": "r", "server": "S", "availabilityMode": 1, "failoverMode": 0}]
    saved[0] |= {"seedingMode": 1, "led": True}
    assert saved_modes_to_json(parse_saved_modes(JsonReader.of({"modes": saved}), "modes")) == saved
