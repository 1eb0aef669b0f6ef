"""How a run goes: time, limits, ends from outside, and what is kept apart from what."""

from random import Random

import pytest

from rehearsal.engines.asl import Aborted, Execution, Machine, Status, TaskError, UnsupportedBehaviourError
from tests.unit.rehearsal.engines.asl.virtual_time import START, VirtualClock, machine, run

FUNCTION = "arn:aws:lambda:eu-central-1:111111111111:function:f"


def task(**fields):
    return {"Type": "Task", "Resource": FUNCTION} | fields


def failing(error, times=10**9, result="done"):
    """An invoker that fails the first `times` attempts."""
    attempts = []

    def invoke(resource, arguments, context):
        attempts.append(context)
        if len(attempts) <= times:
            raise TaskError(error, "why")
        return result

    invoke.attempts = attempts
    return invoke


def types(result):
    return [event.type for event in result.history]


def test_wait_sleeps_once_for_its_whole_time():
    clock = VirtualClock()
    run(machine(S={"Type": "Wait", "Seconds": "{% $states.input.s * 2 %}"}), {"s": 45}, clock=clock)
    assert clock.sleeps == [90]


def test_wait_until_a_timestamp_sleeps_until_then_and_not_at_all_for_the_past():
    clock = VirtualClock()
    waits = machine(
        S={"Type": "Wait", "Timestamp": "2026-02-03T05:05:07+01:00", "Next": "Past"},
        Past={"Type": "Wait", "Timestamp": "2020-01-01T00:00:00Z"},
    )
    run(waits, clock=clock)
    assert clock.sleeps == [1.0, 0.0]


@pytest.mark.parametrize("seconds", ["'5'", "1.5", "-1", "null", "$states.input.none"])
def test_wait_for_something_else_than_seconds_fails_the_query(seconds):
    result = run(machine(S={"Type": "Wait", "Seconds": f"{{% {seconds} %}}"}))
    assert (result.status, result.error) == (Status.FAILED, "States.QueryEvaluationError")


def test_retries_wait_longer_each_time_up_to_the_limit_and_are_billed():
    clock = VirtualClock()
    retry = [{"ErrorEquals": ["Busy"], "IntervalSeconds": 2, "BackoffRate": 3, "MaxAttempts": 4, "MaxDelaySeconds": 20}]
    result = run(machine(S=task(Retry=retry)), tasks=failing("Busy", times=4), clock=clock)
    assert result.output == "done"
    assert clock.sleeps == [2, 6, 18, 20]
    assert result.transitions == 5


def test_each_retrier_counts_its_own_attempts_and_the_state_starts_afresh_when_entered_again():
    errors = ["A", "B", "A", "B", "A", "C"]
    calls = []

    def invoke(resource, arguments, context):
        calls.append(context.retry_count)
        error = errors[(len(calls) - 1) % len(errors)]
        raise TaskError(error)

    retry = [
        {"ErrorEquals": ["A"], "MaxAttempts": 2, "BackoffRate": 1},
        {"ErrorEquals": ["B"], "MaxAttempts": 2, "BackoffRate": 1},
    ]
    again = machine(
        S=task(Retry=retry, Catch=[{"ErrorEquals": ["A", "C"], "Next": "Again", "Output": "{% $states.input + 1 %}"}]),
        Again={"Type": "Choice", "Choices": [{"Condition": "{% $states.input < 2 %}", "Next": "S"}], "Default": "Over"},
        Over={"Type": "Succeed"},
    )
    assert run(again, 0, tasks=invoke).output == 2
    assert calls == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4][: len(calls)]


def test_full_jitter_draws_from_the_given_source():
    retry = [{"ErrorEquals": ["Busy"], "IntervalSeconds": 10, "JitterStrategy": "FULL"}]
    clocks = [VirtualClock(), VirtualClock()]
    for clock in clocks:
        run(machine(S=task(Retry=retry)), tasks=failing("Busy"), clock=clock, rng=Random(7))
    assert clocks[0].sleeps == clocks[1].sleeps
    assert all(0 <= slept <= 10 * 2**number for number, slept in enumerate(clocks[0].sleeps))
    assert clocks[0].sleeps != [10, 20, 40]


