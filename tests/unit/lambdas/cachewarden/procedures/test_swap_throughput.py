"""When EC2 is asked for a faster Swap volume, and when for the former one: never on what isn't known."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cachewarden.evidence.ebs import EbsLimits
from cachewarden.evidence.volume_modification import (
    ModifiableVolume,
    Modification,
    ModificationState,
    Performance,
    Raised,
    modifications_left,
)
from cachewarden.operation.timing import GIB
from cachewarden.procedures.swap_throughput import (
    Forget,
    Later,
    LeaveAsIs,
    PutBack,
    PutBackFailed,
    Raise,
    decide_put_back,
    decide_raise,
    is_overdue,
)
from tests.unit.lambdas.loop_driver import Leases, play, request
from tests.unit.lambdas.sales_cluster import Sales

NOW = datetime(2026, 2, 3, 22, 0, tzinfo=UTC)
R5D_4XLARGE = EbsLimits(instance_type="r5d.4xlarge", baseline_mb=593.75, maximum_mb=593.75)
FORMER = Performance(throughput_mib=250, iops=3000)
FAST = Performance(throughput_mib=567, iops=3000)
VOLUME = ModifiableVolume(
    volume_id="vol-1", kind="gp3", performance=FORMER, attached_to=("i-1",), role="swap", newest=None
)
RAISED = Raised(instance_id="i-1", former=FORMER, to=FAST, at=NOW, wanted_at=NOW, began_at=NOW, put_backs=())


def ago(hours: float) -> datetime:
    return NOW - timedelta(hours=hours)


def modified(hours: float, state: ModificationState = ModificationState.COMPLETED) -> Modification:
    return Modification(state=state, started_at=ago(hours))


def raised(volume: ModifiableVolume = VOLUME, **given):
    asked = {"limits": R5D_4XLARGE, "cache_bytes": 100 * GIB, "ours": (), "now": NOW, **given}
    return decide_raise(volume=volume, instance_id="i-1", **asked)


def put_back(
    volume: ModifiableVolume | None,
    *,
    hours: float = 2,
    operated: bool = False,
    back: bool = True,
    raised: Raised = RAISED,
    ours: tuple[datetime, ...] = (),
):
    now = RAISED.at + timedelta(hours=hours)
    seen = now - timedelta(minutes=1) if back else None
    return decide_put_back(raised, volume, ours=ours, operated=operated, cache_seen_back_at=seen, now=now)


def newest(hours: float, original: Performance, target: Performance, state=ModificationState.COMPLETED):
    """A modification that began so long after the volume was raised."""
    return Modification(state=state, started_at=NOW + timedelta(hours=hours), original=original, target=target)


def test_it_is_raised_to_what_the_instance_allows_and_iops_stay_where_they_suffice():
    decision = raised()
    assert isinstance(decision, Raise) and decision.to == FAST
    assert decision.gain_s == pytest.approx(100 * 1024 / 250 - 100 * 1024 / 567)


def test_iops_go_along_as_far_as_the_throughput_needs_them_and_never_down():
    huge = EbsLimits(instance_type="r6id.32xlarge", baseline_mb=5000, maximum_mb=5000)
    assert raised(limits=huge).to == Performance(throughput_mib=2000, iops=8000)
    many = replace(VOLUME, performance=Performance(throughput_mib=250, iops=16_000))
    assert raised(many, limits=huge).to == Performance(throughput_mib=2000, iops=16_000)


@pytest.mark.parametrize(
    ("volume", "given", "why"),
    [
        (replace(VOLUME, kind="io2", performance=None), {}, "io2"),
        (replace(VOLUME, performance=None), {}, "only of gp3"),
        (replace(VOLUME, role=None), {}, "cachewarden:role=swap"),
        (replace(VOLUME, role="data"), {}, "cachewarden:role=swap"),
        (replace(VOLUME, attached_to=()), {}, "isn't attached"),
        (replace(VOLUME, attached_to=("i-2",)), {}, "isn't attached"),
        (replace(VOLUME, attached_to=("i-1", "i-2")), {}, "isn't attached to i-1 alone"),
        (VOLUME, {"limits": EbsLimits(instance_type="x", baseline_mb=None, maximum_mb=9)}, "doesn't say"),
        (VOLUME, {"limits": EbsLimits(instance_type="x", baseline_mb=260, maximum_mb=9999)}, "sets the pace"),
        (replace(VOLUME, performance=FAST), {}, "sets the pace"),
        (VOLUME, {"cache_bytes": 10 * GIB}, "shorter"),
        (replace(VOLUME, newest=modified(1, ModificationState.MODIFYING)), {"ours": (ago(1),)}, "being modified"),
        (replace(VOLUME, newest=modified(30, ModificationState.OPTIMIZING)), {}, "being modified"),
        (replace(VOLUME, newest=modified(1)), {}, "nobody can say"),
        (replace(VOLUME, newest=modified(1)), {"ours": (ago(2),)}, "nobody can say"),
        (replace(VOLUME, newest=modified(1)), {"ours": (ago(3), ago(2), ago(1))}, "1 of the four"),
    ],
)
def test_it_is_left_alone_where_anything_speaks_against_it_or_is_unknown(volume, given, why):
    decision = raised(volume, **given)
    assert isinstance(decision, LeaveAsIs) and why in decision.why


@pytest.mark.parametrize(
    ("newest", "ours", "left"),
    [
        (None, (), 4),
        (modified(24), (), 4),
        (modified(23.9), (), None),
        (modified(1), (ago(1),), 3),
        (modified(1), (ago(25), ago(2), ago(1)), 2),
        (modified(1), (ago(4), ago(3), ago(2), ago(1)), 0),
        (modified(1), (ago(2),), None),
        # EC2 is behind: it doesn't tell of ours.
        (None, (ago(4), ago(3), ago(2), ago(1)), 0),
        (modified(30), (ago(4), ago(3), ago(2), ago(1)), 0),
        (modified(30), (ago(1),), None),
        (None, (ago(1),), None),
        (modified(2), (ago(2), ago(1)), None),
    ],
)
def test_what_is_left_is_known_only_while_the_newest_modification_is_one_of_ours_or_old(newest, ours, left):
    assert modifications_left(newest, ours, NOW) == left


def test_a_failed_modification_keeps_nobody_from_the_next_one_and_counts():
    volume = replace(VOLUME, newest=modified(1, ModificationState.FAILED))
    assert isinstance(raised(volume, ours=(ago(1),)), Raise)
    assert isinstance(raised(volume, ours=(ago(3), ago(2), ago(1))), LeaveAsIs)


DONE = replace(VOLUME, performance=FAST, newest=newest(0, FORMER, FAST))


def test_it_is_put_back_once_the_cache_is_back_and_the_modification_completed():
    assert put_back(DONE) == PutBack(to=FORMER)


@pytest.mark.parametrize(
    ("volume", "given"),
    [
        (DONE, {"hours": 0.2}),
        (DONE, {"back": False}),
        (DONE, {"operated": True}),
        (DONE, {"operated": True, "hours": 100}),
        (replace(DONE, newest=modified(1, ModificationState.OPTIMIZING)), {"hours": 100}),
        (replace(DONE, newest=modified(1, ModificationState.MODIFYING)), {}),
        # Its performance may read as the former one while EC2 is at it.
        (replace(VOLUME, newest=modified(1, ModificationState.MODIFYING)), {}),
    ],
)
def test_it_stays_raised_for_now(volume, given):
    assert isinstance(put_back(volume, **given), Later)


def test_a_node_that_stays_stopped_gets_its_volume_back_after_a_day():
    assert isinstance(put_back(DONE, back=False, hours=23.9), Later)
    assert put_back(DONE, back=False, hours=24) == PutBack(to=FORMER)


@pytest.mark.parametrize(
    ("kind", "performance"),
    [
        ("gp3", Performance(throughput_mib=300, iops=3000)),
        ("gp3", Performance(throughput_mib=567, iops=6000)),
        ("io2", None),
    ],
)
def test_what_somebody_else_has_set_meanwhile_stays(kind, performance):
    decision = put_back(replace(DONE, kind=kind, performance=performance))
    assert isinstance(decision, Forget) and decision.changed


def test_nothing_is_left_to_do_for_one_that_is_gone_or_as_it_was():
    for volume, hours in ((None, 24 * 7), (replace(VOLUME, newest=newest(1, FAST, FORMER)), 2), (VOLUME, 24)):
        decision = put_back(volume, hours=hours)
        assert isinstance(decision, Forget) and not decision.changed


@pytest.mark.parametrize(
    "volume",
    [
        None,
        VOLUME,
        replace(VOLUME, newest=modified(30)),
        replace(VOLUME, performance=None),
        replace(DONE, newest=newest(1, FAST, FORMER)),
    ],
)
def test_what_ec2_does_not_show_yet_is_not_taken_for_the_end(volume):
    assert isinstance(put_back(volume), Later)


UNSURE = replace(RAISED, began_at=None)


@pytest.mark.parametrize("raised", [RAISED, UNSURE])
@pytest.mark.parametrize("hours", [0.1, 1.9])
def test_who_sets_the_same_by_hand_keeps_it(raised, hours):
    decision = put_back(replace(DONE, newest=newest(hours, FORMER, FAST)), raised=raised)
    assert isinstance(decision, Forget) and decision.changed


def test_one_that_ec2_did_not_say_it_raises_is_put_back_only_where_its_newest_modification_is_ours():
    assert put_back(DONE, raised=UNSURE) == PutBack(to=FORMER)
    for other in (None, modified(30)):
        assert isinstance(put_back(replace(DONE, newest=other), raised=UNSURE), Later)
        assert isinstance(put_back(replace(DONE, newest=other), raised=UNSURE, hours=24), Forget)
    enlarged = replace(DONE, newest=newest(1, FAST, FAST))
    assert isinstance(put_back(enlarged, raised=UNSURE), Forget)
    assert put_back(enlarged) == PutBack(to=FORMER)


def test_a_put_back_that_failed_is_asked_for_once_more_and_leaves_one_modification_to_the_owner():
    failed = replace(DONE, newest=newest(1, FAST, FORMER, ModificationState.FAILED))
    once = replace(RAISED, put_backs=(failed.newest.started_at,))
    early = put_back(failed, raised=once, hours=1.9)
    assert isinstance(early, PutBackFailed)
    assert put_back(failed, raised=once, hours=2) == PutBack(to=FORMER)
    second = replace(failed, newest=newest(2, FAST, FORMER, ModificationState.FAILED))
    twice = replace(once, put_backs=(*once.put_backs, second.newest.started_at))
    for hours in (3.5, 12, 23.9):
        decision = put_back(second, raised=twice, hours=hours)
        assert isinstance(decision, PutBackFailed)
    assert put_back(second, raised=twice, hours=24) == PutBack(to=FORMER)
    # After an earlier raise of the same day there is none to spare.
    assert isinstance(put_back(failed, raised=once, ours=(ago(2), ago(1), NOW), hours=3), PutBackFailed)


@pytest.mark.parametrize(("seen_after", "age"), [(2.0, 0.3), (-0.1, 0.1)])
def test_an_old_look_at_the_cache_or_one_before_the_last_stop_is_not_believed(seen_after, age):
    seen = NOW + timedelta(hours=seen_after)
    raised, moment = replace(RAISED, at=ago(1), began_at=ago(1)), seen + timedelta(hours=age)
    volume = replace(DONE, newest=newest(-1, FORMER, FAST))
    decision = decide_put_back(raised, volume, ours=(), operated=False, cache_seen_back_at=seen, now=moment)
    assert isinstance(decision, Later)


def test_people_hear_of_it_after_a_day_and_a_half():
    assert not is_overdue(RAISED, NOW + timedelta(hours=35))
    assert is_overdue(RAISED, NOW + timedelta(hours=36))


def stopping(tag: str | None = "raise", **more):
    sales = Sales()
    if tag is not None:
        sales.one.tags["cachewarden:swap-throughput"] = tag
    return play(sales, request(sales.one, "Stopped", sales), **more)


def test_ec2_is_asked_once_between_the_failover_and_sql_servers_stop_and_the_report_says_what_came_of_it():
    played = stopping()
    acts = ["FailOverAvailabilityGroups", "RaiseSwapThroughput", "StopSqlServer", "EvacuateCache"]
    assert [act for act in played.acts if act in acts] == acts
    (asked,) = [one for one in played.decisions if one.get("action") == "RaiseSwapThroughput"]
    assert asked["request"]["swap"] == "vol0swap" and asked["request"]["cacheBytes"] == 100 * GIB
    (told,) = [one for one in played.operation["actions"] if one["action"] == "RaiseSwapThroughput"]
    assert told["sentence"].endswith("vol-0swap goes from 256 MiB/s to 567 MiB/s")


@pytest.mark.parametrize("tag", [None, "", "true", "yes"])
def test_nobody_else_is_asked_for(tag):
    assert "RaiseSwapThroughput" not in stopping(tag).acts


def test_a_call_that_fails_is_not_repeated_and_the_stop_goes_on():
    played = stopping(denied=lambda act, node: act == "RaiseSwapThroughput")
    assert played.acts.count("RaiseSwapThroughput") == 1
    assert played.last["outcome"] == "Goal" and played.last["code"] == "CW6001"


def test_the_move_is_looked_at_early_since_it_may_get_faster():
    def first_look(played):
        (first, *_) = [one["seconds"] for one in played.decisions if "moving" in one["sentence"]]
        return first

    assert first_look(stopping()) <= 30 < first_look(stopping(None))


def test_the_way_back_asks_for_nothing():
    sales, leases = Sales(), Leases()
    sales.one.tags["cachewarden:swap-throughput"] = "raise"
    play(sales, request(sales.one, "Stopped", sales), leases=leases)
    assert "RaiseSwapThroughput" not in play(sales, request(sales.one, "InService", sales), leases=leases).acts
