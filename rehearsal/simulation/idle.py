"""When a run is idle: nothing is under way, and AWS and the machines owe nothing any more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from rehearsal.scenarios.cluster import Cluster
from rehearsal.scenarios.story import Story
from rehearsal.simulation.progress import Progress

LOOK_S = 15
"""How often the run is checked; virtual seconds."""
SETTLING_S = 120
"""Nothing may be under way for this long before the next step."""


def run_until_idle(
    cluster: Cluster,
    story: Story,
    progress: Progress,
    *,
    share: tuple[float, float],
    also_busy: Callable[[], bool] = lambda: False,
) -> None:
    """Lets time pass until nothing has been under way for a while, or the story's limit: then the trace says so."""
    clock = cluster.world.clock
    began = clock.monotonic()
    limit = began + story.limit_hours * 3600
    idle_since: float | None = None
    while clock.monotonic() < limit:
        clock.sleep(LOOK_S)
        now = clock.monotonic()
        if also_busy() or under_way(cluster) is not None:
            idle_since = None
        elif idle_since is None:
            idle_since = now
        elif now - idle_since >= SETTLING_S:
            return
        done = min((now - began) / 2400, 0.99)
        doing = cluster.world.trace.events[-1].text if cluster.world.trace.events else ""
        progress.reached(share[0] + (share[1] - share[0]) * done, timedelta(seconds=now), doing)
    record_limit(cluster, f"still not idle after {story.limit_hours:g} hours")


def record_limit(cluster: Cluster, text: str) -> None:
    """The run goes no further: the trace says why, and what was under way. `unsafe_states` finds it there."""
    cluster.world.trace.record("story", "limit", text, why=under_way(cluster))


def under_way(cluster: Cluster) -> str | None:
    """What keeps the run from being idle; None when nothing does."""
    for record in cluster.account.executions:
        if record.status.value == "RUNNING":
            return f"execution {record.name} runs"
    for execution in cluster.account.automations.executions.values():
        if execution.ended is None:
            return f"document {execution.document.name} is {execution.status.value}"
    if cluster.world.in_flight:
        return f"{cluster.world.in_flight} events or deliveries are on their way"
    for command in cluster.account.commands.commands.values():
        if not command.ended:
            return f"command {command.document.name} is {command.status}"
    for name in cluster.instances:
        motion = _motion(cluster, name)
        if motion is not None:
            return f"{name}: {motion}"
    return None


def _motion(cluster: Cluster, name: str) -> str | None:
    """The instance changes state, Windows boots or shuts down, a task or a script runs on it."""
    state, host = cluster.instances[name].state.api_name, cluster.hosts[name]
    if state in ("stopped", "terminated") or host.stuck:
        return None
    if state != "running":
        return state
    if host.going_down or not host.up or host.agent_online_at is None or host.agent_online_at > host.world.clock.now():
        return "Windows shuts down or boots"
    tasks = [task.name for task in host.tasks if task.running]
    if tasks:
        return f"task {tasks[0]} runs"
    scripts = [process.command for process in host.processes.living() if process.name == "powershell"]
    return f"{scripts[0]} runs" if scripts else None
