"""Waits are rare at first, short near the end, grow when overdue, and never exceed the cap."""

from hypothesis import given
from hypothesis import strategies as st

from cachewarden.operation.timing import GIB, WAIT_CAP_S, Pace, Work, lower_bound_s, measured_wait_s, planned_wait_s

SECONDS = st.floats(min_value=0, max_value=50_000, allow_nan=False)


@given(elapsed_s=SECONDS, estimate_s=st.floats(min_value=1, max_value=20_000))
def test_every_wait_is_at_least_two_seconds_and_at_most_the_cap(elapsed_s, estimate_s):
    assert 2 <= planned_wait_s(elapsed_s=elapsed_s, estimate_s=estimate_s) <= WAIT_CAP_S


def looks_until(end_s: float, estimate_s: float) -> tuple[int, float]:
    """How many looks it takes to see something end at `end_s`, and how late it is seen."""
    elapsed_s, looks = 0.0, 0
    while elapsed_s < end_s:
        elapsed_s += planned_wait_s(elapsed_s=elapsed_s, estimate_s=estimate_s)
        looks += 1
    return looks, elapsed_s - end_s


@given(estimate_s=st.floats(min_value=20, max_value=3_000), factor=st.floats(min_value=0.8, max_value=1.1))
def test_an_end_near_the_estimate_is_seen_soon_and_with_few_looks(estimate_s, factor):
    looks, late_s = looks_until(estimate_s * factor, estimate_s)

    assert late_s <= max(3.0, estimate_s * 0.25)
    assert looks <= 14 + estimate_s / 150


@given(estimate_s=st.floats(min_value=5, max_value=600), factor=st.floats(min_value=2, max_value=20))
def test_what_takes_far_longer_is_not_asked_for_every_two_seconds(estimate_s, factor):
    looks, late_s = looks_until(estimate_s * factor, estimate_s)

    assert looks <= 35 + estimate_s * factor / WAIT_CAP_S
    assert late_s <= max(4.0, estimate_s * factor * 0.25)


def test_a_measured_rate_is_believed_to_the_second():
    assert measured_wait_s(remaining_s=97.3) == 99
    assert measured_wait_s(remaining_s=10_000) == WAIT_CAP_S
    assert measured_wait_s(remaining_s=0) == 2


def test_the_lower_bound_is_the_sum_of_what_disks_boots_and_redo_need():
    pace = Pace(cache_move_s_per_gib=4, instance_stop_s=60, instance_boot_s=190, sql_stop_s=15, sql_start_s=20)
    work = Work(
        cache_bytes_moved=200 * GIB,
        instance_stops=1,
        instance_boots=1,
        sql_stops=1,
        sql_starts=1,
        failovers=1,
        redo_s=5,
    )

    assert lower_bound_s(work, pace) == 200 * 4 + 60 + 190 + 15 + 20 + 2 + 5
    assert lower_bound_s(Work(), pace) == 0


@given(gib=st.integers(min_value=0, max_value=500), boots=st.integers(min_value=0, max_value=3))
def test_more_work_is_never_done_in_less_time(gib, boots):
    less = lower_bound_s(Work(cache_bytes_moved=gib * GIB, instance_boots=boots), Pace())
    more = lower_bound_s(Work(cache_bytes_moved=(gib + 1) * GIB, instance_boots=boots + 1), Pace())

    assert more > less
