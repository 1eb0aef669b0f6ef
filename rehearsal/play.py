"""Plays a story on its stage and judges how it ended."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from botocore.exceptions import ClientError

from rehearsal.asl.history import Event
from rehearsal.aws.states import ExecutionRecord
from rehearsal.ending import Shortfall, shortfalls
from rehearsal.invariants.watch import Violation, Watch
from rehearsal.progress import Progress
from rehearsal.report.recorder import Recorder
from rehearsal.stage import Stage, open_curtain, set_stage
from rehearsal.story import Interference, Meanwhile, Step, StepKind, Story, load_story
from rehearsal.workflow_log import WorkflowLog
from rehearsal.world.settings import Settings

WORKFLOW = "cachewarden-maintain-replica"
QUIET_LOOK_S = 15
"""How often the end of everything is looked for; virtual seconds."""
SETTLING_S = 120
"""Nothing may be under way for this long before the next step: late events would still arrive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A run that is over. `begins_at`: index of the first trace event that belongs to the story itself."""

    story: Story
    seed: int
    stage: Stage
    log: WorkflowLog
    recorder: Recorder
    violations: tuple[Violation, ...]
    shortfalls: tuple[Shortfall, ...]
    begins_at: int
    began_s: float
    ended_s: float

    @property
    def as_hoped(self) -> bool:
        """The outcome that the story declares came about, and no invariant broke."""
        return not self.violations and not self.shortfalls

    @property
    def virtual_seconds(self) -> float:
        """From the story's first step to the end of all that followed."""
        return self.ended_s - self.began_s


def play(
    story: Story,
    *,
    seed: int,
    templates: Mapping[str, Mapping[str, Any]],
    progress: Progress,
    settings: Settings | None = None,
) -> Played:
    """Plays it to its end, or to its limit, which is a shortfall."""
    with _without_collector():
        return _play(story, seed, templates, progress, settings or Settings())


_frozen: list[bool] = []
"""Whether this process has frozen what its first run loaded."""