def test_task_deadline_is_the_earlier_of_state_and_execution():
    seen = []

    def invoke(resource, arguments, context):
        seen.append(((context.deadline - START).total_seconds(), context.timeout_s))
        return

    run(machine(timeout_s=100, S=task(TimeoutSeconds=30)), tasks=invoke)
    run(machine(timeout_s=20, S=task(TimeoutSeconds=30)), tasks=invoke)
    run(machine(timeout_s=20, S=task()), tasks=invoke)
    assert seen == [(30, 30), (20, 30), (20, None)]


def test_task_that_returns_too_late_is_a_timeout_that_can_be_caught():
    clock = VirtualClock()

    def slow(resource, arguments, context):
        clock.sleep(31)
        return "too late"

    caught = machine(
        S=task(TimeoutSeconds=30, Catch=[{"ErrorEquals": ["States.Timeout"], "Next": "Caught"}]),
        Caught={"Type": "Succeed"},
    )
    result = run(caught, tasks=slow, clock=clock)
    assert result.output == {"Error": "States.Timeout"}
    assert "LambdaFunctionTimedOut" in types(result)


def test_execution_timeout_ends_the_run_in_the_middle_of_a_wait_past_every_catch():
    clock = VirtualClock()
    definition = machine(
        timeout_s=60,
        S={
            "Type": "Parallel",
            "Branches": [machine(W={"Type": "Wait", "Seconds": 100}, start_at="W")],
            "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Caught"}],
        },
        Caught={"Type": "Succeed"},
    )
    del definition["States"]["S"]["Branches"][0]["QueryLanguage"]
    result = run(definition, clock=clock)
    assert (result.status, result.error) == (Status.TIMED_OUT, "States.Timeout")
    assert clock.passed_s == 60
    assert types(result)[-1] == "ExecutionTimedOut"


@pytest.mark.parametrize("where", ["sleep", "task"])
def test_abort_from_outside_unwinds_without_running_any_catch(where):
    class AbortingClock(VirtualClock):
        def sleep(self, seconds):
            raise Aborted("Operator", "changed his mind")

    def invoke(resource, arguments, context):
        if where == "task":
            raise Aborted("Operator", "changed his mind")

    catch = [{"ErrorEquals": ["States.ALL"], "Next": "Caught"}]
    definition = machine(
        S=task(Catch=catch, Next="Wait"), Wait={"Type": "Wait", "Seconds": 1}, Caught={"Type": "Succeed"}
    )
    result = run(definition, tasks=invoke, clock=AbortingClock())
    assert (result.status, result.error, result.cause) == (Status.ABORTED, "Operator", "changed his mind")
    assert "SucceedStateEntered" not in types(result)
    assert types(result)[-1] == "ExecutionAborted"


def test_a_killed_actor_and_a_bug_of_the_model_pass_through():
    class Killed(BaseException):
        pass

    for thrown in (Killed, ZeroDivisionError):

        def invoke(resource, arguments, context, thrown=thrown):
            raise thrown

        with pytest.raises(thrown):
            run(machine(S=task(Catch=[{"ErrorEquals": ["States.ALL"], "Next": "S"}])), tasks=invoke)


def test_history_ends_at_25000_events_with_a_failure_nobody_catches():
    loop = machine(
        S={"Type": "Pass", "Next": "Again"},
        Again={"Type": "Choice", "Choices": [{"Condition": False, "Next": "Out"}], "Default": "S"},
        Out={"Type": "Succeed"},
    )
    result = run(loop)
    assert (result.status, len(result.history)) == (Status.FAILED, 25_000)
    assert result.cause == "The execution reached the maximum number of history events (25000)."
    assert [event.id for event in result.history] == list(range(1, 25_001))


