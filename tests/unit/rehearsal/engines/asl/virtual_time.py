"""A clock for tests, and a machine run on it."""

from datetime import UTC, datetime, timedelta

from rehearsal.engines.asl import Execution, Machine

START = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)


class VirtualClock:
    """Sleeps at once and remembers for how long."""

    def __init__(self):
        self.at = START
        self.sleeps = []

    def now(self):
        return self.at

    def sleep(self, seconds):
        self.sleeps.append(seconds)
        self.at += timedelta(seconds=seconds)

    @property
    def passed_s(self):
        return (self.at - START).total_seconds()


def machine(start_at="S", timeout_s=None, **states):
    """A JSONata machine of these states; a state without Next or End ends."""
    whole = {"QueryLanguage": "JSONata", "StartAt": start_at, "States": {}}
    if timeout_s is not None:
        whole["TimeoutSeconds"] = timeout_s
    for name, state in states.items():
        ends = state["Type"] not in ("Choice", "Fail", "Succeed") and "Next" not in state
        whole["States"][name] = state | ({"End": True} if ends else {})
    return whole


def no_tasks(resource, arguments, context):
    raise AssertionError(f"{resource} called")


def run(definition, value=None, *, tasks=no_tasks, clock=None, **options):
    execution = Execution(
        Machine.parse(definition),
        {} if value is None else value,
        name="test",
        tasks=tasks,
        clock=clock or VirtualClock(),
        **options,
    )
    return execution.run()
