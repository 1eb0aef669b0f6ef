"""The one function that modifies volumes: what it writes down before it asks EC2, and what it believes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from botocore.exceptions import ClientError

from adapters.lease_table import read_items
from adapters.volume_records import VolumeRecord, raised_in, read_volume, write_volume
from cachewarden.evidence.ebs import EbsLimits
from cachewarden.evidence.volume_modification import ModifiableVolume, Modification, ModificationState, Performance
from cachewarden.operation.authority import CallRefusedError
from cachewarden.operation.goal import Goal
from cachewarden.operation.lease import Owner
from handlers import swap_throughput
from tests.unit.lambdas.handlers.account import TABLE, execution

VOLUME = "vol-0123456789abcdef0"
FORMER = Performance(throughput_mib=250, iops=3000)
FAST = Performance(throughput_mib=567, iops=3000)


class Ebs:
    """EC2 as far as it is about the volume, and the time."""

    def __init__(self, aws, monkeypatch, context):
        self.aws, self.context = aws, context
        self.node = aws.node(tags={"cachewarden:managed": "true", "cachewarden:swap-throughput": "raise"})
        self.now = datetime(2026, 2, 3, 22, 0, tzinfo=UTC)
        self.volume: ModifiableVolume | None = ModifiableVolume(
            volume_id=VOLUME, kind="gp3", performance=FORMER, attached_to=(self.node,), role="swap", newest=None
        )
        self.asked: list[Performance] = []
        self.recorded: list[VolumeRecord] = []
        self.error: Exception | None = None
        owner = Owner(execution_arn=execution("e1"), node=self.node, purpose=Goal.STOPPED, request_id="r")
        patch = monkeypatch.setattr
        patch(swap_throughput, "confirm_claim", lambda source, **given: owner)
        patch(swap_throughput, "confirm_call", lambda arn, event: None)
        patch(swap_throughput, "now", lambda: self.now)
        patch(swap_throughput, "modifiable_volume", lambda volume_id: self.volume if volume_id == VOLUME else None)
        patch(swap_throughput, "modify_volume", self.modify)
        patch(
            swap_throughput,
            "ebs_limits",
            lambda kind: EbsLimits(instance_type=kind, baseline_mb=593.75, maximum_mb=593.75),
        )

    def modify(self, volume_id, to):
        self.recorded.append(read_volume(TABLE, volume_id))
        if self.error is not None:
            raise self.error
        self.asked.append(to)
        state = Modification(state=ModificationState.OPTIMIZING, started_at=self.now)
        self.volume = replace(self.volume, performance=to, newest=state)
        return self.now

    def completes(self, hours=1.0):
        """The modification that is under way, and time passes."""
        newest = replace(self.volume.newest, state=ModificationState.COMPLETED)
        self.volume, self.now = replace(self.volume, newest=newest), self.now + timedelta(hours=hours)

    def call(self, **event):
        return swap_throughput.handler(event, self.context)["sentence"]

    def raises(self, **more):
        serial = VOLUME.replace("-", "")
        return self.call(
            action="RaiseSwapThroughput", instanceId=self.node, swap=serial, cacheBytes=100 * 1024**3, **more
        )

    def put_back(self, *, back=True):
        return self.call(action="PutBackSwapThroughput", volumeId=VOLUME, cacheIsBack=back)

    @property
    def raised(self):
        return read_volume(TABLE, VOLUME).raised


@pytest.fixture
def ebs(aws, monkeypatch, context):
    return Ebs(aws, monkeypatch, context)


def refusal(code):
    return ClientError({"Error": {"Code": code, "Message": "no"}}, "ModifyVolume")


def test_what_it_had_is_written_down_before_ec2_is_asked(ebs):
    assert "goes from 250 MiB/s" in ebs.raises()
    (before,) = ebs.recorded
    assert before.raised is not None and (before.raised.former, before.raised.to) == (FORMER, FAST)
    assert ebs.asked == [FAST] and read_volume(TABLE, VOLUME).modifications == (ebs.now,)


def test_it_is_put_back_and_then_forgotten_but_for_the_count(ebs):
    ebs.raises()
    assert raised_in(read_items(TABLE)) == {VOLUME: ebs.node}
    assert "stays raised" in ebs.put_back()
    ebs.completes()
    assert "goes back to 250 MiB/s" in ebs.put_back()
    assert ebs.raised is not None
    ebs.completes()
    assert "left as it is" in ebs.put_back()
    assert ebs.raised is None and raised_in(read_items(TABLE)) == {}
    assert len(read_volume(TABLE, VOLUME).modifications) == 2 and ebs.asked == [FAST, FORMER]
    assert ebs.aws.messages == []


def test_twice_a_day_and_no_third_time_before_the_window_has_passed(ebs):
    for _ in range(2):
        ebs.raises()
        ebs.completes()
        ebs.put_back()
        ebs.completes()
        ebs.put_back()
    assert "0 of the four" in ebs.raises()
    assert len(ebs.asked) == 4 and ebs.raised is None
    ebs.now += timedelta(hours=24)
    assert "goes from" in ebs.raises()


def test_a_second_stop_meanwhile_takes_the_raised_throughput_for_no_former_one(ebs):
    ebs.raises()
    assert "is raised to" in ebs.raises()
    ebs.completes()
    assert "is raised to" in ebs.raises()
    assert ebs.raised.former == FORMER and ebs.asked == [FAST]


@pytest.mark.parametrize("code", ["VolumeModificationRateExceeded", "UnauthorizedOperation", "RequestLimitExceeded"])
def test_a_refusal_is_an_answer_and_leaves_nothing_to_put_back(ebs, code):
    ebs.error = refusal(code)
    assert code in ebs.raises()
    ebs.now += timedelta(hours=1)
    assert "left as it is" in ebs.put_back() and ebs.raised is None and ebs.asked == []


def test_an_answer_that_got_lost_leaves_it_to_be_put_back_and_the_count_unknown(ebs):
    ebs.error = TimeoutError("no answer")
    with pytest.raises(TimeoutError):
        ebs.raises()
    ebs.error = None
    newest = Modification(state=ModificationState.COMPLETED, started_at=ebs.now)
    ebs.volume, ebs.now = replace(ebs.volume, performance=FAST, newest=newest), ebs.now + timedelta(hours=1)
    assert "goes back" in ebs.put_back()
    ebs.completes()
    ebs.put_back()
    assert ebs.raised is None and "nobody can say how often" in ebs.raises()


def test_who_changed_it_meanwhile_is_told_once_and_keeps_it(ebs):
    ebs.raises()
    ebs.completes()
    ebs.volume = replace(ebs.volume, performance=Performance(throughput_mib=300, iops=3000))
    assert "left as it is" in ebs.put_back()
    (message,) = ebs.aws.messages
    assert "CW6222" in message["Message"] and "300 MiB/s" in message["Message"]
    assert ebs.asked == [FAST] and ebs.raised is None


def test_of_a_modification_between_ours_nobody_knows_the_number(ebs):
    """Somebody enlarges the volume: throughput and IOPS are put back, and what is left isn't guessed."""
    ebs.raises()
    ebs.completes()
    enlarged = Modification(state=ModificationState.COMPLETED, started_at=ebs.now - timedelta(minutes=5))
    ebs.volume = replace(ebs.volume, newest=enlarged)
    assert "goes back" in ebs.put_back()
    ebs.completes()
    ebs.put_back()
    assert "nobody can say how often" in ebs.raises()