def test_history_may_end_with_success_at_event_25000():
    # 1 start, 2 for each Pass, 2 for the Succeed, 1 end: 12,498 states in all.
    names = [f"P{number}" for number in range(12_497)]
    states = {
        name: {"Type": "Pass", "Next": following} for name, following in zip(names, [*names[1:], "End"], strict=True)
    }
    result = run(machine(start_at="P0", **states, End={"Type": "Succeed"}))
    assert (result.status, len(result.history)) == (Status.SUCCEEDED, 24_998)
    assert result.transitions == 12_498


def test_result_over_256_kib_is_a_data_limit_error():
    def invoke(resource, arguments, context):
        return "ä" * 131_072

    result = run(machine(S=task()), tasks=invoke)
    assert (result.status, result.error) == (Status.FAILED, "States.DataLimitExceeded")
    assert run(machine(S=task()), tasks=lambda *_: "a" * 262_142).status is Status.SUCCEEDED


@pytest.mark.parametrize("field", ["Output", "Assign"])
def test_output_and_variables_over_256_kib_are_data_limit_errors(field):
    grown = {"x": "{% $states.input & $states.input %}"}
    result = run(machine(S={"Type": "Pass", field: grown}), "x" * 150_000)
    assert (result.status, result.error) == (Status.FAILED, "States.DataLimitExceeded")


def test_all_variables_together_hold_10_mib():
    names = [f"P{number}" for number in range(42)]
    stores = {
        name: {"Type": "Pass", "Assign": {f"v{name}": "{% $states.input %}"}, "Next": following}
        for name, following in zip(names, [*names[1:], "Done"], strict=True)
    }
    growing = machine(start_at="P0", **stores, Done={"Type": "Succeed"})
    result = run(growing, "x" * 260_000)
    assert result.error == "States.DataLimitExceeded"
    entered = [event.state for event in result.history if event.type == "PassStateEntered"]
    assert entered[-1] == "P40"


def test_services_and_history_do_not_share_values():
    def meddling(resource, arguments, context):
        arguments["list"].append("changed by the service")
        result = {"list": [1]}
        kept.append(result)
        return result

    kept = []
    definition = machine(S=task(Arguments={"list": "{% $states.input.list %}"}, Next="T"), T={"Type": "Pass"})
    result = run(definition, {"list": [0]}, tasks=meddling)
    kept[0]["list"].append("changed afterwards")
    assert result.output == {"list": [1]}
    assert result.history[1].facts["input"] == {"list": [0]}


def test_same_seed_and_clock_give_the_same_run():
    definition = machine(
        S={"Type": "Pass", "Output": ["{% $uuid() %}", "{% $random() %}", "{% $now() %}", "{% $shuffle([1..9]) %}"]}
    )
    one, two = (run(definition, rng=Random(1)) for _ in range(2))
    assert one.output == two.output
    assert one.output[2] == "2026-02-03T04:05:06.000Z"
    assert run(definition, rng=Random(2)).output != one.output


def test_context_object_tells_execution_machine_state_and_item():
    definition = machine(
        S={"Type": "Pass", "Output": "{% $states.context %}"},
    )
    given = {"Execution": {"Id": "arn:x"}, "StateMachine": {"Name": "maintain-replica"}}
    context = run(definition, {"a": 1}, context=given).output
    assert context["Execution"] == {
        "Id": "arn:x",
        "Input": {"a": 1},
        "Name": "test",
        "RoleArn": "arn:aws:iam::000000000000:role/machine",
        "StartTime": "2026-02-03T04:05:06.000Z",
        "RedriveCount": 0,
    }
    assert context["StateMachine"]["Name"] == "maintain-replica"
    assert context["State"] == {"Name": "S", "EnteredTime": "2026-02-03T04:05:06.000Z", "RetryCount": 0}
    assert "Map" not in context
    assert "Task" not in context


def test_task_token_is_in_the_context_of_a_waiting_task_only():
    seen = []

    def invoke(resource, arguments, context):
        seen.append((arguments, context.token))
        if context.token is not None:
            context.submitted({"StatusCode": 200})

    resource = "arn:aws:states:::lambda:invoke.waitForTaskToken"
    waiting = {"Type": "Task", "Resource": resource, "Arguments": {"t": "{% $states.context.Task.Token %}"}}
    result = run(machine(S=waiting), tasks=invoke)
    assert seen[0][0] == {"t": seen[0][1]}
    assert types(result)[2:6] == ["TaskScheduled", "TaskStarted", "TaskSubmitted", "TaskSucceeded"]
    assert run(machine(S=waiting | {"Resource": FUNCTION}), tasks=invoke).error == "States.QueryEvaluationError"


