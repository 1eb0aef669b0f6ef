"""How long a move takes, by what EC2 says of the Swap volume and the instance: held against AWS's own measurement."""

from datetime import UTC, datetime

import pytest

from cachewarden.evidence.ebs import EbsLimits, SwapVolume
from cachewarden.evidence.volume_modification import Modification, ModificationState, Performance, Raised
from cachewarden.operation.timing import GIB
from cachewarden.procedures.estimate import NoEstimateError, as_slow_as, estimate

R5D_4XLARGE = EbsLimits(instance_type="r5d.4xlarge", baseline_mb=593.75, maximum_mb=593.75)
R5D_LARGE = EbsLimits(instance_type="r5d.large", baseline_mb=81.25, maximum_mb=593.75)
I3_LARGE = EbsLimits(instance_type="i3.large", baseline_mb=53.125, maximum_mb=53.125)


def swap(throughput_mib: int | None, kind: str = "gp3") -> SwapVolume:
    return SwapVolume(volume_id="vol-1", kind=kind, iops=3000, throughput_mib=throughput_mib)


@pytest.mark.parametrize(("gigabytes", "measured_min"), [(100, (6.5, 7.5)), (200, (13, 14))])
def test_aws_measured_as_long_with_a_volume_of_250_mib(gigabytes, measured_min):
    """[write-cache#copies-everything]: a gp2 volume of 300 GiB, which has 250 MiB/s."""
    moved = estimate(cache_bytes=gigabytes * GIB, swap=swap(250), instance=R5D_4XLARGE)
    assert measured_min[0] * 60 <= moved.restore_s <= measured_min[1] * 60


@pytest.mark.parametrize(("instance", "seconds_per_gib"), [(I3_LARGE, 20), (R5D_LARGE, 13)])
def test_on_a_small_type_the_instance_sets_the_pace(instance, seconds_per_gib):
    """[write-cache#slowest-move]."""
    moved = estimate(cache_bytes=10 * GIB, swap=swap(250), instance=instance)
    assert round(moved.restore_s / 10) == seconds_per_gib
    assert moved.wanted_mib is None and "gains nothing" in moved.sentences[-1]


def test_the_wanted_throughput_makes_the_move_as_fast_as_the_instance_allows_and_no_more():
    slow = estimate(cache_bytes=100 * GIB, swap=swap(125), instance=R5D_4XLARGE)
    assert slow.wanted_mib == 567 and slow.limit_bytes_per_s == 125 * 1024**2
    assert "567 MiB/s, for which gp3 needs 3000 IOPS" in slow.sentences[-1]
    fast = estimate(cache_bytes=100 * GIB, swap=swap(slow.wanted_mib), instance=R5D_4XLARGE)
    assert fast.wanted_mib is None and fast.restore_s == slow.wanted_restore_s
    assert fast.limit_bytes_per_s == 593.75e6 and fast.restore_s < slow.restore_s / 4


def test_no_more_is_wanted_than_gp3_has():
    huge = EbsLimits(instance_type="r6id.32xlarge", baseline_mb=5000, maximum_mb=5000)
    moved = estimate(cache_bytes=100 * GIB, swap=swap(125), instance=huge)
    assert moved.wanted_mib == 2000 and "8000 IOPS" in moved.sentences[-1]


def test_what_a_type_has_for_half_an_hour_a_day_is_told_and_not_counted_on():
    moved = estimate(cache_bytes=100 * GIB, swap=swap(125), instance=R5D_LARGE)
    assert moved.limit_bytes_per_s == 81.25e6
    assert "566 for half an hour a day" in moved.sentences[1]


SLOW, FAST = (Performance(throughput_mib=each, iops=3000) for each in (250, 567))
BEGAN = datetime(2026, 2, 3, 22, tzinfo=UTC)


@pytest.mark.parametrize(
    ("state", "original", "raised", "surely", "told"),
    [
        (ModificationState.MODIFYING, SLOW, False, 250, "still modifying"),
        (ModificationState.OPTIMIZING, SLOW, False, 250, "still modifying"),
        (ModificationState.COMPLETED, SLOW, True, 250, "goes back to 250 MiB/s"),
        (ModificationState.OPTIMIZING, SLOW, True, 250, "still modifying"),
        (ModificationState.COMPLETED, SLOW, False, 567, None),
        # It is being lowered: no more than the new throughput is sure at once.
        (ModificationState.OPTIMIZING, Performance(throughput_mib=900, iops=3600), False, 567, None),
    ],
)
def test_a_throughput_that_the_volume_does_not_have_yet_or_not_for_long_is_not_counted_on(
    state, original, raised, surely, told
):
    newest = Modification(state=state, started_at=BEGAN, original=original, target=FAST)
    record = Raised(instance_id="i-1", former=SLOW, to=FAST, at=BEGAN, wanted_at=BEGAN, began_at=BEGAN, put_backs=())
    counted, why = as_slow_as(swap(567), newest, record if raised else None)
    assert counted == swap(surely)
    assert why is None if told is None else why is not None and told in why


@pytest.mark.parametrize(
    ("volume", "instance"),
    [
        (swap(None, "gp2"), R5D_4XLARGE),
        (swap(250), EbsLimits(instance_type="m5d.large", baseline_mb=None, maximum_mb=None)),
    ],
)
def test_what_ec2_does_not_say_is_not_guessed(volume, instance):
    with pytest.raises(NoEstimateError):
        estimate(cache_bytes=100 * GIB, swap=volume, instance=instance)
