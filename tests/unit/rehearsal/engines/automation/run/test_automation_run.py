import pytest

from rehearsal.engines.automation.errors import CancelledError, StepFailedError
from tests.unit.rehearsal.engines.automation.automation_machine import play


def step(name, **more):
    return {"name": name, "action": "aws:runCommand", "inputs": {"DocumentName": name, "InstanceIds": ["i"]}, **more}


def works(record, run):
    record.outputs["CommandId"] = f"command of {record.step.name}"


def fails(record, run):
    record.outputs["CommandId"] = f"command of {record.step.name}"
    raise StepFailedError("told to")


def by_name(**behaviour):
    return {"aws:runCommand": lambda record, run: behaviour.get(record.step.name, works)(record, run)}


def statuses(run):
    return {record.step.name: record.status for record in run.records}


def test_steps_run_in_order_and_later_ones_see_outputs():
    seen = []

    def looks(record, run):
        seen.append(record.inputs["Comment"])

    run, seconds = play(
        [
            step("a"),
            {
                "name": "b",
                "action": "aws:runCommand",
                "inputs": {
                    "DocumentName": "b",
                    "InstanceIds": ["i"],
                    "Comment": "{{ a.CommandId }} in {{ global:REGION }} for {{ automation:EXECUTION_ID }} {{ P }}",
                },
            },
        ],
        by_name(b=looks),
        {"P": "p"},
    )
    assert run.status == "Success"
    assert seen == ["command of a in eu-west-1 for e-1 p"]
    assert seconds == 2.0


def test_a_failure_aborts_what_follows():
    run, _ = play([step("a"), step("b")], by_name(a=fails))
    assert (run.status, statuses(run)) == ("Failed", {"a": "Failed"})
    assert "told to" in run.message


@pytest.mark.parametrize(("critical", "status"), [(None, "Success"), (True, "Failed"), (False, "Success")])
def test_after_a_failure_that_continues_the_end_depends_on_criticality(critical, status):
    extra = {} if critical is None else {"isCritical": critical}
    run, _ = play([step("a", onFailure="Continue", **extra), step("b")], by_name(a=fails))
    assert (run.status, statuses(run)) == (status, {"a": "Failed", "b": "Success"})


def test_a_failure_can_go_to_another_step():
    run, _ = play([step("a", onFailure="step:c"), step("b"), step("c")], by_name(a=fails))
    assert statuses(run) == {"a": "Failed", "c": "Success"}


def test_attempts_are_repeated_up_to_the_maximum():
    tries = []

    def at_last(record, run):
        tries.append(1)
        if len(tries) < 3:
            raise StepFailedError("not yet")

    run, _ = play([step("a", maxAttempts=3)], by_name(a=at_last))
    assert (run.status, run.records[0].attempts) == ("Success", 3)
    tries.clear()
    run, _ = play([step("a", maxAttempts=2)], by_name(a=at_last))
    assert run.status == "Failed"


def test_cancelling_ends_the_running_step_and_begins_no_other():
    taken_back = []

    def waits(record, run):
        try:
            run.clock.sleep(100)
        except CancelledError:
            taken_back.append(record.step.name)
            raise

    run, seconds = play([step("a"), step("b")], by_name(a=waits), cancel_after=10)
    assert (run.status, statuses(run), taken_back) == ("Cancelled", {"a": "Cancelled"}, ["a"])
    assert seconds == 10.0


def test_outputs_of_a_step_that_never_ran_say_so():
    run, _ = play([step("a"), step("b")], by_name(a=fails), outputs=["a.CommandId", "b.CommandId"])
    assert run.outputs() == {
        "a.CommandId": ["command of a"],
        "b.CommandId": ["No output available yet because the step is not successfully executed"],
    }