def test_an_activity_has_events_of_its_own():
    activity = {"Type": "Task", "Resource": "arn:aws:states:eu-central-1:111111111111:activity:a"}
    result = run(machine(S=activity), tasks=lambda *_: "done")
    assert types(result)[2:5] == ["ActivityScheduled", "ActivityStarted", "ActivitySucceeded"]
    assert result.output == "done"


def test_an_iterator_is_an_item_processor():
    inner = {"StartAt": "I", "States": {"I": {"Type": "Pass", "End": True}}}
    assert run(machine(S={"Type": "Map", "Iterator": inner}), [1, 2]).output == [1, 2]


def test_error_inside_a_branch_is_the_parallels_own():
    branch = {"StartAt": "F", "States": {"F": {"Type": "Fail", "Error": "Inner", "Cause": "{% 'be' & 'cause' %}"}}}
    catch = [{"ErrorEquals": ["States.TaskFailed"], "Next": "Caught"}]
    definition = machine(S={"Type": "Parallel", "Branches": [branch], "Catch": catch}, Caught={"Type": "Succeed"})
    assert run(definition).output == {"Error": "Inner", "Cause": "because"}


def test_inner_scope_reads_outer_variables_and_keeps_its_own():
    inner = {
        "StartAt": "I",
        "States": {
            "I": {"Type": "Pass", "Assign": {"mine": "{% $outer %}"}, "Next": "J"},
            "J": {"Type": "Pass", "Output": "{% $mine %}", "End": True},
        },
    }
    definition = machine(
        S={"Type": "Pass", "Assign": {"outer": None}, "Next": "P"},
        P={
            "Type": "Parallel",
            "Branches": [inner, inner | {"States": {"K": {"Type": "Pass", "End": True}}, "StartAt": "K"}],
            "Next": "T",
        },
        T={"Type": "Pass", "Output": "{% $exists($mine) %}"},
    )
    result = run(definition, 1)
    assert result.output is False
    assert [e.facts["output"] for e in result.history if e.type == "ParallelStateExited"] == [[None, 1]]


def test_iterations_do_not_see_each_others_variables():
    inner = {
        "StartAt": "I",
        "States": {
            "I": {"Type": "Pass", "Output": "{% $exists($mine) %}", "Assign": {"mine": 1}, "Next": "J"},
            "J": {"Type": "Pass", "Output": "{% [$states.input, $mine] %}", "End": True},
        },
    }
    assert run(machine(S={"Type": "Map", "Items": [1, 2], "ItemProcessor": inner})).output == [[False, 1], [False, 1]]


def test_branches_run_on_the_given_runner_with_the_maps_concurrency():
    seen = []

    def backwards(branches, limit):
        seen.append((len(branches), limit))
        return [branch() for branch in reversed(branches)][::-1]

    processor = {"StartAt": "I", "States": {"I": {"Type": "Pass", "End": True}}}
    other = {"StartAt": "J", "States": {"J": {"Type": "Pass", "End": True}}}
    definition = machine(
        S={"Type": "Map", "Items": [1, 2, 3], "MaxConcurrency": "{% 2 %}", "ItemProcessor": processor, "Next": "M"},
        M={"Type": "Map", "Items": "{% $states.input %}", "ItemProcessor": other},
    )
    result = run(definition, run_branches=backwards)
    assert result.output == [1, 2, 3]
    assert seen == [(3, 2), (3, 40)]


def test_choice_without_match_or_default_fails():
    definition = machine(
        S={"Type": "Choice", "Choices": [{"Condition": "{% $states.input.a = 1 %}", "Next": "T"}]},
        T={"Type": "Succeed"},
    )
    assert run(definition, {"a": 1}).status is Status.SUCCEEDED
    unmatched = run(definition, {"a": 2})
    assert (unmatched.status, unmatched.error) == (Status.FAILED, "States.Runtime")
    assert unmatched.cause == (
        "An error occurred while executing the state 'S' (entered at the event id #2). "
        "Failed to transition out of the state. The state does not point to a next state."
    )