def test_a_refusal_that_passes_is_told_only_once_it_lasts_and_any_other_at_once_and_daily(ebs):
    ebs.raises()
    ebs.completes()
    ebs.error = refusal("VolumeModificationRateExceeded")
    assert "stays raised" in ebs.put_back() and ebs.aws.messages == []
    ebs.now += timedelta(hours=35)
    ebs.put_back()
    assert len(ebs.aws.messages) == 1 and "CW6221" in ebs.aws.messages[0]["Message"]
    ebs.now += timedelta(hours=25)
    ebs.error = refusal("UnauthorizedOperation")
    ebs.put_back()
    ebs.put_back()
    assert len(ebs.aws.messages) == 2
    ebs.error = None
    assert "goes back" in ebs.put_back()


def test_a_node_that_an_operation_holds_keeps_its_volume(ebs, monkeypatch):
    ebs.raises()
    ebs.completes()
    held = type("Record", (), {"members": (ebs.node,), "held": lambda self, now: True})()
    monkeypatch.setattr(swap_throughput.lease_table, "read_all", lambda table: [type("Stored", (), {"record": held})])
    assert "an operation works on the node" in ebs.put_back() and ebs.asked == [FAST]


def test_without_the_tag_nothing_is_raised(ebs):
    ebs.aws.ec2.delete_tags(Resources=[ebs.node], Tags=[{"Key": "cachewarden:swap-throughput"}])
    assert "is gone" in ebs.raises() and ebs.raised is None


@pytest.mark.parametrize(
    "event",
    [
        {"action": "Enlarge"},
        {},
        {"action": "PutBackSwapThroughput"},
        {"action": "PutBackSwapThroughput", "volumeId": 7, "cacheIsBack": True},
    ],
)
def test_what_cannot_be_a_call_of_ours_is_refused_and_told(ebs, event):
    with pytest.raises(CallRefusedError):
        swap_throughput.handler(event, ebs.context)
    assert len(ebs.aws.messages) == 1


def test_a_volume_that_nobody_raised_is_nobodys_to_put_back(ebs):
    assert "isn't raised" in ebs.put_back()
    assert "isn't raised" in ebs.call(action="PutBackSwapThroughput", volumeId="../stop/i-1", cacheIsBack=True)


def test_a_record_that_was_written_meanwhile_is_not_overwritten(ebs):
    first = read_volume(TABLE, VOLUME)
    write_volume(TABLE, first)
    with pytest.raises(Exception, match=VOLUME):
        write_volume(TABLE, first)
