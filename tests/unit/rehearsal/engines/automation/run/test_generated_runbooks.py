"""Runbooks drawn at random, against a reading of the user guide that knows nothing of the engine."""

import random

import pytest

from rehearsal.engines.automation.errors import StepFailedError
from tests.unit.rehearsal.engines.automation.automation_machine import play

NAMES = [f"s{number}" for number in range(7)]


def drawn(rng):
    """Steps and how each ends. Jumps lead forward, so that every run ends."""
    steps, outcomes = [], {}
    for number, name in enumerate(NAMES):
        later = NAMES[number + 1 :]
        step = {"name": name, "action": "aws:runCommand", "inputs": {"DocumentName": name, "InstanceIds": ["i"]}}
        way = rng.choice(["on", "on", "jump", "end"])
        if way == "jump" and later:
            step["nextStep"] = rng.choice(later)
        if way == "end":
            step["isEnd"] = rng.choice([True, "true"])
        choices = ["Abort", "Continue", None] + [f"step:{other}" for other in later]
        if (on_failure := rng.choice(choices)) is not None:
            step["onFailure"] = on_failure
        if (critical := rng.choice([True, False, None])) is not None:
            step["isCritical"] = critical
        if rng.random() < 0.3:
            step["maxAttempts"] = rng.randrange(1, 4)
        steps.append(step)
        outcomes[name] = [rng.choice(["Success", "Success", "Failed", "TimedOut"]) for _ in range(3)]
    return steps, outcomes


def expected(steps, outcomes):
    """(name, status, attempts) of every step that is begun, and the execution's status."""
    by_name = {step["name"]: step for step in steps}
    followers = dict(zip(NAMES, [*NAMES[1:], None], strict=True))
    begun, final, name = [], "Success", NAMES[0]
    while name is not None:
        step = by_name[name]
        tried = outcomes[name][: step.get("maxAttempts", 1)]
        attempts = tried.index("Success") + 1 if "Success" in tried else len(tried)
        status = tried[attempts - 1]
        begun.append((name, status, attempts))
        after = None if str(step.get("isEnd", "")).lower() == "true" else step.get("nextStep", followers[name])
        if status != "Success":
            on_failure = step.get("onFailure", "Abort")
            if step.get("isCritical", on_failure != "Continue"):
                final = status
            after = {"Abort": None, "Continue": after}.get(on_failure, on_failure.removeprefix("step:"))
        name = after
    return begun, final


@pytest.mark.parametrize("seed", range(150))
def test_a_runbook_goes_the_way_that_the_guide_says(seed):
    steps, outcomes = drawn(random.Random(seed))
    left = {name: list(each) for name, each in outcomes.items()}

    def act(record, run):
        outcome = left[record.step.name].pop(0)
        if outcome != "Success":
            raise StepFailedError("told to", outcome)

    run, _ = play(steps, {"aws:runCommand": act})
    begun, final = expected(steps, outcomes)
    assert [(record.step.name, record.status, record.attempts) for record in run.records] == begun
    assert run.status == final
    assert (run.message is None) is (final == "Success")


def test_the_runbooks_drawn_end_in_every_way_and_use_every_property():
    ends, used = set(), set()
    for seed in range(150):
        steps, outcomes = drawn(random.Random(seed))
        ends.add(expected(steps, outcomes)[1])
        used |= {key for step in steps for key in step}
    assert ends == {"Success", "Failed", "TimedOut"}
    assert used >= {"nextStep", "isEnd", "onFailure", "isCritical", "maxAttempts"}
