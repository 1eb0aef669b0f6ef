"""When a run has become quiet: nothing is under way, and nothing will come that AWS or a machine still owes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from rehearsal.scenarios.cluster import Stage
from rehearsal.scenarios.scenario import Story
from rehearsal.simulation.progress import Progress

LOOK_S = 15
"""How often the end of everything is looked for; virtual seconds."""
SETTLING_S = 120
"""Nothing may be under way for this long before the next step."""


def until_quiet(
    stage: Stage,
    story: Story,
    progress: Progress,
    *,
    share: tuple[float, float],
    also_busy: Callable[[], bool] = lambda: False,
) -> None:
    """Lets time pass until nothing has been under way for a while, or the story's limit: then the trace says so."""
    clock = stage.world.clock
    began = clock.monotonic()
    limit = began + story.limit_hours * 3600
    quiet_since: float | None = None
    while clock.monotonic() < limit:
        clock.sleep(LOOK_S)
        now = clock.monotonic()
        if also_busy() or under_way(stage) is not None:
            quiet_since = None
        elif quiet_since is None:
            quiet_since = now
        elif now - quiet_since >= SETTLING_S:
            return
        done = min((now - began) / 2400, 0.99)
        doing = stage.world.trace.events[-1].text if stage.world.trace.events else ""
        progress.reached(share[0] + (share[1] - share[0]) * done, timedelta(seconds=now), doing)
    text = f"still not quiet after {story.limit_hours:g} hours"
    stage.world.trace.record("story", "limit", text, why=under_way(stage))


def under_way(stage: Stage) -> str | None:
    """What keeps the run from being quiet; None when nothing does."""
    for record in stage.account.executions:
        if record.status.value == "RUNNING":
            return f"execution {record.name} runs"
    if stage.world.in_flight:
        return f"{stage.world.in_flight} events or deliveries are on their way"
    for command in stage.account.commands.commands.values():
        if not command.ended:
            return f"command {command.document.name} is {command.status}"
    for name in stage.instances:
        motion = _motion(stage, name)
        if motion is not None:
            return f"{name}: {motion}"
    return None


def _motion(stage: Stage, name: str) -> str | None:
    """The instance changes state, Windows boots or shuts down, a task or a script runs on it."""
    state, host = stage.instances[name].state.api_name, stage.hosts[name]
    if state in ("stopped", "terminated") or host.stuck:
        return None
    if state != "running":
        return state
    if host.going_down or not host.up or host.agent_online_at is None or host.agent_online_at > host.world.clock.now():
        return "Windows is between two lives"
    tasks = [task.name for task in host.tasks if task.running]
    if tasks:
        return f"task {tasks[0]} runs"
    scripts = [process.command for process in host.processes.living() if process.name == "powershell"]
    return f"{scripts[0]} runs" if scripts else None
