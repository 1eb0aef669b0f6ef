"""A consent that approvers are asked for: rejected, unanswered or withdrawn, nothing changes and people hear of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rehearsal.scenarios.story import StepKind
from rehearsal.world.settings import Settings, ShownApprover, SsmSettings
from tests.attacks.attacked_cluster import Attacked, attacked

NODE = "ARCHIVE1"
REQUEST = "CacheWarden-RequestOutageAndStopInstance"


@pytest.fixture
def scene(synthesized) -> Iterator[Attacked]:
    with attacked(synthesized, story="stand-alone") as cluster:
        yield cluster


def ask(scene: Attacked) -> None:
    scene.perform(StepKind.AUTOMATION, NODE, document=REQUEST)
    scene.sleep(120)


def refused(scene: Attacked, *statuses: str) -> bool:
    """Whether the run ended in one of these states, and its outputs say that it wasn't approved."""
    execution = list(scene.cluster.account.automations.executions.values())[-1]
    said = {name: values[0] for name, values in execution.run.outputs().items() if name.startswith("Refuse.")}
    return (
        execution.status.value in statuses
        and (said["Refuse.Outcome"], said["Refuse.Code"]) == ("Refused", "CW5132")
        and said["Refuse.Sentence"].startswith("CW5132 Approvers were asked and didn't approve.")
        and all(said[f"Refuse.{name}"] for name in ("DataIsSafe", "Next", "WhoHoldsTheLease"))
    )


def untouched(scene: Attacked) -> bool:
    scene.settle()
    return (
        scene.whole(NODE)
        and scene.cluster.sql_runs(NODE)
        and not scene.watch.violations
        and scene.entered == []
        and not scene.cluster.account.denials
    )


def test_the_approvers_are_told_what_they_are_asked_for_and_how_long_they_have(scene):
    ask(scene)
    (asked,) = scene.messages
    assert "'outage'" in asked and scene.instance_id(NODE) in asked and "within an hour" in asked
    assert "out of service until the node is started again" in asked


@pytest.mark.parametrize("fails", [True, False], ids=["Failed", "Rejected"])
def test_rejected_it_changes_nothing_and_says_who_rejected_it(synthesized, fails):
    settings = Settings((SsmSettings(rejected_is_failed=fails),))
    with attacked(synthesized, story="stand-alone", settings=settings) as scene:
        ask(scene)
        scene.perform(StepKind.REJECT, NODE, by="approver")
        assert untouched(scene)
        assert refused(scene, "Failed" if fails else "Rejected")
        _, told = scene.messages
        assert "CW5132" in told and "user/approver rejected it. Nothing was changed" in told


def test_unanswered_it_ends_after_an_hour_and_changes_nothing(scene):
    ask(scene)
    begun = scene.cluster.world.clock.monotonic()
    assert untouched(scene)
    assert scene.cluster.world.clock.monotonic() - begun < 2 * 3600
    assert refused(scene, "TimedOut")
    _, *reminders, told = scene.messages
    assert len(reminders) in (2, 3)
    said = ("CW5134", "waits for an approval until", "Is my data safe?")
    assert all(text in each for each in reminders for text in said)
    assert "CW5132" in told and "no approver answered within 60 minutes. Nothing was changed" in told
    with pytest.raises(AssertionError):
        scene.run_until(lambda: bool(scene.entered), limit_s=60)
    scene.perform(StepKind.APPROVE, NODE, by="approver")
    assert untouched(scene)


def test_reminders_that_fail_are_counted_as_that_and_nodes_are_looked_at(synthesized, monkeypatch):
    counted: list[str] = []
    monkeypatch.setattr("adapters.sweep.count", lambda name, *_: counted.append(name))
    faults = ["api.ssm.DescribeAutomationExecutions fail count=99"]
    with attacked(synthesized, story="stand-alone", faults=faults) as scene:
        scene.cluster.world.faults.begin()
        ask(scene)
        scene.sleep(20 * 60)
    assert {"ReminderFailed", "NodesSwept"} <= {*counted} and "NodeNotSwept" not in counted


@pytest.mark.campaign
def test_who_answered_is_reminded_no_more(scene):
    ask(scene)
    scene.sleep(20 * 60)
    scene.perform(StepKind.REJECT, NODE, by="approver")
    scene.settle()
    scene.sleep(2 * 3600)
    _, *reminders, told = scene.messages
    assert "CW5132" in told and len(reminders) in (0, 1)
    assert all("CW5134" in each for each in reminders)


def test_cancelled_by_whoever_asked_it_changes_nothing(scene):
    ask(scene)
    scene.perform(StepKind.CANCEL, NODE)
    assert untouched(scene)
    assert refused(scene, "Cancelled")
    assert "CW5132" in scene.messages[-1] and "it was cancelled before an approver answered" in scene.messages[-1]


def test_an_approval_that_its_record_names_by_the_entry_of_the_list_counts(synthesized):
    settings = Settings((SsmSettings(approver_is_shown_as=ShownApprover.ENTRY),))
    with attacked(synthesized, story="stand-alone", settings=settings) as scene:
        ask(scene)
        scene.perform(StepKind.APPROVE, NODE, by="approver")
        scene.settle()
        assert scene.outcomes == [("Stopped", "Goal")]


def test_a_stop_that_needs_no_consent_may_wait_for_a_second_person_all_the_same(synthesized):
    """Whoever asked answers himself, too: that counts for nothing."""
    with attacked(synthesized) as scene:
        scene.perform(StepKind.AUTOMATION, "SALES2", document="CacheWarden-RequestStopInstance", by="approver")
        scene.sleep(120)
        (asked,) = scene.messages
        assert "asks for an approval" in asked and "nothing is done that needs a consent" in asked
        scene.perform(StepKind.APPROVE, "SALES2", by="approver")
        scene.settle()
        assert scene.whole("SALES2") and scene.cluster.sql_runs("SALES2")
        execution = list(scene.cluster.account.automations.executions.values())[-1]
        assert execution.status.value == "Failed"
        assert "has no approval that counts" in str(execution.run.message)