@pytest.mark.parametrize("condition", ["'true'", "1", "null", "$states.input.none", "$error('x')"])
def test_condition_that_is_no_boolean_fails_the_query(condition):
    definition = machine(
        S={"Type": "Choice", "Choices": [{"Condition": f"{{% {condition} %}}", "Next": "T"}], "Default": "T"},
        T={"Type": "Succeed"},
    )
    assert run(definition).error == "States.QueryEvaluationError"


def test_failing_output_of_a_task_is_retried_with_the_task_and_caught():
    invoke = failing("never", times=0, result={"a": 1})
    retry = [{"ErrorEquals": ["States.QueryEvaluationError"], "MaxAttempts": 1}]
    catch = [{"ErrorEquals": ["States.QueryEvaluationError"], "Next": "T", "Output": "{% $states.errorOutput.Error %}"}]
    definition = machine(S=task(Output="{% $states.result.b %}", Retry=retry, Catch=catch), T={"Type": "Succeed"})
    result = run(definition, tasks=invoke)
    assert (result.output, len(invoke.attempts)) == ("States.QueryEvaluationError", 2)
    assert types(result).count("EvaluationFailed") == 2


def test_failed_iteration_under_a_tolerance_is_refused_not_guessed():
    processor = {"StartAt": "I", "States": {"I": {"Type": "Fail"}}}
    definition = machine(S={"Type": "Map", "Items": [1], "ToleratedFailureCount": 1, "ItemProcessor": processor})
    with pytest.raises(UnsupportedBehaviourError):
        run(definition)


def test_transition_time_passes_before_every_state():
    clock = VirtualClock()
    run(machine(S={"Type": "Pass", "Next": "T"}, T={"Type": "Succeed"}), clock=clock, transition_s=0.25)
    assert clock.sleeps == [0.25, 0.25]


def test_observer_sees_events_as_they_happen():
    seen = []

    def invoke(resource, arguments, context):
        seen.append("task")

    result = run(machine(S=task()), tasks=invoke, observe=lambda event: seen.append(event.type))
    assert seen[:5] == [
        "ExecutionStarted",
        "TaskStateEntered",
        "LambdaFunctionScheduled",
        "LambdaFunctionStarted",
        "task",
    ]
    assert [name for name in seen if name != "task"] == types(result)


def test_input_over_the_limit_is_no_execution():
    with pytest.raises(ValueError, match="256 KiB"):
        Execution(
            Machine.parse(machine(S={"Type": "Succeed"})),
            "x" * 262_144,
            name="n",
            tasks=failing(""),
            clock=VirtualClock(),
        )


@pytest.mark.parametrize("ending", ["timeout", "full history", "error"])
def test_end_inside_of_a_branch_reaches_the_execution_through_a_runner_that_carries_exceptions(ending):
    def carrying(branches, limit):
        failures = []
        for branch in branches:
            try:
                branch()
            except Exception as failure:
                failures.append(failure)
        raise failures[0]

    states = {
        "timeout": {"I": {"Type": "Wait", "Seconds": 100, "End": True}},
        "full history": {
            "I": {"Type": "Pass", "Next": "J"},
            "J": {"Type": "Choice", "Choices": [{"Condition": False, "Next": "K"}], "Default": "I"},
            "K": {"Type": "Succeed"},
        },
        "error": {"I": {"Type": "Fail", "Error": "E"}},
    }[ending]
    catch = [{"ErrorEquals": ["States.ALL"], "Next": "Caught"}]
    parallel = {"Type": "Parallel", "Branches": [{"StartAt": "I", "States": states}], "Catch": catch}
    result = run(machine(timeout_s=50, S=parallel, Caught={"Type": "Succeed"}), run_branches=carrying)
    assert result.status == {"timeout": "TIMED_OUT", "full history": "FAILED", "error": "SUCCEEDED"}[ending]
