"""What the workflow decided, and what happened besides."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from recorded_scene import Scene

from rehearsal.kernel.trace import TraceEvent
from rehearsal.report.page.annotations import MARK_PX, AnnotationKind, annotate, place
from rehearsal.report.page.axis import Axis
from rehearsal.report.page.worker_progress import worker_progress
from rehearsal.report.page.workflow_steps import workflow_steps

ZERO = datetime(2026, 2, 3, 22, 0, tzinfo=UTC)
AXIS = Axis(from_s=0, to_s=1000, zero=ZERO)


def event(at_s, source, kind, text="", **facts):
    return TraceEvent(
        index=0, at=ZERO + timedelta(seconds=at_s), source=source, kind=kind, text=text, node="SALES1", facts=facts
    )


def test_waits_in_a_row_are_one_step_and_acts_are_numbered(report):
    first = [step for step in report.steps if step.execution == "stopped-1"]
    assert [(step.number, step.kind, step.name, step.times) for step in first] == [
        (None, "records", "AcquireLease", 1),
        (1, "act", "HoldReplicaModes", 1),
        (2, "act", "FailOverAvailabilityGroups", 1),
        (3, "act", "StopSqlServer", 1),
        (4, "act", "EvacuateCache", 1),
        (None, "wait", "Wait", 4),
        (5, "act", "LiftProtection", 1),
        (6, "act", "StopInstance", 1),
        (7, "act", "SetProtection", 1),
        (8, "complete", "Complete", 1),
    ]
    wait = first[5]
    assert (wait.from_s, wait.to_s, wait.sentence) == (130, 560, "The cache moves; 420 s so far.")


def test_a_step_lasts_until_the_next_decision_of_its_own_execution():
    scene = Scene()
    with scene.clock:
        scene.at(10)
        scene.decided("Execute", "EvacuateCache", "SALES1", execution="one")
        scene.at(20)
        scene.decided("Execute", "AcquireLease", "SALES2", execution="other")
        scene.at(50)
        scene.decided("Complete", execution="one")
        scene.ended(execution="one")
        scene.at(70)
        scene.ended(execution="other", status="ABORTED")
    found = {step.name: (step.from_s, step.to_s, step.level) for step in workflow_steps(scene.log, AXIS)}
    assert found == {"EvacuateCache": (10, 50, 0), "Complete": (50, 50, 0), "AcquireLease": (20, 70, 1)}


def test_people_faults_notices_and_violations_get_signs_of_their_own():
    found = annotate(
        [
            event(1, "person", "asks-stop", "dba asks"),
            event(2, "fault", "fault", "fail at storage.repair"),
            event(300, "sns", "published", "Stopped"),
            event(400, "invariant", "violated", "both nodes down"),
            event(500, "fault", "fault", "hang"),
        ],
        AXIS,
    )
    assert [(one.sign, one.kind, one.at_s) for one in found] == [
        ("P1", AnnotationKind.PERSON, 1),
        ("F1", AnnotationKind.FAULT, 2),
        ("N1", AnnotationKind.NOTICE, 300),
        ("V1", AnnotationKind.VIOLATION, 400),
        ("F2", AnnotationKind.FAULT, 500),
    ]


def test_a_repair_or_execution_shows_as_an_event_only_when_it_failed():
    found = annotate(
        [
            event(1, "storage", "repair-ended", "went through", state=7),
            event(2, "storage", "repair-ended", "exception at 60 %", state=10),
            event(3, "workflow", "execution-ended", "cachewarden-maintain-replica: SUCCEEDED", status="SUCCEEDED"),
            event(4, "workflow", "execution-ended", "cachewarden-maintain-replica: ABORTED", status="ABORTED"),
            event(5, "workflow", "execution-ended", "cachewarden-act-on-host: FAILED", status="FAILED"),
            event(6, "lambda", "handler-failed", "nobody needs to see this here"),
        ],
        AXIS,
    )
    assert [one.at_s for one in found] == [2, 4]


def test_marks_that_are_near_go_on_tracks_of_their_own():
    found = annotate([event(at_s, "fault", "fault") for at_s in (0, 1, 2, 100, 101)], AXIS)
    assert [one.level for one in found] == [0, 1, 2, 0, 1]


def test_a_track_is_free_again_right_of_its_last_mark():
    ends = []
    assert [place(ends, left, MARK_PX) for left in (0, MARK_PX - 1, MARK_PX, 2 * MARK_PX)] == [0, 1, 0, 0]


def verdict(node, at_s, worker, prefix=""):
    stdout = prefix + json.dumps({"v": 1, "evidence": {"worker": worker}}) + "\n"
    return TraceEvent(
        index=0, at=ZERO + timedelta(seconds=at_s), source="ssm", kind="script-ended", text="", node=node,
        facts={"stdout": stdout},
    )  # fmt: skip


def test_progress_is_what_a_running_worker_told():
    running = {"state": "running", "bytesDone": 730, "bytesTotal": 1000}
    found = worker_progress(
        [
            verdict("SALES1", 10, {"state": "idle", "bytesDone": 0, "bytesTotal": 0}),
            verdict("SALES1", 20, running),
            verdict("SALES1", 30, {**running, "state": "succeeded", "bytesDone": 1000}),
            verdict("SALES2", 40, {**running, "bytesDone": 0, "bytesTotal": 0}),
            event(50, "ssm", "script-ended", stdout='was killed: "worker"'),
        ],
        ZERO,
    )
    assert [(one.node, one.at_s, one.percent) for one in found] == [("SALES1", 20, 73)]
