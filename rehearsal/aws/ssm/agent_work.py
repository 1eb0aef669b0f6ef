"""What a node's agent does with a command: takes it in, runs its steps one after the other, reports.

Fault model: a command may arrive late, twice or never, or be undeliverable (`ssm.delivery`: LATE, REPEAT, LOST, FAIL);
a script's process may hang before its first statement (`ssm.script`: HANG); the agent's report may be late or lost
(`ssm.report`: LATE, LOST); the host may die under the script, whose verdict is gone then. What must hold: a script
that didn't begin before the delivery timeout never runs; one that overruns its execution timeout is killed where it
stands. Without the agent's last word an invocation is DeliveryTimedOut when its total timeout is over, although its
script may have done all its work.

Facts: [run-command#timeouts], [run-command#interrupted-command]; aws/amazon-ssm-agent,
agent/framework/runpluginutil/run_plugins.go (a failed step doesn't end the document; exit codes 168 and 169 and
`onFailure` do).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from rehearsal.aws.api.errors import UnsupportedError
from rehearsal.aws.ssm.agents import Agents
from rehearsal.aws.ssm.command_documents import CommandStep
from rehearsal.aws.ssm.invocations import Invocation, StepResult, aggregate, filled
from rehearsal.kernel.clock import Actor
from rehearsal.kernel.faults import FaultKind
from rehearsal.world.world import World

EXIT_WITH_SUCCESS = 168
EXIT_WITH_FAILURE = 169
REBOOT = 3_010
NODE_PLATFORM = "Windows"
ONLINE_POLL_S = 5.0


class AgentWork:
    """The work of all agents. `end(invocation, details)` reports to the service."""

    def __init__(self, world: World, agents: Agents, end: Callable[[Invocation, str], None]) -> None:
        self._world = world
        self._agents = agents
        self._end = end

    def play(self, invocation: Invocation) -> None:
        """From SendCommand to the service's last word: the body of the invocation's actor."""
        world, command = self._world, invocation.command
        fault = world.fault("ssm.delivery", node=invocation.instance.name, document=command.document.name)
        delay = world.latency(world.settings.latency.ssm_delivery_s)
        if fault is not None and fault.kind is FaultKind.LATE:
            delay += fault.seconds
        world.clock.sleep(delay)
        if fault is not None and fault.kind is FaultKind.FAIL:
            self._end(invocation, "Undeliverable")
            return
        lost = fault is not None and fault.kind is FaultKind.LOST
        if lost or not self._taken_in(invocation):
            self._wait_until(command.total_timeout if world.settings.ssm.undelivered_until_total else command.not_after)
            self._end(invocation, "DeliveryTimedOut")
            return
        if fault is not None and fault.kind is FaultKind.REPEAT:
            # the agent runs it once more; that run's result is never read
            world.clock.spawn(f"repeated {command.document.name}", self._steps, invocation, [])
            world.clock.sleep(world.latency(world.settings.latency.ssm_delivery_s))
        self._run(invocation)

    def _taken_in(self, invocation: Invocation) -> bool:
        """Waits for the agent; False when the delivery's time is over."""
        clock, not_after = self._world.clock, invocation.command.not_after
        while clock.now() <= not_after:
            if self._agents.online(invocation.instance):
                return True
            clock.sleep(min(ONLINE_POLL_S, max(0.001, (not_after - clock.now()).total_seconds())))
        return False

    def _run(self, invocation: Invocation) -> None:
        invocation.details, invocation.started = "InProgress", self._world.clock.now()
        results: list[StepResult] = []
        if not self._steps(invocation, results):
            return
        self._report(invocation, results)

    def _steps(self, invocation: Invocation, results: list[StepResult]) -> bool:
        """Runs the document's steps into `results`; False when nothing will be reported of them."""
        skipping: str | None = None
        for step in invocation.command.document.steps:
            result = StepResult(step=step, started=self._world.clock.now())
            results.append(result)
            answer = skipping or step.skipped_on(NODE_PLATFORM)
            if answer is not None:
                result.details, result.response_code, result.stdout = "Success", 0, answer
            elif not self._script(invocation, result):
                return False
            result.ended = self._world.clock.now()
            if skipping is None and _ends_document(result):
                skipping = f"Plugin with name aws:runPowerShellScript and id {step.name} skipped due to prior step"
        return True

    def _script(self, invocation: Invocation, result: StepResult) -> bool:
        """Runs one script to its end or its timeout; False when the invocation ended under it."""
        clock, step = self._world.clock, result.step
        limit = invocation.command.execution_timeout_s(step)
        expires = clock.now() + timedelta(seconds=limit)
        if self._hangs(invocation):
            self._wait_until(expires)
            result.details = "ExecutionTimedOut"
            return not invocation.ended_already
        while True:
            script = invocation.script = self._start(invocation, step)
            try:
                outcome = script.join((expires - clock.now()).total_seconds())
            except TimeoutError:
                script.kill()
                result.details = "ExecutionTimedOut"
                return not invocation.ended_already
            if invocation.ended_already:
                return False
            if not script.killed:
                self._note(result, outcome)
                return True
            if not self._resumed(invocation, expires):
                self._silence(invocation)
                return False

    def _hangs(self, invocation: Invocation) -> bool:
        document = invocation.command.document.name
        fault = self._world.fault("ssm.script", node=invocation.instance.name, document=document)
        return fault is not None and fault.kind is FaultKind.HANG

    def _start(self, invocation: Invocation, step: CommandStep) -> Actor:
        document, parameters = invocation.command.document, invocation.command.parameters
        host: Any = invocation.instance.host
        exported = {name for name, parameter in document.parameters.items() if parameter.exported}
        environment: dict[str, str] = {}
        if self._agents.exports_parameters(invocation.instance):
            environment = {f"SSM_{name}": str(parameters[name]) for name in parameters if name in exported}
        text = filled(step.script, {name: value for name, value in parameters.items() if name not in exported})
        name = document.name if len(document.steps) == 1 else f"{document.name}/{step.name}"
        invocation.runs += 1
        self._world.trace.record(
            "ssm", "script-started", name, node=invocation.instance.name, command=invocation.command.id,
            parameters=dict(parameters),
        )  # fmt: skip
        with self._world.on_node(invocation.instance):
            return self._world.clock.spawn(
                f"script {name} on {invocation.instance.name}", host.run_script, text, name, environment
            )

    @staticmethod
    def _note(result: StepResult, outcome: Any) -> None:
        code = outcome.exit_code
        if code == REBOOT:
            raise UnsupportedError(f"{result.step.name}: exit code {REBOOT} (reboot by the agent)")
        result.stdout, result.stderr, result.response_code = outcome.stdout, outcome.stderr, code
        result.details = "Success" if code in (0, EXIT_WITH_SUCCESS) else "Failed"
        if result.details == "Failed" and result.step.on_failure == "successAndExit":
            result.details, result.response_code = "Success", EXIT_WITH_SUCCESS

    def _resumed(self, invocation: Invocation, expires: datetime) -> bool:
        """The host died under the script: whether the agent takes the document up again after the boot."""
        clock = self._world.clock
        if not self._world.settings.ssm.interrupted_command_resumes:
            return False
        while clock.now() < expires:
            if self._agents.online(invocation.instance):
                return True
            clock.sleep(min(ONLINE_POLL_S, max(0.001, (expires - clock.now()).total_seconds())))
        return False

    def _report(self, invocation: Invocation, results: list[StepResult]) -> None:
        world = self._world
        fault = world.fault("ssm.report", node=invocation.instance.name, document=invocation.command.document.name)
        if fault is not None and fault.kind is FaultKind.LOST:
            self._silence(invocation)
            return
        late = fault.seconds if fault is not None and fault.kind is FaultKind.LATE else 0.0
        arrives = world.clock.now() + timedelta(seconds=world.latency(world.settings.latency.ssm_report_s) + late)
        # the timeout waits for a report that isn't late, however close it is
        if late and arrives > invocation.command.total_timeout:
            self._silence(invocation)
            if not world.settings.ssm.late_report_is_taken:
                return
            self._wait_until(arrives)
        else:
            self._wait_until(arrives)
            if invocation.ended_already:
                return
        invocation.results = results
        self._end(invocation, aggregate(results))

    def _silence(self, invocation: Invocation) -> None:
        """No word of the agent until the service gives up."""
        self._wait_until(invocation.command.total_timeout)
        if not invocation.ended_already:
            self._end(invocation, "DeliveryTimedOut")

    def _wait_until(self, instant: datetime) -> None:
        self._world.clock.sleep(max(0.0, (instant - self._world.clock.now()).total_seconds()))


def _ends_document(result: StepResult) -> bool:
    """Whether the steps after this one are skipped."""
    if result.response_code in (EXIT_WITH_SUCCESS, EXIT_WITH_FAILURE):
        return True
    return result.details == "Failed" and result.step.on_failure is not None
