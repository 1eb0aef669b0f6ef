"""Which errors a Retry or Catch takes, and how long a retry waits."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rehearsal.engines.asl.run.retry import delay_s, matches
from rehearsal.engines.asl.syntax.states import JitterStrategy, Retrier


@pytest.mark.parametrize(
    ("names", "error", "taken"),
    [
        (["Lambda.ServiceException"], "Lambda.ServiceException", True),
        (["Lambda.ServiceException"], "Lambda.Unknown", False),
        (["lambda.serviceexception"], "Lambda.ServiceException", False),
        (["A", "B"], "B", True),
        (["States.ALL"], "Anything", True),
        (["States.ALL"], None, True),
        (["States.ALL"], "States.Timeout", True),
        (["States.ALL"], "States.QueryEvaluationError", True),
        (["States.ALL"], "States.DataLimitExceeded", True),
        (["States.ALL"], "States.Runtime", False),
        (["States.Runtime"], "States.Runtime", True),
        (["States.TaskFailed"], "Anything", True),
        (["States.TaskFailed"], "States.Timeout", False),
        (["States.TaskFailed"], "States.HeartbeatTimeout", False),
        (["States.TaskFailed"], "States.Runtime", False),
        (["States.Timeout"], "States.Timeout", True),
        (["States.Timeout"], "States.HeartbeatTimeout", True),
        (["States.HeartbeatTimeout"], "States.HeartbeatTimeout", True),
        (["States.HeartbeatTimeout"], "States.Timeout", False),
    ],
)
def test_handler_takes_the_errors_that_it_names(names, error, taken):
    assert matches(names, error) is taken


def retrier(**fields):
    given_fields = {
        "error_equals": ("A",),
        "interval_s": 1,
        "max_attempts": 3,
        "backoff_rate": 2.0,
        "max_delay_s": None,
        "jitter": JitterStrategy.NONE,
    }
    return Retrier(**(given_fields | fields))


def test_delay_grows_by_the_rate():
    assert [delay_s(retrier(interval_s=3, backoff_rate=1.5), number, Random(0)) for number in (1, 2, 3)] == [
        3,
        4.5,
        6.75,
    ]


def test_delay_stays_below_the_maximum_however_often_it_is_retried():
    assert delay_s(retrier(max_delay_s=600), 99_999, Random(0)) == 600


@given(seed=st.integers(), number=st.integers(1, 10))
def test_jitter_stays_between_nothing_and_the_delay(seed, number):
    full = delay_s(retrier(jitter=JitterStrategy.FULL), number, Random(seed))
    assert 0 <= full <= delay_s(retrier(), number, Random(seed))
