"""Runs a runbook against actions that are Python functions."""

import itertools
import random
from datetime import UTC, datetime

from rehearsal.automation.execution import AutomationRun
from rehearsal.automation.runbook import parse_runbook
from rehearsal.clock import Clock


def play(steps, actions, parameters=None, cancel_after=None, outputs=()):
    """The finished run and the clock's seconds."""
    declared = {name: {"type": "String"} for name in parameters or {}}
    content = {"schemaVersion": "0.3", "mainSteps": steps, "parameters": declared, "outputs": list(outputs)}
    with Clock(datetime(2026, 2, 3, tzinfo=UTC), random.Random(1)) as clock:
        ids = itertools.count()
        run = AutomationRun(
            parse_runbook("Probe", content), parameters or {}, execution_id="e-1", clock=clock, actions=actions,
            new_id=lambda: str(next(ids)), between_steps_s=lambda: 1.0, observe=lambda record: None, region="eu-west-1",
        )  # fmt: skip
        actor = clock.spawn("run", run.run)
        if cancel_after is not None:
            from rehearsal.automation.errors import CancelledError

            clock.call_later(cancel_after, lambda: actor.interrupt(CancelledError()))
        clock.run_until()
        return run, clock.monotonic()
