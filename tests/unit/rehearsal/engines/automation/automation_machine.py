"""Runs a runbook against actions that are Python functions."""

import itertools
import random
from datetime import UTC, datetime

from rehearsal.engines.automation.actions.flow import FLOW
from rehearsal.engines.automation.document.runbook import parse_runbook
from rehearsal.engines.automation.errors import CancelledError
from rehearsal.engines.automation.run.execution import AutomationRun
from rehearsal.kernel.clock import Clock

START = datetime(2026, 2, 3, tzinfo=UTC)
CONSTANTS = {"global:REGION": "eu-west-1", "global:ACCOUNT_ID": "111122223333", "global:AWS_PARTITION": "aws"}


def play(steps, actions=None, parameters=None, cancel_after=None, **more):
    """The finished run and the clock's seconds. `actions` replace those of `FLOW`."""
    declared = {name: {"type": "String"} for name in parameters or {}}
    content = {"schemaVersion": "0.3", "mainSteps": steps, "parameters": declared, **more}
    with Clock(START, random.Random(1)) as clock:
        ids = itertools.count()
        run = AutomationRun(
            parse_runbook("Probe", content), parameters or {}, execution_id="e-1", clock=clock,
            actions={**FLOW, **(actions or {})}, new_id=lambda: str(next(ids)), between_steps_s=lambda: 1.0,
            observe=lambda record: None, constants=CONSTANTS,
        )  # fmt: skip
        actor = clock.spawn("run", run.run)
        if cancel_after is not None:
            clock.call_later(cancel_after, lambda: actor.interrupt(CancelledError()))
        clock.run_until()
        return run, clock.monotonic()
