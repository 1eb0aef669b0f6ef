"""Every case recorded from AWS Step Functions under tests/conformance/asl gives what AWS gave."""

import json
from collections import Counter

import pytest

from rehearsal.engines.asl import InvalidDefinitionError
from rehearsal.engines.asl.__main__ import main
from rehearsal.engines.asl.case import Case, same
from tests.repository import CONFORMANCE

CORPUS = CONFORMANCE / "asl"
CASES = sorted(CORPUS.glob("*.json"))
CASES_TOTAL = 126
GIVEN = ("definition", "definition_text", "input", "tasks")


def load(path):
    """What a case asks, and what AWS did."""
    raw = json.loads(path.read_text(encoding="utf-8"))
    return {name: raw[name] for name in GIVEN if name in raw}, raw["expect"], raw["scrubbed"]


class SlowSleeps:
    """Remembers how long the run slept."""

    def __init__(self, clock):
        self.seconds = []
        self._sleep = clock.sleep
        clock.sleep = self.sleep

    def sleep(self, seconds):
        self.seconds.append(seconds)
        self._sleep(seconds)


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


def check_states(expect, history):
    entered = [event.state for event in history if event.type.endswith("StateEntered")]
    expected = expect["states"]
    assert len(entered) == len(expected)
    position = 0
    for start, end in expect.get("states_unordered", []):
        assert entered[position:start] == expected[position:start]
        assert Counter(entered[start:end]) == Counter(expected[start:end])
        position = end
    assert entered[position:] == expected[position:]


def check_trace(expect, scrubbed, history):
    expected = expect["trace"]
    actual = trace_of(history)
    ordered = [{key: value for key, value in entry.items() if key != "unordered"} for entry in expected]
    if any(entry.get("unordered") for entry in expected):
        assert Counter(map(canonical, actual)) == Counter(map(canonical, ordered))
    else:
        for pointer in scrubbed:
            actual = [without(entry, pointer) for entry in actual]
            ordered = [without(entry, pointer) for entry in ordered]
        assert same(actual, ordered), actual


def check_variables(expect, history):
    assigned = [
        {"state": event.state, "assigned": event.facts["assigned"]}
        for event in history
        if event.type.endswith("StateExited") and event.facts["assigned"]
    ]
    if "variables" in expect:
        last = {entry["state"]: entry["assigned"] for entry in assigned}
        assert same(last, expect["variables"])
    if "variables_seq" in expect:
        assert same(assigned, expect["variables_seq"])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_machine_does_what_aws_did(path):
    asked, expect, scrubbed = load(path)
    if expect["status"] == "INVALID":
        with pytest.raises(InvalidDefinitionError) as refused:
            Case.read(asked)
        assert refused.value.code == expect["code"]
        if "/message" not in scrubbed:
            assert refused.value.message == expect["message"]
        if "/location" not in scrubbed and "location" in expect:
            assert refused.value.location == expect["location"]
        return

    case = Case.read(asked)
    slept = SlowSleeps(case.clock)
    result = case.run()

    assert result.status == expect["status"], (result.error, result.cause)
    assert not case.answers.left
    assert not case.answers.unexpected
    if expect["status"] == "SUCCEEDED":
        output, wanted = {"output": result.output}, {"output": expect["output"]}
        for pointer in scrubbed:
            output, wanted = without(output, pointer), without(wanted, pointer)
        assert same(output, wanted), result.output
    else:
        # Causes name an event by its number in the history: ours are numbered as AWS's.
        assert (result.error, result.cause) == (expect["error"], expect["cause"])
    check_states(expect, result.history)
    if "trace" in expect:
        check_trace(expect, scrubbed, result.history)
    check_variables(expect, result.history)
    if "failed_state" in expect:
        failures = [event for event in result.history if event.type == "EvaluationFailed"]
        assert (failures[-1].state, failures[-1].facts["location"]) == (expect["failed_state"], expect["location"])
    for number, seconds in expect.get("retry_backoff_seconds", {}).items():
        assert slept.seconds[int(number) - 1] == seconds


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_command_prints_what_aws_did(path, tmp_path, capsys):
    asked, expect, scrubbed = load(path)
    blind = tmp_path / "case.json"
    blind.write_text(json.dumps(asked), encoding="utf-8")

    assert main([str(blind)]) == 0

    printed = capsys.readouterr()
    told = json.loads(printed.out)
    assert not printed.err
    assert told["status"] == expect["status"]
    if expect["status"] == "INVALID":
        assert told["message"]
        return
    for name in ("output", "error", "cause"):
        pointers = [pointer.removeprefix(f"/{name}") for pointer in scrubbed if pointer.startswith(f"/{name}")]
        ours, theirs = told[name], expect.get(name)
        for pointer in pointers:
            ours, theirs = without(ours, pointer), without(theirs, pointer)
        assert same(ours, theirs), name
    assert Counter(told["states"]) == Counter(expect["states"])
    assert same(told["variables"], expect.get("variables", {}))


def test_the_whole_corpus_is_run(capsys):
    with capsys.disabled():
        print(f"\nasl: {len(CASES)} cases recorded from AWS")
    assert len(CASES) == CASES_TOTAL