@contextmanager
def _without_collector() -> Iterator[None]:
    """Python's cyclic collector looks at every loaded grammar and template again and again: a quarter of a run's time.

    What the first run of a process has loaded is frozen out of its sight; a single run's garbage is small.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not _frozen:
            gc.freeze()
            _frozen.append(True)
        if was_enabled:
            gc.enable()


def _play(
    story: Story, seed: int, templates: Mapping[str, Mapping[str, Any]], progress: Progress, settings: Settings
) -> Played:
    stage = set_stage(story, seed=seed, templates=templates, settings=settings)
    clock = stage.world.clock
    with clock, stage.account:
        open_curtain(stage, templates)
        log = WorkflowLog(stage.world)
        stage.account.machines.observers.append(_follow(log))
        for one in story.meanwhile:
            log.on_action(one.when, one.occurrence, _interference(stage, one))
        watch = Watch(stage)
        stage.world.observers.append(watch.look)
        recorder = Recorder(stage)
        stage.world.observers.append(recorder.look)
        if story.after is not None:
            for step in load_story(story.after).steps:
                _perform(stage, step)
                _until_quiet(stage, story, progress, share=(0.0, 0.0))
            log.forget()
        begins_at, began_s = len(stage.world.trace.events), clock.monotonic()
        for number, step in enumerate(story.steps):
            _perform(stage, step)
            share = (number / len(story.steps), (number + 1) / len(story.steps))
            _until_quiet(stage, story, progress, share=share)
        watch.end()
        if clock.monotonic() - began_s > story.limit_hours * 3600:
            stage.world.trace.record("story", "limit", f"still not quiet after {story.limit_hours:g} hours")
        return Played(
            story=story,
            seed=seed,
            stage=stage,
            log=log,
            recorder=recorder,
            violations=tuple(watch.violations),
            shortfalls=tuple(shortfalls(stage, log)),
            begins_at=begins_at,
            began_s=began_s,
            ended_s=log.last_end_s if log.last_end_s is not None else clock.monotonic(),
        )


def _follow(log: WorkflowLog) -> Any:
    def observe(record: ExecutionRecord, event: Event) -> None:
        if record.machine.name == WORKFLOW:
            log.observe(record, event)

    return observe


def _perform(stage: Stage, step: Step) -> None:
    """Somebody does something from outside; what they get to see is in the trace."""
    for node in (step.node, *step.and_also):
        _perform_on(stage, step, node)


def _perform_on(stage: Stage, step: Step, node: str) -> None:
    world, instance = stage.world, stage.instances[node]
    person = stage.account.person(step.by)
    ec2 = stage.account.client("ec2", person)
    match step.kind:
        case StepKind.STOP:
            world.trace.record("person", "asks-stop", f"{step.by} asks EC2 to stop {node}", node=node)
            try:
                ec2.stop_instances(InstanceIds=[instance.id])
            except ClientError as error:
                said = error.response["Error"]
                world.trace.record("ec2", "refused", f"EC2 refuses: {said['Code']}", node=node, why=said["Message"])
        case StepKind.START if instance.state.api_name != "stopped":
            pass  # it never stopped, or somebody has started it already
        case StepKind.START:
            world.trace.record("person", "asks-start", f"{step.by} asks EC2 to start {node}", node=node)
            ec2.start_instances(InstanceIds=[instance.id])
        case StepKind.AUTOMATION:
            text = f"{step.by} starts {step.document} for {node}"
            world.trace.record("person", "starts-automation", text, node=node)
            stage.account.client("ssm", person).start_automation_execution(
                DocumentName=step.document, Parameters={"InstanceId": [instance.id]}
            )
        case StepKind.SHUT_DOWN:
            text = f"somebody shuts Windows down on {node}"
            world.trace.record("person", "shuts-down", text, node=node)
            stage.hosts[node].shut_down_from_inside()
        case StepKind.REBOOT:
            world.trace.record("person", "reboots", f"Windows restarts on {node}", node=node)
            stage.hosts[node].reboot()


def _interference(stage: Stage, one: Meanwhile) -> Callable[[str], None]:
    def strike(execution: str) -> None:
        match one.do:
            case Interference.REBOOT:
                assert one.node is not None, "a reboot needs a node"
                stage.world.trace.record("person", "reboots", f"Windows restarts on {one.node}", node=one.node)
                stage.hosts[one.node].reboot()
            case Interference.ABORT:
                stage.world.trace.record("person", "aborts", "the workflow's execution is aborted", why=one.when)
                record = next(record for record in stage.account.executions if record.name == execution)
                operator = stage.account.person("operator")
                stage.account.client("stepfunctions", operator).stop_execution(executionArn=record.arn)

    return lambda execution: stage.world.clock.call_later(one.after_s, lambda: strike(execution)) and None


def _until_quiet(stage: Stage, story: Story, progress: Progress, *, share: tuple[float, float]) -> None:
    """Lets time pass until nothing of ours has been under way for a while, or the story's limit."""
    clock = stage.world.clock
    began = clock.monotonic()
    limit = began + story.limit_hours * 3600
    quiet_since: float | None = None
    while clock.monotonic() < limit:
        clock.sleep(QUIET_LOOK_S)
        now = clock.monotonic()
        if _busy(stage):
            quiet_since = None
        elif quiet_since is None:
            quiet_since = now
        elif now - quiet_since >= SETTLING_S:
            return
        done = min((now - began) / 2400, 0.99)
        doing = stage.world.trace.events[-1].text if stage.world.trace.events else ""
        progress.reached(share[0] + (share[1] - share[0]) * done, timedelta(seconds=now), doing)


def _busy(stage: Stage) -> bool:
    if any(record.status.value == "RUNNING" for record in stage.account.executions):
        return True
    return any(_in_motion(stage, name) for name in stage.instances)


def _in_motion(stage: Stage, name: str) -> bool:
    """The instance changes state, Windows boots or shuts down, or a script runs on it."""
    state, host = stage.instances[name].state.api_name, stage.hosts[name]
    if state == "running":
        scripts = any(process.name == "powershell" for process in host.processes.living())
        return scripts or not host.up or not host.agent_online
    return state not in ("stopped", "terminated")
