"""aws:executeScript: the document's Python, in this process, with boto3 clients that call as the runbook's role.

The handler gets InputPayload and a context; AWS documents nothing of the context, so a script that reads it is refused.
Sleeps are virtual. What the handler returns must be JSON and at most 100 KB (SSM user guide, "aws:executeScript"); what
it prints is not kept. Scripts aren't isolated: they are the product's own.
"""

from __future__ import annotations

import json
import traceback
from functools import lru_cache
from types import CodeType
from typing import Any

from rehearsal.engines.automation.actions.api_calls import write_outputs
from rehearsal.engines.automation.actions.context import ActionContext
from rehearsal.engines.automation.errors import CancelledError, FailureStage, StepFailedError, invalid_input
from rehearsal.engines.automation.run.execution import AutomationRun
from rehearsal.engines.automation.run.step_record import StepRecord, left_s, timed_out

PAYLOAD_BYTES_MAX = 100 * 1024


class UnknownContext:
    """The handler's second argument."""

    def __getattr__(self, name: str) -> Any:
        raise NotImplementedError(f"context.{name} of aws:executeScript isn't modelled")

    def __getitem__(self, name: Any) -> Any:
        raise NotImplementedError(f"context[{name!r}] of aws:executeScript isn't modelled")


class Script:
    """Performs aws:executeScript."""

    def __init__(self, context: ActionContext) -> None:
        self._context = context

    def run(self, record: StepRecord, run: AutomationRun) -> None:
        """Raises StepFailedError with the script's traceback; TimedOut when its time is over: then it is killed."""
        inputs, clock = record.inputs, self._context.clock
        script, handler, payload = str(inputs["Script"]), str(inputs["Handler"]), inputs.get("InputPayload", {})
        name = f"script of {run.runbook.name}/{record.step.name}"
        actor = clock.spawn(name, _outcome, script, handler, json.loads(json.dumps(payload, default=str)))
        try:
            result = actor.join(max(0.0, left_s(clock, record)))
        except TimeoutError:
            actor.kill()
            raise timed_out(record, "executing the script") from None
        except CancelledError:
            actor.kill()
            raise
        if isinstance(result, StepFailedError):
            raise result
        self._write(record, result)

    @staticmethod
    def _write(record: StepRecord, result: Any) -> None:
        try:
            text = json.dumps(result)
        except (TypeError, ValueError) as error:
            raise _failed(f"{handler_of(record)} returned what is no JSON: {error}") from None
        if len(text.encode()) > PAYLOAD_BYTES_MAX:
            size = len(text.encode())
            raise _failed(f"{handler_of(record)} returned {size} bytes, {PAYLOAD_BYTES_MAX} are allowed")
        response = {"Payload": json.loads(text)}
        record.outputs |= {**response, "OutputPayload": json.dumps(response)}
        write_outputs(record, response)


@lru_cache(maxsize=256)
def compiled(script: str) -> CodeType:
    """Raises SyntaxError with the line."""
    return compile(script, "customer_script.py", "exec")


def handler_of(record: StepRecord) -> str:
    """Name of the step's function."""
    return str(record.inputs["Handler"])


def _outcome(script: str, handler: str, payload: Any) -> Any:
    """What the handler returns, or the failure as a value: nothing that a script raises ends the run itself."""
    space: dict[str, Any] = {"__name__": "customer_script", "print": _silent}
    try:
        exec(compiled(script), space)
        function = space.get(handler)
        if not callable(function):
            return invalid_input(f"Handler {handler} is no function of the script")
        return function(payload, UnknownContext())
    except NotImplementedError:
        raise
    except (Exception, SystemExit) as error:
        return _failed(_message(error))


def _silent(*_: Any, **__: Any) -> None:
    """`print` of the script."""


def _message(error: BaseException) -> str:
    """As AWS writes it: the traceback inside the script, then `KeyError - 'name'`."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "customer_script.py"]
    lines = [f'  File "customer_script.py", line {frame.lineno}, in {frame.name}\n' for frame in frames]
    return "".join(["Traceback (most recent call last):\n", *lines, f"\n{type(error).__name__} - {error}"])


def _failed(message: str) -> StepFailedError:
    return StepFailedError(message, stage=FailureStage.POST_VERIFICATION)
