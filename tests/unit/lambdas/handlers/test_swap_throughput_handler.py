"""The one function that modifies volumes: what it writes down before it asks EC2, and what it believes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from botocore.exceptions import ClientError

from adapters.clients import dynamodb
from adapters.lease_table import read_items
from adapters.volume_modifications import ModificationRefused, VolumeNotToldError
from adapters.volume_records import VolumeRecord, raised_in, read_volume, write_volume
from cachewarden.evidence.ebs import EbsLimits
from cachewarden.evidence.raised_tag import raised_of
from cachewarden.evidence.volume_modification import ModifiableVolume, Modification, ModificationState, Performance
from cachewarden.json_reader import format_time
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
        patch(swap_throughput, "mark_volume", lambda volume_id, value: self.mark(value))
        patch(swap_throughput, "unmark_volume", lambda volume_id: self.mark(None))
        patch(
            swap_throughput,
            "ebs_limits",
            lambda kind: EbsLimits(instance_type=kind, baseline_mb=593.75, maximum_mb=593.75),
        )

    def mark(self, value):
        self.volume = replace(self.volume, raised_tag=value)

    def lose_the_record(self):
        """The lease table is deleted and made anew, or restored to an earlier time."""
        dynamodb().delete_item(TableName=TABLE, Key={"cluster": {"S": f"volume/{VOLUME}"}})

    def modify(self, volume_id, to):
        self.recorded.append(read_volume(TABLE, volume_id))
        if isinstance(self.error, ClientError):
            return ModificationRefused.of(self.error)
        if self.error is not None:
            raise self.error
        self.asked.append(to)
        state = ModificationState.OPTIMIZING
        newest = Modification(state=state, started_at=self.now, original=self.volume.performance, target=to)
        self.volume = replace(self.volume, performance=to, newest=newest)
        return self.now

    def set_by_hand(self, to):
        """A person modifies the volume, and EC2 has it done at once."""
        state = ModificationState.COMPLETED
        newest = Modification(state=state, started_at=self.now, original=self.volume.performance, target=to)
        self.volume = replace(self.volume, performance=to, newest=newest)

    def fails(self, hours):
        """The modification that is under way ends, the volume is as it was before; and time passes."""
        newest = replace(self.volume.newest, state=ModificationState.FAILED)
        self.volume = replace(self.volume, performance=newest.original, newest=newest)
        self.now += timedelta(hours=hours)

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
        seen = format_time(self.now - timedelta(seconds=30)) if back else None
        return self.call(action="PutBackSwapThroughput", volumeId=VOLUME, cacheSeenBackAt=seen)

    @property
    def raised(self):
        return read_volume(TABLE, VOLUME).raised


@pytest.fixture
def ebs(aws, monkeypatch, context):
    return Ebs(aws, monkeypatch, context)


def refusal(code, repeated=0):
    told = {"Error": {"Code": code, "Message": "no"}, "ResponseMetadata": {"RetryAttempts": repeated}}
    return ClientError(told, "ModifyVolume")


def test_what_it_had_is_written_down_before_ec2_is_asked(ebs):
    assert "goes from 250 MiB/s" in ebs.raises()
    (before,) = ebs.recorded
    assert before.raised is not None and (before.raised.former, before.raised.to) == (FORMER, FAST)
    assert ebs.asked == [FAST] and read_volume(TABLE, VOLUME).modifications == (ebs.now,)


def test_the_volume_itself_says_what_it_had_before_ec2_is_asked(ebs):
    ebs.error = RuntimeError("killed")
    with pytest.raises(RuntimeError):
        ebs.raises()
    assert ebs.asked == []
    said = raised_of(ebs.volume.raised_tag)
    assert (said.former, said.to, said.at, said.instance_id) == (FORMER, FAST, ebs.now, ebs.node)


def test_without_its_record_it_is_put_back_by_what_the_volume_says_and_ec2_confirms(ebs):
    ebs.raises()
    ebs.completes()
    ebs.lose_the_record()
    assert "goes back to 250 MiB/s" in ebs.put_back()
    ebs.completes()
    assert "left as it is" in ebs.put_back()
    assert (ebs.volume.performance, ebs.volume.raised_tag, ebs.raised) == (FORMER, None, None)


def test_an_older_record_than_the_volumes_own_word_counts_no_more(ebs):
    ebs.raises()
    older = read_volume(TABLE, VOLUME)
    ebs.completes()
    ebs.put_back()
    ebs.completes()
    ebs.put_back()
    ebs.now += timedelta(days=3)
    ebs.set_by_hand(Performance(throughput_mib=300, iops=4000))
    ebs.now += timedelta(days=3)
    ebs.raises()
    ebs.completes()
    write_volume(TABLE, replace(older, version=read_volume(TABLE, VOLUME).version))
    assert "goes back to 300 MiB/s" in ebs.put_back()


@pytest.mark.parametrize(
    "value",
    ["125/3000 to 567/3000 at 2026-02-03T22:00:00.000Z for i-0123456789abcdef0", "16000/9 to", "", "567"],
)
def test_a_tag_that_ec2_does_not_confirm_has_nothing_put_back(ebs, value):
    ebs.raises()
    ebs.completes()
    ebs.lose_the_record()
    ebs.mark(value)
    ebs.put_back()
    assert ebs.asked == [FAST]


def test_a_tag_that_is_no_longer_true_is_taken_off(ebs):
    ebs.raises()
    ebs.completes()
    ebs.lose_the_record()
    ebs.set_by_hand(Performance(throughput_mib=300, iops=3000))
    assert "isn't raised" in ebs.put_back()
    assert ebs.volume.raised_tag is None and ebs.asked == [FAST]


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
    assert f"refused to raise {VOLUME}: {code}" in ebs.raises()
    assert ebs.raised is None and ebs.asked == []


@pytest.mark.parametrize(
    "code", ["VolumeModificationRateExceeded", "RequestLimitExceeded", "IncorrectModificationState", "InternalError"]
)
@pytest.mark.parametrize("repeated", [0, 4])
def test_who_sets_by_hand_what_ec2_refused_to_us_keeps_it(ebs, code, repeated):
    """The report names the very values."""
    ebs.error = refusal(code, repeated)
    ebs.raises()
    ebs.now += timedelta(minutes=5)
    ebs.set_by_hand(FAST)
    ebs.now += timedelta(hours=1)
    ebs.put_back()
    assert ebs.asked == [] and not any("was raised to" in each["Message"] for each in ebs.aws.messages)


def test_who_sets_the_same_by_hand_after_it_was_put_back_keeps_it(ebs):
    ebs.raises()
    ebs.completes()
    ebs.put_back()
    ebs.completes(0.1)
    ebs.set_by_hand(FAST)
    ebs.now += timedelta(minutes=14)
    ebs.put_back()
    assert ebs.asked == [FAST, FORMER]
    assert "CW6222" in ebs.aws.messages[0]["Message"]


def test_a_refused_raise_leaves_written_down_what_was_raised_before(ebs):
    ebs.raises()
    ebs.completes()
    before = ebs.raised
    ebs.set_by_hand(FORMER)
    ebs.now += timedelta(hours=25)
    ebs.error = refusal("UnauthorizedOperation")
    ebs.raises()
    assert ebs.raised == before


@pytest.mark.parametrize("nothing", [None, "silent"])
def test_one_empty_answer_is_no_volume_that_is_gone(ebs, monkeypatch, nothing):
    ebs.raises()
    ebs.completes()
    there, ebs.volume = ebs.volume, None
    if nothing == "silent":
        monkeypatch.setattr(swap_throughput, "modifiable_volume", silent)
    ebs.put_back()
    ebs.volume = there
    monkeypatch.setattr(swap_throughput, "modifiable_volume", lambda volume_id: ebs.volume)
    ebs.now += timedelta(hours=2)
    ebs.put_back()
    assert ebs.asked == [FAST, FORMER]


def silent(volume_id):
    raise VolumeNotToldError(volume_id)


def test_a_put_back_that_ends_failed_leaves_one_of_the_days_modifications_to_the_owner_and_is_told(ebs):
    ebs.raises()
    ebs.completes()
    for _ in range(12):
        ebs.put_back()
        if ebs.volume.is_being_modified:
            ebs.fails(0.25)
        else:
            ebs.now += timedelta(hours=0.25)
    assert ebs.asked == [FAST, FORMER, FORMER]
    (message,) = ebs.aws.messages
    assert "CW6221" in message["Message"] and "failed to put it back" in message["Message"]


def test_a_repetition_of_a_call_whose_answer_got_lost_is_no_refusal_and_counts(ebs, monkeypatch):
    """botocore repeats it, and EC2 refuses the repetition since the first is under way."""

    def twice(volume_id, to):
        ebs.modify(volume_id, to)
        return ModificationRefused.of(refusal("IncorrectModificationState", 1))

    monkeypatch.setattr(swap_throughput, "modify_volume", twice)
    assert "goes from 250 MiB/s" in ebs.raises()
    assert read_volume(TABLE, VOLUME).modifications == (ebs.now,) and ebs.raised.began_at == ebs.now


def test_a_refusal_of_a_repetition_does_not_prove_that_no_earlier_try_was_taken(ebs):
    """EC2 shows the modification of the first try later than it answers."""
    ebs.error = refusal("RequestLimitExceeded", 4)
    assert "the sweep finds out" in ebs.raises()
    ebs.set_by_hand(FAST)
    ebs.error = None
    ebs.now += timedelta(hours=1)
    assert "goes back" in ebs.put_back() and ebs.asked == [FORMER]


def test_a_second_stop_since_the_cache_was_seen_back_keeps_the_volume(ebs):
    ebs.raises()
    ebs.completes()
    seen = format_time(ebs.now)
    ebs.now += timedelta(minutes=3)
    assert "already" in ebs.raises()
    ebs.now += timedelta(minutes=3)
    ebs.call(action="PutBackSwapThroughput", volumeId=VOLUME, cacheSeenBackAt=seen)
    ebs.call(action="PutBackSwapThroughput", volumeId=VOLUME)
    assert ebs.asked == [FAST]


def hold(monkeypatch, node):
    """An operation holds the node."""
    held = type("Record", (), {"members": (node,), "held": lambda self, now: True})()
    monkeypatch.setattr(swap_throughput.lease_table, "read_all", lambda table: [type("Stored", (), {"record": held})])


@pytest.mark.parametrize("asked_again", [True, False])
def test_a_node_that_has_got_the_volume_meanwhile_keeps_it_while_it_is_operated(ebs, monkeypatch, asked_again):
    ebs.raises()
    ebs.completes()
    ebs.node = ebs.aws.node(tags={"cachewarden:managed": "true", "cachewarden:swap-throughput": "raise"})
    ebs.volume = replace(ebs.volume, attached_to=(ebs.node,))
    if asked_again:
        ebs.raises()
        assert ebs.raised.instance_id == ebs.node
    ebs.now += timedelta(minutes=5)
    hold(monkeypatch, ebs.node)
    assert "an operation works on the node" in ebs.put_back() and ebs.asked == [FAST]


def test_an_answer_that_got_lost_leaves_it_to_be_put_back_and_the_count_unknown(ebs):
    ebs.error = TimeoutError("no answer")
    with pytest.raises(TimeoutError):
        ebs.raises()
    ebs.error = None
    ebs.set_by_hand(FAST)
    ebs.now += timedelta(hours=1)
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
    began = ebs.now - timedelta(minutes=5)
    enlarged = Modification(state=ModificationState.COMPLETED, started_at=began, original=FAST, target=FAST)
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
    hold(monkeypatch, ebs.node)
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
        {"action": "PutBackSwapThroughput", "volumeId": 7, "cacheSeenBackAt": None},
        {"action": "PutBackSwapThroughput", "volumeId": VOLUME, "cacheSeenBackAt": True},
    ],
)
def test_what_cannot_be_a_call_of_ours_is_refused_and_told(ebs, event):
    with pytest.raises(CallRefusedError):
        swap_throughput.handler(event, ebs.context)
    assert len(ebs.aws.messages) == 1


def test_a_volume_that_nobody_raised_is_nobodys_to_put_back(ebs):
    assert "isn't raised" in ebs.put_back()
    assert "isn't raised" in ebs.call(action="PutBackSwapThroughput", volumeId="../stop/i-1")


def test_a_record_that_was_written_meanwhile_is_not_overwritten(ebs):
    first = read_volume(TABLE, VOLUME)
    write_volume(TABLE, first)
    with pytest.raises(Exception, match=VOLUME):
        write_volume(TABLE, first)
