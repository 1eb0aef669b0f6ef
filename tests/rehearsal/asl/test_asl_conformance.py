"""Every case recorded from AWS Step Functions under tests/conformance/asl gives what AWS gave."""

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from rehearsal.asl import Execution, InvalidDefinitionError, Machine, TaskError

CORPUS = Path(__file__).parents[2] / "conformance" / "asl"
CASES = sorted(CORPUS.glob("*.json"))
CASES_TOTAL = 126
ABSENT = object()


class VirtualClock:
    def __init__(self):
        self.at = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)
        self.sleeps = []

    def now(self):
        return self.at

    def sleep(self, seconds):
        self.sleeps.append(seconds)
        self.at += timedelta(seconds=seconds)


class RecordedTasks:
    """Answers the attempts in their recorded order, each checked for resource, arguments and timeouts."""

    def __init__(self, attempts):
        self.attempts = list(attempts)

    def __call__(self, resource, arguments, context):
        attempt = self.attempts.pop(0)
        assert resource == attempt["resource"]
        if "arguments" in attempt:
            assert same(arguments, attempt["arguments"])
        assert context.timeout_s == attempt.get("timeout_seconds")
        assert context.heartbeat_s == attempt.get("heartbeat_seconds")
        if "error" in attempt:
            raise TaskError(attempt["error"], attempt.get("cause"))
        return attempt["result"]


def same(one, other):
    """Equal by JSON value: 1 is 1.0, but not true."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def without(value, pointer):
    """The value with the subtree at a JSON pointer taken out."""
    first, _, rest = pointer.removeprefix("/").partition("/")
    if not isinstance(value, dict) or first not in value:
        return value
    if not rest:
        return {key: member for key, member in value.items() if key != first}
    return value | {first: without(value[first], rest)}


def trace_of(history):
    """State entries and exits in the corpus' form."""
    trace = []
    for event in history:
        if event.type.endswith("StateEntered"):
            trace.append({"entered": event.state, "input": event.facts["input"]})
        elif event.type.endswith("StateExited"):
            left = {"exited": event.state, "output": event.facts["output"]}
            trace.append(left | ({"assigned": event.facts["assigned"]} if event.facts["assigned"] else {}))
    return trace


def canonical(value):
    return json.dumps(value, sort_keys=True)


def check_states(case, history):
    entered = [event.state for event in history if event.type.endswith("StateEntered")]
    expected = case["expect"]["states"]
    assert len(entered) == len(expected)
    position = 0
    for start, end in case["expect"].get("states_unordered", []):
        assert entered[position:start] == expected[position:start]
        assert Counter(entered[start:end]) == Counter(expected[start:end])
        position = end
    assert entered[position:] == expected[position:]


def check_trace(case, history):
    expected = case["expect"]["trace"]
    actual = trace_of(history)
    ordered = [{key: value for key, value in entry.items() if key != "unordered"} for entry in expected]
    if any(entry.get("unordered") for entry in expected):
        assert Counter(map(canonical, actual)) == Counter(map(canonical, ordered))
    else:
        for pointer in case["scrubbed"]:
            actual = [without(entry, pointer) for entry in actual]
            ordered = [without(entry, pointer) for entry in ordered]
        assert same(actual, ordered), actual


def check_variables(case, history):
    assigned = [
        {"state": event.state, "assigned": event.facts["assigned"]}
        for event in history
        if event.type.endswith("StateExited") and event.facts["assigned"]
    ]
    if "variables" in case["expect"]:
        last = {entry["state"]: entry["assigned"] for entry in assigned}
        assert same(last, case["expect"]["variables"])
    if "variables_seq" in case["expect"]:
        assert same(assigned, case["expect"]["variables_seq"])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_machine_does_what_aws_did(path):
    case = json.loads(path.read_text(encoding="utf-8"))
    expect = case["expect"]
    definition = case["definition_text"] if "definition_text" in case else case["definition"]
    if expect["status"] == "INVALID":
        with pytest.raises(InvalidDefinitionError) as refused:
            Machine.parse(definition)
        assert refused.value.code == expect["code"]
        if "/message" not in case["scrubbed"]:
            assert refused.value.message == expect["message"]
        if "/location" not in case["scrubbed"] and "location" in expect:
            assert refused.value.location == expect["location"]
        return

    clock = VirtualClock()
    tasks = RecordedTasks(case["tasks"])
    execution = Execution(Machine.parse(definition), case["input"], name="conformance", tasks=tasks, clock=clock)
    result = execution.run()

    assert result.status == expect["status"], (result.error, result.cause)
    assert not tasks.attempts
    if expect["status"] == "SUCCEEDED":
        output, wanted = {"output": result.output}, {"output": expect["output"]}
        for pointer in case["scrubbed"]:
            output, wanted = without(output, pointer), without(wanted, pointer)
        assert same(output, wanted), result.output
    else:
        # Causes name an event by its number in the history: ours are numbered as AWS's.
        assert (result.error, result.cause) == (expect["error"], expect["cause"])
    check_states(case, result.history)
    if "trace" in expect:
        check_trace(case, result.history)
    check_variables(case, result.history)
    if "failed_state" in expect:
        failures = [event for event in result.history if event.type == "EvaluationFailed"]
        assert (failures[-1].state, failures[-1].facts["location"]) == (expect["failed_state"], expect["location"])
    for number, seconds in expect.get("retry_backoff_seconds", {}).items():
        assert clock.sleeps[int(number) - 1] == seconds


def test_the_whole_corpus_is_run(capsys):
    with capsys.disabled():
        print(f"\nasl: {len(CASES)} cases recorded from AWS")
    assert len(CASES) == CASES_TOTAL
